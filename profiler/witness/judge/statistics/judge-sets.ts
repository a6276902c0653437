/**
 * What was seen for the first time and what was not seen any more. `new` is an observation and always said, beside how
 * many such keys chance alone would show; `stopped` has to be earned; everything else was only not seen.
 */
import { estimateCoverage, expectNew, type Incidence } from './expect-new.ts';
import { judgeStopped, type SetSides } from './judge-stopped.ts';
import { sumOf } from './sums.ts';

/** Equal parts of a window. */
export const blocksOfCapture = 12;
/** Later captures that saw less of their own set cannot say that something has stopped. */
const leastCoverage = 0.95;

/** For each capture of a side, in how many of its blocks it saw the key; 0 where it did not. */
export interface SetKey {
  readonly before: readonly number[];
  readonly after: readonly number[];
}

export type SetState = 'new' | 'stopped' | 'not_seen' | 'present';

export interface SetVerdicts {
  /** In the order of the keys. */
  readonly states: readonly SetState[];
  /** Keys that would be new by chance. */
  readonly expectedNew: number;
  /** Share of what happens on the later side that belongs to keys it has seen. */
  readonly coverage: number;
}

/** Every key was seen on one side at least. `isWhole`: no event of the later side was lost and no key was cut. */
export function judgeSets(keys: readonly SetKey[], { isWhole }: { isWhole: boolean }): SetVerdicts {
  const [before, after] = [keys[0]?.before.length ?? 0, keys[0]?.after.length ?? 0];
  const states = keys.map((key): SetState => {
    if (capturesOf(key.before) === 0) return 'new';
    return capturesOf(key.after) === 0 ? 'not_seen' : 'present';
  });
  const coverage = estimateCoverage(blocksSeen(keys.map((key) => key.after)));
  const vanished = [...states.keys()].filter((at) => states[at] === 'not_seen');
  if (isWhole && coverage >= leastCoverage) {
    const stopped = judgeStopped(
      vanished.map((at) => {
        const seen = keys[at]?.before ?? [];
        return { blocks: sumOf(seen), captures: capturesOf(seen) };
      }),
      states.filter((state) => state === 'present').length,
      {
        before: { captures: before, blocks: before * blocksOfCapture },
        after: { captures: after, blocks: after * blocksOfCapture },
        recurrence: recurrencesOf(keys),
      },
    );
    for (const at of stopped) {
      const key = vanished[at];
      if (key !== undefined) states[key] = 'stopped';
    }
  }
  return { states, expectedNew: expectByChance(keys, after), coverage };
}

function recurrencesOf(keys: readonly SetKey[]): SetSides['recurrence'] {
  const found: { readonly seen: number; readonly of: number }[] = [];
  for (const key of keys) {
    for (const side of [key.before, key.after]) {
      const seen = capturesOf(side);
      if (seen > 0) found.push({ seen, of: side.length });
    }
  }
  return found;
}

/**
 * Blocks of one capture resemble each other: where captures are many enough they are asked as well, and so is how many
 * keys only captures of the newer version would have if the captures had been dealt to the versions at random. The
 * largest answer counts.
 */
function expectByChance(keys: readonly SetKey[], after: number): number {
  const sides = keys.map((key) => key.before);
  const byBlocks = expectNew(blocksSeen(sides), after * blocksOfCapture);
  const captures = sides[0]?.length ?? 0;
  if (captures < 2) return byBlocks;
  const seen = sides.map(capturesOf).filter((one) => one > 0);
  const byCaptures = expectNew({ units: captures, seen }, after);
  return Math.max(byBlocks, byCaptures, after < 2 ? 0 : expectByDealing(keys, captures, after));
}

/** The sum over all keys of the chance that the captures which have one are all of the newer version. */
function expectByDealing(keys: readonly SetKey[], before: number, after: number): number {
  const chances = Array.from({ length: before + after + 1 }, (_, captures) => chanceByDealing(captures, before, after));
  let expected = 0;
  for (const key of keys) expected += chances[capturesOf(key.before) + capturesOf(key.after)] ?? 0;
  return expected;
}

/** That so many captures, dealt at random, are all of the newer version. */
function chanceByDealing(captures: number, before: number, after: number): number {
  let chance = captures === 0 ? 0 : 1;
  for (let at = 0; at < captures; at += 1) chance *= Math.max(0, after - at) / (before + after - at);
  return chance;
}

function blocksSeen(sides: readonly (readonly number[])[]): Incidence {
  const captures = sides[0]?.length ?? 0;
  return { units: captures * blocksOfCapture, seen: sides.map(sumOf).filter((one) => one > 0) };
}

/** In how many captures of a side a key was seen. */
export function capturesOf(side: readonly number[]): number {
  let captures = 0;
  for (const one of side) if (one > 0) captures += 1;
  return captures;
}
