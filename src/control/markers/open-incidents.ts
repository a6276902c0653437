/** The incidents of a workload that may have been open while captures measured. */
import type { Incident } from '../../../profiler/witness/open-incidents.ts';
import type { Db } from '../store/database.ts';
import { listMarkers } from './list-markers.ts';

/** More than one comparison can name; the latest ones. */
const mostIncidents = 20;
/** The longest window of a capture, with room. */
const longestMs = 400_000;

export interface IncidentQuery {
  readonly workload: string;
  readonly env: string;
  /** When the captures began, milliseconds. */
  readonly starts: readonly number[];
}

/** Between the first and the last capture; which of them an incident overlaps, the comparison finds. */
export async function listOpenIncidents(
  db: Db,
  organization: string,
  { workload, env, starts }: IncidentQuery,
): Promise<Incident[]> {
  const known = starts.filter((start) => Number.isFinite(start));
  if (known.length === 0) return [];
  const { markers } = await listMarkers(db, organization, {
    workload,
    env,
    kind: 'incident',
    from: Math.min(...known),
    to: Math.max(...known) + longestMs,
    limit: mostIncidents,
  });
  return markers.map(({ title = '', started_at, ended_at }) => ({ title, started_at, ended_at }));
}
