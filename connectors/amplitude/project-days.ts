/** Amplitude counts in whole days of the project's time zone, the first and the last included. */
import type { ResolvedWindow } from '../../catalog/window.ts';
import { Fault } from '../../src/core/fault.ts';

const dayMs = 86_400_000;

/** Dates as `2026-11-21`. */
export interface Days {
  readonly first: string;
  readonly last: string;
}

/** Every day of the zone that has an instant of the window in it. */
export function daysIn({ fromMs, toMs }: ResolvedWindow, zone: string): Days {
  return { first: dateIn(fromMs, zone), last: dateIn(toMs, zone) };
}

export function countDays({ first, last }: Days): number {
  return Math.round((Date.parse(last) - Date.parse(first)) / dayMs) + 1;
}

/** Days that the window has in any zone at least: what is too many here is too many everywhere. */
export function fewestDays({ fromMs, toMs }: ResolvedWindow): number {
  return Math.floor((toMs - fromMs) / dayMs) + 1;
}

/** As the interface takes a date: `20261121`. */
export function plainDate(date: string): string {
  return date.replaceAll('-', '');
}

const mostDays: Readonly<Record<string, number>> = { hour: 7, day: 365 };

/** @throws Fault `window_too_wide` for more days than Amplitude tells at this interval. */
export function requireNarrow(days: number, interval: string): void {
  const most = mostDays[interval];
  if (most === undefined || days <= most) return;
  const coarser = interval === 'hour' ? 'day' : 'week';
  const remedy = `Ask for at most ${most} days, including the first and the last, or for the interval ${coarser}.`;
  throw new Fault('window_too_wide', { allowed: `${most} days` }, remedy);
}

function dateIn(atMs: number, zone: string): string {
  try {
    // This language writes a date as the interface does.
    return new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    }).format(atMs);
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    const remedy = `Set AMPLITUDE_TIME_ZONE to a name of the IANA database, such as America/Sao_Paulo: ${zone} is not one.`;
    throw new Fault('not_configured', { variable: 'AMPLITUDE_TIME_ZONE' }, remedy, { cause });
  }
}
