/** Incidents that were open while a capture measured. They explain a difference and change no verdict. */
import type { Diff } from '../../diff/diff.ts';
import type { CaptureVector } from '../../bundle/vector/capture-vector.ts';

/** As somebody reported it. Times are RFC 3339 in UTC; without an end it is open. */
export interface Incident {
  readonly title: string;
  readonly started_at: string;
  readonly ended_at?: string | undefined;
}

interface Measured {
  readonly ref: { readonly request_id: string };
  readonly vector: Pick<CaptureVector, 'window'>;
}

/** That a comparison lists: those that began last. */
export const mostIncidents = 20;

const nanosecondsPerMillisecond = 1e6;

/** The incident that began first comes first; each with the captures that it overlaps. */
export function findOpenIncidents(
  incidents: readonly Incident[],
  captures: readonly Measured[],
): NonNullable<Diff['incidents']> {
  return incidents
    .map(({ title, started_at, ended_at }) => ({
      title,
      started_at,
      ...(ended_at !== undefined && { ended_at }),
      captures: captures
        .filter(({ vector }) => overlaps({ started_at, ended_at }, vector.window))
        .map(({ ref }) => ref.request_id),
    }))
    .filter(({ captures: overlapped }) => overlapped.length > 0)
    .toSorted((a, b) => Date.parse(a.started_at) - Date.parse(b.started_at) || (a.title < b.title ? -1 : 1));
}

/** What the comparison says of them; `further_incidents` counts those that it leaves out. */
export function listIncidents(found: NonNullable<Diff['incidents']>): Pick<Diff, 'incidents' | 'further_incidents'> {
  if (found.length === 0) return {};
  const further = found.length - mostIncidents;
  return { incidents: found.slice(-mostIncidents), ...(further > 0 && { further_incidents: further }) };
}

function overlaps(
  { started_at: started, ended_at: ended }: Omit<Incident, 'title'>,
  { start_wall: start, measured_ns: measured }: CaptureVector['window'],
): boolean {
  const from = Date.parse(start);
  const to = from + measured / nanosecondsPerMillisecond;
  return Date.parse(started) <= to && (ended === undefined || Date.parse(ended) >= from);
}

/** One sentence for each, in English. */
export function sayIncidents({
  incidents = [],
  further_incidents: further = 0,
  ...diff
}: Pick<Diff, 'incidents' | 'further_incidents' | 'head' | 'head_replicates'>): string[] {
  const newer = new Set([diff.head, ...diff.head_replicates].map(({ request_id: id }) => id));
  const lines = incidents.map(({ title, started_at: from, ended_at: to, captures }) => {
    const after = captures.filter((id) => newer.has(id)).length;
    const span = to === undefined ? `since ${from}, not ended` : `${from} to ${to}`;
    return `An incident was open during ${captures.length - after} captures of the older and ${after} of the newer version: ${title} (${span}).`;
  });
  return further === 0 ? lines : [...lines, `At least ${further} incidents that began earlier were open too.`];
}
