/** A worker thread that answers one question at a time, within limits of time and memory. */
import { type Transferable, Worker } from 'node:worker_threads';
import type { Clock } from './clock.ts';

const goneWords = { time: 'took too long', memory: 'out of memory', ended: 'ended' } as const;

/** The thread was ended for its time, or ended itself for its memory. */
export class WorkerGone extends Error {
  override readonly name = 'WorkerGone';
  readonly why: keyof typeof goneWords;

  constructor(why: WorkerGone['why']) {
    super(goneWords[why]);
    this.why = why;
  }
}

export interface LimitedWorkerOptions {
  /** Its module: posts `ready` once, then one answer to each message. */
  readonly entry: URL;
  readonly clock: Clock;
  /** Megabytes of heap. */
  readonly memoryMb: number;
}

export const ready = 'ready';

/** The module beside `importer`, as a source under Node's type stripping or as its build. */
export function besideModule(importer: string, name: string): URL {
  return new URL(`${name}${importer.endsWith('.ts') ? '.ts' : '.js'}`, importer);
}

export class LimitedWorker<Question, Answer> {
  readonly #worker: Worker;
  readonly #clock: Clock;
  #gone: Error | undefined;
  #awaited: PromiseWithResolvers<Answer | typeof ready> | undefined;

  private constructor({ entry, clock, memoryMb }: LimitedWorkerOptions) {
    this.#clock = clock;
    this.#worker = new Worker(entry, {
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 32 },
      // Nothing of the program's own start: its flags are not for this, and its environment holds secrets.
      execArgv: [],
      env: {},
    });
    this.#worker.on('message', (message: Answer) => this.#awaited?.resolve(message));
    this.#worker.on('error', (error) => this.#lose(isOutOfMemory(error) ? new WorkerGone('memory') : error));
    this.#worker.on('exit', () => this.#lose(new WorkerGone('ended')));
  }

  /** Resolves when the module is loaded, whatever time that takes on a busy machine. @throws what kept it from loading. */
  static async start<Question, Answer>(options: LimitedWorkerOptions): Promise<LimitedWorker<Question, Answer>> {
    const worker = new LimitedWorker<Question, Answer>(options);
    await worker.#next();
    // Idle, it never keeps the program from stopping.
    worker.#worker.unref();
    return worker;
  }

  get isGone(): boolean {
    return this.#gone !== undefined;
  }

  /** One at a time. @throws WorkerGone when it took more time or memory than there is. */
  async ask(question: Question, limitMs: number, transfer: readonly Transferable[] = []): Promise<Answer> {
    this.#worker.ref();
    const cancel = this.#clock.after(limitMs, () => {
      this.#lose(new WorkerGone('time'));
      void this.#worker.terminate();
    });
    try {
      const answer = this.#next();
      this.#worker.postMessage(question, transfer);
      const message = await answer;
      if (message === ready) throw new Error('a worker thread was started twice');
      return message;
    } finally {
      cancel();
      this.#worker.unref();
    }
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  async #next(): Promise<Answer | typeof ready> {
    if (this.#gone !== undefined) throw this.#gone;
    this.#awaited = Promise.withResolvers();
    return this.#awaited.promise;
  }

  #lose(why: unknown): void {
    this.#gone ??= why instanceof Error ? why : new Error('a worker thread failed', { cause: why });
    this.#awaited?.reject(this.#gone);
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
