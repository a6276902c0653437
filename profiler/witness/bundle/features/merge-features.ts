/** Features of one key are one feature. */
import type { Feature } from '../record/bundle.ts';
import { compareText } from '../keys/compare-text.ts';

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
const summed = ['events', 'samples', 'ns', 'inclusive', 'bytes', 'timed'] as const;

function add(a: Feature, b: Feature): Feature {
  const sum: Feature = { key: a.key, amount: a.amount + b.amount, unit: a.unit };
  for (const name of summed) {
    const [x, y] = [a[name], b[name]];
    if (x !== undefined && y !== undefined) sum[name] = x + y;
  }
  if (a.blocks !== undefined && b.blocks !== undefined) sum.blocks = addEach(a.blocks, b.blocks);
  if (a.hist !== undefined && b.hist !== undefined) sum.hist = addEach(a.hist, b.hist);
  // One function has one place.
  const place = a.place ?? b.place;
  return place === undefined ? sum : { ...sum, place };
}

function addEach(a: readonly number[], b: readonly number[]): number[] {
  return a.map((value, index) => value + (b[index] ?? 0));
}
