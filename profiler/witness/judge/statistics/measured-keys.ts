/** Keys of one axis in all captures, those of before first, as columns: one after another. A report has many thousands. */
import type { MeasuredKey } from './measured-key.ts';

export class MeasuredKeys {
  readonly size: number;
  readonly captures: number;
  /** As of `MeasuredKey`; those of a key begin at its place times the number of captures. */
  readonly values: Float64Array;
  readonly counting: Float64Array;
  /** One for each key. */
  readonly events: Float64Array;

  constructor(size: number, captures: number) {
    this.size = size;
    this.captures = captures;
    this.values = new Float64Array(size * captures);
    this.counting = new Float64Array(size * captures);
    this.events = new Float64Array(size);
  }

  static of(keys: readonly MeasuredKey[]): MeasuredKeys {
    const all = new MeasuredKeys(keys.length, keys[0]?.values.length ?? 0);
    for (const [at, { values, counting, events }] of keys.entries()) {
      all.values.set(values, at * all.captures);
      all.counting.set(counting, at * all.captures);
      all.events[at] = events;
    }
    return all;
  }
}
