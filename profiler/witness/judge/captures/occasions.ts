/**
 * Captures of a version that were taken shortly after each other see the same moment: they count as one. What they
 * measured is added up.
 */
import type { CaptureVector } from '../../bundle/vector/capture-vector.ts';

/** Between the beginnings of two captures that count as two. */
export const defaultSpacingMs = 15 * 60_000;

/** Groups of indexes, in order of time. `starts`: when each capture's window began, milliseconds. */
export function findOccasions(starts: readonly number[], spacingMs: number): number[][] {
  const order = [...starts.keys()].toSorted((a, b) => (starts[a] ?? 0) - (starts[b] ?? 0) || a - b);
  const occasions: number[][] = [];
  let opened = Number.NEGATIVE_INFINITY;
  for (const at of order) {
    const start = starts[at] ?? 0;
    if (start - opened >= spacingMs) {
      occasions.push([at]);
      opened = start;
    } else occasions.at(-1)?.push(at);
  }
  return occasions;
}

/** Of captures, in order of time. */
export function groupByOccasion<T extends { readonly vector: Pick<CaptureVector, 'window'> }>(
  captures: readonly T[],
  spacingMs: number,
): T[][] {
  return findOccasions(captures.map(startOf), spacingMs).map((some) => some.flatMap((at) => captures[at] ?? []));
}

/** When the window of a capture began, milliseconds. */
export function startOf({ vector }: { readonly vector: Pick<CaptureVector, 'window'> }): number {
  return Date.parse(vector.window.start_wall);
}

/** "3 captures", or "3 captures, 1 occasion" where some were too close to each other. */
export function countOccasions(captures: number, occasions: number): string {
  const taken = `${captures} ${captures === 1 ? 'capture' : 'captures'}`;
  return captures === occasions ? taken : `${taken}, ${occasions} ${occasions === 1 ? 'occasion' : 'occasions'}`;
}
