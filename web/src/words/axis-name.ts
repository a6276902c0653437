import { allWords } from './words.ts';

/** An axis this page has no words for is shown under its own id. */
export function axisName(axis: string): string {
  const names: Readonly<Record<string, string>> = allWords().axisNames;
  return names[axis] ?? axis;
}
