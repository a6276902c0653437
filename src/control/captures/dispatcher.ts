/**
 * Moves queued requests to Profilers. Every live Profiler is offered every open request; each decides
 * by its own target list, which never leaves it. What must survive a restart (who took a request) is in
 * the store; what a restart may forget (who declined) is asked again.
 */
import type { Clock } from '../../core/clock.ts';
import type { CaptureOffer, CaptureOutcome, CaptureProgress, CaptureReason } from '../../tunnel/messages.ts';
import type { LiveSession, TunnelHub } from '../../tunnel/port.ts';
import type { CaptureQueue, InstanceRow, RequestRow } from './capture-queue.ts';
import { checkOutcome } from './check-outcome.ts';
import { reasonOf } from './reasons.ts';
import { settleDeclined } from './settle.ts';

export interface DispatcherDeps {
  readonly queue: CaptureQueue;
  readonly hub: TunnelHub;
  readonly clock: Clock;
  readonly onError: (error: unknown, requestId: string | undefined) => void;
  /** Told of every change of a request. */
  readonly onChange: (organization: string, requestId: string) => void;
}

/** Looks again this often even when nothing woke it: deadlines, and Profilers that were busy. */
const tickMs = 2000;
const offerTimeoutMs = 15_000;
/** What a Profiler may take beyond warm-up and window: queue, draining, names, a reconnect. */
const graceMs = 180_000;

export class Dispatcher {
  readonly #deps: DispatcherDeps;
  /** Request → instance → its answer; forgotten when the instance reconnects. */
  readonly #declined = new Map<string, Map<string, CaptureReason>>();
  readonly #offering = new Set<string>();
  #cancelTick: () => void = () => {};
  #running: Promise<void> = Promise.resolve();
  #isWoken = false;
  #isStopped = false;

  constructor(deps: DispatcherDeps) {
    this.#deps = deps;
    deps.hub.onReport('capture.progress', (from, report) => this.#onProgress(from, report));
    deps.hub.onReport('capture.outcome', (from, report) => this.#onOutcome(from, report));
    deps.hub.onChange(({ session, live }) => {
      if (session.class !== 'profiler') return;
      for (const answers of this.#declined.values()) answers.delete(session.instance);
      if (live) this.wake();
    });
  }

  start(): void {
    this.wake();
  }

  /** Resolves when the round under way is over. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancelTick();
    await this.#running;
  }

  /** Something may have become possible. Cheap to call; rounds never overlap. */
  wake(): void {
    if (this.#isStopped || this.#isWoken) return;
    this.#isWoken = true;
    this.#running = this.#running.then(() => this.#round());
  }

  /** Ends every open request of an organization and tells the Profilers that measure to stop. */
  async disable(organization: string): Promise<void> {
    const { queue, hub, onChange } = this.#deps;
    const reason = reasonOf('profiler_disabled');
    for (const { request, instances } of await queue.listOpen()) {
      if (request.organization_id !== organization) continue;
      const aborts = instances.map(({ instance }) =>
        hub.command(
          { organization, instance },
          'capture.abort',
          { request_id: request.id, reason },
          { timeoutMs: 2000 },
        ),
      );
      // A Profiler that cannot be told loses its tunnel anyway; the record is what counts.
      await Promise.allSettled(aborts);
      if (await queue.finish(request.id, { outcome: 'failed', reason })) onChange(organization, request.id);
    }
  }

  async #round(): Promise<void> {
    this.#isWoken = false;
    this.#cancelTick();
    try {
      const open = await this.#deps.queue.listOpen();
      this.#forgetEnded(open.map(({ request }) => request.id));
      await Promise.all(open.map(({ request, instances }) => this.#advance(request, instances)));
    } catch (error) {
      this.#deps.onError(error, undefined);
    }
    if (!this.#isStopped) this.#cancelTick = this.#deps.clock.after(tickMs, () => this.wake(), { unref: true });
  }

  async #advance(request: RequestRow, instances: readonly InstanceRow[]): Promise<void> {
    try {
      if (await this.#endLost(request, instances)) return;
      const sessions = this.#deps.hub.live({ organization: request.organization_id, class: 'profiler' });
      const open = sessions.filter(({ instance }) => this.#mayOffer(request.id, instance, instances));
      const answers = await Promise.all(open.map((session) => this.#offer(request, session)));
      const isTaken = instances.length > 0 || answers.includes('taken');
      const declined = sessions.map(({ instance }) => this.#declined.get(request.id)?.get(instance));
      if (isTaken || sessions.length === 0 || declined.some((reason) => reason === undefined)) return;
      await this.#finish(request, settleDeclined(declined.filter((reason) => reason !== undefined)));
    } catch (error) {
      this.#deps.onError(error, request.id);
    }
  }

  #mayOffer(requestId: string, instance: string, instances: readonly InstanceRow[]): boolean {
    const isTaken = instances.some((one) => one.instance === instance);
    return !isTaken && !this.#declined.get(requestId)?.has(instance) && !this.#offering.has(`${requestId} ${instance}`);
  }

  async #offer(
    request: RequestRow,
    { organization, instance }: LiveSession,
  ): Promise<CaptureOffer['answer'] | 'unanswered'> {
    const key = `${request.id} ${instance}`;
    this.#offering.add(key);
    try {
      const { id, workload, version, env, kind, duration_sec, warmup_sec, requested_by } = request;
      const requested_at = new Date(request.requested_at).toISOString();
      const start = {
        request_id: id,
        workload,
        version,
        env,
        kind,
        duration_sec,
        warmup_sec,
        requested_by,
        requested_at,
      };
      const answer = await this.#deps.hub.command({ organization, instance }, 'capture.start', start, {
        timeoutMs: offerTimeoutMs,
      });
      if (answer.answer === 'taken') {
        await this.#deps.queue.recordTaken(id, instance);
        this.#deps.onChange(organization, id);
      } else if (answer.reason.code !== 'busy') {
        const answers = this.#declined.get(id) ?? new Map<string, CaptureReason>();
        this.#declined.set(id, answers.set(instance, answer.reason));
      }
      return answer.answer;
    } catch (error) {
      // The Profiler may have taken it all the same: it is asked again and answers the same.
      this.#deps.onError(error, request.id);
      return 'unanswered';
    } finally {
      this.#offering.delete(key);
    }
  }

  /** A node that took the request and stayed silent past every allowance is lost. */
  async #endLost(request: RequestRow, instances: readonly InstanceRow[]): Promise<boolean> {
    const allowedMs = (request.duration_sec + request.warmup_sec) * 1000 + graceMs;
    const lost = instances.filter((one) => one.outcome === null && this.#deps.clock.now() - one.taken_at > allowedMs);
    for (const { instance } of lost) {
      const report: CaptureOutcome = { request_id: request.id, outcome: 'failed', reason: reasonOf('profiler_lost') };
      const stored = { organization: request.organization_id, instance, report, bundle: undefined };
      if (await this.#deps.queue.recordOutcome(stored)) this.#deps.onChange(request.organization_id, request.id);
    }
    return lost.length > 0;
  }

  async #finish(request: RequestRow, settled: Parameters<CaptureQueue['finish']>[1]): Promise<void> {
    if (await this.#deps.queue.finish(request.id, settled)) this.#deps.onChange(request.organization_id, request.id);
  }

  async #onProgress(
    { organization }: LiveSession,
    { request_id, phase }: CaptureProgress,
  ): Promise<Record<string, never>> {
    await this.#deps.queue.recordPhase(organization, request_id, phase.slice(0, 40));
    this.#deps.onChange(organization, request_id);
    return {};
  }

  /** Acknowledged once it is stored, and whenever it arrives again. */
  async #onOutcome({ organization, instance }: LiveSession, report: CaptureOutcome): Promise<{ stored: true }> {
    const checked = checkOutcome(report);
    if (await this.#deps.queue.recordOutcome({ organization, instance, ...checked })) {
      this.#deps.onChange(organization, report.request_id);
    }
    return { stored: true };
  }

  #forgetEnded(open: readonly string[]): void {
    for (const id of this.#declined.keys()) {
      if (!open.includes(id)) this.#declined.delete(id);
    }
  }
}
