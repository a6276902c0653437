/** Rows of a set: what is new, what has stopped and what was not seen, with what not seeing it excludes. */
import type { SideAxis } from './comparable.ts';
import { compareText } from './compare-text.ts';
import { type Counted, type Counting, countSide, lostBy } from './count-side.ts';
import type { Change } from './diff.ts';
import { leftOut, namesBy } from './keys/key-names.ts';
import { blocksOfCapture, judgeSets, type SetState } from './judge/judge-sets.ts';
import { chanceOfOneSide } from './judge/judge-stopped.ts';
import { sumOf } from './judge/sums.ts';
import type { RateSides } from './rate-changes.ts';
import { noPresence } from './vector/capture-vector.ts';

export interface SetRows {
  readonly changes: Change[];
  /** Keys that both sides have. */
  readonly unchanged: number;
  readonly expectedNew: number;
}

export function compareSets(sides: RateSides, { keyOf }: Counting): SetRows {
  const { before, after } = sides;
  const [a, b] = [countSide(before, { keyOf }), countSide(after, { keyOf })];
  const [blocksBefore, blocksAfter] = [blocksOf(before, keyOf), blocksOf(after, keyOf)];
  const keys = [...new Set([...a.keys(), ...b.keys()])];
  const { states, expectedNew } = judgeSets(
    keys.map((key) => ({
      before: blocksBefore.get(key) ?? before.map(() => 0),
      after: blocksAfter.get(key) ?? after.map(() => 0),
    })),
    // No key was cut, or the axis would not be compared; sets of an axis that counts amounts may have lost events.
    { isWhole: lostBy(after) === 0 },
  );
  const changes = keys.flatMap((key, at): Change[] => {
    const change = states[at] ?? 'present';
    if (change === 'present') return [];
    const [x, y] = [a.get(key), b.get(key)];
    return [
      {
        key,
        change,
        before: x?.observation ?? sides.unseenBefore,
        after: y?.observation ?? sides.unseenAfter,
        ...(change === 'new' && y?.firstBlock !== undefined && { first_seen_sec: secondsOf(y.firstBlock, after) }),
        ...(change === 'new' && {
          chance: chanceOfOneSide(sumOf(blocksAfter.get(key) ?? []), after.length, before.length),
        }),
      },
    ];
  });
  const ranked = changes.map((row) => ({
    row,
    rank: order.indexOf(row.change),
    count: amountOf(b.get(row.key)) || amountOf(a.get(row.key)),
  }));
  return {
    changes: ranked
      .toSorted((x, y) => x.rank - y.rank || y.count - x.count || compareText(x.row.key, y.row.key))
      .map(({ row }) => row),
    unchanged: states.filter((state) => state === 'present').length,
    expectedNew,
  };
}

const order: readonly (SetState | Change['change'])[] = ['new', 'stopped', 'not_seen'];

/** For each key and capture, in how many blocks it was seen; one where it was not measured by block. */
function blocksOf(side: readonly SideAxis[], keyOf: Counting['keyOf']): Map<string, number[]> {
  const names = namesBy(keyOf);
  const masks: number[][] = [];
  for (const [capture, { axis }] of side.entries()) {
    const { keys, amount, presence } = axis.columns;
    const numbers = names.numbersOf(keys);
    for (let at = 0; at < numbers.length; at += 1) {
      const number = numbers[at] ?? leftOut;
      if (number === leftOut || (amount[at] ?? 0) === 0) continue;
      const bits = presence[at] ?? noPresence;
      const found = (masks[number] ??= Array<number>(side.length).fill(0));
      found[capture] = (found[capture] ?? 0) | (bits === noPresence ? 1 : bits);
    }
  }
  // Holes are keys of the other side.
  return new Map(
    [...masks.entries()].flatMap(([number, found]) =>
      (found as number[] | undefined) === undefined ? [] : [[names.names[number] ?? '', found.map(countBits)] as const],
    ),
  );
}

function countBits(mask: number): number {
  let count = 0;
  for (let at = 0; at < blocksOfCapture; at += 1) count += (mask >> at) & 1;
  return count;
}

function amountOf(counted: Counted | undefined): number {
  return counted?.observation.count ?? 0;
}

function secondsOf(block: number, head: readonly SideAxis[]): number {
  const window = (head[0]?.vector.window.measured_ns ?? 0) / 1e9;
  return Math.round(((block * window) / blocksOfCapture) * 10) / 10;
}
