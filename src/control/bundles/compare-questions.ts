/** What is asked of several captures together: a comparison, whole or in parts. */
import type { Incident } from '../../../profiler/witness/judge/captures/open-incidents.ts';
import type { FamilyCapture } from '../../../profiler/witness/judge/likely/measure-family.ts';
import type { OwnFalseAlarms } from '../../../profiler/witness/judge/verdicts/own-false-alarms.ts';
import type { Comparison } from '../../../profiler/witness/say/compare.ts';

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
interface JudgingQuestion extends ChosenCaptures {
  readonly ownFalseAlarms?: OwnFalseAlarms | undefined;
  /** Of further captures of the workload. */
  readonly history?: readonly FamilyCapture[] | undefined;
  readonly incidents?: readonly Incident[] | undefined;
}

export interface CompareQuestion extends JudgingQuestion {
  readonly kind: 'compare';
  /** `headline`: a Headline as JSON, for a row of a list. */
  readonly format: DiffFormat | 'headline';
}

/** The comparison without its rows. */
export interface SummaryQuestion extends JudgingQuestion {
  readonly kind: 'compare-summary';
  /** Of what decides about its rows: of captures, spacing and own false alarms. */
  readonly comparison: string;
}

/** The rows of one axis of it. */
export interface TableQuestion extends JudgingQuestion {
  readonly kind: 'compare-table';
  readonly comparison: string;
  readonly axis: string;
}

export type ComparisonAnswer =
  /** JSON in the shape that its route promises, or Markdown. */
  | { readonly kind: 'text'; readonly text: string }
  /** The comparison has no axis of that name. */
  | { readonly kind: 'no-axis' };
