/** From a window to the whole hours, days or months of AWS costs, in UTC, the end excluded. */
import type { DateInterval } from '@aws-sdk/client-cost-explorer';
import type { ResolvedWindow } from '../../../catalog/window.ts';
import { need } from '../access/need.ts';

/** Days as `2026-11-01`, hours as `2026-11-01T10:00:00Z`; the end is not in it. */
export interface Period {
  readonly Start: string;
  readonly End: string;
}

export type Granularity = 'hourly' | 'daily' | 'monthly';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** The whole periods that the window touches; one that only begins at its last instant is not touched. */
export function periodOf(window: ResolvedWindow | undefined, granularity: Granularity): Period {
  if (window === undefined) throw new Error('the catalog requires a window here');
  const { fromMs, toMs } = window;
  if (granularity === 'monthly') return { Start: dayOf(monthAt(fromMs)), End: dayOf(monthAt(toMs - 1, 1)) };
  const step = granularity === 'hourly' ? hourMs : dayMs;
  const [start, end] = [Math.floor(fromMs / step) * step, Math.ceil(toMs / step) * step];
  return granularity === 'hourly'
    ? { Start: secondOf(start), End: secondOf(end) }
    : { Start: dayOf(start), End: dayOf(end) };
}

/** A day as a day, an hour as its second: what AWS writes, as RFC 3339. */
export function toPeriod(period: DateInterval | undefined): { from: string; to: string } {
  return {
    from: timeOfDay(need(period?.Start, 'TimePeriod.Start')),
    to: timeOfDay(need(period?.End, 'TimePeriod.End')),
  };
}

export function timeOfDay(text: string): string {
  return text.includes('T') ? text : `${text}T00:00:00Z`;
}

/** A time in whatever form AWS wrote it; undefined if it is not a time. */
export function timeIn(text: string | undefined): string | undefined {
  const ms = Date.parse(text ?? '');
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
}

function monthAt(atMs: number, later = 0): number {
  const at = new Date(atMs);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + later);
}

function dayOf(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10);
}

function secondOf(atMs: number): string {
  return new Date(atMs).toISOString().replace('.000Z', 'Z');
}
