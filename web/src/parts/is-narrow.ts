/** Whether the page is as narrow as that of a phone, as its styles say it. Asked when something is drawn first. */
export function isNarrow(): boolean {
  return matchMedia('(width < 46rem)').matches;
}
