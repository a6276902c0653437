/** Answers by their key, as many as fit; the one that was used longest ago goes first. */
export class KeptAnswers<T> {
  readonly #most: number;
  readonly #kept = new Map<string, T>();

  constructor(most: number) {
    this.#most = most;
  }

  get(key: string): T | undefined {
    const found = this.#kept.get(key);
    if (found !== undefined) this.#place(key, found);
    return found;
  }

  set(key: string, answer: T): void {
    this.#place(key, answer);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > this.#most && oldest !== undefined) this.#kept.delete(oldest);
  }

  #place(key: string, answer: T): void {
    this.#kept.delete(key);
    this.#kept.set(key, answer);
  }
}
