/** Comparisons of stored vectors, whole and in parts. */
import type { Diff } from '../../../profiler/witness/diff/diff.ts';
import { decodeVector } from '../../../profiler/witness/bundle/vector/decode-vector.ts';
import { SharedKeys } from '../../../profiler/witness/bundle/vector/key-reader.ts';
import type { ComparedCapture } from '../../../profiler/witness/judge/comparable/counted-captures.ts';
import { compare, type Comparison, inSchemaOrder, judgeComparison } from '../../../profiler/witness/say/compare.ts';
import { summariseComparison, tableOf } from '../../../profiler/witness/say/compare-parts.ts';
import { writeSarif } from '../../../profiler/witness/say/sarif/write-sarif.ts';
import { renderMarkdown } from '../../../profiler/witness/say/text/render-markdown.ts';
import type { ComparisonSummary, ComparisonTable } from '../api/comparison.ts';
import { headlineOf } from '../api/headline.ts';
import type {
  CompareQuestion,
  ComparisonAnswer,
  StoredCapture,
  SummaryQuestion,
  TableQuestion,
} from './compare-questions.ts';
import type { LastComparison } from './last-comparison.ts';

const writers: Readonly<Record<CompareQuestion['format'], (diff: Diff) => string>> = {
  json: JSON.stringify,
  headline: (diff) => JSON.stringify(headlineOf(diff)),
  markdown: renderMarkdown,
  sarif: writeSarif,
};

/** `last`: of the thread that answers. */
export function answerComparison(
  question: CompareQuestion | SummaryQuestion | TableQuestion,
  last: LastComparison,
): ComparisonAnswer {
  switch (question.kind) {
    case 'compare':
      // A whole one takes the memory.
      last.drop();
      return { kind: 'text', text: compareStored(question) };
    case 'compare-summary':
      return { kind: 'text', text: summariseStored(question, last) };
    case 'compare-table': {
      const text = readTable(question, last);
      return text === undefined ? { kind: 'no-axis' } : { kind: 'text', text };
    }
  }
}

function compareStored(question: CompareQuestion): string {
  return writers[question.format](inSchemaOrder(compare(comparisonOf(question))));
}

/** Judged each time: what it says besides the rows depends on when it is asked for. */
function summariseStored(question: SummaryQuestion, last: LastComparison): string {
  const { comparison } = question;
  const judged = last.keep(comparison, () => judgeComparison(comparisonOf(question)));
  const summary: ComparisonSummary = { comparison, ...summariseComparison(judged) };
  return JSON.stringify(summary);
}

/** JSON; undefined where the comparison has no such axis. */
function readTable(question: TableQuestion, last: LastComparison): string | undefined {
  const { comparison, axis } = question;
  const known = last.find(comparison);
  const judged = known ?? last.keep(comparison, () => judgeComparison(comparisonOf(question)));
  const own = tableOf(judged, axis);
  const table: ComparisonTable | undefined = own && { comparison, ...own };
  return table && JSON.stringify(table);
}

function comparisonOf({ head, baseline, ...rest }: CompareQuestion | SummaryQuestion | TableQuestion): Comparison {
  const { workload, env, choice, spacingMs, window, ownFalseAlarms, history, incidents } = rest;
  const shared = new SharedKeys();
  const [first, ...headReplicates] = head.map((one) => decodeStored(one, shared));
  const [before, ...baselineReplicates] = baseline.map((one) => decodeStored(one, shared));
  if (first === undefined || before === undefined) throw new Error('a side of the comparison has no capture');
  const sides = { head: first, headReplicates, baseline: before, baselineReplicates };
  return { workload, env, choice, spacingMs, window, ownFalseAlarms, history, incidents, ...sides };
}

function decodeStored({ requestId, bundleId, bytes }: StoredCapture, shared: SharedKeys): ComparedCapture {
  const vector = decodeVector(bytes, shared);
  const { version, requested_at } = vector.request;
  const ref = { request_id: requestId, bundle_id: bundleId, version, requested_at, instance: vector.instance };
  return { ref, vector };
}
