/** Which versions still lack the captures a noise floor needs, and only while they are the latest one. */
import { leastOccasions } from '../../../profiler/witness/judge/confirmation-window.ts';
import type { CapturedVersions } from '../../../src/control/api.ts';

export type Target = CapturedVersions['targets'][number];
export type CapturedVersion = Target['versions'][number];

export interface ReplicatesDue {
  readonly workload: string;
  readonly env: string;
  readonly version: string;
  readonly missing: number;
  /** The replicate repeats its window and warm-up. */
  readonly head: NonNullable<CapturedVersion['head']>;
}

/**
 * Undefined when nothing is missing. An older version is never due: it no longer runs, so no replicate of it can be
 * taken. Recorded captures and requests still in flight count for nothing.
 */
export function findReplicatesDue({ workload, env, versions }: Target): ReplicatesDue | undefined {
  const latest = versions.find((one) => one.head !== undefined);
  if (latest?.head === undefined) return undefined;
  const missing = leastOccasions - latest.captures;
  return missing > 0 ? { workload, env, version: latest.version, missing, head: latest.head } : undefined;
}

export type Comparison =
  | { readonly is: 'none' }
  /** Nothing was measured before it. */
  | { readonly is: 'first'; readonly version: string }
  | { readonly is: 'possible'; readonly from: string; readonly to: string; readonly hasNoiseFloor: boolean };

/** What can be compared of the latest two versions that were measured. */
export function findComparison({ versions }: Target): Comparison {
  const [to, from] = versions.filter(({ head }) => head !== undefined);
  if (to === undefined) return { is: 'none' };
  if (from === undefined) return { is: 'first', version: to.version };
  const hasNoiseFloor = [to, from].every(({ captures }) => captures >= leastOccasions);
  return { is: 'possible', from: from.version, to: to.version, hasNoiseFloor };
}
