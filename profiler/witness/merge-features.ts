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

function add(a: Feature, b: Feature): Feature {
  return {
    key: a.key,
    count: a.count + b.count,
    blocks: addEach(a.blocks, b.blocks),
    // Of one function there is one.
    ...((a.place ?? b.place) !== undefined && { place: a.place ?? b.place }),
    ...(a.ns !== undefined && b.ns !== undefined && { ns: a.ns + b.ns }),
    ...(a.inclusive !== undefined && b.inclusive !== undefined && { inclusive: a.inclusive + b.inclusive }),
    ...(a.bytes !== undefined && b.bytes !== undefined && { bytes: a.bytes + b.bytes }),
    ...(a.samples !== undefined && b.samples !== undefined && { samples: a.samples + b.samples }),
    ...(a.timed !== undefined && b.timed !== undefined && { timed: a.timed + b.timed }),
    ...(a.hist !== undefined && b.hist !== undefined && { hist: addEach(a.hist, b.hist) }),
  };
}

function addEach(a: readonly number[], b: readonly number[]): number[] {
  return a.map((value, index) => value + (b[index] ?? 0));
}
