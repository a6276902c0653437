/** One worker thread of the guard, from its start to its end. */
import { Worker } from 'node:worker_threads';
import type { Clock } from '../../../src/core/clock.ts';
import type { Dialect, Verdict } from './verdict.ts';
import type { FromWorker, ToWorker } from './worker-messages.ts';

/** Of the sources under Node's type stripping, or of the build. */
const entry = new URL(import.meta.url.endsWith('.ts') ? './guard-worker.ts' : './guard-worker.js', import.meta.url);

/** The thread was ended for its time, or ended itself for its memory. */
export class WorkerGone extends Error {
  override readonly name = 'WorkerGone';
}

export class WorkerThread {
  readonly #worker: Worker;
  readonly #clock: Clock;
  #gone: Error | undefined;
  #awaited: PromiseWithResolvers<FromWorker> | undefined;

  private constructor(clock: Clock, memoryMb: number) {
    this.#clock = clock;
    this.#worker = new Worker(entry, {
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 32 },
      // Nothing of the Agent's own start: its flags are not for this, and its environment holds secrets.
      execArgv: [],
      env: {},
    });
    this.#worker.on('message', (message: FromWorker) => this.#awaited?.resolve(message));
    this.#worker.on('error', (error) => this.#lose(isOutOfMemory(error) ? new WorkerGone('out of memory') : error));
    this.#worker.on('exit', () => this.#lose(new WorkerGone('ended')));
  }

  /** Resolves when the grammar is loaded, whatever time that takes on a busy machine. @throws what kept it from loading. */
  static async start(clock: Clock, memoryMb: number): Promise<WorkerThread> {
    const thread = new WorkerThread(clock, memoryMb);
    await thread.#next();
    // Idle, it never keeps the Agent from stopping.
    thread.#worker.unref();
    return thread;
  }

  get isGone(): boolean {
    return this.#gone !== undefined;
  }

  /** One statement at a time. @throws WorkerGone when it took more time or memory than there is. */
  async judge(dialect: Dialect, text: string, limitMs: number): Promise<Verdict> {
    this.#worker.ref();
    const cancel = this.#clock.after(limitMs, () => void this.#worker.terminate());
    try {
      const answer = this.#next();
      this.#worker.postMessage({ dialect, text } satisfies ToWorker);
      const message = await answer;
      if (message === 'ready') throw new Error('the SQL guard was started twice in one thread');
      return message.verdict;
    } finally {
      cancel();
      this.#worker.unref();
    }
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  async #next(): Promise<FromWorker> {
    if (this.#gone !== undefined) throw this.#gone;
    this.#awaited = Promise.withResolvers<FromWorker>();
    return this.#awaited.promise;
  }

  #lose(why: unknown): void {
    this.#gone ??= why instanceof Error ? why : new Error('the SQL guard failed in its thread', { cause: why });
    this.#awaited?.reject(this.#gone);
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
