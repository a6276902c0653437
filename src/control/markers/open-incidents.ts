/** The incidents of a workload that may have been open while captures measured. */
import type { Incident } from '../../../profiler/witness/judge/captures/open-incidents.ts';
import type { Db } from '../store/database.ts';
import { listMarkers } from './list-markers.ts';

/** Around one capture: far more than a comparison lists, so that it counts what it leaves out. */
const mostAround = 200;
/** The longest window of a capture, with room. */
const longestMs = 400_000;

export interface IncidentQuery {
  readonly workload: string;
  readonly env: string;
  /** When the captures began, milliseconds. */
  readonly starts: readonly number[];
}

/**
 * Around each capture, so that none is left out because of those between two captures. Which of them a capture overlaps
 * to the millisecond, the comparison finds.
 */
export async function listOpenIncidents(
  db: Db,
  organization: string,
  { workload, env, starts }: IncidentQuery,
): Promise<Incident[]> {
  const found = new Map<string, Incident>();
  for (const { from, to } of spansAround(starts)) {
    const query = { workload, env, kind: 'incident', from, to, limit: mostAround } as const;
    const { markers } = await listMarkers(db, organization, query);
    for (const { id, title = '', started_at, ended_at } of markers) found.set(id, { title, started_at, ended_at });
  }
  return [...found.values()];
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** One for captures that follow each other closely. */
function spansAround(starts: readonly number[]): Span[] {
  const spans: Span[] = [];
  for (const from of starts.filter((start) => Number.isFinite(start)).toSorted((a, b) => a - b)) {
    const last = spans.at(-1);
    const to = from + longestMs;
    if (last === undefined || last.to < from) spans.push({ from, to });
    else spans[spans.length - 1] = { from: last.from, to };
  }
  return spans;
}
