/** One part of a table of records, as a page of the audit list needs it. */
import type { Selectable } from 'kysely';
import type { ActWay, QuestionVia } from '../api/api.ts';
import type { Db } from '../store/database.ts';
import type { Tables } from '../store/tables.ts';
import type { AuditFilter } from './audit-filter.ts';

export interface Place {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly id: string;
}

export interface Range {
  readonly organization: string;
  readonly after: Place | undefined;
  /** How many are wanted. */
  readonly rows: number;
  /** How many are searched for them at most; undefined where none is left out. */
  readonly scanned: number | undefined;
}

export interface Slice<Row> {
  readonly rows: readonly Row[];
  /** Where the search ended with more to search. */
  readonly lastScanned: Place | undefined;
}

export type ActRow = Selectable<Tables['acts']>;
export type QuestionRow = Selectable<Tables['questions']>;

export const viaOf = { page: 'page', token: 'api', mcp: 'mcp' } as const satisfies Record<
  Exclude<ActWay, 'machine'>,
  QuestionVia
>;

/** Whether records of this table can match at all. */
export function isSought(record: 'act' | 'question', { kind, outcome, way }: AuditFilter): boolean {
  if (record === 'act') return kind !== 'question' && (outcome === undefined || outcome === 'ok');
  return (kind === undefined || kind === 'question') && way !== 'machine';
}

export async function readActs(db: Db, range: Range, filter: AuditFilter): Promise<Slice<ActRow>> {
  const { by, kind, subject, about, way, address } = filter;
  const walk = () =>
    db
      .selectFrom('acts')
      .where('organization_id', '=', range.organization)
      .$if(filter.from !== undefined, (found) => found.where('at', '>=', timeOf(filter.from)))
      .$if(filter.to !== undefined, (found) => found.where('at', '<', timeOf(filter.to)))
      .$if(range.after !== undefined, (found) =>
        found.where((row) =>
          row(row.refTuple('at', 'id'), '<', row.tuple(range.after?.at ?? 0, range.after?.id ?? '')),
        ),
      )
      .orderBy('at', 'desc')
      .orderBy('id', 'desc');
  const lastScanned =
    range.scanned === undefined
      ? undefined
      : await walk()
          .select(['at', 'id'])
          .offset(range.scanned - 1)
          .limit(1)
          .executeTakeFirst();
  const rows = await walk()
    .selectAll()
    .$if(lastScanned !== undefined, (found) =>
      found.where((row) => row(row.refTuple('at', 'id'), '>=', row.tuple(lastScanned?.at ?? 0, lastScanned?.id ?? ''))),
    )
    .$if(by === 'operator', (found) => found.where('by_id', 'is', null))
    .$if(by !== undefined && by !== 'operator', (found) =>
      found.where((row) => row.or([row('by_id', '=', by ?? ''), row('by_name', '=', by ?? '')])),
    )
    .$if(kind !== undefined, (found) => found.where('kind', '=', kind ?? ''))
    .$if(subject !== undefined, (found) =>
      found.where((row) => row.or([row('subject_id', '=', subject ?? ''), row('subject', '=', subject ?? '')])),
    )
    .$if(about !== undefined, (found) =>
      found.where((row) => row.or([row('by_id', '=', about ?? ''), row('subject_id', '=', about ?? '')])),
    )
    .$if(way !== undefined, (found) => found.where('way', '=', way ?? ''))
    .$if(address !== undefined, (found) => found.where('address', '=', address ?? ''))
    .limit(range.rows)
    .execute();
  return { rows, lastScanned };
}

export async function readQuestions(db: Db, range: Range, filter: AuditFilter): Promise<Slice<QuestionRow>> {
  const { by, subject, about, outcome, way, address } = filter;
  const walk = () =>
    db
      .selectFrom('questions')
      .where('organization_id', '=', range.organization)
      .$if(filter.from !== undefined, (found) => found.where('asked_at', '>=', timeOf(filter.from)))
      .$if(filter.to !== undefined, (found) => found.where('asked_at', '<', timeOf(filter.to)))
      .$if(range.after !== undefined, (found) =>
        found.where((row) =>
          row(row.refTuple('asked_at', 'id'), '<', row.tuple(range.after?.at ?? 0, range.after?.id ?? '')),
        ),
      )
      .orderBy('asked_at', 'desc')
      .orderBy('id', 'desc');
  const lastScanned =
    range.scanned === undefined
      ? undefined
      : await walk()
          .select(['asked_at as at', 'id'])
          .offset(range.scanned - 1)
          .limit(1)
          .executeTakeFirst();
  const rows = await walk()
    .selectAll()
    .$if(lastScanned !== undefined, (found) =>
      found.where((row) =>
        row(row.refTuple('asked_at', 'id'), '>=', row.tuple(lastScanned?.at ?? 0, lastScanned?.id ?? '')),
      ),
    )
    .$if(by !== undefined, (found) =>
      found.where((row) => row.or([row('by_id', '=', by ?? ''), row('by_name', '=', by ?? '')])),
    )
    .$if(subject !== undefined, (found) => found.where('operation', '=', subject ?? ''))
    .$if(about !== undefined, (found) =>
      found.where((row) => row.or([row('by_id', '=', about ?? ''), row('instance', '=', about ?? '')])),
    )
    .$if(outcome === 'refused', (found) => found.where('outcome', 'not in', ['ok', 'unknown']))
    .$if(outcome !== undefined && outcome !== 'refused', (found) => found.where('outcome', '=', outcome ?? ''))
    .$if(way !== undefined && way !== 'machine', (found) =>
      found.where('via', '=', viaOf[way === undefined || way === 'machine' ? 'page' : way]),
    )
    .$if(address !== undefined, (found) => found.where('address', '=', address ?? ''))
    .limit(range.rows)
    .execute();
  return { rows, lastScanned };
}

function timeOf(text: string | undefined): number {
  return Date.parse(text ?? '');
}
