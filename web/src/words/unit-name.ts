import { allWords } from './words.ts';

/** A unit that the page has no word for is shown as it is served: `CPU ms/s`, `bytes/s`. */
export function unitName(unit: string): string {
  const names: Readonly<Record<string, string>> = allWords().comparison.units;
  return names[unit] ?? unit;
}
