/**
 * Which new keys are more than the coming and going of keys between captures: connections are opened again, a worker
 * starts again and reads its files, an allocator makes a rare call. The whole rule:
 *
 * 1. Every capture of the newer version has to show the key; of more than three captures, three quarters of them. One
 *    event in one of three captures is chance.
 * 2. Keys that are seen in some captures of a version and not in all of them come and go. How many there are says how
 *    many of them would be in so many captures of the newer version and in none of the older one although nothing
 *    changed: with three captures of each, one for 96 of them. Keys that are not as busy as the new one do not count, so
 *    that what is done for each request stays new among any number of rare keys. One key in 20 reports may be expected.
 *
 * A version with one capture says nothing about coming and going: there the first part alone decides.
 */
import { capturesOf, type SetKey } from './judge-sets.ts';
import { sumOf } from './sums.ts';

/** Keys of a set that may be expected to be called new by chance. */
const mostExpected = 0.05;
/** Captures of which every one has to show a new key; of more, this share. */
const fewCaptures = 3;
const leastShare = 0.75;

function leastOf(captures: number): number {
  return captures <= fewCaptures ? captures : Math.ceil(leastShare * captures);
}

/** Of each key whether its being new is more than chance; false of those that are not new. */
export function judgeNew(keys: readonly SetKey[]): boolean[] {
  const [before, after] = [keys[0]?.before.length ?? 0, keys[0]?.after.length ?? 0];
  const share = falseShare(before, after);
  const restless = keys.flatMap((key) => [key.before, key.after].filter(isRestless).map(busynessOf));
  return keys.map((key) => {
    const captures = capturesOf(key.after);
    if (capturesOf(key.before) > 0 || captures === 0 || captures < leastOf(after)) return false;
    const busyness = busynessOf(key.after);
    const alike = restless.filter((one) => one >= busyness).length;
    return share === undefined || share * alike <= mostExpected;
  });
}

/** Seen in some captures of a side and not in all. */
function isRestless(side: readonly number[]): boolean {
  const captures = capturesOf(side);
  return captures > 0 && captures < side.length;
}

/** Blocks of a capture that has the key. */
function busynessOf(side: readonly number[]): number {
  return sumOf(side) / Math.max(1, capturesOf(side));
}

/**
 * For each time that a key is seen to come and go within a version, how many such keys pass for new: at the chance of a
 * capture to show a key at which that is most. Undefined where no version has several captures.
 */
function falseShare(before: number, after: number): number | undefined {
  if (Math.max(before, after) < 2) return undefined;
  let most = 0;
  for (let percent = 1; percent < 100; percent += 1) {
    const [shown, hidden] = [percent / 100, 1 - percent / 100];
    let isNew = 0;
    for (let seen = leastOf(after); seen <= after; seen += 1) {
      isNew += ways(after, seen) * shown ** seen * hidden ** (after - seen + before);
    }
    const isSteady = shown ** before + hidden ** before + shown ** after + hidden ** after;
    most = Math.max(most, isNew / (2 - isSteady));
  }
  return most;
}

function ways(of: number, some: number): number {
  let count = 1;
  for (let at = 1; at <= some; at += 1) count = (count * (of - some + at)) / at;
  return count;
}
