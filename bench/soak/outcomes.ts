/** How many requests of each kind were made, and how each ended. */

export interface Tally {
  readonly kind: string;
  readonly asked: number;
  readonly answered: number;
  /** How often each way to end was seen. */
  readonly ends: Readonly<Record<string, number>>;
}

interface Counted {
  asked: number;
  answered: number;
  readonly ends: Map<string, number>;
}

export class Outcomes {
  readonly #kinds = new Map<string, Counted>();

  /** Counts the request as asked now, and as answered when `run` settles. `run` resolves with how it ended. */
  async count(kind: string, run: () => Promise<string>): Promise<void> {
    const counted = this.#of(kind);
    counted.asked += 1;
    const end = await run().catch((error: unknown) => `error: ${error instanceof Error ? error.message : 'unknown'}`);
    counted.answered += 1;
    counted.ends.set(end, (counted.ends.get(end) ?? 0) + 1);
  }

  tallies(): Tally[] {
    return [...this.#kinds].map(([kind, { asked, answered, ends }]) => ({
      kind,
      asked,
      answered,
      ends: Object.fromEntries(ends),
    }));
  }

  #of(kind: string): Counted {
    const found = this.#kinds.get(kind) ?? { asked: 0, answered: 0, ends: new Map<string, number>() };
    this.#kinds.set(kind, found);
    return found;
  }
}
