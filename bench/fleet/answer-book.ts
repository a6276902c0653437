/** Who asked what, and what came back: finds questions that were never answered, and those with two different answers. */

export class AnswerBook {
  readonly #asked = new Map<string, string | undefined>();
  readonly #answers = new Map<string, string>();
  readonly #doubled = new Set<string>();

  /** A caller waits for this one. Asking again changes nothing. */
  ask(key: string): void {
    if (!this.#asked.has(key)) this.#asked.set(key, undefined);
  }

  /** Why the last attempt got no answer. */
  fail(key: string, why: string): void {
    this.#asked.set(key, why);
  }

  /** @throws when nobody asked: a wrong book proves nothing. */
  answer(key: string, answer: string): void {
    if (!this.#asked.has(key)) throw new Error(`${key} was answered but never requested`);
    const before = this.#answers.get(key);
    if (before !== undefined && before !== answer) this.#doubled.add(key);
    this.#answers.set(key, answer);
  }

  isAnswered(key: string): boolean {
    return this.#answers.has(key);
  }

  get asked(): number {
    return this.#asked.size;
  }

  /** Never answered, each with why its last attempt was not. */
  get lost(): readonly string[] {
    return [...this.#asked]
      .filter(([key]) => !this.#answers.has(key))
      .map(([key, why]) => `${key}: ${why ?? 'no attempt has ended'}`);
  }

  /** Answered in two ways. */
  get doubled(): readonly string[] {
    return [...this.#doubled];
  }
}
