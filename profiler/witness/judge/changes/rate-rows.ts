/**
 * Rows of what is counted by amount. A report has many thousands, of which few are read: what sorts and counts them is
 * held as columns, and a row is made when it is asked for.
 */
import { compareText } from '../../bundle/keys/key-text.ts';
import { leftOut, namesBy } from '../../bundle/keys/key-names.ts';
import type { Change } from '../../diff/diff.ts';
import type { ChangeState, Observation, Verdict } from '../../diff/verdict.ts';
import type { LikelyVerdicts } from '../likely/judge-likely.ts';
import type { RateVerdict } from '../statistics/rate-verdicts.ts';
import type { AxisView } from '../views/views.ts';
import type { Detectable, RowFigures } from '../../diff/row-figures.ts';
import type { AxisRows, IsAsked } from './axis-rows.ts';
import { countBySlot, type Counted, sumRates } from './count-side.ts';
import {
  describeJudged,
  describeLikely,
  detectableRatio,
  type JudgedView,
  rankOf,
  type RateSides,
  withoutRatio,
  workOf,
} from './rate-changes.ts';

interface RateFacts {
  readonly view: Pick<AxisView, 'keyOf' | 'column' | 'unit'>;
  readonly sides: RateSides;
  readonly judged: JudgedView | undefined;
  readonly likely: LikelyVerdicts | undefined;
}

export class RateRows implements AxisRows {
  readonly #facts: RateFacts;
  /** By the number of the name of a key, the slot that its row is made of. */
  readonly #slots: Int32Array;
  /** Of each slot; those that are judged first, in the order of the verdicts. */
  readonly #keys: readonly string[];
  /** Amounts a second by slot; `NaN` of what a side has not seen. */
  readonly #before: Float64Array;
  readonly #after: Float64Array;
  /** Slots that a side has seen. */
  readonly #seen: Uint32Array;
  /** The same in the order of their rows. */
  #order: Uint32Array | undefined;

  constructor(facts: RateFacts) {
    const { view, sides, judged } = facts;
    const names = judged?.names ?? namesBy(view.keyOf);
    for (const { axis } of [...sides.before, ...sides.after]) names.numbersOf(axis.columns.keys);
    const keys = [...(judged?.keys ?? [])];
    // What nobody judged has a row of its own.
    const slots = Int32Array.from(names.names, (name, number) => {
      const place = judged?.places[number] ?? leftOut;
      return place === leftOut ? keys.push(name) - 1 : place;
    });
    this.#facts = facts;
    this.#slots = slots;
    this.#keys = keys;
    const counting = { names, slots, keys, column: view.column };
    [this.#before, this.#after] = [sumRates(sides.before, counting), sumRates(sides.after, counting)];
    const seen: number[] = [];
    for (let slot = 0; slot < keys.length; slot += 1) if (this.#isSeen(slot)) seen.push(slot);
    this.#seen = Uint32Array.from(seen);
  }

  get figures(): RowFigures {
    const counts: RowFigures['counts'] = {};
    let judged = 0;
    for (let at = 0; at < this.#seen.length; at += 1) {
      const slot = this.#seen[at] ?? 0;
      const state = this.#stateOf(slot);
      counts[state] = (counts[state] ?? 0) + 1;
      if (this.#isTested(slot)) judged += 1;
    }
    return {
      counts,
      judged,
      sumDifferences: () => {
        let sum = 0;
        for (const slot of this.#sorted()) sum += this.#distanceOf(slot);
        return sum;
      },
      listDetectable: () =>
        Array.from(this.#sorted(), (slot) => this.#detectableOf(slot)).filter((one) => one !== undefined),
    };
  }

  list(isAsked: IsAsked = () => true): Change[] {
    const asked = this.#seen.filter((slot) => isAsked(this.#stateOf(slot), this.#keys[slot] ?? ''));
    return this.#makeRows(this.#sort(asked));
  }

  #isSeen(slot: number): boolean {
    return !Number.isNaN(this.#before[slot] ?? Number.NaN) || !Number.isNaN(this.#after[slot] ?? Number.NaN);
  }

  /** Undefined where no verdict is on the key. */
  #likelyOf(slot: number): RateVerdict | undefined {
    const { judged, likely } = this.#facts;
    const found = judged === undefined ? likely?.verdicts.get(this.#keys[slot] ?? '') : undefined;
    return found?.state === 'changed' ? found : undefined;
  }

  #isJudged(slot: number): boolean {
    return slot < (this.#facts.judged?.keys.length ?? 0);
  }

  #stateOf(slot: number): ChangeState {
    const { judged } = this.#facts;
    if (judged !== undefined && this.#isJudged(slot)) return judged.verdicts.stateAt(slot);
    return this.#likelyOf(slot)?.state ?? 'not_judged';
  }

  #isTested(slot: number): boolean {
    const { judged } = this.#facts;
    if (judged !== undefined && this.#isJudged(slot)) return judged.verdicts.isTested(slot);
    return this.#likelyOf(slot) !== undefined;
  }

  #verdictOf(slot: number): Verdict | undefined {
    const { judged, likely } = this.#facts;
    if (judged !== undefined && this.#isJudged(slot)) return describeJudged(judged.verdicts.at(slot), judged).verdict;
    const found = this.#likelyOf(slot);
    return found && likely && describeLikely(found, likely).verdict;
  }

  /** Where a side has none there is no ratio. */
  #detectableOf(slot: number): Detectable | undefined {
    const [before, weight] = [this.#before[slot] || 0, this.#after[slot] || 0];
    if ((before === 0) !== (weight === 0)) return undefined;
    const { judged } = this.#facts;
    const isJudged = judged !== undefined && this.#isJudged(slot);
    const ratio = detectableRatio(isJudged ? judged.verdicts.detectableAt(slot) : this.#likelyOf(slot)?.detectable);
    return ratio === undefined ? undefined : { ratio, weight };
  }

  #distanceOf(slot: number): number {
    return Math.abs((this.#after[slot] || 0) - (this.#before[slot] || 0));
  }

  #sorted(): Uint32Array {
    this.#order ??= this.#sort(this.#seen);
    return this.#order;
  }

  /** What changed first, then by the distance between the sides. */
  #sort(slots: Uint32Array): Uint32Array {
    if (slots.length < 2) return slots;
    const [ranks, distances] = [new Uint8Array(this.#keys.length), new Float64Array(this.#keys.length)];
    for (const slot of slots) {
      ranks[slot] = rankOf(this.#stateOf(slot));
      distances[slot] = this.#distanceOf(slot);
    }
    return slots.toSorted(
      (x, y) =>
        (ranks[x] ?? 0) - (ranks[y] ?? 0) ||
        (distances[y] ?? 0) - (distances[x] ?? 0) ||
        compareText(this.#keys[x] ?? '', this.#keys[y] ?? ''),
    );
  }

  #makeRows(slots: Uint32Array): Change[] {
    const { view, sides, judged } = this.#facts;
    if (slots.length === 0) return [];
    const rows = new Int32Array(this.#keys.length).fill(leftOut);
    for (const [row, slot] of slots.entries()) rows[slot] = row;
    const counting = {
      names: judged?.names ?? namesBy(view.keyOf),
      slots: this.#slots.map((slot) => rows[slot] ?? leftOut),
      keys: Array.from(slots, (slot) => this.#keys[slot] ?? ''),
      column: view.column,
    };
    const [a, b] = [countBySlot(sides.before, counting), countBySlot(sides.after, counting)];
    const work = workOf(sides);
    return counting.keys.map((key, row): Change => {
      const slot = slots[row] ?? 0;
      const [own, other] = [a(row), b(row)];
      const before = observe(own, judged) ?? sides.unseenBefore;
      const after = observe(other, judged) ?? sides.unseenAfter;
      const made: Change = { key, change: this.#stateOf(slot), before, after };
      const place = other?.place ?? own?.place;
      if (place !== undefined) made.place = place;
      const verdict = this.#verdictOf(slot);
      if (verdict !== undefined) {
        const [rateBefore, rateAfter] = [this.#before[slot] || 0, this.#after[slot] || 0];
        made.verdict = withoutRatio(verdict, { before: rateBefore, after: rateAfter, unit: view.unit, work });
      }
      return made;
    });
  }
}

/** Without a verdict a reader has only the spread inside the window to compare a difference with. */
function observe(counted: Counted | undefined, judged: JudgedView | undefined): Observation | undefined {
  if (counted?.spread === undefined || judged !== undefined) return counted?.observation;
  return { ...counted.observation, spread: counted.spread };
}
