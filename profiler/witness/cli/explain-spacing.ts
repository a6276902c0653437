/** That captures count as one because they are close to each other, and with which spacing they would not. */
import { countOccasions, findOccasions, leastOccasions, plannedOccasions } from '../judge/captures/occasions.ts';
import type { ChosenCapture, ChosenSides } from './choose-sides.ts';

/** Empty where another spacing would change nothing that is judged. */
export function explainSpacing(
  { head, headReplicates, baseline, baselineReplicates }: ChosenSides,
  spacingMs: number,
): string[] {
  const sides = [
    [baseline, ...baselineReplicates],
    [head, ...headReplicates],
  ] as const;
  if (sides.some((side) => side.length < leastOccasions)) return [];
  const close = sides.filter((side) => {
    const occasions = occasionsOf(side, spacingMs);
    return occasions < plannedOccasions && occasions < side.length;
  });
  const [first, ...others] = close.map((side) => sayCounted(side, spacingMs));
  if (first === undefined) return [];
  const helps = Math.min(...sides.map(leastGapSec));
  const level = sides.some((side) => occasionsOf(side, spacingMs) < leastOccasions)
    ? 'no amount has a verdict'
    : 'no verdict is confirmed';
  return [
    `${[first, ...others].join(' and ')}, because captures of a version less than ${spacingMs / 1000} s apart count as one: ${level}. ` +
      `--spacing ${helps} counts each of these; captures of one moment share the state of the machine, so that a difference between two moments may pass for one between versions`,
  ];
}

function sayCounted(side: readonly ChosenCapture[], spacingMs: number): string {
  return `${side[0]?.ref.version ?? ''} has ${countOccasions(side.length, occasionsOf(side, spacingMs))}`;
}

function occasionsOf(side: readonly ChosenCapture[], spacingMs: number): number {
  return findOccasions(side.map(startOf), spacingMs).length;
}

/** Whole seconds between the two captures of a side that are closest to each other. */
function leastGapSec(side: readonly ChosenCapture[]): number {
  const starts = side.map(startOf).toSorted((a, b) => a - b);
  const gaps = starts.slice(1).map((start, at) => start - (starts[at] ?? start));
  return Math.floor(Math.min(...gaps) / 1000);
}

function startOf({ bundle }: ChosenCapture): number {
  return Date.parse(bundle.window.start_wall);
}
