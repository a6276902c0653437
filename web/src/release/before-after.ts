/** What curves show of a moment: the median before it and after it, of the one that changed most. Pure. */
import type { Curve } from '../ask/ask-answer.ts';

/** Fewer on a side say nothing about it. */
export const leastPoints = 5;

export type BeforeAfter =
  /** Points of the curve that lacks the fewest. */
  | { readonly is: 'few'; readonly before: number; readonly after: number }
  | {
      readonly is: 'compared';
      /** Of the curve, in the list. */
      readonly place: number;
      readonly before: number;
      readonly after: number;
      /** After divided by before. Undefined where one of them is zero, or they have different signs. */
      readonly factor: number | undefined;
      /** Curves with enough points, among which it changed most. */
      readonly of: number;
    };

/** `curves` of one unit; `atSec`: the moment, which belongs to the time after it. Gaps do not count. */
export function compareMedians(curves: readonly Curve[], atSec: number): BeforeAfter {
  const sides = curves.map(({ points }, place) => {
    const known = points.filter((point): point is readonly [number, number] => point[1] !== undefined);
    const [before, after] = [known.filter(([at]) => at < atSec), known.filter(([at]) => at >= atSec)];
    return { place, before: before.map(([, value]) => value), after: after.map(([, value]) => value) };
  });
  const compared = sides
    .filter(({ before, after }) => before.length >= leastPoints && after.length >= leastPoints)
    .map(({ place, before, after }) => ({ place, before: medianOf(before), after: medianOf(after) }));
  const [first] = compared.toSorted((a, b) => sizeOf(b) - sizeOf(a) || distanceOf(b) - distanceOf(a));
  if (first === undefined) {
    const [fullest] = sides
      .map(({ before, after }) => ({ before: before.length, after: after.length }))
      .toSorted((a, b) => Math.min(b.before, b.after) - Math.min(a.before, a.after));
    return { is: 'few', ...(fullest ?? { before: 0, after: 0 }) };
  }
  return { is: 'compared', ...first, factor: factorOf(first), of: compared.length };
}

interface Medians {
  readonly before: number;
  readonly after: number;
}

/** Halving is as large as doubling; what has no factor is larger than what has one. */
function sizeOf(medians: Medians): number {
  if (medians.before === medians.after) return 0;
  const factor = factorOf(medians);
  return factor === undefined ? Number.MAX_VALUE : Math.abs(Math.log(factor));
}

function distanceOf({ before, after }: Medians): number {
  return Math.abs(after - before);
}

function factorOf({ before, after }: Medians): number | undefined {
  return before * after > 0 ? after / before : undefined;
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [low = 0, high = low] = sorted.slice(Math.ceil(sorted.length / 2) - 1, Math.floor(sorted.length / 2) + 1);
  return (low + high) / 2;
}
