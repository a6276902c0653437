/**
 * Normalises the paths of one capture together. One made-up name in twenty reads like a word and
 * cannot be recognised from one alone; among many siblings that were made up it can: same place, same length.
 */
import type { Normaliser } from './normalise.ts';

/** Made-up names of one shape from which on their siblings are believed to be made up as well. */
const enoughSiblings = 20;
/** More words than this share of the siblings are names that somebody chose. */
const mostWordsShare = 0.2;

interface Shape {
  readonly before: string;
  readonly after: string;
  readonly length: number;
  readonly madeUp: Set<string>;
}

/** Path → key, for every path given. */
export function normalisePaths(paths: Iterable<string>, normaliser: Normaliser): Map<string, string> {
  const keys = new Map<string, string>();
  for (const path of paths) if (!keys.has(path)) keys.set(path, normaliser.path(path));
  for (const shape of findShapes(keys)) {
    const words = [...keys.keys()].filter((path) => keys.get(path) === path && isOfShape(path, shape));
    if (words.length > shape.madeUp.size * mostWordsShare) continue;
    for (const word of words) {
      const name = word.slice(shape.before.length, shape.before.length + shape.length);
      keys.set(word, `${shape.before}${normaliser.temporary(name)}${shape.after}`);
    }
  }
  return keys;
}

interface WithPath {
  readonly path?: string | undefined;
}

/** Says the key of each path that is in these rows. */
export function namePaths(rows: readonly WithPath[], normaliser: Normaliser): (path: string) => string {
  const keys = normalisePaths(
    rows.flatMap(({ path }) => path ?? []),
    normaliser,
  );
  return (path) => keys.get(path) ?? path;
}

function findShapes(keys: ReadonlyMap<string, string>): Shape[] {
  const shapes = new Map<string, Shape>();
  for (const [path, key] of keys) {
    const [before = '', after, ...others] = key.split('{tmp}');
    // With a second placeholder the rest of the key is not the rest of the path.
    if (after === undefined || others.length > 0 || !path.startsWith(before) || !path.endsWith(after)) continue;
    const name = path.slice(before.length, path.length - after.length);
    const id = JSON.stringify([before, after, name.length]);
    const shape = shapes.get(id) ?? { before, after, length: name.length, madeUp: new Set() };
    shape.madeUp.add(name);
    shapes.set(id, shape);
  }
  return [...shapes.values()].filter(({ madeUp }) => madeUp.size >= enoughSiblings);
}

function isOfShape(path: string, { before, after, length }: Shape): boolean {
  if (path.length !== before.length + length + after.length) return false;
  if (!path.startsWith(before) || !path.endsWith(after)) return false;
  return /^[A-Za-z\d]+$/u.test(path.slice(before.length, before.length + length));
}
