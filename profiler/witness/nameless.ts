/**
 * Functions without a name. The collector distinguishes them by where they begin in one build of their module, which
 * says nothing about another build: what two builds have at the same place are different functions.
 */
import type { AxisId } from './collector-record.ts';
import type { CaptureVector } from './vector/capture-vector.ts';

/** The beginning of the build id, then the place. */
const nameless = /\[unknown (?<build>[\da-f]{2,8})\+[\da-f]+\]/gu;

/** Axes with functions in their keys. */
export const withFunctions: ReadonlySet<AxisId> = new Set(['cpu_stacks', 'off_cpu', 'locks', 'memory', 'allocations']);

/** What a compiler adds to the name of a function that it split or copied: the next build may number it otherwise. */
const cloneMark =
  /(?:(?:\.(?:constprop|isra|part|lto_priv)\.\d+|\.cold(?:\.\d+)?)+| \[clone \.(?:constprop|isra|part|lto_priv|cold)[.\d]*\])(?= \([^()]+\)$)/u;

/**
 * Keys of an axis as both sides may have them: a function without a name stays itself where both ran its build, and the
 * parts and copies of a function that a compiler made are that function.
 */
export function foldNameless(
  before: readonly CaptureVector[],
  after: readonly CaptureVector[],
): (axis: AxisId, key: string) => string {
  const [a, b] = [buildsOf(before), buildsOf(after)];
  const fold = (whole: string, build: string): string => (a.has(build) && b.has(build) ? whole : '[unknown]');
  return (axis, key) => (withFunctions.has(axis) ? key.replaceAll(nameless, fold).replace(cloneMark, '') : key);
}

function buildsOf(vectors: readonly CaptureVector[]): Set<string> {
  const builds = new Set<string>();
  for (const axis of vectors.flatMap(({ axes }) => axes)) {
    if (axis.state === 'missing' || !withFunctions.has(axis.axis)) continue;
    for (const key of axis.columns.keys) {
      for (const [, build = ''] of key.matchAll(nameless)) builds.add(build);
    }
  }
  return builds;
}

/** Whether a function has no name, but is known as one. */
export function isToldApart(name: string): boolean {
  return name.startsWith('[unknown ');
}

/** Whether a function has no name. */
export function isNameless(name: string): boolean {
  return name === '[unknown]' || isToldApart(name);
}
