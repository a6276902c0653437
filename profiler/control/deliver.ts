/** Sends outcomes until each is acknowledged: at least once from here, stored once there. */
import type { Clock } from '../../src/core/clock.ts';
import type { Log } from '../../src/core/log.ts';
import type { TunnelClient } from '../../src/tunnel/port.ts';
import type { Spool } from './spool.ts';

/** A bundle may take a while on a slow line. */
const answerTimeoutMs = 60_000;
const retryMs = 2000;

export class Delivery {
  readonly #spool: Spool;
  readonly #tunnel: TunnelClient;
  readonly #clock: Clock;
  readonly #log: Log;
  #running: Promise<void> = Promise.resolve();
  #isWoken = false;
  #isStopped = false;

  constructor(deps: { spool: Spool; tunnel: TunnelClient; clock: Clock; log: Log }) {
    this.#spool = deps.spool;
    this.#tunnel = deps.tunnel;
    this.#clock = deps.clock;
    this.#log = deps.log;
    deps.tunnel.onState(({ state }) => {
      if (state === 'live') this.wake();
    });
  }

  wake(): void {
    if (this.#isStopped || this.#isWoken) return;
    this.#isWoken = true;
    this.#running = this.#running.then(() => this.#sendAll());
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#running;
  }

  async #sendAll(): Promise<void> {
    this.#isWoken = false;
    if (this.#tunnel.state().state !== 'live') return;
    try {
      for (const outcome of await this.#spool.pending()) {
        if (this.#isStopped) return;
        await this.#tunnel.report('capture.outcome', outcome, { timeoutMs: answerTimeoutMs });
        await this.#spool.acknowledge(outcome.request_id);
        this.#log.info(
          { request_id: outcome.request_id, outcome: outcome.outcome },
          'outcome stored by the control plane',
        );
      }
    } catch (error) {
      this.#log.warn({ err: error }, 'an outcome was not acknowledged; it is sent again');
      this.#clock.after(retryMs, () => this.wake(), { unref: true });
    }
  }
}
