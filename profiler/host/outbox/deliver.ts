/**
 * Sends outcomes until each is acknowledged: at least once from here, stored once there. One that is
 * not acknowledged holds up no other.
 */
import { type Clock, sleep } from '../../../src/core/clock.ts';
import type { Log } from '../../../src/core/log.ts';
import type { TunnelClient } from '../../../src/tunnel/port.ts';
import type { Spool } from './spool.ts';

/** A bundle may take a while on a slow line. */
const answerTimeoutMs = 60_000;
const firstRetryMs = 2000;
const lastRetryMs = 60_000;
/** How often age and size are checked while nothing can be sent. */
const keepWithinMs = 3_600_000;
/** At a stop, what is under way may finish; what does not stays in the spool for the next start. */
const stopGraceMs = 3000;

export class Delivery {
  readonly #spool: Spool;
  readonly #tunnel: Pick<TunnelClient, 'state' | 'onState' | 'report'>;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #unsubscribe: () => void;
  #running: Promise<void> = Promise.resolve();
  #isWoken = false;
  #isStopped = false;
  #retryMs = firstRetryMs;
  #cancelRetry = (): void => {};
  #cancelKeeping = (): void => {};

  constructor(deps: {
    spool: Spool;
    tunnel: Pick<TunnelClient, 'state' | 'onState' | 'report'>;
    clock: Clock;
    log: Log;
  }) {
    this.#spool = deps.spool;
    this.#tunnel = deps.tunnel;
    this.#clock = deps.clock;
    this.#log = deps.log;
    this.#unsubscribe = deps.tunnel.onState(({ state }) => {
      if (state === 'live') this.wake();
    });
    this.#keepWithin();
  }

  /** There may be something to send. Cheap to call; rounds never overlap. */
  wake(): void {
    if (this.#isStopped || this.#isWoken) return;
    this.#isWoken = true;
    this.#running = this.#running.then(() => this.#sendAll());
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#unsubscribe();
    this.#cancelRetry();
    this.#cancelKeeping();
    await Promise.race([this.#running, sleep(this.#clock, stopGraceMs)]);
  }

  /** An outage of the control plane may last longer than what waits for it is good for. */
  #keepWithin(): void {
    this.#cancelKeeping = this.#clock.after(
      keepWithinMs,
      () => {
        this.#running = this.#running.then(() => this.#spool.keepWithin());
        this.#keepWithin();
      },
      { unref: true },
    );
  }

  async #sendAll(): Promise<void> {
    this.#isWoken = false;
    this.#cancelRetry();
    await this.#spool.keepWithin();
    let failed = 0;
    for (const requestId of this.#spool.pending()) {
      // Without a session there is nothing to retry: the next one wakes this.
      if (this.#isStopped || this.#tunnel.state().state !== 'live') return;
      if (!(await this.#send(requestId))) failed++;
    }
    if (failed === 0) this.#retryMs = firstRetryMs;
    else if (!this.#isStopped) {
      this.#cancelRetry = this.#clock.after(this.#retryMs, () => this.wake(), { unref: true });
      this.#retryMs = Math.min(this.#retryMs * 2, lastRetryMs);
    }
  }

  /** False when it must be sent again. */
  async #send(requestId: string): Promise<boolean> {
    try {
      const outcome = await this.#spool.outcomeOf(requestId);
      if (outcome === undefined) return true;
      await this.#tunnel.report('capture.outcome', outcome, { timeoutMs: answerTimeoutMs });
      await this.#spool.acknowledge(requestId);
      this.#log.info({ request_id: requestId, outcome: outcome.outcome }, 'outcome stored by the control plane');
      return true;
    } catch (error) {
      this.#log.warn({ err: error, request_id: requestId }, 'an outcome was not acknowledged; resending');
      return false;
    }
  }
}
