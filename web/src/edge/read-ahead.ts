/** Answers that were asked for before anything shows them, because a reader is about to open it. */
import type { AnswerForm } from './answer-form.ts';
import { callApi } from './call-api.ts';

/** After that an answer is asked for again. */
const keptMs = 30_000;

interface Early<T> {
  readonly answer: Promise<T>;
  /** Once it has come and was checked. */
  ready?: { readonly value: T };
}

export class ReadAhead<T> {
  readonly #form: AnswerForm<T>;
  readonly #asked = new Map<string, Early<T>>();

  constructor(form: AnswerForm<T>) {
    this.#form = form;
  }

  /** Asks, unless that address is being asked already. A failure is forgotten: what opens then asks itself. */
  start(path: string): void {
    if (this.#asked.has(path)) return;
    const early: Early<T> = { answer: callApi('GET', path, this.#form) };
    this.#asked.set(path, early);
    const forget = (): void => {
      if (this.#asked.get(path) === early) this.#asked.delete(path);
    };
    setTimeout(forget, keptMs);
    early.answer.then((value) => {
      early.ready = { value };
    }, forget);
  }

  /** What has come, without waiting. */
  ready(path: string): { readonly value: T } | undefined {
    return this.#asked.get(path)?.ready;
  }

  /** For one reader: the next one asks again. Rejects as `callApi` does. */
  take(path: string): Promise<T> | undefined {
    const early = this.#asked.get(path);
    this.#asked.delete(path);
    return early?.answer;
  }
}
