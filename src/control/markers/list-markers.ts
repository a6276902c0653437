/** The markers of an organization, page by page, and the incidents that were open in a span of time. */
import type { Marker, MarkerKind, MarkerList } from '../api/markers.ts';
import { parseTimeCursor, renderTimeCursor } from '../store/time-cursor.ts';
import type { Db } from '../store/database.ts';
import type { MarkerRow } from './marker-log.ts';

export interface MarkerQuery {
  readonly workload?: string | undefined;
  readonly env?: string | undefined;
  readonly kind?: MarkerKind | undefined;
  /** Milliseconds since the epoch; `to` is not in it. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** What began in the span, ended in it, or went on through it; the one that began last comes first. A cursor that is none reads from the newest. */
export async function listMarkers(db: Db, organization: string, query: MarkerQuery): Promise<MarkerList> {
  const { workload, env, kind, from, to, limit, cursor = '' } = query;
  const after = parseTimeCursor(cursor);
  const rows = await db
    .selectFrom('markers')
    .selectAll()
    .where('organization_id', '=', organization)
    .$if(workload !== undefined, (found) => found.where('workload', '=', workload ?? ''))
    .$if(env !== undefined, (found) => found.where('env', '=', env ?? ''))
    .$if(kind !== undefined, (found) => found.where('kind', '=', kind ?? 'deploy'))
    .$if(to !== undefined, (found) => found.where('started_at', '<', to ?? 0))
    .$if(from !== undefined, (found) =>
      found.where((row) =>
        row.or([
          row('started_at', '>=', from ?? 0),
          row('ended_at', '>=', from ?? 0),
          // A deploy without an end is a moment; such an incident goes on.
          row.and([row('kind', '=', 'incident'), row('ended_at', 'is', null)]),
        ]),
      ),
    )
    .$if(after !== undefined, (found) =>
      found.where((row) => row(row.refTuple('started_at', 'id'), '<', row.tuple(after?.at ?? 0, after?.id ?? ''))),
    )
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const isMore = rows.length > limit && last !== undefined;
  return {
    markers: page.map(describe),
    ...(isMore && { next_cursor: renderTimeCursor({ at: last.started_at, id: last.id }) }),
  };
}

function describe(row: MarkerRow): Marker {
  const { id, kind, workload, env, version, title, url, ended_at: endedAt } = row;
  return {
    id,
    kind,
    workload,
    env,
    ...(version !== null && { version }),
    ...(title !== null && { title }),
    ...(url !== null && { url }),
    started_at: new Date(row.started_at).toISOString(),
    ...(endedAt !== null && { ended_at: new Date(endedAt).toISOString() }),
    recorded_at: new Date(row.recorded_at).toISOString(),
    recorded_by: row.token_name,
  };
}
