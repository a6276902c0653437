/**
 * Asks the questions of a page, at most two at once, so that a page of charts is no burst for the systems behind it. The
 * answers are in memory only, and only while their question is wanted.
 */
import { useEffect, useState } from 'preact/hooks';
import { askOperation, type AskOutcome, type Question } from '../edge/ask-operation.ts';

const mostAtOnce = 2;

export class AskQueue {
  #wanted: ReadonlyMap<string, Question> = new Map();
  readonly #running = new Map<string, AbortController>();
  readonly #outcomes = new Map<string, AskOutcome>();
  readonly #onChange: () => void;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** Asks what has no answer yet, in order, and gives up all others. */
  want(questions: readonly Question[]): void {
    this.#wanted = new Map(questions.map((one) => [keyOf(one), one]));
    for (const [key, abort] of this.#running) if (!this.#wanted.has(key)) abort.abort();
    for (const key of this.#outcomes.keys()) if (!this.#wanted.has(key)) this.#outcomes.delete(key);
    this.#next();
  }

  /** Undefined while it waits or is asked. */
  outcomeOf(question: Question): AskOutcome | undefined {
    return this.#outcomes.get(keyOf(question));
  }

  askAgain(questions: readonly Question[]): void {
    for (const one of questions) this.#outcomes.delete(keyOf(one));
    this.#onChange();
    this.#next();
  }

  #next(): void {
    for (const [key, question] of this.#wanted) {
      if (this.#running.size >= mostAtOnce) return;
      if (!this.#running.has(key) && !this.#outcomes.has(key)) void this.#ask(key, question);
    }
  }

  async #ask(key: string, question: Question): Promise<void> {
    const abort = new AbortController();
    this.#running.set(key, abort);
    const outcome = await askOperation(question, abort.signal);
    this.#running.delete(key);
    if (!abort.signal.aborted) {
      this.#outcomes.set(key, outcome);
      this.#onChange();
    }
    this.#next();
  }
}

/** The component is drawn again with each answer. */
export function useAskQueue(questions: readonly Question[]): AskQueue {
  const [, redraw] = useState(0);
  const [queue] = useState(() => new AskQueue(() => redraw((before) => before + 1)));
  const wanted = questions.map(keyOf).join('\n');
  useEffect(() => queue.want(questions), [queue, wanted]);
  useEffect(() => () => queue.want([]), [queue]);
  return queue;
}

function keyOf({ operation, args, source, instance }: Question): string {
  return JSON.stringify([operation, args, source, instance]);
}
