/** Where a page of records that are listed by time ends. */
interface Place {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** UUID; decides between records of the same moment. */
  readonly id: string;
}

export function renderTimeCursor({ at, id }: Place): string {
  return `${at}.${id}`;
}

/** Without named groups, which patterns of OpenAPI may not have. */
export const timeCursor = /^(\d{1,15})\.([\da-f-]{36})$/u;

/** Undefined for anything that is not a cursor. */
export function parseTimeCursor(text: string): Place | undefined {
  const [, at, id] = timeCursor.exec(text) ?? [];
  return at === undefined || id === undefined ? undefined : { at: Number(at), id };
}
