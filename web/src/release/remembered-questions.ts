/** Which questions somebody chose for the releases of a process, in this browser and until the session ends. */
import { readPreference, writePreference } from '../browser/preferences.ts';
import { session } from '../edge/session.ts';

/** Processes whose choice is remembered, the latest first. */
const most = 30;

/** Undefined where nothing was chosen. */
export function readRemembered(workload: string): readonly string[] | undefined {
  const start = `${keyOf(workload)} `;
  const line = lines().find((one) => one.startsWith(start));
  return line?.slice(start.length).split(',').filter(Boolean);
}

/** `ids` undefined: forgets the choice. */
export function rememberChoice(workload: string, ids: readonly string[] | undefined): void {
  const key = `${keyOf(workload)} `;
  const others = lines().filter((one) => !one.startsWith(key));
  const own = ids === undefined ? [] : [`${key}${ids.join(',')}`];
  writePreference('releases', [...own, ...others].slice(0, most).join('\n'));
}

function lines(): readonly string[] {
  return (readPreference('releases') ?? '').split('\n').filter(Boolean);
}

/** The same browser may be signed in to another organization later. */
function keyOf(workload: string): string {
  const now = session.peek();
  return [now.state === 'signed_in' ? now.me.organization.id : '', workload].map(encodeURIComponent).join('/');
}
