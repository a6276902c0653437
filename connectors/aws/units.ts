/** Storage in GiB, throughput in MiB a second, retention in days and times as text, as the vendor tells them. */
import { Fault } from '../../src/core/fault.ts';

export function bytesOfGib(gib: number | undefined): number | undefined {
  return gib === undefined ? undefined : gib * 2 ** 30;
}

export function bytesOfMib(mib: number | undefined): number | undefined {
  return mib === undefined ? undefined : mib * 2 ** 20;
}

export function secondsOfDays(days: number | undefined): number | undefined {
  return days === undefined ? undefined : days * 86_400;
}

/** RFC 3339; undefined for what is absent. @throws Fault `upstream_changed` naming the path of a text that is no time. */
export function timeOfText(text: string | undefined, path: string): string | undefined {
  if (text === undefined || text === '') return undefined;
  // Of an offset, ECMAScript promises to read only the form with a colon.
  const time = new Date(text.replace(/([+-]\d{2})(\d{2})$/u, '$1:$2'));
  if (!Number.isNaN(time.getTime())) return time.toISOString();
  throw new Fault(
    'upstream_changed',
    { path },
    'Report the path to Farol: AWS writes a time there in an unknown form.',
  );
}
