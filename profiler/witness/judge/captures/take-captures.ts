/** Which captures of one deployment are taken into a comparison: whole occasions, and which of them first. */
import type { Deployment } from './deployments.ts';
import { findOccasions, plannedOccasions, type WindowEnd, windowMs } from './occasions.ts';

/** Captures of one occasion that are used; more of the same moment add little. */
const mostOfOccasion = 3;
/** Captures of the older version, beside its head: more add memory and no certainty. */
const mostEarlier = 10;

export interface Timing<T> {
  /** Milliseconds between two captures that count as two. */
  readonly spacingMs: number;
  /** When a capture began to measure, milliseconds. */
  readonly startOf: (capture: T) => number;
}

/** From the head on, milliseconds; and what ends it when the planned captures do not. */
export interface Span {
  readonly opened: number;
  readonly latest: number;
  readonly by: WindowEnd;
}

export interface Taken<T> {
  /** The head first. */
  readonly captures: readonly T[];
  /** Of the planned ones. */
  readonly occasions: number;
  /** When the last planned occasion began; undefined while there are fewer. */
  readonly completeAt: number | undefined;
}

interface Timed<T> {
  readonly capture: T;
  readonly start: number;
}

export function spanOf<T>({ head, nextVersionAt }: Deployment<T>, { startOf }: Timing<T>): Span {
  const opened = startOf(head);
  const byTime = opened + windowMs;
  if (nextVersionAt === undefined || nextVersionAt >= byTime) return { opened, latest: byTime, by: 'time' };
  return { opened, latest: Math.max(opened, nextVersionAt), by: 'next_version' };
}

/** What was measured within the span: the planned occasions, the oldest first. */
export function takeFirst<T>(deployment: Deployment<T>, { opened, latest }: Span, timing: Timing<T>): Taken<T> {
  const inside = listTimed(deployment, timing).filter(({ start }) => start >= opened && start <= latest);
  return takePlanned(deployment, inside, timing);
}

/**
 * Of the older version, what was measured before the newer one's head: the newest occasions, however many. Where they
 * are too few, captures within the span count until the planned occasions are there.
 */
export function takeEarlier<T>(baseline: Deployment<T>, { opened, latest }: Span, timing: Timing<T>): Taken<T> {
  const all = listTimed(baseline, timing);
  const earlier = all.filter(({ start }) => start < opened);
  const occasions = groupTimed(earlier, timing);
  if (occasions.length < plannedOccasions) {
    const known = all.filter(({ start }) => start <= latest);
    return takePlanned(baseline, known, timing);
  }
  const kept: T[] = [];
  for (const own of occasions.toReversed()) {
    const some = own.slice(0, mostOfOccasion).map(({ capture }) => capture);
    if (kept.length + some.length > mostEarlier) break;
    kept.unshift(...some);
  }
  const completeAt = Number.NEGATIVE_INFINITY;
  return { captures: leadBy(baseline, kept), occasions: plannedOccasions, completeAt };
}

/** With the first capture of the last planned occasion nothing is missing any more. */
function takePlanned<T>(deployment: Deployment<T>, some: readonly Timed<T>[], timing: Timing<T>): Taken<T> {
  const planned = groupTimed(some, timing).slice(0, plannedOccasions);
  const last = planned[plannedOccasions - 1];
  const kept = planned.flatMap((own) => own.slice(0, own === last ? 1 : mostOfOccasion));
  return {
    captures: leadBy(
      deployment,
      kept.map(({ capture }) => capture),
    ),
    occasions: planned.length,
    completeAt: last?.[0]?.start,
  };
}

/** In order of time; the head before others of its moment. */
function listTimed<T>({ captures }: Deployment<T>, { startOf }: Timing<T>): readonly Timed<T>[] {
  return captures.map((capture) => ({ capture, start: startOf(capture) })).toSorted((a, b) => a.start - b.start);
}

function groupTimed<T>(some: readonly Timed<T>[], { spacingMs }: Timing<T>): readonly (readonly Timed<T>[])[] {
  const starts = some.map(({ start }) => start);
  return findOccasions(starts, spacingMs).map((places) => places.flatMap((at) => some[at] ?? []));
}

/** The head, which a side is called by, comes first, also where its moment has more captures than are used. */
function leadBy<T>({ head }: Deployment<T>, captures: readonly T[]): readonly T[] {
  return [head, ...captures.filter((one) => one !== head)];
}
