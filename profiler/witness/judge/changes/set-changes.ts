/** Rows of a set: what is new, what has stopped and what was not seen, with what not seeing it excludes. */
import type { SideAxis } from '../comparable/comparable.ts';
import { compareText } from '../../bundle/keys/key-text.ts';
import { countBySlot, type Counted, type Counting, lostBy, namesOfSides } from './count-side.ts';
import type { Change } from '../../diff/diff.ts';
import { type KeyNames, leftOut, Slots } from '../../bundle/keys/key-names.ts';
import { blocksOfCapture, judgeSets, type SetState } from '../statistics/judge-sets.ts';
import { chanceOfOneSide } from '../statistics/judge-stopped.ts';
import { sumOf } from '../statistics/sums.ts';
import type { RateSides } from './rate-changes.ts';
import { noPresence } from '../../bundle/vector/capture-vector.ts';

export interface SetRows {
  readonly changes: Change[];
  /** Keys that both sides have. */
  readonly unchanged: number;
  readonly expectedNew: number;
}

export function compareSets(sides: RateSides, { keyOf }: Counting): SetRows {
  const { before, after } = sides;
  const names = namesOfSides([before, after], keyOf);
  const slots = new Slots(names.names.length);
  const [a, b] = [before, after].map((side) => countBySlot(side, { keyOf }, { names, slots })) as [CountOf, CountOf];
  const [blocksBefore, blocksAfter] = [blocksOf(before, names), blocksOf(after, names)];
  const [noneBefore, noneAfter] = [before.map(() => 0), after.map(() => 0)];
  const { states, expectedNew } = judgeSets(
    slots.numbers.map((number) => ({
      before: blocksBefore[number] ?? noneBefore,
      after: blocksAfter[number] ?? noneAfter,
    })),
    // No key was cut, or the axis would not be compared; sets of an axis that counts amounts may have lost events.
    { isWhole: lostBy(after) === 0 },
  );
  const ranked = slots.numbers.flatMap((number, slot): Ranked[] => {
    const change = states[slot] ?? 'present';
    if (change === 'present') return [];
    const [x, y] = [a(slot), b(slot)];
    const row: Change = {
      key: names.names[number] ?? '',
      change,
      before: x?.observation ?? sides.unseenBefore,
      after: y?.observation ?? sides.unseenAfter,
    };
    if (change === 'new') {
      if (y?.firstBlock !== undefined) row.first_seen_sec = secondsOf(y.firstBlock, after);
      row.chance = chanceOfOneSide(sumOf(blocksAfter[number] ?? []), after.length, before.length);
    }
    return [{ row, rank: order.indexOf(change), count: amountOf(y) || amountOf(x) }];
  });
  return {
    changes: ranked
      .toSorted((x, y) => x.rank - y.rank || y.count - x.count || compareText(x.row.key, y.row.key))
      .map(({ row }) => row),
    unchanged: states.filter((state) => state === 'present').length,
    expectedNew,
  };
}

const order: readonly (SetState | Change['change'])[] = ['new', 'stopped', 'not_seen'];

type CountOf = (slot: number) => Counted | undefined;

interface Ranked {
  readonly row: Change;
  readonly rank: number;
  readonly count: number;
}

/** By the number of the name, for each capture, in how many blocks it was seen; one where it was not measured by block. */
function blocksOf(side: readonly SideAxis[], names: KeyNames): (number[] | undefined)[] {
  const masks = names.names.map((): number[] | undefined => undefined);
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
  return masks.map((found) => found?.map(countBits));
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
