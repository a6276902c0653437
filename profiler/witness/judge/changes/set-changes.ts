/** Rows of a set: what is new, what has stopped and what was not seen, with what not seeing it excludes. */
import type { SideAxis } from '../comparable/comparable.ts';
import { compareText } from '../../bundle/keys/key-text.ts';
import { countBySlot, type Counted, type Counting, lostBy, namesOfSides } from './count-side.ts';
import type { Change } from '../../diff/diff.ts';
import { type KeyNames, leftOut, Slots } from '../../bundle/keys/key-names.ts';
import { judgeNew } from '../statistics/judge-new.ts';
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

/** `subjectOf`: as a view has it. */
type SetCounting = Counting & { readonly subjectOf?: ((key: string) => string | undefined) | undefined };

export function compareSets(sides: RateSides, { keyOf, subjectOf }: SetCounting): SetRows {
  const { before, after } = sides;
  const names = namesOfSides([before, after], keyOf);
  const seen = new Slots(names.names.length);
  const [blocksBefore, blocksAfter] = [blocksOf(before, names, seen), blocksOf(after, names, seen)];
  const [noneBefore, noneAfter] = [before.map(() => 0), after.map(() => 0)];
  const isShared = subjectOf === undefined ? () => false : findShared(before, after, subjectOf);
  // A key of one side whose subject both sides have is neither new nor gone.
  const asked = seen.numbers.filter((number) => {
    const isOnBoth = blocksBefore[number] !== undefined && blocksAfter[number] !== undefined;
    return isOnBoth || !isShared(names.names[number] ?? '');
  });
  const keys = asked.map((number) => ({
    before: blocksBefore[number] ?? noneBefore,
    after: blocksAfter[number] ?? noneAfter,
  }));
  // No key was cut, or the axis would not be compared; sets of an axis that counts amounts may have lost events.
  const { states, expectedNew } = judgeSets(keys, { isWhole: lostBy(after) === 0 });
  const isBeyondChance = judgeNew(keys);
  const differing = asked.flatMap((number, at) => {
    const change = states[at] ?? 'present';
    return change === 'present' ? [] : [{ number, change, isBeyondChance: isBeyondChance[at] === true }];
  });
  const slots = new Int32Array(names.names.length).fill(leftOut);
  for (const [slot, { number }] of differing.entries()) slots[number] = slot;
  const rowKeys = differing.map(({ number }) => names.names[number] ?? '');
  const counting = { names, slots, keys: rowKeys, column: undefined };
  const [a, b] = [countBySlot(before, counting), countBySlot(after, counting)];
  const ranked = differing.map(({ number, change, isBeyondChance: isSure }, slot): Ranked => {
    const [x, y] = [a(slot), b(slot)];
    const row: Change = {
      key: rowKeys[slot] ?? '',
      change,
      before: x?.observation ?? sides.unseenBefore,
      after: y?.observation ?? sides.unseenAfter,
    };
    placeRow(row, y ?? x);
    if (change === 'new') {
      if (y?.firstBlock !== undefined) row.first_seen_sec = secondsOf(y.firstBlock, after);
      row.chance = chanceOfOneSide(sumOf(blocksAfter[number] ?? []), after.length, before.length);
      if (!isSure) row.comes_and_goes = true;
    }
    return { row, rank: order.indexOf(change), count: amountOf(y) || amountOf(x) };
  });
  return {
    changes: ranked
      .toSorted((x, y) => x.rank - y.rank || y.count - x.count || compareText(x.row.key, y.row.key))
      .map(({ row }) => row),
    unchanged: seen.numbers.length - ranked.length,
    expectedNew,
  };
}

function placeRow(row: Change, counted: Counted | undefined): void {
  if (counted?.place !== undefined) row.place = counted.place;
}

/** Whether both sides have the subject of a key. */
function findShared(
  before: readonly SideAxis[],
  after: readonly SideAxis[],
  subjectOf: (key: string) => string | undefined,
): (key: string) => boolean {
  const [a, b] = [before, after].map((side) => {
    const keys = side.flatMap(({ axis: { columns } }) => columns.keys.filter((_, at) => (columns.amount[at] ?? 0) > 0));
    return new Set(keys.flatMap((key) => subjectOf(key) ?? []));
  });
  return (key) => {
    const subject = subjectOf(key);
    return subject !== undefined && a?.has(subject) === true && b?.has(subject) === true;
  };
}

const order: readonly (SetState | Change['change'])[] = ['new', 'stopped', 'not_seen'];

interface Ranked {
  readonly row: Change;
  readonly rank: number;
  readonly count: number;
}

/** By the number of the name, for each capture, in how many blocks it was seen; one where it was not measured by block. Adds what is seen to `seen`. */
function blocksOf(side: readonly SideAxis[], names: KeyNames, seen: Slots): (number[] | undefined)[] {
  const masks = names.names.map((): number[] | undefined => undefined);
  for (const [capture, { axis }] of side.entries()) {
    const numbers = names.numbersOf(axis.columns.keys);
    addMasks(masks, axis.columns, { numbers, seen, capture, of: side.length });
  }
  return masks.map((found) => found?.map(countBits));
}

interface Sighting {
  readonly numbers: Int32Array;
  readonly seen: Slots;
  /** Which one, of how many. */
  readonly capture: number;
  readonly of: number;
}

function addMasks(
  masks: (number[] | undefined)[],
  { amount, presence }: SideAxis['axis']['columns'],
  { numbers, seen, capture, of }: Sighting,
): void {
  for (let at = 0; at < numbers.length; at += 1) {
    const number = numbers[at] ?? leftOut;
    if (number === leftOut || (amount[at] ?? 0) === 0) continue;
    seen.of(number);
    const bits = presence[at] ?? noPresence;
    const found = (masks[number] ??= Array<number>(of).fill(0));
    found[capture] = (found[capture] ?? 0) | (bits === noPresence ? 1 : bits);
  }
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
