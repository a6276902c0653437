export function sumOf(values: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < values.length; at += 1) sum += values[at] ?? 0;
  return sum;
}

/** 0 of no values. */
export function meanOf(values: readonly number[]): number {
  return sumOf(values) / Math.max(1, values.length);
}

/** Of the values from one place to before another; 0 of none. */
export function meanBetween(values: ArrayLike<number>, from: number, to: number): number {
  let sum = 0;
  for (let at = from; at < to; at += 1) sum += values[at] ?? 0;
  return sum / Math.max(1, to - from);
}
