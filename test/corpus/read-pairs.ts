/** Stored pairs as a comparison takes them. */
import { vectorOf } from '../../profiler/witness/bundle/vector/vector-of.ts';
import type { Bundle } from '../../profiler/witness/bundle/record/bundle.ts';
import type { ComparedCapture } from '../../profiler/witness/judge/comparable/counted-captures.ts';
import type { Comparison } from '../../profiler/witness/say/compare.ts';
import type { StoredPair } from './stored-pair.ts';

/**
 * Each capture is an occasion of its own: the sides were captured in turn, each time with the service started again.
 */
const spacingMs = 0;

export function toComparison({ bundles }: Pick<StoredPair, 'bundles'>): Comparison {
  const [baseline, ...baselineReplicates] = bundles.before.map(toCapture);
  const [head, ...headReplicates] = bundles.after.map(toCapture);
  const workload = bundles.after[0]?.request.workload;
  if (baseline === undefined || head === undefined || workload === undefined) throw new Error('a side has no capture');
  const sides = { baseline, baselineReplicates, head, headReplicates };
  return { workload, env: 'production', ...sides, choice: { why: 'captured in turn', skipped: [] }, spacingMs };
}

function toCapture(bundle: Bundle): ComparedCapture {
  const { request_id, version, requested_at } = bundle.request;
  const ref = { request_id, bundle_id: request_id, version, requested_at, instance: bundle.instance };
  return { ref, vector: vectorOf(bundle) };
}
