/**
 * Which captures a comparison admits, and the confirmation window that decides it. Comparison, flame graph, lists and
 * files all ask here. Once the window has closed, no later capture changes the answer.
 */
import type { Pairing } from './baseline.ts';
import type { CaptureListing, Deployment } from './deployments.ts';
import { type ConfirmationWindow, plannedOccasions, type WindowEnd } from './occasions.ts';
import { type Span, spanOf, type Taken, takeEarlier, takeFirst, type Timing } from './take-captures.ts';

/** A version without a baseline has a window too. */
export type Sides<T extends CaptureListing> = Pick<Pairing<T>, 'head' | 'own'> & Partial<Pick<Pairing<T>, 'baseline'>>;

/** `startOf` is asked for pushed captures of both deployments. */
export interface Admission<T> extends Timing<T> {
  /** Milliseconds. Without it there is no window, and all captures of both deployments count. */
  readonly now?: number | undefined;
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

export function admitCaptures<T extends CaptureListing>(
  { head, baseline, own }: Sides<T>,
  { now, spacingMs, startOf }: Admission<T>,
): Admitted<T> {
  // The clock of a machine may be behind, and a replay began long ago: nothing is measured before it is requested.
  const begin = (capture: T): number => Math.max(startOf(capture), Date.parse(capture.requested_at));
  const timing = { spacingMs, startOf: begin };
  const pushedBy = (time: number): T[] =>
    own.flatMap(({ capture, at }) => (capture.status === 'pushed' && at <= time ? [capture] : []));
  if (now === undefined) {
    return { head: head.captures, baseline: baseline?.captures ?? [], history: pushedBy(Number.POSITIVE_INFINITY) };
  }
  const span = spanOf(head, timing);
  const side: Side<T> = { span, taken: takeFirst(head, span, timing) };
  const other = baseline && takeBaseline(baseline, { head, span }, timing);
  const end = endOf(side, other);
  const isAwaited = own.some(({ capture, at }) => capture.status === 'queued' && at <= end.at);
  // Strictly: a capture that is requested in this very millisecond may still count.
  const isClosed = end.at < now && !isAwaited;
  return {
    head: side.taken.captures,
    baseline: other?.taken.captures ?? [],
    history: pushedBy(isClosed ? end.at : now),
    window: {
      state: isClosed ? 'closed' : 'open',
      closesAt: end.at,
      ...(isClosed && { closedBy: end.by }),
      occasions: side.taken.occasions,
      missing: plannedOccasions - side.taken.occasions,
      wants: { baseline: other !== undefined && wantsMore(other, now), head: wantsMore(side, now) },
    },
  };
}

/** What was taken of a deployment, and until when it may be measured. */
interface Side<T> {
  readonly span: Span;
  readonly taken: Taken<T>;
  /** It ran only after the other one and has a window of its own. */
  readonly isLater?: boolean;
}

function takeBaseline<T>(
  baseline: Deployment<T>,
  { head, span }: { readonly head: Deployment<T>; readonly span: Span },
  timing: Timing<T>,
): Side<T> {
  if (baseline.requestedAt <= head.requestedAt) return { span, taken: takeEarlier(baseline, span, timing) };
  const own = spanOf(baseline, timing);
  return { span: own, taken: takeFirst(baseline, own, timing), isLater: true };
}

function wantsMore<T>({ span, taken }: Side<T>, now: number): boolean {
  return taken.completeAt === undefined && now <= span.latest;
}

interface End {
  readonly at: number;
  readonly by: WindowEnd;
}

function endOf<T>(head: Side<T>, baseline: Side<T> | undefined): End {
  if (baseline === undefined) return endOfSides([head]);
  if (baseline.isLater !== true) return endOfSides([head, baseline]);
  const [first, second] = [endOfSides([head]), endOfSides([baseline])];
  return first.at > second.at ? first : second;
}

/** Of one span: once none lacks anything, or when it ends. */
function endOfSides<T>(sides: readonly [Side<T>, ...Side<T>[]]): End {
  const times = sides.flatMap(({ taken }) => taken.completeAt ?? []);
  const [{ span }] = sides;
  return times.length === sides.length ? { at: Math.max(...times), by: 'planned' } : { at: span.latest, by: span.by };
}
