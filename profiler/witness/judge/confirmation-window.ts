/**
 * How long captures of a new version are fresh evidence, what is still missing, and how it ended. Pure: the time of
 * the question is an argument, and once the window has closed the answer no longer depends on it.
 */

/** Longest time after the head during which replicates count. */
export const windowMs = 24 * 3_600_000;
/** Occasions of each version that a confirmed verdict needs. */
export const plannedOccasions = 3;
/** With fewer there is no verdict. */
export const leastOccasions = 2;

export interface WindowFacts {
  /** When the head was requested, milliseconds. */
  readonly openedAt: number;
  /** The first capture of the version after the head's; undefined while there is none. */
  readonly nextVersionAt?: number | undefined;
  /** Occasions of the head's version inside the window, when each began. */
  readonly occasions: readonly number[];
  readonly now: number;
}

export type WindowEnd = 'planned' | 'next_version' | 'time';

export interface ConfirmationWindow {
  readonly state: 'open' | 'closed';
  /** When it closes at the latest, or has closed: milliseconds. */
  readonly closesAt: number;
  readonly closedBy?: WindowEnd | undefined;
  /** Occasions of the head's version that count. */
  readonly occasions: number;
  /** Still to come, for a confirmed verdict. */
  readonly missing: number;
}

export function findWindow({ openedAt, nextVersionAt, occasions, now }: WindowFacts): ConfirmationWindow {
  const byTime = openedAt + windowMs;
  const latest = Math.min(byTime, nextVersionAt ?? byTime);
  const counted = occasions.filter((at) => at <= latest).toSorted((a, b) => a - b);
  const last = counted[plannedOccasions - 1];
  const missing = Math.max(0, plannedOccasions - counted.length);
  if (last !== undefined) {
    return { state: 'closed', closesAt: last, closedBy: 'planned', occasions: counted.length, missing };
  }
  const facts = { closesAt: latest, occasions: counted.length, missing };
  if (now < latest) return { state: 'open', ...facts };
  return { state: 'closed', ...facts, closedBy: latest === byTime ? 'time' : 'next_version' };
}
