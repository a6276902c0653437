/**
 * Which of many tests may be called findings. Axes first pass a gate of their own (Simes, then Holm over axes: one
 * axis that really changed must not open the gate for others); keys of those that passed are tested at the share of
 * the level that passed (Benjamini and Bogomolov 2014, Journal of the Royal Statistical Society B 76(1)). The promise
 * is on the whole report.
 */

/** Indexes of the p-values that Benjamini and Hochberg's procedure rejects at a level. */
export function rejectByShare(values: ArrayLike<number>, level: number): Set<number> {
  const order: number[] = [];
  // Those beyond the level are rejected by no rank, and most are.
  for (let at = 0; at < values.length; at += 1) if ((values[at] ?? 1) <= level) order.push(at);
  order.sort((a, b) => (values[a] ?? 1) - (values[b] ?? 1) || a - b);
  let count = 0;
  for (const [rank, at] of order.entries()) {
    if ((values[at] ?? 1) <= (level * (rank + 1)) / values.length) count = rank + 1;
  }
  return new Set(order.slice(0, count));
}

/** Indexes of the p-values that Holm's procedure rejects at a level: no false one with probability 1 − level. */
export function rejectByHolm(values: readonly number[], level: number): Set<number> {
  const order = values.map((_, at) => at).toSorted((a, b) => (values[a] ?? 1) - (values[b] ?? 1) || a - b);
  const rejected = new Set<number>();
  for (const [rank, at] of order.entries()) {
    if ((values[at] ?? 1) > level / (values.length - rank)) break;
    rejected.add(at);
  }
  return rejected;
}

/** P-value of the hypothesis that no key of an axis changed. 1 of no keys. */
export function simes(values: ArrayLike<number>): number {
  const sorted = Float64Array.from(values).sort();
  let least = 1;
  for (let rank = 0; rank < sorted.length; rank += 1) {
    least = Math.min(least, ((sorted[rank] ?? 1) * sorted.length) / (rank + 1));
  }
  return least;
}

export interface Selection {
  /** For each axis the indexes of its keys that are findings. */
  readonly found: readonly ReadonlySet<number>[];
  /** Level at which keys of an axis that passed were tested. */
  readonly level: number;
}

/** `axes`: p-values of the keys of each axis that has any. */
export function selectFindings(axes: readonly ArrayLike<number>[], level: number): Selection {
  const passed = rejectByHolm(
    axes.map((values) => simes(values)),
    level,
  );
  const within = (level * Math.max(1, passed.size)) / Math.max(1, axes.length);
  return {
    found: axes.map((values, at) => (passed.has(at) ? rejectByShare(values, within) : new Set<number>())),
    level: within,
  };
}

/** Holm's procedure with weights (Holm 1979, Scandinavian Journal of Statistics 6(2)), as adjusted p-values. */
export function adjustByHolm(values: readonly number[], shares: readonly number[]): number[] {
  const share = (at: number): number => shares[at] ?? 0;
  const order = values.map((value, at) => ({ at, weighted: value / share(at) }));
  order.sort((a, b) => a.weighted - b.weighted || a.at - b.at);
  const adjusted = values.map(() => 1);
  let [left, most] = [1, 0];
  for (const { at, weighted } of order) {
    most = Math.max(most, Math.min(1, weighted * left));
    adjusted[at] = most;
    left -= share(at);
  }
  return adjusted;
}

/** The tails of a distribution that few captures teach are not trusted further. */
const mostOdds = 99;

/** So many to one against chance, of an adjusted p-value. */
export function oddsOf(p: number): number {
  return Math.min(mostOdds, Math.floor((1 - p) / p + 1e-9));
}
