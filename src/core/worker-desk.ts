/** Questions for one worker thread, which answers one after another. Organizations are served in rotation. */
import type { Transferable } from 'node:worker_threads';
import type { Clock } from './clock.ts';
import { LimitedWorker, type LimitedWorkerOptions } from './limited-worker.ts';

export interface DeskOptions extends LimitedWorkerOptions {
  /** Milliseconds for one question. */
  readonly limitMs: number;
  /** Questions of one organization that may wait. */
  readonly maxWaiting: number;
}

/** Too many questions of this organization wait. */
export class DeskBusy extends Error {
  override readonly name = 'DeskBusy';
}

/** An idle thread is ended after this, and its memory given back. */
const idleMs = 60_000;

type Job = () => Promise<void>;

export class WorkerDesk<Question, Answer> {
  readonly #options: DeskOptions;
  readonly #clock: Clock;
  /** By organization, the one that was served longest ago first. */
  readonly #waiting = new Map<string, Job[]>();
  #worker: LimitedWorker<Question, Answer> | undefined;
  #serving: Promise<void> | undefined;
  #stopIdleTimer = (): void => {};

  constructor(options: DeskOptions) {
    this.#options = options;
    this.#clock = options.clock;
  }

  /** @throws DeskBusy, WorkerGone when the question took too much time or memory, or what the worker failed with. */
  ask(organization: string, question: Question, transfer: readonly Transferable[] = []): Promise<Answer> {
    const own = this.#waiting.get(organization) ?? [];
    if (own.length >= this.#options.maxWaiting) return Promise.reject(new DeskBusy('too many questions wait'));
    return new Promise((resolve, reject) => {
      own.push(() => this.#answer(question, transfer).then(resolve, reject));
      this.#waiting.set(organization, own);
      this.#serving ??= this.#serve();
    });
  }

  async close(): Promise<void> {
    this.#waiting.clear();
    this.#stopIdleTimer();
    await this.#worker?.end();
    await this.#serving;
  }

  async #serve(): Promise<void> {
    this.#stopIdleTimer();
    for (let job = this.#next(); job !== undefined; job = this.#next()) await job();
    this.#serving = undefined;
    this.#stopIdleTimer = this.#clock.after(idleMs, () => void this.#endIdle(), { unref: true });
  }

  #next(): Job | undefined {
    for (const [organization, jobs] of this.#waiting) {
      this.#waiting.delete(organization);
      const job = jobs.shift();
      if (jobs.length > 0) this.#waiting.set(organization, jobs);
      if (job !== undefined) return job;
    }
    return undefined;
  }

  async #answer(question: Question, transfer: readonly Transferable[]): Promise<Answer> {
    if (this.#worker === undefined || this.#worker.isGone) {
      this.#worker = await LimitedWorker.start<Question, Answer>(this.#options);
    }
    return this.#worker.ask(question, this.#options.limitMs, transfer);
  }

  async #endIdle(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.end();
  }
}
