import { closest, distance } from 'fastest-levenshtein';

/** In parentheses on a line of its own, as commander suggests an option; empty where nothing is near. */
export function suggest(word: string, known: readonly string[]): string {
  const name = nearest(word, known);
  return name === undefined ? '' : `\n(Did you mean ${name}?)`;
}

/** The known name that needs the fewest changes; undefined when that is more than two in five of its letters. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  if (known.length === 0) return undefined;
  const name = closest(
    word.toLowerCase(),
    known.map((one) => one.toLowerCase()),
  );
  const found = known.find((one) => one.toLowerCase() === name);
  const changes = distance(word.toLowerCase(), name);
  return changes <= Math.ceil(name.length * 0.4) ? found : undefined;
}
