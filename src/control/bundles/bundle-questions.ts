/** What is asked of a bundle, and its answers. Pure; runs beside the event loop, because a bundle inflates to megabytes. */
import type { Bundle } from '../../../profiler/witness/bundle/record/bundle.ts';
import { BundleError, decodeBundle, decodeTarget, readStored } from '../../../profiler/witness/bundle/encode.ts';
import { buildFlameGraph, compareFlameGraphs } from '../../../profiler/witness/say/flame/build-flame-graph.ts';
import { FlameGraph } from '../../../profiler/witness/say/flame/flame-graph.ts';
import {
  measureOwnFalseAlarms,
  type OwnFalseAlarms,
} from '../../../profiler/witness/judge/verdicts/own-false-alarms.ts';
import { type FamilyCapture, measureFamily } from '../../../profiler/witness/judge/likely/measure-family.ts';
import { VectorError } from '../../../profiler/witness/bundle/vector/byte-reader.ts';
import { decodeVector, readStart } from '../../../profiler/witness/bundle/vector/decode-vector.ts';
import { encodeVector } from '../../../profiler/witness/bundle/vector/encode-vector.ts';
import { SharedKeys } from '../../../profiler/witness/bundle/vector/key-reader.ts';
import { vectorOf } from '../../../profiler/witness/bundle/vector/vector-of.ts';
import { type CaptureCost, costOf } from './capture-cost.ts';
import { describeCapture, listProcesses } from './capture-overview.ts';
import { answerComparison } from './compare-stored.ts';
import type {
  ChosenCaptures,
  CompareQuestion,
  ComparisonAnswer,
  StoredCapture,
  SummaryQuestion,
  TableQuestion,
} from './compare-questions.ts';
import { LastComparison } from './last-comparison.ts';

export type * from './compare-questions.ts';

/** A bundle as a Profiler sent it: base64. */
export interface CheckQuestion {
  readonly kind: 'check';
  readonly encoded: string;
  readonly requestId: string;
  readonly instance: string;
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

/** The few figures of captures that say how far captures of a workload differ, of their vectors. */
export interface FamiliesQuestion {
  readonly kind: 'families';
  readonly captures: readonly StoredCapture[];
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
  | SummaryQuestion
  | TableQuestion
  | OwnQuestion
  | FamiliesQuestion
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
  /** In the order of the captures. */
  | { readonly kind: 'families'; readonly families: readonly FamilyCapture[] }
  | { readonly kind: 'rejected'; readonly message: string }
  | ComparisonAnswer;

/** `last`: of the thread that answers. */
export function answerQuestion(question: BundleQuestion, last = new LastComparison()): BundleAnswer {
  try {
    if (isComparison(question)) return answerComparison(question, last);
    if (isOfHistory(question)) return answerOfHistory(question);
    switch (question.kind) {
      case 'check':
        return { kind: 'accepted', bundle: checkBundle(question) };
      case 'costs':
        return { kind: 'text', text: JSON.stringify(costsOf(question)) };
      case 'starts':
        return { kind: 'text', text: JSON.stringify(question.captures.map(({ bytes }) => readStart(bytes))) };
      case 'vector':
        return { kind: 'vector', bytes: encodeVector(vectorOf(decodeBundle(question.bytes).bundle)) };
      case 'compare-flame':
        last.drop();
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

function isComparison(question: BundleQuestion): question is CompareQuestion | SummaryQuestion | TableQuestion {
  return question.kind === 'compare' || question.kind === 'compare-summary' || question.kind === 'compare-table';
}

function isOfHistory(question: BundleQuestion): question is OwnQuestion | FamiliesQuestion {
  return question.kind === 'own-false-alarms' || question.kind === 'families';
}

function answerOfHistory(question: OwnQuestion | FamiliesQuestion): BundleAnswer {
  return question.kind === 'families'
    ? { kind: 'families', families: measureFamilies(question) }
    : { kind: 'own-false-alarms', own: measureStored(question) };
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

function measureStored({ captures, spacingMs }: OwnQuestion): OwnFalseAlarms {
  const shared = new SharedKeys();
  const { two, three } = measureOwnFalseAlarms(
    captures.map(({ bytes }) => decodeVector(bytes, shared)),
    spacingMs,
  );
  // Counts alone: the answer is cached, and must not hold the captures.
  return { two, three };
}

/** One after another: only their figures are held. */
function measureFamilies({ captures }: FamiliesQuestion): FamilyCapture[] {
  return captures.map(({ bytes }) => measureFamily(decodeVector(bytes)));
}

function costsOf({ captures }: CostsQuestion): readonly CaptureCost[] {
  return captures.map(({ bytes }) => costOf(decodeVector(bytes)));
}
