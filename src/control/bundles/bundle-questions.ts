/** What is asked of a bundle, and its answers. Pure; runs beside the event loop, because a bundle inflates to megabytes. */
import type { Bundle } from '../../../profiler/witness/bundle/record/bundle.ts';
import { compare, type Comparison, inSchemaOrder } from '../../../profiler/witness/say/compare.ts';
import type { ComparedCapture } from '../../../profiler/witness/judge/comparable/counted-captures.ts';
import type { Diff } from '../../../profiler/witness/diff/diff.ts';
import { BundleError, decodeBundle, decodeTarget, readStored } from '../../../profiler/witness/bundle/encode.ts';
import { buildFlameGraph, compareFlameGraphs } from '../../../profiler/witness/say/flame/build-flame-graph.ts';
import { FlameGraph } from '../../../profiler/witness/say/flame/flame-graph.ts';
import {
  measureOwnFalseAlarms,
  type OwnFalseAlarms,
} from '../../../profiler/witness/judge/verdicts/own-false-alarms.ts';
import type { Incident } from '../../../profiler/witness/judge/captures/open-incidents.ts';
import { VectorError } from '../../../profiler/witness/bundle/vector/byte-reader.ts';
import { decodeVector, readStart } from '../../../profiler/witness/bundle/vector/decode-vector.ts';
import { encodeVector } from '../../../profiler/witness/bundle/vector/encode-vector.ts';
import { SharedKeys } from '../../../profiler/witness/bundle/vector/key-reader.ts';
import { vectorOf } from '../../../profiler/witness/bundle/vector/vector-of.ts';
import { renderMarkdown } from '../../../profiler/witness/say/text/render-markdown.ts';
import { writeSarif } from '../../../profiler/witness/say/sarif/write-sarif.ts';
import { type CaptureCost, costOf } from './capture-cost.ts';
import { headlineOf } from '../api/headline.ts';
import { describeCapture, listProcesses } from './capture-overview.ts';

/** A bundle as a Profiler sent it: base64. */
export interface CheckQuestion {
  readonly kind: 'check';
  readonly encoded: string;
  readonly requestId: string;
  readonly instance: string;
}

/** A stored vector and its capture. */
export interface StoredCapture {
  readonly requestId: string;
  readonly bundleId: string;
  readonly bytes: Uint8Array;
}

/** The captures that a comparison chose. */
export interface ChosenCaptures extends Pick<Comparison, 'workload' | 'env' | 'choice' | 'spacingMs' | 'window'> {
  /** The first capture of a side is its head, the others are its replicates. */
  readonly head: readonly StoredCapture[];
  readonly baseline: readonly StoredCapture[];
}

/** What a comparison is written as. */
export type DiffFormat = 'json' | 'markdown' | 'sarif';

/** Of their vectors. */
export interface CompareQuestion extends ChosenCaptures {
  readonly kind: 'compare';
  readonly ownFalseAlarms?: OwnFalseAlarms | undefined;
  readonly incidents?: readonly Incident[] | undefined;
  /** `headline`: a Headline as JSON, for a row of a list. */
  readonly format: DiffFormat | 'headline';
}

/** What CPU time and work the captures have, of their vectors. */
export interface CostsQuestion {
  readonly kind: 'costs';
  readonly captures: readonly StoredCapture[];
}

/** When the captures began to measure, of their vectors. */
export interface StartsQuestion {
  readonly kind: 'starts';
  readonly captures: readonly StoredCapture[];
}

/** How often comparisons of captures of one version are wrong, of their vectors. */
export interface OwnQuestion {
  readonly kind: 'own-false-alarms';
  readonly captures: readonly StoredCapture[];
  readonly spacingMs: number;
}

/** The flame graph of the two sides that a comparison chose, of their bundles. */
export interface CompareFlameQuestion extends ChosenCaptures {
  readonly kind: 'compare-flame';
}

/** The flame graph of one stored bundle. */
export interface FlameQuestion {
  readonly kind: 'flame';
  readonly bytes: Uint8Array;
}

/** Of a stored bundle. */
export interface VectorQuestion {
  readonly kind: 'vector';
  readonly bytes: Uint8Array;
}

export interface OverviewQuestion {
  readonly kind: 'overview';
  readonly bytes: Uint8Array;
}

export interface ProcessesQuestion {
  readonly kind: 'processes';
  readonly bytes: Uint8Array;
}

export type BundleQuestion =
  | CheckQuestion
  | CompareQuestion
  | OwnQuestion
  | CompareFlameQuestion
  | CostsQuestion
  | StartsQuestion
  | FlameQuestion
  | VectorQuestion
  | OverviewQuestion
  | ProcessesQuestion;

export interface AcceptedBundle {
  readonly id: string;
  readonly bytes: Uint8Array;
  /** What comparisons read of it. */
  readonly vector: Uint8Array;
  readonly recorded: boolean;
  readonly namespace: string | undefined;
}

export type BundleAnswer =
  | { readonly kind: 'accepted'; readonly bundle: AcceptedBundle }
  | { readonly kind: 'vector'; readonly bytes: Uint8Array }
  | { readonly kind: 'own-false-alarms'; readonly own: OwnFalseAlarms }
  | { readonly kind: 'rejected'; readonly message: string }
  /** JSON in the shape that its route promises, or Markdown. */
  | { readonly kind: 'text'; readonly text: string };

export function answerQuestion(question: BundleQuestion): BundleAnswer {
  try {
    switch (question.kind) {
      case 'check':
        return { kind: 'accepted', bundle: checkBundle(question) };
      case 'compare':
        return { kind: 'text', text: compareStored(question) };
      case 'costs':
        return { kind: 'text', text: JSON.stringify(costsOf(question)) };
      case 'starts':
        return { kind: 'text', text: JSON.stringify(question.captures.map(({ bytes }) => readStart(bytes))) };
      case 'own-false-alarms':
        return { kind: 'own-false-alarms', own: measureStored(question) };
      case 'vector':
        return { kind: 'vector', bytes: encodeVector(vectorOf(decodeBundle(question.bytes).bundle)) };
      case 'compare-flame':
        return { kind: 'text', text: writeFlameGraph(compareStacks(question)) };
      case 'flame':
        return { kind: 'text', text: writeFlameGraph(buildFlameGraph(readStored(question.bytes))) };
      case 'overview':
        return { kind: 'text', text: JSON.stringify(describeCapture(decodeBundle(question.bytes).bundle)) };
      case 'processes':
        return { kind: 'text', text: JSON.stringify(listProcesses(decodeTarget(question.bytes))) };
    }
  } catch (error) {
    const isExpected = error instanceof BundleError || error instanceof VectorError;
    if (isExpected) return { kind: 'rejected', message: error.message };
    throw error;
  }
}

function checkBundle({ encoded, requestId, instance }: CheckQuestion): AcceptedBundle {
  const bytes = Buffer.from(encoded, 'base64');
  const { id, bundle } = decodeBundle(bytes);
  if (bundle.request.request_id !== requestId) throw new BundleError('the bundle belongs to another request');
  if (bundle.instance !== instance) throw new BundleError('the bundle belongs to another instance');
  const vector = encodeVector(vectorOf(bundle));
  return { id, bytes, vector, recorded: bundle.recorded, namespace: bundle.target.namespace };
}

function compareStacks({ head, baseline }: CompareFlameQuestion): FlameGraph {
  return compareFlameGraphs(readEach(baseline), readEach(head));
}

/** One after another: twenty of the largest bundles at once would not fit. */
function* readEach(captures: readonly StoredCapture[]): Generator<Bundle> {
  for (const { bytes } of captures) yield readStored(bytes);
}

function writeFlameGraph(graph: FlameGraph): string {
  return JSON.stringify(FlameGraph.parse(graph));
}

const writers: Readonly<Record<CompareQuestion['format'], (diff: Diff) => string>> = {
  json: JSON.stringify,
  headline: (diff) => JSON.stringify(headlineOf(diff)),
  markdown: renderMarkdown,
  sarif: writeSarif,
};

function measureStored({ captures, spacingMs }: OwnQuestion): OwnFalseAlarms {
  const shared = new SharedKeys();
  const { two, three } = measureOwnFalseAlarms(
    captures.map(({ bytes }) => decodeVector(bytes, shared)),
    spacingMs,
  );
  // Counts alone: the answer is cached, and must not hold the captures.
  return { two, three };
}

function compareStored(question: CompareQuestion): string {
  const { head, baseline, workload, env, choice, spacingMs, window, ownFalseAlarms, incidents, format } = question;
  const shared = new SharedKeys();
  const [first, ...headReplicates] = head.map((one) => decodeStored(one, shared));
  const [before, ...baselineReplicates] = baseline.map((one) => decodeStored(one, shared));
  if (first === undefined || before === undefined) throw new Error('a side of the comparison has no capture');
  const sides = { head: first, headReplicates, baseline: before, baselineReplicates };
  const diff = compare({ workload, env, choice, spacingMs, window, ownFalseAlarms, incidents, ...sides });
  return writers[format](inSchemaOrder(diff));
}

function costsOf({ captures }: CostsQuestion): readonly CaptureCost[] {
  return captures.map(({ bytes }) => costOf(decodeVector(bytes)));
}

function decodeStored({ requestId, bundleId, bytes }: StoredCapture, shared: SharedKeys): ComparedCapture {
  const vector = decodeVector(bytes, shared);
  const { version, requested_at } = vector.request;
  const ref = { request_id: requestId, bundle_id: bundleId, version, requested_at, instance: vector.instance };
  return { ref, vector };
}
