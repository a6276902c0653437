/** What the mappings from the vendor's shapes share: absent members are left out, tags become a record. */

/** Members that have a value. AWS returns an empty text for what was never set: it is left out, as undefined is. */
export function known<Members extends object>(
  members: Members,
): { [Name in keyof Members]?: NonNullable<Members[Name]> } {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined && value !== null && value !== '');
  // Sound because each entry is a member with its own value, and every member may be absent from the result.
  return Object.fromEntries(entries) as { [Name in keyof Members]?: NonNullable<Members[Name]> };
}

export interface Tag {
  readonly Key?: string | undefined;
  readonly Value?: string | undefined;
}

export function tagsOf(tags: readonly Tag[] | undefined): Record<string, string> {
  return Object.fromEntries(
    (tags ?? []).flatMap(({ Key, Value = '' }): [string, string][] => (Key === undefined ? [] : [[Key, Value]])),
  );
}

/** Most things of a network have no name of their own: people name them with this tag, and the console shows it. */
export function nameIn(tags: readonly Tag[] | undefined): string | undefined {
  return tags?.find(({ Key }) => Key === 'Name')?.Value;
}

/** RFC 3339. */
export function timeOf(date: Date | undefined): string | undefined {
  return date?.toISOString();
}

/** The values that are there, each once, in their first order. */
export function distinct(values: readonly (string | undefined)[]): string[] {
  return [...new Set(values.flatMap((value) => (value === undefined || value === '' ? [] : [value])))];
}
