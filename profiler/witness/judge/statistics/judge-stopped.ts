/**
 * When a key that was not seen any more has stopped. Two things have to be unlikely at once: that what it was seen in
 * falls on one side by chance, and that a key which comes and goes between captures stayed away from all of the later
 * ones. How keys come and go is learned from all keys of the set.
 */
import { rejectByShare } from './select.ts';
import { betaln, exp, log1p } from './special-functions.ts';

export interface Vanished {
  /** Blocks of the earlier captures in which it was seen. */
  readonly blocks: number;
  /** Earlier captures in which it was seen. */
  readonly captures: number;
}

export interface SetSides {
  readonly before: { readonly captures: number; readonly blocks: number };
  readonly after: { readonly captures: number; readonly blocks: number };
  /** Of each key and side on which it was seen: captures that saw it, of how many. */
  readonly recurrence: readonly { readonly seen: number; readonly of: number }[];
}

/** Coming and going of keys: a Beta distribution of the chance that a capture sees a key. */
interface Recurrence {
  readonly seen: number;
  readonly missed: number;
}

const level = 0.01;
/** Fewer earlier captures never suffice, however steady a set looks. */
const leastCaptures = 5;
/** However steady the other keys are: as if a part of a capture had missed the key. */
const leastMissed = 0.25;
const grid = [0.125, 0.25, 0.5, 1, 2, 4, 8];

/** Indexes of the keys that have stopped. `kept`: how many keys were seen before and after; none of them has. */
export function judgeStopped(vanished: readonly Vanished[], kept: number, sides: SetSides): Set<number> {
  const { before, after } = sides;
  if (before.captures < leastCaptures) return new Set();
  const recurrence = fitRecurrence(sides.recurrence);
  const values = vanished.map(({ blocks, captures }) => {
    const byBlocks = chanceOfOneSide(blocks, before.blocks, after.blocks);
    const seen = captures + recurrence.seen;
    const missed = before.captures - captures + recurrence.missed;
    const byCaptures = exp(betaln(seen, missed + after.captures) - betaln(seen, missed));
    return Math.max(byBlocks, byCaptures);
  });
  return rejectByShare([...values, ...Array.from({ length: kept }, () => 1)], level);
}

/** That all blocks in which a key was seen are of the side that has `own` of all blocks, if it happens as often on both. */
export function chanceOfOneSide(seen: number, own: number, other: number): number {
  return (own / (own + other)) ** seen;
}

/** The likeliest of a grid, given that each key was seen at least once on its side. */
function fitRecurrence(observed: SetSides['recurrence']): Recurrence {
  let best: Recurrence & { likelihood: number } = { seen: 1, missed: 1, likelihood: Number.NEGATIVE_INFINITY };
  const times: Times = new Map();
  for (const one of observed) if (one.of >= 2) countSame(times, one);
  if (times.size === 0) return best;
  for (const seen of grid) {
    for (const missed of grid.filter((one) => one >= leastMissed)) {
      let likelihood = 0;
      for (const { one, count } of times.values()) likelihood += count * logLikelihood(one, { seen, missed });
      if (likelihood > best.likelihood + 1e-9) best = { seen, missed, likelihood };
    }
  }
  return best;
}

type Times = Map<number, { readonly one: SetSides['recurrence'][number]; count: number }>;

function countSame(times: Times, one: SetSides['recurrence'][number]): void {
  // `seen` is at most `of`.
  const name = one.of * (one.of + 1) + one.seen;
  const same = times.get(name);
  if (same === undefined) times.set(name, { one, count: 1 });
  else same.count += 1;
}

/** Without the binomial coefficient, which no choice changes. */
function logLikelihood({ seen, of }: SetSides['recurrence'][number], chance: Recurrence): number {
  const all = betaln(chance.seen, chance.missed);
  const never = exp(betaln(chance.seen, chance.missed + of) - all);
  return betaln(chance.seen + seen, chance.missed + of - seen) - all - log1p(-Math.min(never, 1 - 1e-12));
}
