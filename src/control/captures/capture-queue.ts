/**
 * The queue: a table and the few transactions that change it. Dedupe, ceiling and insertion are one
 * transaction, so that a hundred identical requests at once become one; an outcome is written once, so
 * that a repeated report changes nothing.
 */
import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Clock } from '../../core/clock.ts';
import type { CaptureOutcome } from '../../tunnel/messages.ts';
import type { Db, DbTransaction, Store } from '../store/database.ts';
import type { CaptureTables } from '../store/tables.ts';
import type { CaptureBody } from './capture-body.ts';
import { type NodeResult, type Settled, settleResults } from './settle.ts';

export type RequestRow = Selectable<CaptureTables['capture_requests']>;
export type InstanceRow = Selectable<CaptureTables['capture_instances']>;

export interface Requester {
  readonly type: 'token' | 'person';
  readonly name: string;
}

export type Enqueued =
  | { readonly answer: 'queued'; readonly id: string; readonly deduped: boolean }
  | { readonly answer: 'over_ceiling'; readonly retryAfterSec: number };

/** Accepted requests of an organization in any hour, from the interface and the form together. */
export const hourlyCeiling = 20;
const hourMs = 3_600_000;

/** What a Profiler reported, with its bundle already checked and decoded. */
export interface ReportedOutcome {
  readonly organization: string;
  readonly instance: string;
  readonly report: CaptureOutcome;
  readonly bundle: { readonly id: string; readonly bytes: Uint8Array; readonly recorded: boolean } | undefined;
}

export class CaptureQueue {
  readonly #store: Store;
  readonly #clock: Clock;

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  enqueue(organization: string, body: CaptureBody, by: Requester): Promise<Enqueued> {
    return this.#store.exclusive(`captures ${organization}`, async (transaction) => {
      const same = await findInFlight(transaction, organization, body);
      if (same !== undefined) return { answer: 'queued', id: same, deduped: true };
      const now = this.#clock.now();
      const retryAfterSec = await secondsUntilRoom(transaction, organization, now);
      if (retryAfterSec !== undefined) return { answer: 'over_ceiling', retryAfterSec };
      const id = randomUUID();
      await transaction
        .insertInto('capture_requests')
        .values({
          id,
          organization_id: organization,
          ...body,
          requested_by_type: by.type,
          requested_by: by.name,
          requested_at: now,
          status: 'queued',
          running_since: null,
          phase: null,
          reason_code: null,
          reason_text: null,
          finished_at: null,
          recorded: 0,
        })
        .execute();
      return { answer: 'queued', id, deduped: false };
    });
  }

  /** Oldest first, with the nodes that took each. */
  async listOpen(): Promise<{ request: RequestRow; instances: InstanceRow[] }[]> {
    const requests = await this.#store.db
      .selectFrom('capture_requests')
      .selectAll()
      .where('status', '=', 'queued')
      .orderBy('requested_at')
      .execute();
    return Promise.all(
      requests.map(async (request) => ({ request, instances: await instancesOf(this.#store.db, request.id) })),
    );
  }

  async recordTaken(requestId: string, instance: string): Promise<void> {
    const now = this.#clock.now();
    await this.#store.exclusive(`capture ${requestId}`, async (transaction) => {
      await transaction
        .insertInto('capture_instances')
        .values(emptyResult(requestId, instance, now))
        .onConflict((conflict) => conflict.columns(['request_id', 'instance']).doNothing())
        .execute();
      await transaction
        .updateTable('capture_requests')
        .set({ running_since: now })
        .where('id', '=', requestId)
        .where('running_since', 'is', null)
        .execute();
    });
  }

  async recordPhase(organization: string, requestId: string, phase: string): Promise<void> {
    await this.#store.db
      .updateTable('capture_requests')
      .set({ phase })
      .where('id', '=', requestId)
      .where('organization_id', '=', organization)
      .where('status', '=', 'queued')
      .execute();
  }

  /** Ends a request that is still open. False when it had ended before. */
  async finish(requestId: string, { outcome, reason }: Settled): Promise<boolean> {
    return this.#store.exclusive(`capture ${requestId}`, (transaction) =>
      finishOpen(transaction, requestId, { outcome, reason }, this.#clock.now()),
    );
  }

  /** Writes one node's outcome, once, and ends the request when it was the last. Returns whether anything changed. */
  async recordOutcome({ organization, instance, report, bundle }: ReportedOutcome): Promise<boolean> {
    const id = report.request_id;
    const now = this.#clock.now();
    return this.#store.exclusive(`capture ${id}`, async (transaction) => {
      const request = await transaction
        .selectFrom('capture_requests')
        .select(['status'])
        .where('id', '=', id)
        .where('organization_id', '=', organization)
        .executeTakeFirst();
      if (request?.status !== 'queued') return false;
      const known = (await instancesOf(transaction, id)).find((one) => one.instance === instance);
      if (known?.outcome != null) return false;
      if (known === undefined) {
        await transaction
          .insertInto('capture_instances')
          .values(emptyResult(id, instance, now))
          .execute();
      }
      if (bundle !== undefined) await keepBundle(transaction, { organization, bundle, now });
      await transaction
        .updateTable('capture_instances')
        .set({
          outcome: report.outcome,
          reason_code: report.reason.code,
          reason_text: report.reason.text,
          probes: report.probes === undefined ? null : JSON.stringify(report.probes),
          collector: report.collector === undefined ? null : JSON.stringify(report.collector),
          bundle_id: bundle?.id ?? null,
          finished_at: now,
        })
        .where('request_id', '=', id)
        .where('instance', '=', instance)
        .execute();
      if (bundle?.recorded === true) {
        await transaction.updateTable('capture_requests').set({ recorded: 1 }).where('id', '=', id).execute();
      }
      const results = toResults(await instancesOf(transaction, id));
      if (results !== undefined) await finishOpen(transaction, id, settleResults(results), now);
      return true;
    });
  }
}

export function instancesOf(db: Db | DbTransaction, requestId: string): Promise<InstanceRow[]> {
  return db
    .selectFrom('capture_instances')
    .selectAll()
    .where('request_id', '=', requestId)
    .orderBy('instance')
    .execute();
}

/** Undefined while a node that took the request has not reported. */
function toResults(rows: readonly InstanceRow[]): NodeResult[] | undefined {
  const results: NodeResult[] = [];
  for (const { instance, outcome, reason_code: code, reason_text: text } of rows) {
    if (outcome === null) return undefined;
    results.push({ instance, outcome, reason: { code: code ?? '', text: text ?? '' } });
  }
  return results;
}

async function findInFlight(
  transaction: DbTransaction,
  organization: string,
  body: CaptureBody,
): Promise<string | undefined> {
  const { workload, version, env, kind, duration_sec, warmup_sec } = body;
  const row = await transaction
    .selectFrom('capture_requests')
    .select('id')
    .where('organization_id', '=', organization)
    .where('status', '=', 'queued')
    .where('workload', '=', workload)
    .where('version', '=', version)
    .where('env', '=', env)
    .where('kind', '=', kind)
    .where('duration_sec', '=', duration_sec)
    .where('warmup_sec', '=', warmup_sec)
    .executeTakeFirst();
  return row?.id;
}

/** Undefined while there is room in the rolling hour; otherwise whole seconds until its oldest request leaves it. */
async function secondsUntilRoom(
  transaction: DbTransaction,
  organization: string,
  now: number,
): Promise<number | undefined> {
  const recent = await transaction
    .selectFrom('capture_requests')
    .select('requested_at')
    .where('organization_id', '=', organization)
    .where('requested_at', '>', now - hourMs)
    .orderBy('requested_at', 'desc')
    .limit(hourlyCeiling)
    .execute();
  const oldest = recent[hourlyCeiling - 1];
  return oldest === undefined ? undefined : Math.max(1, Math.ceil((oldest.requested_at + hourMs - now) / 1000));
}

async function finishOpen(
  transaction: DbTransaction,
  requestId: string,
  { outcome, reason }: Settled,
  now: number,
): Promise<boolean> {
  const ended = await transaction
    .updateTable('capture_requests')
    .set({ status: outcome, reason_code: reason.code, reason_text: reason.text, finished_at: now, phase: null })
    .where('id', '=', requestId)
    .where('status', '=', 'queued')
    .executeTakeFirst();
  return ended.numUpdatedRows === 1n;
}

function emptyResult(requestId: string, instance: string, now: number): InstanceRow {
  return {
    request_id: requestId,
    instance,
    taken_at: now,
    outcome: null,
    reason_code: null,
    reason_text: null,
    probes: null,
    collector: null,
    bundle_id: null,
    finished_at: null,
  };
}

interface KeptBundle {
  readonly organization: string;
  readonly bundle: { readonly id: string; readonly bytes: Uint8Array };
  readonly now: number;
}

async function keepBundle(transaction: DbTransaction, { organization, bundle, now }: KeptBundle): Promise<void> {
  await transaction
    .insertInto('bundles')
    .values({ organization_id: organization, id: bundle.id, bytes: bundle.bytes, stored_at: now })
    .onConflict((conflict) => conflict.columns(['organization_id', 'id']).doNothing())
    .execute();
}
