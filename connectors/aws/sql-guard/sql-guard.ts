/**
 * Lets through what is provably one query that only reads, before any credential is touched. The cheap
 * reading runs at once; the grammar runs in a worker thread with a limit of time and memory, which is
 * started by the first statement that needs it and kept.
 */
import { type Clock, systemClock } from '../../../src/core/clock.ts';
import { besideModule, LimitedWorker, WorkerGone } from '../../../src/core/limited-worker.ts';
import { readTokens } from './lexer.ts';
import { limits } from './rules.ts';
import { checkForm } from './statement-form.ts';
import { type Dialect, faultOf, Refused, refusalOf, type Verdict } from './verdict.ts';
import type { ToWorker } from './worker-messages.ts';

export type { Dialect } from './verdict.ts';

const entry = besideModule(import.meta.url, './guard-worker');
type GuardWorker = LimitedWorker<ToWorker, Verdict>;

export interface SqlGuardOptions {
  readonly clock?: Clock;
  /** Milliseconds for one statement in the worker; its start is not counted. */
  readonly checkMs?: number;
  /** Megabytes of heap for the worker. */
  readonly memoryMb?: number;
}

export class SqlGuard {
  readonly #clock: Clock;
  readonly #checkMs: number;
  readonly #memoryMb: number;
  #thread: Promise<GuardWorker> | undefined;
  /** The worker judges one statement at a time, so that a limit of time is one statement's alone. */
  #turn: Promise<unknown> = Promise.resolve();
  #closed = false;

  constructor({ clock = systemClock, checkMs = limits.checkMs, memoryMb = limits.memoryMb }: SqlGuardOptions = {}) {
    this.#clock = clock;
    this.#checkMs = checkMs;
    this.#memoryMb = memoryMb;
  }

  /** @throws Fault `refused` whose `rule` is one of `refusalRules`, and whose remedy says where and what to write instead. */
  async check(dialect: Dialect, text: string): Promise<void> {
    const verdict = readAlone(dialect, text) ?? (await this.#serialize(() => this.#judge(dialect, text)));
    if (!verdict.accepted) throw faultOf(verdict);
  }

  /** Ends the worker; what is still being judged is rejected. */
  async close(): Promise<void> {
    this.#closed = true;
    const thread = await this.#thread;
    await thread?.end();
  }

  async #judge(dialect: Dialect, text: string): Promise<Verdict> {
    const thread = await this.#liveThread();
    try {
      return await thread.ask({ dialect, text }, this.#checkMs);
    } catch (error) {
      if (!(error instanceof WorkerGone) || this.#closed) throw error;
      return refusalOf(new Refused('sql_too_complex'), text);
    }
  }

  /** The running worker, or a new one in place of one that ended or never started. */
  async #liveThread(): Promise<GuardWorker> {
    if (this.#closed) throw new Error('the SQL guard is closed');
    if (this.#thread !== undefined && (await this.#thread).isGone) this.#thread = undefined;
    this.#thread ??= LimitedWorker.start<ToWorker, Verdict>({ entry, clock: this.#clock, memoryMb: this.#memoryMb });
    try {
      return await this.#thread;
    } catch (error) {
      this.#thread = undefined;
      throw error;
    }
  }

  #serialize<T>(run: () => Promise<T>): Promise<T> {
    const outcome = this.#turn.then(run);
    this.#turn = outcome.catch(() => undefined);
    return outcome;
  }
}

/** What the tokens alone refuse needs no worker. */
function readAlone(dialect: Dialect, text: string): Verdict | undefined {
  try {
    checkForm(readTokens(dialect, text), text);
    return undefined;
  } catch (error) {
    if (error instanceof Refused) return refusalOf(error, text);
    throw error;
  }
}
