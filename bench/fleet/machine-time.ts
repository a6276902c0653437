/** Milliseconds by the clock that all processes of this machine share, with a fraction. Never jumps. */
export function machineMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** @throws RangeError without samples. */
export function percentile(samples: readonly number[], part: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  const found = sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)];
  if (found === undefined) throw new RangeError('there are no samples');
  return found;
}
