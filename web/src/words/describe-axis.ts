/** What an axis is called, its unit, and what became of its keys. */
import type { AxisSummary } from '../../../profiler/witness/diff/diff.ts';
import { countRows, countStates } from '../reading/count-states.ts';
import { formatCount } from '../reading/format-number.ts';
import { allWords, locale } from './words.ts';

/** How many keys an axis has and what became of them. */
export function describeCounts(axis: AxisSummary): string {
  const say = allWords().comparison.axes;
  const text = (value: number): string => formatCount(value, locale.value);
  const counts = countStates(axis);
  const listed = countRows(axis);
  const all = listed + axis.unchanged;
  const keys = say.keys(all, text(all));
  const some = (value: number, write: (count: string) => string): string[] => (value === 0 ? [] : [write(text(value))]);
  if (axis.kind === 'set') {
    if (listed === 0) return say.noneNew(keys);
    return [
      keys,
      ...some(counts.new, say.fresh),
      ...some(counts.stopped, say.stopped),
      ...some(counts.not_seen, say.notSeen),
    ].join(', ');
  }
  if (axis.no_noise_floor !== undefined) return say.noVerdict(keys);
  return [
    counts.changed === 0 ? say.none(keys) : `${keys}, ${say.changed(text(counts.changed))}`,
    ...some(counts.undecided, say.undecided),
    ...some(counts.too_rare, say.tooRare),
  ].join(', ');
}

/** An axis this page has no words for is shown under its own id. */
export function axisName(axis: string): string {
  const names: Readonly<Record<string, string>> = allWords().axisNames;
  return names[axis] ?? axis;
}

/** What one of a unit a second is called. */
export function oneOfUnit(unit: string): string | undefined {
  const names: Readonly<Record<string, string>> = allWords().comparison.oneOf;
  return names[unit];
}

/** A unit that the page has no word for is shown as it is served: `CPU ms/s`, `bytes/s`. */
export function unitName(unit: string): string {
  const names: Readonly<Record<string, string>> = allWords().comparison.units;
  return names[unit] ?? unit;
}
