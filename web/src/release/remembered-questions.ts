/** Which questions somebody chose for the releases of a process, in this browser and until the session ends. */
import { organizationId, readLines, writeLines } from '../edge/remembered-lines.ts';

/** Processes whose choice is remembered, the latest first. */
const most = 30;

/** Undefined where nothing was chosen. */
export function readRemembered(workload: string): readonly string[] | undefined {
  const start = `${keyOf(workload)} `;
  const line = readLines('releases').find((one) => one.startsWith(start));
  return line?.slice(start.length).split(',').filter(Boolean);
}

/** `ids` undefined: forgets the choice. */
export function rememberChoice(workload: string, ids: readonly string[] | undefined): void {
  const key = `${keyOf(workload)} `;
  const others = readLines('releases').filter((one) => !one.startsWith(key));
  const own = ids === undefined ? [] : [`${key}${ids.join(',')}`];
  writeLines('releases', [...own, ...others], most);
}

function keyOf(workload: string): string {
  return [organizationId(), workload].map(encodeURIComponent).join('/');
}
