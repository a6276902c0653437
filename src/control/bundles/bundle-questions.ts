/** What is asked of a bundle, and its answers. Pure; runs beside the event loop, because a bundle inflates to megabytes. */
import { type ComparedCapture, compare, type Comparison } from '../../../profiler/witness/compare.ts';
import { Diff } from '../../../profiler/witness/diff.ts';
import { BundleError, decodeBundle, decodeTarget } from '../../../profiler/witness/encode.ts';
import { buildFlameGraph, compareFlameGraphs } from '../../../profiler/witness/flame/build-flame-graph.ts';
import { FlameGraph } from '../../../profiler/witness/flame/flame-graph.ts';
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

/** The captures that a comparison chose. */
export interface ChosenCaptures extends Pick<Comparison, 'workload' | 'env' | 'choice'> {
  readonly head: StoredCapture;
  readonly headReplicates: readonly StoredCapture[];
  readonly baseline: StoredCapture;
  readonly baselineReplicates: readonly StoredCapture[];
}

export interface CompareQuestion extends ChosenCaptures {
  readonly kind: 'compare';
}

/** The flame graph of the two sides that a comparison chose. */
export interface CompareFlameQuestion extends ChosenCaptures {
  readonly kind: 'compare-flame';
}

/** The flame graph of one stored bundle. */
export interface FlameQuestion {
  readonly kind: 'flame';
  readonly bytes: Uint8Array;
}

export interface ProcessesQuestion {
  readonly kind: 'processes';
  readonly bytes: Uint8Array;
}

/** What somebody reads, answered as text. */
export type ReadQuestion = CompareQuestion | CompareFlameQuestion | FlameQuestion | ProcessesQuestion;

export type BundleQuestion = CheckQuestion | ReadQuestion;

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
      case 'compare-flame':
        return { kind: 'text', text: writeFlameGraph(compareStacks(question)) };
      case 'flame':
        return { kind: 'text', text: writeFlameGraph(buildFlameGraph(decodeBundle(question.bytes).bundle)) };
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

function compareStacks({ head, headReplicates, baseline, baselineReplicates }: CompareFlameQuestion): FlameGraph {
  const decodeAll = (captures: readonly StoredCapture[]) => captures.map(({ bytes }) => decodeBundle(bytes).bundle);
  return compareFlameGraphs(decodeAll([baseline, ...baselineReplicates]), decodeAll([head, ...headReplicates]));
}

function writeFlameGraph(graph: FlameGraph): string {
  return JSON.stringify(FlameGraph.parse(graph));
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
