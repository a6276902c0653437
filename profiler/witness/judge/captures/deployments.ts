/**
 * When each version ran, as its captures show it. A version that is rolled back to runs a second time: what was
 * captured the first time says nothing of it.
 */
import { compareText } from '../../bundle/keys/key-text.ts';

export interface CaptureListing {
  readonly request_id: string;
  readonly version: string;
  readonly kind: 'head' | 'replicate';
  readonly status: string;
  /** RFC 3339 in UTC. */
  readonly requested_at: string;
  /** Of a pushed capture; absent where the target is in none, or nobody knows. */
  readonly namespace?: string | null | undefined;
}

/** A capture and when it was requested, milliseconds. */
export interface Placed<T> {
  readonly capture: T;
  readonly at: number;
}

/** One run of a version, from its first pushed head to the version after it. */
export interface Deployment<T> {
  readonly head: T;
  /** When the first head was requested, milliseconds. */
  readonly requestedAt: number;
  /** What was pushed of the version from then on, the head first; later heads count as replicates. */
  readonly captures: readonly T[];
  /** When the first capture of the version after it was requested, milliseconds; undefined while there is none. */
  readonly nextVersionAt?: number | undefined;
}

/** Oldest first. */
export function orderCaptures<T extends CaptureListing>(captures: readonly T[]): readonly Placed<T>[] {
  return captures
    .map((capture) => ({ capture, at: Date.parse(capture.requested_at) }))
    .toSorted((a, b) => a.at - b.at || compareText(a.capture.request_id, b.capture.request_id));
}

/**
 * Of one version, the earliest first. A deployment ends with the head of another version, or with any capture of a
 * version that had none before. A replicate of an older version ends none: it may run beside the newer one.
 */
export function listDeployments<T extends CaptureListing>(
  ordered: readonly Placed<T>[],
  version: string,
): readonly Deployment<T>[] {
  const found: { head: T; requestedAt: number; captures: T[]; nextVersionAt?: number }[] = [];
  const others = new Set<string>();
  for (const { capture, at } of ordered) {
    const current = found.at(-1);
    if (capture.version === version) {
      if (capture.status !== 'pushed') continue;
      const isFirst = current === undefined || current.nextVersionAt !== undefined;
      if (isFirst && capture.kind === 'head') found.push({ head: capture, requestedAt: at, captures: [capture] });
      else current?.captures.push(capture);
    } else if (capture.status !== 'queued') {
      const isDeployed = capture.kind === 'head' || !others.has(capture.version);
      if (isDeployed && current !== undefined) current.nextVersionAt ??= at;
      others.add(capture.version);
    }
  }
  return found;
}
