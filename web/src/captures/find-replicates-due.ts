/** Which versions still lack captures that a comparison would count, and until when it counts them. */
import { leastOccasions } from '../../../profiler/witness/judge/captures/occasions.ts';
import type { CapturedVersions } from '../../../src/control/api/api.ts';

export type Target = CapturedVersions['targets'][number];
export type CapturedVersion = Target['versions'][number];

export interface ReplicatesDue {
  readonly workload: string;
  readonly env: string;
  readonly version: string;
  /** For a verdict, and for a confirmed one. */
  readonly forVerdict: number;
  readonly forConfirmed: number;
  /** RFC 3339: later captures do not count. */
  readonly until?: string | undefined;
  /** RFC 3339: before then another capture counts with the last one. */
  readonly nextAt?: string | undefined;
  /** The replicate repeats its window and warm-up. */
  readonly head: NonNullable<CapturedVersion['head']>;
}

/**
 * Undefined when nothing is missing, or what is missing would no longer count: Farol asks for no capture that it then
 * ignores. Recorded captures and requests still in flight count for nothing.
 */
export function findReplicatesDue(target: Target): ReplicatesDue | undefined {
  const { head, confirmation, version } = findLatest(target) ?? {};
  if (version === undefined || head === undefined || confirmation === undefined) return undefined;
  const { state, occasions, missing, closes_at: until, next_at: nextAt } = confirmation;
  if (state === 'closed' || missing === 0) return undefined;
  const { workload, env } = target;
  const forVerdict = Math.max(0, leastOccasions - occasions);
  return { workload, env, version, forVerdict, forConfirmed: missing, until, nextAt, head };
}

/** The latest version, when captures that it lacks would no longer count; with when that was decided. */
export function findClosedWithout(target: Target): { readonly version: string; readonly at: string } | undefined {
  const { version, confirmation } = findLatest(target) ?? {};
  if (version === undefined || confirmation?.state !== 'closed' || confirmation.missing === 0) return undefined;
  return { version, at: confirmation.closes_at };
}

export type Comparison =
  | { readonly is: 'none' }
  /** Nothing was measured before it. */
  | { readonly is: 'first'; readonly version: string }
  | { readonly is: 'possible'; readonly from: string; readonly to: string };

/** What can be compared of the latest two versions that were measured. */
export function findComparison({ versions }: Target): Comparison {
  const [to, from] = versions.filter(({ head }) => head !== undefined);
  if (to === undefined) return { is: 'none' };
  if (from === undefined) return { is: 'first', version: to.version };
  return { is: 'possible', from: from.version, to: to.version };
}

function findLatest({ versions }: Target): CapturedVersion | undefined {
  return versions.find(({ head }) => head !== undefined);
}
