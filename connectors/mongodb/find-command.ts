/** The part of a find that the caller says, as the command has it: shared by asking and by explaining. */

export interface Find {
  readonly filter?: Readonly<Record<string, unknown>> | undefined;
  readonly projection?: Readonly<Record<string, unknown>> | undefined;
  readonly sort?: readonly { readonly field: string; readonly order: 'ascending' | 'descending' }[] | undefined;
}

/** `read` puts extended JSON into the driver's values; `at` precedes the names of the arguments. */
export function toFind(
  { filter = {}, projection, sort }: Find,
  read: (value: unknown, path: string) => unknown,
  at = '',
): Record<string, unknown> {
  return {
    filter: read(filter, `${at}filter`),
    ...(projection !== undefined && { projection: read(projection, `${at}projection`) }),
    // A map keeps the order of its keys whatever they are; an object would put those that look like numbers first.
    ...(sort !== undefined && {
      sort: new Map(sort.map(({ field, order }) => [field, order === 'ascending' ? 1 : -1])),
    }),
  };
}
