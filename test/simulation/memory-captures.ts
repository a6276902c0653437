/**
 * Requests for captures and their offers in memory, with the contract of the tables: `memory-tables.test.ts`
 * runs the same steps against these and against SQLite and PostgreSQL and compares what comes of them.
 */
import { type OfferStore, type OfferedTo, reconnectMs } from '../../src/control/captures/offer-store.ts';
import type { Applied, ReportedOutcome } from '../../src/control/captures/capture-queue.ts';
import {
  type CaptureRows,
  type InstanceRow,
  type RequestRow,
  stateOf,
} from '../../src/control/captures/capture-rows.ts';
import { applyTrigger, type CaptureState, type Trigger } from '../../src/control/captures/capture-state.ts';
import type { OfferRecords, RequestRecords } from '../../src/control/captures/capture-offers.ts';
import { defaultExpiryHours } from '../../src/control/captures/expire-requests.ts';
import { reasonOf } from '../../src/control/captures/reasons.ts';
import type { Declined, NodeResult } from '../../src/control/captures/settle.ts';
import type { Owners } from '../../src/control/replicas/owner-table.ts';
import type { DbTransaction } from '../../src/control/store/database.ts';
import type { Clock } from '../../src/core/clock.ts';
import type { CaptureReason } from '../../src/tunnel/messages.ts';

export interface MemoryRequest {
  request: RequestRow;
  readonly instances: Map<string, InstanceRow>;
}

interface Offer {
  epoch: number;
  state: 'asked' | 'declined';
  reason: CaptureReason;
  at: number;
}

/** The rows. They outlive every process. */
export class CaptureRecords {
  readonly requests = new Map<string, MemoryRequest>();
  readonly offers = new Map<string, Map<string, Offer>>();

  /** Whether an outcome of this instance would be its first for a request that is open and that it was offered. */
  awaits(instance: string, requestId: string): boolean {
    const row = this.requests.get(requestId);
    if (row?.request.status !== 'queued') return false;
    const taken = row.instances.get(instance);
    return taken === undefined ? this.offers.get(requestId)?.has(instance) === true : taken.outcome === null;
  }
}

export interface RequestsOptions {
  readonly records: CaptureRecords;
  readonly clock: Clock;
  readonly signal?: (requestId: string) => void;
  readonly listen?: RequestRecords['onChangedElsewhere'];
  /** Told of the state before and after each change. */
  readonly onChange?: (requestId: string, before: CaptureState, after: CaptureState) => void;
  /** Another rule than that of production, to prove that it would be noticed. */
  readonly rule?: typeof applyTrigger;
}

export class MemoryRequests implements RequestRecords {
  readonly #options: RequestsOptions;

  constructor(options: RequestsOptions) {
    this.#options = options;
  }

  async listOpen(): Promise<readonly CaptureRows[]> {
    return this.#open().map(copyOf);
  }

  async listOpenOf(organization: string): Promise<readonly string[]> {
    return this.#open()
      .filter(({ request }) => request.organization_id === organization)
      .map(({ request }) => request.id);
  }

  async recordPhase(organization: string, requestId: string, phase: string): Promise<void> {
    const row = this.#find(organization, requestId);
    if (row?.request.status === 'queued') row.request.phase = phase;
  }

  async apply(organization: string, requestId: string, trigger: Trigger): Promise<Applied> {
    return this.#apply(organization, requestId, trigger);
  }

  cancel(organization: string, requestId: string, trigger: Trigger): Promise<Applied> {
    return this.apply(organization, requestId, trigger);
  }

  async applyWhen(
    organization: string,
    requestId: string,
    decide: (transaction: DbTransaction) => Promise<Trigger | undefined>,
  ): Promise<Applied> {
    // Nothing of this store needs the transaction, and nothing happens between the steps of this one.
    const trigger = await decide(undefined as unknown as DbTransaction);
    if (trigger === undefined) return { changed: false, abort: [] };
    return this.#apply(organization, requestId, trigger);
  }

  async endOverdue(request: RequestRow): Promise<boolean> {
    if (this.#options.clock.now() - request.requested_at < defaultExpiryHours * 3_600_000) return false;
    if (request.running_since !== null) return true;
    this.#apply(request.organization_id, request.id, { trigger: 'expired', reason: reasonOf('expired') });
    return true;
  }

  async recordOutcome({ organization, instance, report, bundle }: ReportedOutcome): Promise<boolean> {
    const { request_id: requestId, outcome, reason } = report;
    const { changed } = this.#apply(organization, requestId, { trigger: 'reported', instance, outcome, reason });
    if (!changed) return false;
    const row = this.#find(organization, requestId);
    const node = row?.instances.get(instance);
    if (row === undefined || node === undefined) throw new Error('a reported outcome has no row');
    node.probes = report.probes === undefined ? null : JSON.stringify(report.probes);
    node.collector = report.collector === undefined ? null : JSON.stringify(report.collector);
    node.bundle_id = bundle?.id ?? null;
    node.namespace = bundle?.namespace ?? null;
    if (bundle?.recorded === true) row.request.recorded = 1;
    return true;
  }

  async awaits({
    organization,
    instance,
    requestId,
  }: {
    organization: string;
    instance: string;
    requestId: string;
  }): Promise<boolean> {
    return this.#find(organization, requestId) !== undefined && this.#options.records.awaits(instance, requestId);
  }

  onChangedElsewhere(hear: (requestId: string) => void): () => Promise<void> {
    return this.#options.listen?.(hear) ?? (() => Promise.resolve());
  }

  async organizationOf(requestId: string): Promise<string | undefined> {
    return this.#options.records.requests.get(requestId)?.request.organization_id;
  }

  #open(): MemoryRequest[] {
    const open = [...this.#options.records.requests.values()].filter(({ request }) => request.status === 'queued');
    return open.toSorted((a, b) => a.request.requested_at - b.request.requested_at);
  }

  #find(organization: string, requestId: string): MemoryRequest | undefined {
    const row = this.#options.records.requests.get(requestId);
    return row?.request.organization_id === organization ? row : undefined;
  }

  #apply(organization: string, requestId: string, trigger: Trigger): Applied {
    const row = this.#find(organization, requestId);
    if (row === undefined) return { changed: false, abort: [] };
    const { rule = applyTrigger, onChange, signal } = this.#options;
    const before = stateOf(copyOf(row));
    const { next, changed, abort } = rule(before, trigger);
    if (changed) {
      this.#store(row, before, next);
      onChange?.(requestId, before, next);
      signal?.(requestId);
    }
    return { changed, abort };
  }

  #store(row: MemoryRequest, before: CaptureState, after: CaptureState): void {
    const now = this.#options.clock.now();
    for (const [instance, result] of after.nodes) {
      if (before.nodes.has(instance) && before.nodes.get(instance) === result) continue;
      const known = row.instances.get(instance) ?? emptyRow(row.request.id, instance, now);
      row.instances.set(instance, { ...known, ...columnsOf(result, now) });
    }
    const { request } = row;
    request.status = after.status;
    request.reason_code = after.reason?.code ?? null;
    request.reason_text = after.reason?.text ?? null;
    if (before.nodes.size === 0 && after.status === 'queued' && after.nodes.size > 0) request.running_since = now;
    if (after.status === 'queued') return;
    request.finished_at = now;
    request.phase = null;
  }
}

export class MemoryOffers implements OfferRecords {
  readonly #records: CaptureRecords;
  readonly #owners: Pick<Owners, 'list'>;
  readonly #clock: Clock;

  constructor(records: CaptureRecords, owners: Pick<Owners, 'list'>, clock: Clock) {
    this.#records = records;
    this.#owners = owners;
    this.#clock = clock;
  }

  async ask(to: OfferedTo): Promise<void> {
    this.#write(to, { epoch: to.epoch, state: 'asked', reason: { code: '', text: '' }, at: this.#clock.now() });
  }

  async decline(by: OfferedTo, reason: CaptureReason): Promise<void> {
    this.#write(by, { epoch: by.epoch, state: 'declined', reason, at: this.#clock.now() });
  }

  async allDeclined(
    _transaction: DbTransaction,
    organization: string,
    requestId: string,
  ): ReturnType<OfferStore['allDeclined']> {
    const { live, moving } = await this.#owners.list({ parts: [{ organization }] });
    if (moving.some((one) => one.class === 'profiler')) return undefined;
    const profilers = live.filter((one) => one.class === 'profiler');
    const offers = this.#records.offers.get(requestId) ?? new Map<string, Offer>();
    for (const [instance, { state, at }] of offers) {
      const isAway = !profilers.some((one) => one.instance === instance);
      if (isAway && state === 'asked' && this.#clock.now() - at < reconnectMs) return undefined;
    }
    const declined = profilers.flatMap(({ instance, epoch }): Declined[] => {
      const offer = offers.get(instance);
      return offer?.state === 'declined' && offer.epoch === epoch ? [{ instance, reason: offer.reason }] : [];
    });
    return profilers.length > 0 && declined.length === profilers.length ? declined : undefined;
  }

  /** What has ended is not removed: a world is over before that. */
  prune(): Promise<void> {
    return Promise.resolve();
  }

  #write({ requestId, instance }: OfferedTo, offer: Offer): void {
    const offers = this.#records.offers.get(requestId) ?? new Map<string, Offer>();
    this.#records.offers.set(requestId, offers);
    const known = offers.get(instance);
    if (known === undefined || known.epoch <= offer.epoch) offers.set(instance, offer);
  }
}

function copyOf({ request, instances }: MemoryRequest): CaptureRows {
  const rows = [...instances.values()].toSorted((a, b) => (a.instance < b.instance ? -1 : 1));
  return { request: { ...request }, instances: rows.map((row) => ({ ...row })) };
}

function emptyRow(requestId: string, instance: string, now: number): InstanceRow {
  const empty = { probes: null, collector: null, bundle_id: null, namespace: null };
  return { request_id: requestId, instance, taken_at: now, ...empty, ...columnsOf(undefined, now) };
}

function columnsOf(
  result: NodeResult | undefined,
  now: number,
): Pick<InstanceRow, 'outcome' | 'reason_code' | 'reason_text' | 'finished_at'> {
  return {
    outcome: result?.outcome ?? null,
    reason_code: result?.reason.code ?? null,
    reason_text: result?.reason.text ?? null,
    finished_at: result === undefined ? null : now,
  };
}
