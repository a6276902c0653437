/** Entries of the lists at the top of the data; data without a list is one row. */
export function countRows(data: unknown): number {
  const lists = typeof data === 'object' && data !== null ? Object.values(data).filter(Array.isArray) : [];
  if (lists.length === 0) return 1;
  let rows = 0;
  for (const list of lists) rows += list.length;
  return rows;
}
