/** Hours, days and months of a bill, in UTC. */
import type { ResolvedWindow } from '../../../catalog/window.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Days into the next month until a bill is closed: https://cloud.google.com/billing/docs/how-to/export-data-bigquery */
const closesOnDay = 5;

/** The period that begins at a time. */
export function periodFrom(start: string, granularity: 'hourly' | 'daily' | 'monthly'): ResolvedWindow {
  const fromMs = Date.parse(start);
  if (granularity === 'hourly') return { fromMs, toMs: fromMs + hourMs };
  if (granularity === 'daily') return { fromMs, toMs: fromMs + dayMs };
  const at = new Date(fromMs);
  return { fromMs, toMs: Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1) };
}

/** Bills of what was used before this time are closed. */
export function closedBefore(nowMs: number): number {
  const at = new Date(nowMs);
  const month = at.getUTCDate() > closesOnDay ? at.getUTCMonth() : at.getUTCMonth() - 1;
  return Date.UTC(at.getUTCFullYear(), month, 1);
}
