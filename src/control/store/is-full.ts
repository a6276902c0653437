/** `SQLITE_FULL`, and the shared memory of the WAL that could not grow (https://sqlite.org/rescode.html). */
const sqliteCodes: ReadonlySet<unknown> = new Set([13, 4874]);
/** `disk_full` of PostgreSQL. */
const postgresCode = '53100';

/** Whether the store took nothing because its disk is full. */
export function isFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, errcode } = error as { readonly code?: unknown; readonly errcode?: unknown };
  return code === postgresCode || (code === 'ERR_SQLITE_ERROR' && sqliteCodes.has(errcode)) || isFull(error.cause);
}
