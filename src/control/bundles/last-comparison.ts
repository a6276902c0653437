/**
 * The comparison that was judged last, for the tables of it that are asked for next. It holds its captures in memory:
 * there is only one, as long as its thread lives, which ends when nobody asks.
 */
import type { JudgedComparison } from '../../../profiler/witness/say/compare.ts';

export class LastComparison {
  #last: { readonly id: string; readonly judged: JudgedComparison } | undefined;

  find(id: string): JudgedComparison | undefined {
    return this.#last?.id === id ? this.#last.judged : undefined;
  }

  /** The former one is dropped first: both at once need not fit. */
  keep(id: string, judge: () => JudgedComparison): JudgedComparison {
    this.drop();
    const judged = judge();
    this.#last = { id, judged };
    return judged;
  }

  drop(): void {
    this.#last = undefined;
  }
}
