/** Reads answers of Agents: small ones at once, large ones off the event loop, one organization after another. */
import type { Clock } from '../../../core/clock.ts';
import { besideModule, WorkerGone } from '../../../core/limited-worker.ts';
import { TunnelError } from '../../../tunnel/session/tunnel-error.ts';
import { DeskBusy, WorkerDesk } from '../../../core/worker-desk.ts';
import { ApiProblem } from '../../problem/api-problem.ts';
import { type AnswerVerdict, checkAnswer, type CheckedAnswer } from './check-answer.ts';

/** Read within a millisecond or two, which is less than the way to another thread takes. */
export const atOnceUnits = 128 * 1024;
const limits = { limitMs: 10_000, memoryMb: 512, maxWaiting: 32 } as const;

export class AnswerDesk {
  readonly #large: WorkerDesk<string, AnswerVerdict>;

  constructor(clock: Clock) {
    this.#large = new WorkerDesk({ entry: besideModule(import.meta.url, './answer-worker'), clock, ...limits });
  }

  /** `text`: as it came over the tunnel. @throws TunnelError `invalid_answer`, ApiProblem 429 `too_many_answers`. */
  async read(organization: string, text: string): Promise<CheckedAnswer> {
    if (text.length <= atOnceUnits) return checkAnswer(text);
    const verdict = await this.#large.ask(organization, text).catch((error: unknown) => {
      throw problemOf(error);
    });
    if ('invalid' in verdict) throw new TunnelError('invalid_answer', verdict.invalid);
    return verdict;
  }

  async close(): Promise<void> {
    await this.#large.close();
  }
}

function problemOf(error: unknown): unknown {
  if (error instanceof DeskBusy) {
    return new ApiProblem({
      status: 429,
      code: 'too_many_answers',
      message: 'Too many large results of this organization are waiting to be read. Try again in a moment.',
      retryAfterSec: 5,
      cause: error,
    });
  }
  if (error instanceof WorkerGone && error.why !== 'ended') {
    const limit = error.why === 'time' ? `${limits.limitMs / 1000} s` : `${limits.memoryMb} MB of memory`;
    return new TunnelError('invalid_answer', `Reading the result needs more than ${limit}.`, { cause: error });
  }
  return error;
}
