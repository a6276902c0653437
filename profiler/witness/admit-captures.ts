/**
 * Which captures a comparison admits, and the confirmation window that decides it. Comparison, flame graph, lists and
 * files all ask here. Once the window has closed, no later capture changes the answer.
 */
import type { Pairing } from './baseline.ts';
import type { CaptureListing, Deployment } from './deployments.ts';
import { type ConfirmationWindow, plannedOccasions, windowMs, type WindowEnd } from './judge/confirmation-window.ts';
import { findOccasions } from './judge/occasions.ts';

/** Captures of one occasion that are used; more of the same moment add little. */
const mostOfOccasion = 3;
/** Captures of the older version, beside its head: more add memory and no certainty. */
const mostEarlier = 10;

/** A version without a baseline has a window too. */
export type Sides<T extends CaptureListing> = Pick<Pairing<T>, 'head' | 'own'> & Partial<Pick<Pairing<T>, 'baseline'>>;

export interface Admission<T> {
  /** Milliseconds. Without it there is no window, and all captures of both deployments count. */
  readonly now?: number | undefined;
  readonly spacingMs: number;
  /** When a capture began to measure, milliseconds; asked for pushed captures of both deployments. */
  readonly startOf: (capture: T) => number;
}

export interface Admitted<T> {
  /** Its head first. */
  readonly head: readonly T[];
  /** Its head first; empty without a baseline. */
  readonly baseline: readonly T[];
  /** Pushed captures of any version that were known: what says how often comparisons are wrong. Oldest first. */
  readonly history: readonly T[];
  readonly window?: ConfirmationWindow | undefined;
}

export function admitCaptures<T extends CaptureListing>(sides: Sides<T>, asked: Admission<T>): Admitted<T> {
  const { head, baseline, own } = sides;
  const { now } = asked;
  const pushed = own.filter(({ status }) => status === 'pushed');
  if (now === undefined) return { head: head.captures, baseline: baseline?.captures ?? [], history: pushed };
  const span = spanOf(head, asked);
  const ofHead = takeFirst(within(head, span, asked), asked);
  const isLater = baseline !== undefined && baseline.requestedAt > head.requestedAt;
  const baselineSpan = isLater ? spanOf(baseline, asked) : span;
  const ofBaseline =
    baseline &&
    (isLater ? takeFirst(within(baseline, baselineSpan, asked), asked) : takeEarlier(baseline, span, asked));
  const ends = isLater
    ? [endOf(span, [ofHead]), endOf(baselineSpan, ofBaseline === undefined ? [] : [ofBaseline])]
    : [endOf(span, ofBaseline === undefined ? [ofHead] : [ofHead, ofBaseline])];
  const end = ends.reduce((last, one) => (one.at > last.at ? one : last));
  const isAwaited = own.some(({ status, requested_at: at }) => status === 'queued' && Date.parse(at) <= end.at);
  // Strictly: a capture requested in this very millisecond may still count.
  const isClosed = end.at < now && !isAwaited;
  const known = isClosed ? end.at : now;
  return {
    head: leadBy(head, ofHead),
    baseline: baseline === undefined || ofBaseline === undefined ? [] : leadBy(baseline, ofBaseline),
    history: pushed.filter(({ requested_at: at }) => Date.parse(at) <= known),
    window: {
      state: isClosed ? 'closed' : 'open',
      closesAt: end.at,
      ...(isClosed && { closedBy: end.by }),
      occasions: ofHead.occasions,
      missing: plannedOccasions - ofHead.occasions,
      wants: {
        head: ofHead.completeAt === undefined && now <= span.latest,
        baseline: ofBaseline !== undefined && ofBaseline.completeAt === undefined && now <= baselineSpan.latest,
      },
    },
  };
}

interface Timed<T> {
  readonly capture: T;
  readonly start: number;
}

/** From the head on, milliseconds; and what ends it when the planned captures do not. */
interface Span {
  readonly opened: number;
  readonly latest: number;
  readonly by: WindowEnd;
}

interface Taken<T> {
  readonly captures: readonly T[];
  readonly occasions: number;
  /** When the last planned occasion began; undefined while there are fewer. */
  readonly completeAt: number | undefined;
}

type Timing<T> = Pick<Admission<T>, 'spacingMs' | 'startOf'>;

function spanOf<T>({ head, nextVersionAt }: Deployment<T>, { startOf }: Timing<T>): Span {
  const opened = startOf(head);
  const byTime = opened + windowMs;
  if (nextVersionAt === undefined || nextVersionAt >= byTime) return { opened, latest: byTime, by: 'time' };
  return { opened, latest: Math.max(opened, nextVersionAt), by: 'next_version' };
}

/** Measured within the span, in order of time; the head before others of its moment. */
function within<T>(deployment: Deployment<T>, { opened, latest }: Span, timing: Timing<T>): readonly Timed<T>[] {
  return timed(deployment, timing).filter(({ start }) => start >= opened && start <= latest);
}

function timed<T>({ captures }: Deployment<T>, { startOf }: Timing<T>): readonly Timed<T>[] {
  return captures.map((capture) => ({ capture, start: startOf(capture) })).toSorted((a, b) => a.start - b.start);
}

function groupTimed<T>(some: readonly Timed<T>[], spacingMs: number): readonly (readonly Timed<T>[])[] {
  const starts = some.map(({ start }) => start);
  return findOccasions(starts, spacingMs).map((places) => places.flatMap((at) => some[at] ?? []));
}

/** The planned occasions, the oldest first. With the first capture of the last one nothing is missing any more. */
function takeFirst<T>(some: readonly Timed<T>[], { spacingMs }: Timing<T>): Taken<T> {
  const planned = groupTimed(some, spacingMs).slice(0, plannedOccasions);
  const last = planned[plannedOccasions - 1];
  const kept = planned.flatMap((own) => own.slice(0, own === last ? 1 : mostOfOccasion));
  return {
    captures: kept.map(({ capture }) => capture),
    occasions: planned.length,
    completeAt: last?.[0]?.start,
  };
}

/**
 * Of the older version, what was measured before the newer one's head: the newest occasions, however many. Where they
 * are too few, captures inside the window count until the planned occasions are there.
 */
function takeEarlier<T>(baseline: Deployment<T>, { opened, latest }: Span, timing: Timing<T>): Taken<T> {
  const all = timed(baseline, timing);
  const occasions = groupTimed(
    all.filter(({ start }) => start < opened),
    timing.spacingMs,
  );
  if (occasions.length < plannedOccasions) {
    return takeFirst(
      all.filter(({ start }) => start <= latest),
      timing,
    );
  }
  const kept: T[] = [];
  for (const own of occasions.toReversed()) {
    const some = own.slice(0, mostOfOccasion).map(({ capture }) => capture);
    if (kept.length + some.length > mostEarlier) break;
    kept.unshift(...some);
  }
  return { captures: kept, occasions: plannedOccasions, completeAt: Number.NEGATIVE_INFINITY };
}

function endOf<T>({ latest, by }: Span, taken: readonly Taken<T>[]): { readonly at: number; readonly by: WindowEnd } {
  const times = taken.flatMap(({ completeAt }) => completeAt ?? []);
  return times.length === taken.length ? { at: Math.max(...times), by: 'planned' } : { at: latest, by };
}

/** What a side is called by stands first, also where its moment has more captures than are used. */
function leadBy<T>({ head }: Deployment<T>, { captures }: Taken<T>): readonly T[] {
  return [head, ...captures.filter((one) => one !== head)];
}
