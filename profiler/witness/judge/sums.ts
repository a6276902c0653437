export function sumOf(values: readonly number[]): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}

/** 0 of no values. */
export function meanOf(values: readonly number[]): number {
  return sumOf(values) / Math.max(1, values.length);
}
