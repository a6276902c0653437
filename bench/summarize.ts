/** Median with smallest and largest, of samples and of ratios taken pair by pair. */

export interface Summary {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** @throws RangeError without samples: a summary of nothing would be an invented number. */
export function summarize(samples: readonly number[]): Summary {
  const sorted = samples.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const lower = sorted[Math.ceil(middle) - 1];
  const upper = sorted[Math.floor(middle)];
  const [min] = sorted;
  const max = sorted.at(-1);
  if (lower === undefined || upper === undefined || min === undefined || max === undefined) {
    throw new RangeError('there are no samples');
  }
  return { median: (lower + upper) / 2, min, max };
}

/**
 * Each sample over the peer's sample of the same repetition, so that a machine that slows down slows
 * both. Undefined when a peer's sample is zero: nothing can be said as a ratio then.
 * @throws RangeError when the two were not repeated equally often.
 */
export function ratiosOf(samples: readonly number[], peer: readonly number[]): number[] | undefined {
  if (samples.length !== peer.length) {
    throw new RangeError(`${samples.length} samples cannot be paired with ${peer.length}`);
  }
  const pairs = samples.map((sample, index) => sample / (peer[index] ?? 0));
  return pairs.every((ratio) => Number.isFinite(ratio)) ? pairs : undefined;
}
