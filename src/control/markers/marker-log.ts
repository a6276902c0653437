/**
 * Records markers. A key names one marker, so that a request which is sent again records nothing twice; the second
 * request may end what the first began. Nothing of a marker is returned but its id.
 */
import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Clock } from '../../core/clock.ts';
import { ApiProblem } from '../problem/api-problem.ts';
import { organizationBounds, overBound } from '../problem/organization-bounds.ts';
import type { Db, DbTransaction } from '../store/database.ts';
import type { MarkerTables } from '../store/record-tables.ts';
import type { MarkerBody } from './marker-body.ts';

export type MarkerRow = Selectable<MarkerTables['markers']>;

/** Who records. */
export interface MarkerToken {
  readonly id: string;
  readonly name: string;
  readonly organization: string;
}

export interface RecordedMarker {
  readonly id: string;
  readonly isNew: boolean;
}

/** New markers of one token in an hour: it bounds what a leaked one can store. */
export const markersAnHour = 200;
const hourMs = 3_600_000;
/** Clocks of other machines differ. */
const aheadMs = 5 * 60_000;
const mostDays = 366;

export class MarkerLog {
  readonly #db: Db;
  readonly #clock: Clock;

  constructor(db: Db, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  /** @throws ApiProblem 400 naming a field, 409 when the key names another marker or the organization has too many, 429 over the ceiling of the token. */
  async record(token: MarkerToken, body: MarkerBody): Promise<RecordedMarker> {
    const now = this.#clock.now();
    requirePlausible('started_at', body.started_at, now);
    requirePlausible('ended_at', body.ended_at, now);
    return this.#db.transaction().execute(async (transaction) => {
      const known = await find(transaction, token, body);
      if (known !== undefined) return repeat(transaction, known, body);
      const row = newRow(token, body, now);
      await requireRoom(transaction, token, now);
      const { numInsertedOrUpdatedRows } = await transaction
        .insertInto('markers')
        .values(row)
        .onConflict((conflict) => conflict.columns(['organization_id', 'workload', 'env', 'kind', 'key']).doNothing())
        .executeTakeFirstOrThrow();
      if (numInsertedOrUpdatedRows === 1n) return { id: row.id, isNew: true };
      // The same request arrived twice at once.
      const other = await find(transaction, token, body);
      if (other === undefined) throw new Error('a marker that was in the way is gone');
      return repeat(transaction, other, body);
    });
  }
}

function find(
  transaction: DbTransaction,
  { organization }: MarkerToken,
  { workload, env, kind, key }: MarkerBody,
): Promise<MarkerRow | undefined> {
  return transaction
    .selectFrom('markers')
    .selectAll()
    .where('organization_id', '=', organization)
    .where('workload', '=', workload)
    .where('env', '=', env)
    .where('kind', '=', kind)
    .where('key', '=', key)
    .executeTakeFirst();
}

function newRow(token: MarkerToken, body: MarkerBody, now: number): MarkerRow {
  const { key, kind, workload, env, version, title, url, started_at: started, ended_at: ended } = body;
  if (kind === 'incident' && title === undefined) throw wrong('title', 'is required for a new incident');
  if (ended !== undefined && started === undefined) {
    throw wrong('started_at', 'is required for a marker that has ended and was not recorded before');
  }
  const startedAt = started === undefined ? now : Date.parse(started);
  requireOrder(startedAt, ended);
  return {
    id: randomUUID(),
    organization_id: token.organization,
    kind,
    workload,
    env,
    key,
    version: version ?? null,
    title: title ?? null,
    url: url ?? null,
    started_at: startedAt,
    ended_at: ended === undefined ? null : Date.parse(ended),
    recorded_at: now,
    token_id: token.id,
    token_name: token.name,
  };
}

/** The same marker again: it may bring the end, and must not say anything else than before. */
async function repeat(transaction: DbTransaction, row: MarkerRow, body: MarkerBody): Promise<RecordedMarker> {
  for (const field of ['version', 'title', 'url'] as const) {
    if (body[field] !== undefined && body[field] !== row[field]) throw differs(field);
  }
  if (body.started_at !== undefined && Date.parse(body.started_at) !== row.started_at) throw differs('started_at');
  if (body.ended_at === undefined) return { id: row.id, isNew: false };
  requireOrder(row.started_at, body.ended_at);
  const endedAt = Date.parse(body.ended_at);
  await transaction
    .updateTable('markers')
    .set({ ended_at: endedAt })
    .where('id', '=', row.id)
    .where('ended_at', 'is', null)
    .execute();
  const { ended_at: stored } = await transaction
    .selectFrom('markers')
    .select('ended_at')
    .where('id', '=', row.id)
    .executeTakeFirstOrThrow();
  if (stored !== endedAt) throw differs('ended_at');
  return { id: row.id, isNew: false };
}

async function requireRoom(transaction: DbTransaction, token: MarkerToken, now: number): Promise<void> {
  const { stored } = await transaction
    .selectFrom('markers')
    .select((select) => select.fn.countAll<number | string>().as('stored'))
    .where('organization_id', '=', token.organization)
    .executeTakeFirstOrThrow();
  if (Number(stored) >= organizationBounds.markers) throw overBound('markers');
  const oldest = await transaction
    .selectFrom('markers')
    .select('recorded_at')
    .where('token_id', '=', token.id)
    .where('recorded_at', '>', now - hourMs)
    .orderBy('recorded_at', 'desc')
    .offset(markersAnHour - 1)
    .limit(1)
    .executeTakeFirst();
  if (oldest === undefined) return;
  const retryAfterSec = Math.max(1, Math.ceil((oldest.recorded_at + hourMs - now) / 1000));
  throw new ApiProblem({
    status: 429,
    code: 'too_many_markers',
    message: `A token may record 200 markers in an hour. The next one is accepted in ${retryAfterSec} s.`,
    retryAfterSec,
  });
}

function requirePlausible(field: 'started_at' | 'ended_at', given: string | undefined, now: number): void {
  if (given === undefined) return;
  const at = Date.parse(given);
  if (at > now + aheadMs) throw wrong(field, 'must not be in the future');
  if (at < now - mostDays * 24 * hourMs) throw wrong(field, `must be within the last ${mostDays} days`);
}

function requireOrder(startedAt: number, ended: string | undefined): void {
  if (ended !== undefined && Date.parse(ended) < startedAt) throw wrong('ended_at', 'must not be before started_at');
}

function wrong(field: string, what: string): ApiProblem {
  return new ApiProblem({ status: 400, code: 'invalid_body', field, message: `${field}: ${what}.` });
}

function differs(field: string): ApiProblem {
  return new ApiProblem({
    status: 409,
    code: 'marker_differs',
    field,
    message:
      'A marker of this key was recorded with another value of this field. Send the same value, or choose another key.',
  });
}
