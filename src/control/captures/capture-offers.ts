/**
 * Moves queued requests to Profilers. Every live Profiler is offered every open request; each decides
 * by its own target list, which never leaves it. A process makes offers on its own sockets only; who took
 * a request and who declined it is in the store, so that whichever replica has the last answer ends it.
 * One slow Profiler does not delay others: offers run on their own, and a round only starts them.
 */
import type { Clock } from '../../core/clock.ts';
import type { CaptureOffer, CaptureOutcome, CaptureProgress, CaptureStart } from '../../tunnel/messages.ts';
import type { LiveSession, TunnelHub } from '../../tunnel/port.ts';
import type { BundleDesk } from '../bundles/bundle-desk.ts';
import type { Doer } from '../acts/record-act.ts';
import type { DbTransaction } from '../store/database.ts';
import { type OfferStore, reconnectMs } from './offer-store.ts';
import type { Applied, CaptureQueue } from './capture-queue.ts';
import type { CaptureRows, RequestRow } from './capture-rows.ts';
import type { Trigger } from './capture-state.ts';
import { checkOutcome, cleanText } from './check-outcome.ts';
import { maxUnanswered, OfferBook } from './offer-book.ts';
import { type ControlReason, reasonOf } from './reasons.ts';

/** A session on a socket of this process. */
export type OwnSession = LiveSession & { readonly epoch: number };

/** What moves requests on needs of their records, and no more of the store. */
export type RequestRecords = Pick<
  CaptureQueue,
  | 'listOpen'
  | 'listOpenOf'
  | 'recordPhase'
  | 'apply'
  | 'cancel'
  | 'applyWhen'
  | 'endOverdue'
  | 'recordOutcome'
  | 'awaits'
  | 'onChangedElsewhere'
  | 'organizationOf'
>;
export type OfferRecords = Pick<OfferStore, keyof OfferStore>;

export interface CaptureOffersDeps {
  readonly queue: RequestRecords;
  readonly offers: OfferRecords;
  readonly hub: TunnelHub;
  readonly bundles: Pick<BundleDesk, 'check'>;
  readonly listOwn: (organization: string) => readonly OwnSession[];
  readonly clock: Clock;
  readonly onError: (error: unknown, requestId: string | undefined) => void;
  /** Called with every change of a request. */
  readonly onChange: (organization: string, requestId: string) => void;
}

/** Looks again this often even when nothing woke it: deadlines, Profilers that were busy or left another replica. */
const tickMs = 2000;
const pruneMs = 600_000;
const offerTimeoutMs = 15_000;
const abortTimeoutMs = 2000;
/** What a Profiler may take beyond warm-up and window: queue, draining, names, a reconnect. */
const graceMs = 180_000;
/** The session is over, or this process is: nothing was learnt about the Profiler. */
const goneCodes: ReadonlySet<string> = new Set(['not_live', 'closed', 'aborted']);
/** The reasons sent to a Profiler that must stop. */
const abortReasons: Partial<Record<Trigger['trigger'], ControlReason>> = {
  disabled: 'profiler_disabled',
  cancelled: 'cancelled',
};
const idPattern = /^[\da-f-]{36}$/u;

/** `label`: as the reason of the record names them. */
export interface Canceller {
  readonly label: string;
  readonly doer: Doer;
}

export class CaptureOffers {
  readonly #deps: CaptureOffersDeps;
  readonly #book: OfferBook;
  readonly #offers = new Set<Promise<void>>();
  readonly #stopping = new AbortController();
  readonly #unsubscribe: (() => void)[] = [];
  #startedAt = 0;
  #prunedAt = 0;
  #endListening: () => Promise<void> = () => Promise.resolve();
  #cancelTick: () => void = () => {};
  #running: Promise<void> = Promise.resolve();
  #isWoken = false;

  constructor(deps: CaptureOffersDeps) {
    this.#deps = deps;
    this.#book = new OfferBook(deps.clock);
    deps.hub.onReport('capture.progress', (from, report) => this.#onProgress(from, report));
    deps.hub.onReport('capture.outcome', (from, report) => this.#onOutcome(from, report));
    this.#unsubscribe.push(
      deps.hub.onChange(({ session, live }) => {
        if (session.class !== 'profiler') return;
        this.#book.forgetInstance(session.instance);
        if (live) this.wake();
      }),
    );
  }

  start(): void {
    this.#startedAt = this.#deps.clock.monotonic();
    this.#prunedAt = this.#startedAt;
    this.#endListening = this.#deps.queue.onChangedElsewhere((requestId) => void this.#onElsewhere(requestId));
    this.wake();
  }

  /** Resolves when nothing of it runs any more; another process may go on at once. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    for (const end of this.#unsubscribe) end();
    this.#cancelTick();
    await this.#endListening();
    await this.#running;
    await Promise.all(this.#offers);
  }

  /** Something may have become possible. Cheap to call; rounds never overlap. */
  wake(): void {
    if (this.#stopping.signal.aborted || this.#isWoken) return;
    this.#isWoken = true;
    this.#running = this.#running.then(() => this.#round());
  }

  /** Ends every open request of an organization and orders the measuring Profilers to stop. Call it after the setting was changed. */
  async disable(organization: string): Promise<void> {
    const open = await this.#deps.queue.listOpenOf(organization);
    await Promise.all(open.map((id) => this.#apply(organization, id, { trigger: 'disabled' })));
  }

  /** Ends a request for a person and orders the measuring Profilers to stop. Nothing changes when it has ended. */
  async cancel(organization: string, requestId: string, by: Canceller): Promise<void> {
    const trigger = { trigger: 'cancelled', by: by.label } as const;
    await this.#follow(organization, requestId, {
      applied: await this.#deps.queue.cancel(organization, requestId, trigger, by.doer),
      reason: abortReasons.cancelled ?? 'request_ended',
    });
  }

  async #round(): Promise<void> {
    this.#isWoken = false;
    this.#cancelTick();
    const { queue, clock, onError } = this.#deps;
    try {
      const listed = await queue.listOpen();
      this.#book.keepOnly(new Set(listed.map(({ request }) => request.id)));
      const open = await this.#endOverdue(listed);
      await Promise.all(listed.map((rows) => this.#endLost(rows)));
      for (const rows of open) await this.#advance(rows);
      await this.#prune();
    } catch (error) {
      onError(error, undefined);
    }
    if (this.#stopping.signal.aborted) return;
    this.#cancelTick = clock.after(tickMs, () => this.wake(), { unref: true });
  }

  /** Before anything is offered, so that an outage makes no old request look new. Returns what may be offered. */
  async #endOverdue(listed: readonly CaptureRows[]): Promise<readonly CaptureRows[]> {
    const inTime: CaptureRows[] = [];
    for (const rows of listed) {
      const { organization_id: organization, id } = rows.request;
      if (await this.#deps.queue.endOverdue(rows.request)) this.#deps.onChange(organization, id);
      else inTime.push(rows);
    }
    return inTime;
  }

  #profilersOf(organization: string): readonly OwnSession[] {
    return this.#deps.listOwn(organization).filter((one) => one.class === 'profiler');
  }

  async #advance({ request, instances }: CaptureRows): Promise<void> {
    const { queue, offers } = this.#deps;
    const { id, organization_id: organization } = request;
    const sessions = this.#profilersOf(organization);
    for (const session of sessions) {
      const isTaken = instances.some((one) => one.instance === session.instance);
      if (!isTaken && this.#book.begin(id, session.instance)) this.#track(this.#offer(request, session));
    }
    const own = sessions.map(({ instance }) => instance);
    if (own.length === 0 || !this.#book.haveAllDeclined(id, own)) return;
    const decide = async (transaction: DbTransaction): Promise<Trigger | undefined> => {
      const declined = await offers.allDeclined(transaction, organization, id);
      return declined && { trigger: 'declined', declined };
    };
    await this.#follow(organization, id, {
      applied: await queue.applyWhen(organization, id, decide),
      reason: 'request_ended',
    });
  }

  async #prune(): Promise<void> {
    const { clock, offers } = this.#deps;
    if (clock.monotonic() - this.#prunedAt < pruneMs) return;
    this.#prunedAt = clock.monotonic();
    await offers.prune();
  }

  #track(offer: Promise<void>): void {
    this.#offers.add(offer);
    void offer.finally(() => {
      this.#offers.delete(offer);
      this.wake();
    });
  }

  /** Never rejects: failures are recorded and reported. */
  async #offer(request: RequestRow, session: OwnSession): Promise<void> {
    const { organization, instance, epoch } = session;
    const { offers } = this.#deps;
    const to = { requestId: request.id, instance, epoch };
    try {
      await offers.ask(to);
      const answer = await this.#ask(request, { organization, instance });
      if (answer === undefined) return;
      if (answer.answer === 'taken') {
        await this.#apply(organization, request.id, { trigger: 'taken', instance });
        this.#book.forgetOffer(request.id, instance);
      } else if (answer.reason.code === 'busy') this.#book.markBusy(request.id, instance);
      else {
        await offers.decline(to, cleanReason(answer.reason));
        this.#book.markDeclined(request.id, instance);
      }
    } catch (error) {
      // The store failed, not the Profiler: asked again, it answers the same.
      this.#book.markBusy(request.id, instance);
      this.#deps.onError(error, request.id);
    }
  }

  /** Undefined without an answer that decides anything. A lasting silence is one. */
  async #ask(request: RequestRow, to: { organization: string; instance: string }): Promise<CaptureOffer | undefined> {
    const how = { timeoutMs: offerTimeoutMs, signal: this.#stopping.signal };
    try {
      return await this.#deps.hub.command(to, 'capture.start', renderStart(request), how);
    } catch (error) {
      const code = codeOf(error);
      if (goneCodes.has(code)) {
        // Its next session is asked again.
        this.#book.forgetOffer(request.id, to.instance);
        return undefined;
      }
      // It may have taken the request all the same: asked again, it answers the same.
      this.#deps.onError(error, request.id);
      const unanswered = this.#book.markUnanswered(request.id, to.instance);
      if (unanswered < maxUnanswered) return undefined;
      return { answer: 'declined', reason: reasonOf('no_answer', `(${code}, asked ${unanswered} times)`) };
    }
  }

  /** A node that took the request and stayed silent past every allowance is lost. */
  async #endLost({ request, instances }: CaptureRows): Promise<void> {
    const { clock } = this.#deps;
    // After a start, no Profiler counts as lost before it had time to reconnect.
    if (clock.monotonic() - this.#startedAt < reconnectMs) return;
    const allowedMs = (request.duration_sec + request.warmup_sec) * 1000 + graceMs;
    const lost = instances.filter((one) => one.outcome === null && clock.now() - one.taken_at > allowedMs);
    for (const { instance } of lost) {
      await this.#apply(request.organization_id, request.id, { trigger: 'lost', instance });
    }
  }

  async #apply(organization: string, requestId: string, trigger: Trigger): Promise<void> {
    await this.#follow(organization, requestId, {
      applied: await this.#deps.queue.apply(organization, requestId, trigger),
      reason: abortReasons[trigger.trigger] ?? 'request_ended',
    });
  }

  /** Effects of a change of the record: pages are notified, and Profilers that measure without need stop. */
  async #follow(
    organization: string,
    requestId: string,
    { applied: { changed, abort }, reason }: { applied: Applied; reason: ControlReason },
  ): Promise<void> {
    const { hub, onChange } = this.#deps;
    if (changed) onChange(organization, requestId);
    const command = { request_id: requestId, reason: reasonOf(reason) };
    const told = abort.map((instance) =>
      hub.command({ organization, instance }, 'capture.abort', command, { timeoutMs: abortTimeoutMs }),
    );
    // A Profiler that cannot be reached measures in vain: the record has ended, and its outcome is ignored.
    await Promise.allSettled(told);
  }

  async #onProgress(
    { organization }: LiveSession,
    { request_id, phase }: CaptureProgress,
  ): Promise<Record<string, never>> {
    if (!idPattern.test(request_id)) return {};
    await this.#deps.queue.recordPhase(organization, request_id, cleanText(phase, 40));
    this.#deps.onChange(organization, request_id);
    return {};
  }

  /** Acknowledged once it is stored, and whenever it arrives again, or for a request that has ended or never was. */
  async #onOutcome({ organization, instance }: LiveSession, report: CaptureOutcome): Promise<{ stored: true }> {
    if (!idPattern.test(report.request_id)) return { stored: true };
    const { queue, bundles } = this.#deps;
    // Nothing is inflated for a Profiler that was not asked.
    if (!(await queue.awaits({ organization, instance, requestId: report.request_id }))) return { stored: true };
    const checked = await checkOutcome(report, { organization, instance, bundles });
    if (await this.#deps.queue.recordOutcome({ organization, instance, ...checked })) {
      this.#deps.onChange(organization, report.request_id);
    }
    // This Profiler is free again.
    this.wake();
    return { stored: true };
  }

  async #onElsewhere(requestId: string): Promise<void> {
    this.wake();
    if (requestId === '') return;
    try {
      const organization = await this.#deps.queue.organizationOf(requestId);
      if (organization !== undefined) this.#deps.onChange(organization, requestId);
    } catch (error) {
      this.#deps.onError(error, requestId);
    }
  }
}

function renderStart(request: RequestRow): CaptureStart {
  const { id, workload, version, env, kind, duration_sec, warmup_sec, requested_by, image } = request;
  const requested_at = new Date(request.requested_at).toISOString();
  const asked = { request_id: id, workload, version, env, kind, duration_sec, warmup_sec, requested_by, requested_at };
  return { ...asked, ...(image !== null && { image }) };
}

function cleanReason({ code, text }: { code: string; text: string }): { code: string; text: string } {
  return { code: cleanText(code, 64), text: cleanText(text, 2000) };
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'failed';
}
