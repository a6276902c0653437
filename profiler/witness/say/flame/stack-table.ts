/**
 * The stacks of all captures as one list, in which those with the same callers stand next to each other as far as they
 * were asked for: a node of the tree is a range of the list, and is divided into its callees when it is drawn.
 */
import type { PackedStacks } from './pack-stacks.ts';

export interface Range {
  readonly from: number;
  readonly to: number;
  /** Frames that all stacks of the range have in common. */
  readonly depth: number;
}

export interface StackRange extends Range {
  /** Rank of the last frame that they have in common. */
  readonly frame: number;
  readonly before: number;
  readonly after: number;
}

const ended = -1;

export class StackTable {
  readonly #captures: readonly PackedStacks[];
  readonly #captureOf: Uint16Array;
  readonly #stackOf: Uint32Array;
  /** Numbers of stacks. */
  readonly #order: Uint32Array;
  /** Of one division: the next frame of each place, and the places in their new order. */
  readonly #next: Int32Array;
  readonly #sorted: Uint32Array;
  /** By rank, all zero between divisions. */
  readonly #counts: Uint32Array;

  constructor(captures: readonly PackedStacks[], functions: number) {
    let size = 0;
    for (const { weights } of captures) size += weights.length;
    this.#captures = captures;
    this.#captureOf = new Uint16Array(size);
    this.#stackOf = new Uint32Array(size);
    this.#order = Uint32Array.from({ length: size }, (_, at) => at);
    this.#next = new Int32Array(size);
    this.#sorted = new Uint32Array(size);
    this.#counts = new Uint32Array(functions);
    let at = 0;
    for (const [number, { weights }] of captures.entries()) {
      for (let stack = 0; stack < weights.length; stack++, at++) {
        this.#captureOf[at] = number;
        this.#stackOf[at] = stack;
      }
    }
  }

  get whole(): Range {
    return { from: 0, to: this.#order.length, depth: 0 };
  }

  /** By the rank of the next frame. Stacks that end here are in no part. */
  divide({ from, to, depth }: Range): StackRange[] {
    if (to - from === 1) {
      const frame = this.#frameAt(this.#order[from] ?? 0, depth);
      const range = { from, to, depth: depth + 1 };
      return frame === ended ? [] : [{ ...range, frame, ...this.#weigh(range) }];
    }
    const ranks: number[] = [];
    let ends = 0;
    for (let at = from; at < to; at++) {
      const rank = this.#frameAt(this.#order[at] ?? 0, depth);
      this.#next[at] = rank;
      if (rank === ended) ends++;
      else if ((this.#counts[rank] = (this.#counts[rank] ?? 0) + 1) === 1) ranks.push(rank);
    }
    ranks.sort((a, b) => a - b);
    if (ranks.length > 1 || (ends > 0 && ranks.length > 0)) this.#group(from, to, ranks, ends);
    let start = from + ends;
    return ranks.map((frame) => {
      const range = { from: start, to: start + (this.#counts[frame] ?? 0), depth: depth + 1, frame };
      this.#counts[frame] = 0;
      start = range.to;
      return { ...range, ...this.#weigh(range) };
    });
  }

  /** How many nodes a range and all that is below it make. */
  countNodes(range: Range): number {
    let count = 0;
    const left: Range[] = [range];
    for (let one = left.pop(); one !== undefined; one = left.pop()) {
      count++;
      if (one.to - one.from > 1) left.push(...this.divide(one));
      else count += this.#lengthOf(this.#order[one.from] ?? 0) - one.depth;
    }
    return count;
  }

  /** Stacks with the same next frame side by side, those that end first; among them the order stays. */
  #group(from: number, to: number, ranks: readonly number[], ends: number): void {
    const starts = new Map<number, number>([[ended, from]]);
    let start = from + ends;
    for (const rank of ranks) {
      starts.set(rank, start);
      start += this.#counts[rank] ?? 0;
    }
    for (let at = from; at < to; at++) {
      const rank = this.#next[at] ?? ended;
      const place = starts.get(rank) ?? from;
      this.#sorted[place] = this.#order[at] ?? 0;
      starts.set(rank, place + 1);
    }
    this.#order.set(this.#sorted.subarray(from, to), from);
  }

  #weigh({ from, to }: Range): { before: number; after: number } {
    const sums: [number, number] = [0, 0];
    for (let at = from; at < to; at++) {
      const stack = this.#order[at] ?? 0;
      const capture = this.#captures[this.#captureOf[stack] ?? 0];
      if (capture !== undefined) sums[capture.side] += capture.weights[this.#stackOf[stack] ?? 0] ?? 0;
    }
    return { before: sums[0], after: sums[1] };
  }

  #lengthOf(stack: number): number {
    const starts = this.#captures[this.#captureOf[stack] ?? 0]?.starts;
    const own = this.#stackOf[stack] ?? 0;
    return (starts?.[own + 1] ?? 0) - (starts?.[own] ?? 0);
  }

  #frameAt(stack: number, depth: number): number {
    const capture = this.#captures[this.#captureOf[stack] ?? 0];
    const own = this.#stackOf[stack] ?? 0;
    if (capture === undefined) return ended;
    const at = (capture.starts[own] ?? 0) + depth;
    if (at >= (capture.starts[own + 1] ?? 0)) return ended;
    return capture.ranks[capture.frames[at] ?? 0] ?? ended;
  }
}
