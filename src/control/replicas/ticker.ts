/** Work that is due every so often and whenever somebody wakes it. Runs never overlap; a wake during one runs it again. */
import type { Clock } from '../../core/clock.ts';

export interface TickerOptions {
  readonly clock: Clock;
  readonly everyMs: number;
  readonly onError: (error: unknown) => void;
}

export class Ticker {
  readonly #options: TickerOptions;
  readonly #work: () => Promise<void>;
  #running: Promise<void> | undefined;
  #isWoken = false;
  #isStopped = true;
  #cancel = (): void => {};

  constructor(options: TickerOptions, work: () => Promise<void>) {
    this.#options = options;
    this.#work = work;
  }

  start(): void {
    this.#isStopped = false;
    this.#schedule();
  }

  wake(): void {
    if (this.#isStopped) return;
    this.#isWoken = true;
    if (this.#running !== undefined) return;
    this.#cancel();
    this.#running = this.#run().finally(() => {
      this.#running = undefined;
      this.#schedule();
    });
  }

  /** Resolves when nothing of it runs any more. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancel();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#isWoken && !this.#isStopped) {
      this.#isWoken = false;
      try {
        await this.#work();
      } catch (error) {
        this.#options.onError(error);
      }
    }
  }

  #schedule(): void {
    if (this.#isStopped) return;
    const { clock, everyMs } = this.#options;
    this.#cancel = clock.after(everyMs, () => this.wake(), { unref: true });
  }
}
