/**
 * Time of a simulated world: a queue of what is due, and clocks for its nodes. A node's wall clock can
 * be set; its monotonic clock runs with the world. When a node crashes its timers are gone.
 */
import type { Clock } from '../../../src/core/clock.ts';

interface Due {
  readonly at: number;
  readonly order: number;
  readonly run: () => void;
  isCancelled: boolean;
}

export class VirtualTime {
  #now = 0;
  #order = 0;
  /** Binary heap by time, then by order of scheduling. */
  readonly #queue: Due[] = [];

  get now(): number {
    return this.#now;
  }

  schedule(delayMs: number, run: () => void): () => void {
    const due: Due = { at: this.#now + Math.max(delayMs, 0), order: this.#order, run, isCancelled: false };
    this.#order += 1;
    this.#push(due);
    return () => {
      due.isCancelled = true;
    };
  }

  /** Runs what is due until the time is `endMs`. After each step all promises that can go on do so. */
  async runUntil(endMs: number): Promise<void> {
    // What waits for a tick comes after every promise that can be settled, and without a turn of the event loop.
    await new Promise<void>((resolve) => process.nextTick(resolve));
    for (let due = this.#pop(endMs); due !== undefined; due = this.#pop(endMs)) {
      if (due.isCancelled) continue;
      this.#now = due.at;
      due.run();
      await new Promise<void>((resolve) => process.nextTick(resolve));
    }
    this.#now = endMs;
  }

  #push(due: Due): void {
    const heap = this.#queue;
    let at = heap.push(due) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = heap[parent];
      if (above === undefined || isBefore(above, due)) break;
      heap[at] = above;
      at = parent;
    }
    heap[at] = due;
  }

  #pop(endMs: number): Due | undefined {
    const heap = this.#queue;
    const [first] = heap;
    if (first === undefined || first.at > endMs) return undefined;
    const last = heap.pop();
    if (last !== undefined && heap.length > 0) this.#sink(last);
    return first;
  }

  #sink(due: Due): void {
    const heap = this.#queue;
    let at = 0;
    for (;;) {
      const left = 2 * at + 1;
      const [one, other] = [heap[left], heap[left + 1]];
      const isOther = one !== undefined && other !== undefined && isBefore(other, one);
      const next = isOther ? other : one;
      if (next === undefined || isBefore(due, next)) break;
      heap[at] = next;
      at = isOther ? left + 1 : left;
    }
    heap[at] = due;
  }
}

function isBefore(one: Due, other: Due): boolean {
  return one.at < other.at || (one.at === other.at && one.order < other.order);
}

export const worldBegan = Date.UTC(2026, 10, 21);

/** The clock of one run of one node, and whether that node runs. */
export class NodeClock implements Clock {
  readonly #time: VirtualTime;
  readonly #machine: { wallOffsetMs: number };
  #isCrashed = false;
  #pausedUntil = 0;

  constructor(time: VirtualTime, machine: { wallOffsetMs: number }) {
    this.#time = time;
    this.#machine = machine;
  }

  now(): number {
    return worldBegan + this.#time.now + this.#machine.wallOffsetMs;
  }

  monotonic(): number {
    return this.#time.now;
  }

  after(delayMs: number, run: () => void): () => void {
    let isStopped = false;
    const stop = this.#time.schedule(delayMs, () =>
      this.deliver(() => {
        if (!isStopped) run();
      }),
    );
    // Also when it came due in a pause and waits for its end, as a timer of Node that is cleared never runs.
    return () => {
      isStopped = true;
      stop();
    };
  }

  /** What reaches the node: at once, after its pause, or never. */
  deliver(run: () => void): void {
    if (this.#isCrashed) return;
    if (this.#time.now >= this.#pausedUntil) run();
    else this.#time.schedule(this.#pausedUntil - this.#time.now, () => this.deliver(run));
  }

  get isCrashed(): boolean {
    return this.#isCrashed;
  }

  /** The process stands still, as when its machine swaps or is moved; its monotonic clock goes on. */
  pause(forMs: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, this.#time.now + forMs);
  }

  /** Nothing that was waiting in this node happens any more. */
  crash(): void {
    this.#isCrashed = true;
  }
}
