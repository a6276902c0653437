/** Features of one key are one feature. */
import type { Feature } from './bundle.ts';
import { compareText } from './encode.ts';

/** Adds up features that normalisation gave the same key. */
export function merge(features: readonly Feature[]): Feature[] {
  const byKey = new Map<string, Feature>();
  for (const feature of features) {
    const before = byKey.get(feature.key);
    byKey.set(feature.key, before === undefined ? feature : add(before, feature));
  }
  return [...byKey.values()].toSorted((a, b) => compareText(a.key, b.key));
}

/** What each of two features counts, if both do. */
const counted = ['ns', 'inclusive', 'bytes', 'samples', 'timed'] as const;

function add(a: Feature, b: Feature): Feature {
  const sum: Feature = { key: a.key, count: a.count + b.count, blocks: addEach(a.blocks, b.blocks) };
  for (const name of counted) {
    const [x, y] = [a[name], b[name]];
    if (x !== undefined && y !== undefined) sum[name] = x + y;
  }
  if (a.hist !== undefined && b.hist !== undefined) sum.hist = addEach(a.hist, b.hist);
  // One function has one place.
  const place = a.place ?? b.place;
  return place === undefined ? sum : { ...sum, place };
}

function addEach(a: readonly number[], b: readonly number[]): number[] {
  return a.map((value, index) => value + (b[index] ?? 0));
}
