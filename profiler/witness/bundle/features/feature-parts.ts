/** What features of several axes are made of, and how those of one key become one. */
import { compareText } from '../keys/key-text.ts';
import type { Feature, SourcePlace } from '../record/bundle.ts';

export function functionKey({ name, module }: { readonly name: string; readonly module: string }): string {
  return `${name} (${module})`;
}

/** Where a function is declared, as far as that is known. */
export function placeOf(
  declared: { readonly file?: string | undefined; readonly line?: number | undefined } | undefined,
): Pick<Feature, 'place'> {
  if (declared?.file === undefined) return {};
  const { file, line } = declared;
  return { place: { file, ...(line !== undefined && { line }) } };
}

/** An outcome belongs to a key when it is not the usual one. */
export function failure(outcome: string): string[] {
  return outcome === 'ok' ? [] : [outcome];
}

/** Blocks exist where they are the amount's own: what was counted in another unit, or in part, has none. */
export function inBlocks(amount: number, blocks: readonly number[]): Pick<Feature, 'blocks'> {
  let sum = 0;
  for (const one of blocks) sum += one;
  return sum === amount ? { blocks: [...blocks] } : {};
}

/** Something that was counted one by one. */
export function counted(key: string, { count, blocks }: { count: number; blocks: readonly number[] }): Feature {
  return { key, amount: count, unit: 'events', events: count, ...inBlocks(count, blocks) };
}

interface Drawn {
  /** Estimates of all events from those whose stacks were drawn. */
  readonly count: number;
  readonly weight: number;
}

/**
 * How many of the drawn stacks are those of each row; not rounded, because rows are still to be added up. Each event
 * has its stack drawn until there are too many; from then on the chance of one follows its weight.
 */
export function shareSamples(samples: number, rows: readonly Drawn[]): number[] {
  let [counts, weights] = [0, 0];
  for (const { count, weight } of rows) [counts, weights] = [counts + count, weights + weight];
  if (counts === samples) return rows.map(({ count }) => count);
  return rows.map(({ weight }) => (weights === 0 ? 0 : (samples * weight) / weights));
}

/** Of merged features. At least one was drawn of what is listed. */
export function roundSamples(feature: Feature): Feature {
  return { ...feature, samples: Math.max(1, Math.round(feature.samples ?? 0)) };
}

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
  // Functions of one name that two files declare have none.
  const isSpread = a.place !== undefined && b.place !== undefined && !isSamePlace(a.place, b.place);
  const place = isSpread ? undefined : (a.place ?? b.place);
  return place === undefined ? sum : { ...sum, place };
}

function isSamePlace(a: SourcePlace, b: SourcePlace): boolean {
  return a.file === b.file && a.line === b.line;
}

function addEach(a: readonly number[], b: readonly number[]): number[] {
  return a.map((value, index) => value + (b[index] ?? 0));
}
