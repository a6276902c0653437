/** Which versions still lack the captures a noise floor needs, and only while they are the latest one. */
import type { CaptureRecord } from '../../../src/control/api.ts';

/** Pushed captures of one version that a noise floor needs, as the comparison itself counts them. */
export const capturesForNoiseFloor = 2;

export interface ReplicatesDue {
  readonly workload: string;
  readonly env: string;
  readonly version: string;
  readonly missing: number;
}

/**
 * `captures` newest first. An older version is never listed: it no longer runs, so no replicate of it
 * can be taken. Recorded captures and requests still in flight count for nothing.
 */
export function findReplicatesDue(captures: readonly CaptureRecord[]): ReplicatesDue[] {
  const latest = new Map<string, { version: string; pushed: number; workload: string; env: string }>();
  for (const { workload, env, version, kind, status, recorded } of captures) {
    if (status !== 'pushed' || recorded) continue;
    const key = JSON.stringify([workload, env]);
    const known = latest.get(key);
    if (known === undefined && kind === 'head') latest.set(key, { workload, env, version, pushed: 0 });
  }
  for (const { workload, env, version, status, recorded } of captures) {
    const group = latest.get(JSON.stringify([workload, env]));
    if (group?.version === version && status === 'pushed' && !recorded) group.pushed += 1;
  }
  return [...latest.values()]
    .map(({ pushed, ...group }) => ({ ...group, missing: capturesForNoiseFloor - pushed }))
    .filter(({ missing }) => missing > 0);
}
