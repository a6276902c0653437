/** What is asked of a bundle, and its answers. Pure; runs beside the event loop, because a bundle inflates to megabytes. */
import { type ComparedCapture, compare, type Comparison } from '../../../profiler/witness/compare.ts';
import { Diff } from '../../../profiler/witness/diff.ts';
import { BundleError, decodeBundle, decodeTarget } from '../../../profiler/witness/encode.ts';
import { describeCapture } from '../captures/capture-overview.ts';
import { listProcesses } from '../captures/capture-processes.ts';

/** A bundle as a Profiler sent it: base64. */
export interface CheckQuestion {
  readonly kind: 'check';
  readonly encoded: string;
  readonly requestId: string;
  readonly instance: string;
}

/** A stored bundle and its capture. */
export interface StoredCapture {
  readonly requestId: string;
  readonly bundleId: string;
  readonly bytes: Uint8Array;
}

export interface CompareQuestion extends Pick<Comparison, 'workload' | 'env' | 'choice'> {
  readonly kind: 'compare';
  readonly head: StoredCapture;
  readonly headReplicates: readonly StoredCapture[];
  readonly baseline: StoredCapture;
  readonly baselineReplicates: readonly StoredCapture[];
}

export interface OverviewQuestion {
  readonly kind: 'overview';
  readonly bytes: Uint8Array;
}

export interface ProcessesQuestion {
  readonly kind: 'processes';
  readonly bytes: Uint8Array;
}

export type BundleQuestion = CheckQuestion | CompareQuestion | OverviewQuestion | ProcessesQuestion;

export interface AcceptedBundle {
  readonly id: string;
  readonly bytes: Uint8Array;
  readonly recorded: boolean;
  readonly namespace: string | undefined;
}

export type BundleAnswer =
  | { readonly kind: 'accepted'; readonly bundle: AcceptedBundle }
  | { readonly kind: 'rejected'; readonly message: string }
  /** JSON, already in the shape that its route promises. */
  | { readonly kind: 'text'; readonly text: string };

export function answerQuestion(question: BundleQuestion): BundleAnswer {
  try {
    switch (question.kind) {
      case 'check':
        return { kind: 'accepted', bundle: checkBundle(question) };
      case 'compare':
        return { kind: 'text', text: compareStored(question) };
      case 'overview':
        return { kind: 'text', text: JSON.stringify(describeCapture(decodeBundle(question.bytes).bundle)) };
      case 'processes':
        return { kind: 'text', text: JSON.stringify(listProcesses(decodeTarget(question.bytes))) };
    }
  } catch (error) {
    if (error instanceof BundleError) return { kind: 'rejected', message: error.message };
    throw error;
  }
}

function checkBundle({ encoded, requestId, instance }: CheckQuestion): AcceptedBundle {
  const bytes = Buffer.from(encoded, 'base64');
  const { id, bundle } = decodeBundle(bytes);
  if (bundle.request.request_id !== requestId) throw new BundleError('the bundle belongs to another request');
  if (bundle.instance !== instance) throw new BundleError('the bundle belongs to another instance');
  return { id, bytes, recorded: bundle.recorded, namespace: bundle.target.namespace };
}

function compareStored({ head, headReplicates, baseline, baselineReplicates, ...rest }: CompareQuestion): string {
  const { workload, env, choice } = rest;
  const diff = compare({
    workload,
    env,
    choice,
    head: decodeStored(head),
    headReplicates: headReplicates.map(decodeStored),
    baseline: decodeStored(baseline),
    baselineReplicates: baselineReplicates.map(decodeStored),
  });
  return JSON.stringify(Diff.parse(diff));
}

function decodeStored({ requestId, bundleId, bytes }: StoredCapture): ComparedCapture {
  const { bundle } = decodeBundle(bytes);
  const { version, requested_at } = bundle.request;
  const ref = { request_id: requestId, bundle_id: bundleId, version, requested_at, instance: bundle.instance };
  return { ref, bundle };
}
