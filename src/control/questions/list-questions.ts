/** The questions of an organization, page by page. */
import { type QuestionList, type QuestionView, QuestionVia } from '../api/api.ts';
import { parseTimeCursor, renderTimeCursor } from '../store/time-cursor.ts';
import type { Db } from '../store/database.ts';
import type { QuestionRow } from './question-log.ts';

export interface QuestionQuery {
  readonly operation?: string | undefined;
  /** Id of a person or token. */
  readonly by?: string | undefined;
  readonly outcome?: string | undefined;
  readonly via?: QuestionVia | undefined;
  /** Milliseconds since the epoch; `to` is not in it. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly limit: number;
  /** `next_cursor` of the page before. */
  readonly cursor?: string | undefined;
  /** Read for one page with a filter: what nobody asked must not cost a walk over everything that was asked. */
  readonly scannedAtOnce?: number;
}

const defaultScanned = 20_000;

/** Newest first. A cursor that is none reads from the newest. */
export async function listQuestions(db: Db, organization: string, query: QuestionQuery): Promise<QuestionList> {
  const { limit } = query;
  const filters = (['operation', 'by', 'outcome', 'via'] as const).filter((name) => query[name] !== undefined);
  const last = filters.length === 0 ? undefined : await findLastScanned(db, organization, query);
  const rows = await walk(db, organization, query)
    .selectAll()
    .$if(last !== undefined, (found) =>
      found.where((row) => row(row.refTuple('asked_at', 'id'), '>=', row.tuple(last?.at ?? 0, last?.id ?? ''))),
    )
    .$if(query.operation !== undefined, (found) => found.where('operation', '=', query.operation ?? ''))
    .$if(query.by !== undefined, (found) => found.where('by_id', '=', query.by ?? ''))
    .$if(query.outcome !== undefined, (found) => found.where('outcome', '=', query.outcome ?? ''))
    .$if(query.via !== undefined, (found) => found.where('via', '=', query.via ?? ''))
    .limit(limit + 1)
    .execute();
  const page = rows.slice(0, limit);
  const shown = page.at(-1);
  const next = rows.length > limit && shown !== undefined ? { at: shown.asked_at, id: shown.id } : last;
  return { questions: page.flatMap(describe), ...(next !== undefined && { next_cursor: renderTimeCursor(next) }) };
}

/** In the order of the pages, from the cursor on. */
function walk(db: Db, organization: string, { from, to, cursor = '' }: QuestionQuery) {
  const after = parseTimeCursor(cursor);
  return db
    .selectFrom('questions')
    .where('organization_id', '=', organization)
    .$if(from !== undefined, (found) => found.where('asked_at', '>=', from ?? 0))
    .$if(to !== undefined, (found) => found.where('asked_at', '<', to ?? 0))
    .$if(after !== undefined, (found) =>
      found.where((row) => row(row.refTuple('asked_at', 'id'), '<', row.tuple(after?.at ?? 0, after?.id ?? ''))),
    )
    .orderBy('asked_at', 'desc')
    .orderBy('id', 'desc');
}

/** Undefined when all that is left may be read for this page. */
async function findLastScanned(db: Db, organization: string, query: QuestionQuery) {
  return walk(db, organization, query)
    .select(['asked_at as at', 'id'])
    .offset((query.scannedAtOnce ?? defaultScanned) - 1)
    .limit(1)
    .executeTakeFirst();
}

function describe(row: QuestionRow): QuestionView[] {
  const via = QuestionVia.safeParse(row.via);
  // A newer version that runs beside this one may know more ways.
  if (!via.success) return [];
  const { access, arguments_digest, source, instance, duration_ms, upstream_calls, row_count } = row;
  return [
    {
      id: row.id,
      at: new Date(row.asked_at).toISOString(),
      by: { type: row.by_type, id: row.by_id, name: row.by_name },
      via: via.data,
      operation: row.operation,
      ...(access !== null && { access }),
      ...(arguments_digest !== null && { arguments_digest }),
      ...(source !== null && { source }),
      ...(instance !== null && { instance }),
      outcome: row.outcome,
      ...(duration_ms !== null && { duration_ms }),
      ...(upstream_calls !== null && { upstream_calls }),
      ...(row_count !== null && { rows: row_count }),
    },
  ];
}
