/**
 * Captures of a version that were taken shortly after each other see the same moment: they count as one occasion, and
 * what they measured is added up. How many occasions a verdict needs, and for how long they are fresh evidence. It loads
 * nothing: web pages use it.
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

/** Longest time after the head during which captures count. */
export const windowMs = 24 * 3_600_000;
/** Occasions of each version that a confirmed verdict needs. */
export const plannedOccasions = 3;
/** With fewer there is no verdict. */
export const leastOccasions = 2;

export type WindowEnd = 'planned' | 'next_version' | 'time';

export interface ConfirmationWindow {
  readonly state: 'open' | 'closed';
  /** When it closes at the latest, or has closed: milliseconds. */
  readonly closesAt: number;
  readonly closedBy?: WindowEnd | undefined;
  /** Occasions of the newer version that count. */
  readonly occasions: number;
  /** Still to come, for a confirmed verdict. */
  readonly missing: number;
  /** Whether further captures of each version would count. */
  readonly wants: { readonly baseline: boolean; readonly head: boolean };
}
