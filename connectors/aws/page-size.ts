/** Most lists of EC2 take 5 to 1000 entries for one page, and refuse other sizes. */
const least = 5;
const most = 1000;

/** `ceiling` where a list takes fewer. */
export function pageSizeFor(limit: number, ceiling = most): number {
  return Math.min(Math.max(limit, least), ceiling);
}
