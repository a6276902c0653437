/**
 * The queue: a table and the few transactions that change it. Dedupe, ceiling and insertion are one
 * transaction, so that a hundred identical requests at once become one; every later change is the
 * state table applied inside a transaction, so that an outcome is written once and a repeated report
 * changes nothing.
 */
import { randomUUID } from 'node:crypto';
import type { Clock } from '../../core/clock.ts';
import type { CaptureOutcome } from '../../tunnel/messages.ts';
import { isProfilerEnabled } from '../settings/profiler-setting.ts';
import { type Doer, recordAct } from '../acts/record-act.ts';
import type { Db, DbTransaction, Store } from '../store/database.ts';
import type { CaptureBody } from './capture-body.ts';
import { type CaptureRows, type RequestRow, stateOf, storeChange, withInstances } from './capture-rows.ts';
import { applyTrigger, type Transition, type Trigger } from './capture-state.ts';
import { storeVector } from './capture-vectors.ts';
import { RequestExpiry } from './expire-requests.ts';
import { defaultCapturesPerHour, type HourUse, readHourUse, secondsUntilRoom } from './hourly-ceiling.ts';

export interface Requester {
  readonly type: 'token' | 'person';
  readonly name: string;
  /** Of a person, who may then cancel the request. */
  readonly id?: string;
  /** Of a token. */
  readonly tokenId?: string;
}

export type Enqueued =
  | { readonly answer: 'queued'; readonly id: string; readonly deduped: boolean }
  | { readonly answer: 'over_ceiling'; readonly retryAfterSec: number }
  /** Disabled since the caller looked. */
  | { readonly answer: 'not_enabled' };

/** What a Profiler reported, with its bundle already checked and decoded. */
export interface ReportedOutcome {
  readonly organization: string;
  readonly instance: string;
  readonly report: CaptureOutcome;
  readonly bundle:
    | {
        readonly id: string;
        readonly bytes: Uint8Array;
        /** Made when it is first compared, where it is absent. */
        readonly vector?: Uint8Array;
        readonly recorded: boolean;
        readonly namespace: string | undefined;
      }
    | undefined;
}

/** The effect of a trigger: whether it changed the record, and which Profilers must stop. */
export type Applied = Pick<Transition, 'changed' | 'abort'>;

interface QueueOptions {
  readonly expiry?: RequestExpiry | undefined;
  readonly perHour?: number | undefined;
}

export class CaptureQueue {
  readonly #store: Store;
  readonly #clock: Clock;
  /** Under which this process signs its signals. */
  readonly #owner = randomUUID();
  readonly expiry: RequestExpiry;
  readonly #perHour: number;

  /** `perHour`: captures that an organization may queue. */
  constructor(
    store: Store,
    clock: Clock,
    { expiry = new RequestExpiry(store.db, clock), perHour = defaultCapturesPerHour }: QueueOptions = {},
  ) {
    this.#store = store;
    this.#clock = clock;
    this.expiry = expiry;
    this.#perHour = perHour;
  }

  async enqueue(organization: string, body: CaptureBody, by: Requester): Promise<Enqueued> {
    const earlier = await findInFlight(this.#store.db, organization, body);
    if (earlier !== undefined) await this.endOverdue(earlier);
    return this.#store.exclusive(lockOf(organization), async (transaction) => {
      if (!(await isProfilerEnabled(transaction, organization))) return { answer: 'not_enabled' };
      const same = await findInFlight(transaction, organization, body);
      if (same !== undefined) return { answer: 'queued', id: same.id, deduped: true };
      const now = this.#clock.now();
      const retryAfterSec = await secondsUntilRoom(transaction, organization, { now, perHour: this.#perHour });
      if (retryAfterSec !== undefined) return { answer: 'over_ceiling', retryAfterSec };
      const id = randomUUID();
      await transaction
        .insertInto('capture_requests')
        .values({
          id,
          organization_id: organization,
          ...body,
          image: body.image ?? null,
          requested_by_type: by.type,
          requested_by: by.name,
          requested_by_id: by.id ?? null,
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
      await recordAct(transaction, {
        organization,
        at: now,
        kind: 'capture_requested',
        by: { type: by.type, id: by.id ?? by.tokenId, name: by.name },
        subject: { id, name: body.workload },
        detail: { version: body.version },
      });
      await this.#signal(transaction, id);
      return { answer: 'queued', id, deduped: false };
    });
  }

  /** What used the present hour of an organization. */
  hourUse(organization: string): Promise<HourUse> {
    return readHourUse(this.#store.db, organization, { now: this.#clock.now(), perHour: this.#perHour });
  }

  /** Oldest first, with the nodes that took each. */
  async listOpen(): Promise<readonly CaptureRows[]> {
    const rows = await this.#store.db
      .selectFrom('capture_requests')
      .selectAll()
      .where('status', '=', 'queued')
      .orderBy('requested_at')
      .execute();
    return withInstances(this.#store.db, rows);
  }

  /**
   * What is open in an organization once every insertion that began before this call has ended. After
   * the Profiler was disabled nothing can be inserted any more, so this is then all there will be.
   */
  async listOpenOf(organization: string): Promise<readonly string[]> {
    return this.#store.exclusive(lockOf(organization), async (transaction) => {
      const rows = await transaction
        .selectFrom('capture_requests')
        .select('id')
        .where('organization_id', '=', organization)
        .where('status', '=', 'queued')
        .execute();
      return rows.map(({ id }) => id);
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

  apply(organization: string, requestId: string, trigger: Trigger): Promise<Applied> {
    return this.applyWhen(organization, requestId, () => Promise.resolve(trigger));
  }

  /** As `apply`, with a record of who did it. */
  async cancel(organization: string, requestId: string, trigger: Trigger, by: Doer): Promise<Applied> {
    return this.#store.exclusive(`capture ${requestId}`, async (transaction) => {
      const applied = await this.#apply(transaction, { organization, requestId, trigger });
      if (!applied.changed) return applied;
      const { workload, version } = await transaction
        .selectFrom('capture_requests')
        .select(['workload', 'version'])
        .where('id', '=', requestId)
        .executeTakeFirstOrThrow();
      await recordAct(transaction, {
        organization,
        at: this.#clock.now(),
        kind: 'capture_cancelled',
        by,
        subject: { id: requestId, name: workload },
        detail: { version },
      });
      return applied;
    });
  }

  /** Applies what `decide` finds to be due inside the transaction, and nothing when it finds nothing. */
  applyWhen(
    organization: string,
    requestId: string,
    decide: (transaction: DbTransaction) => Promise<Trigger | undefined>,
  ): Promise<Applied> {
    return this.#store.exclusive(`capture ${requestId}`, async (transaction) => {
      const trigger = await decide(transaction);
      if (trigger === undefined) return { changed: false, abort: [] };
      return this.#apply(transaction, { organization, requestId, trigger });
    });
  }

  /** Ends a request that no Profiler accepted in time. False when it may still be offered; a running one continues and is not offered again. */
  async endOverdue(request: RequestRow): Promise<boolean> {
    if (!this.expiry.isOverdue(request)) return false;
    if (request.running_since !== null) return true;
    const reason = await this.expiry.explain(request);
    await this.apply(request.organization_id, request.id, { trigger: 'expired', reason });
    return true;
  }

  /** Writes one node's outcome, once, and ends the request when it was the last. Returns whether anything changed. */
  recordOutcome({ organization, instance, report, bundle }: ReportedOutcome): Promise<boolean> {
    const { request_id: requestId, outcome, reason } = report;
    return this.#store.exclusive(`capture ${requestId}`, async (transaction) => {
      const trigger = { trigger: 'reported', instance, outcome, reason } as const;
      const { changed } = await this.#apply(transaction, { organization, requestId, trigger });
      if (!changed) return false;
      if (bundle !== undefined) {
        await transaction
          .insertInto('bundles')
          .values({ organization_id: organization, id: bundle.id, bytes: bundle.bytes, stored_at: this.#clock.now() })
          .onConflict((conflict) => conflict.columns(['organization_id', 'id']).doNothing())
          .execute();
        if (bundle.vector !== undefined) {
          await storeVector(transaction, { organization, bundleId: bundle.id, bytes: bundle.vector });
        }
      }
      await transaction
        .updateTable('capture_instances')
        .set({
          probes: report.probes === undefined ? null : JSON.stringify(report.probes),
          collector: report.collector === undefined ? null : JSON.stringify(report.collector),
          bundle_id: bundle?.id ?? null,
          namespace: bundle?.namespace ?? null,
        })
        .where('request_id', '=', requestId)
        .where('instance', '=', instance)
        .execute();
      if (bundle?.recorded === true) {
        await transaction.updateTable('capture_requests').set({ recorded: 1 }).where('id', '=', requestId).execute();
      }
      return true;
    });
  }

  /** Whether an outcome of this node would be its first for an open request of its organization that it was offered. */
  async awaits(from: { organization: string; instance: string; requestId: string }): Promise<boolean> {
    const row = await this.#store.db
      .selectFrom('capture_requests')
      .leftJoin('capture_instances', (join) =>
        join
          .onRef('capture_instances.request_id', '=', 'capture_requests.id')
          .on('capture_instances.instance', '=', from.instance),
      )
      .leftJoin('capture_offers', (join) =>
        join
          .onRef('capture_offers.request_id', '=', 'capture_requests.id')
          .on('capture_offers.instance', '=', from.instance),
      )
      .select(['capture_instances.outcome', 'capture_instances.taken_at', 'capture_offers.request_id as offered'])
      .where('capture_requests.id', '=', from.requestId)
      .where('capture_requests.organization_id', '=', from.organization)
      .where('capture_requests.status', '=', 'queued')
      .executeTakeFirst();
    return row !== undefined && row.outcome === null && (row.taken_at !== null || row.offered !== null);
  }

  /** Hears ids of requests that other processes changed, and `''` when some may have been missed. */
  onChangedElsewhere(hear: (requestId: string) => void): () => Promise<void> {
    return this.#store.signals.listen((text) => {
      const [owner, requestId = ''] = text.split(' ');
      if (owner !== this.#owner) hear(requestId);
    });
  }

  async organizationOf(requestId: string): Promise<string | undefined> {
    const row = await this.#store.db
      .selectFrom('capture_requests')
      .select('organization_id')
      .where('id', '=', requestId)
      .executeTakeFirst();
    return row?.organization_id;
  }

  async #apply(
    transaction: DbTransaction,
    { organization, requestId, trigger }: { organization: string; requestId: string; trigger: Trigger },
  ): Promise<Applied> {
    const request = await transaction
      .selectFrom('capture_requests')
      .selectAll()
      .where('id', '=', requestId)
      .where('organization_id', '=', organization)
      .executeTakeFirst();
    if (request === undefined) return { changed: false, abort: [] };
    const [rows = { request, instances: [] }] = await withInstances(transaction, [request]);
    const before = stateOf(rows);
    const { next, changed, abort } = applyTrigger(before, trigger);
    if (changed) {
      await storeChange(transaction, requestId, { before, after: next, now: this.#clock.now() });
      await this.#signal(transaction, requestId);
    }
    return { changed, abort };
  }

  #signal(transaction: DbTransaction, requestId: string): Promise<void> {
    return this.#store.signals.send(transaction, `${this.#owner} ${requestId}`);
  }
}

function lockOf(organization: string): string {
  return `captures ${organization}`;
}

async function findInFlight(
  db: Db | DbTransaction,
  organization: string,
  body: CaptureBody,
): Promise<RequestRow | undefined> {
  let query = db
    .selectFrom('capture_requests')
    .selectAll()
    .where('organization_id', '=', organization)
    .where('status', '=', 'queued');
  for (const field of ['workload', 'version', 'env', 'kind', 'duration_sec', 'warmup_sec'] as const) {
    query = query.where(field, '=', body[field]);
  }
  const { image } = body;
  return query.where('image', image === undefined ? 'is' : '=', image ?? null).executeTakeFirst();
}
