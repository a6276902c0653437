/** Every view of two sides: whether it can be compared, and the verdicts of all that can be, which are judged together. */
import type { AxisId } from './collector-record.ts';
import { type Comparability, judgeAxis } from './comparable.ts';
import { type ComparedView, judgeViews, type ViewVerdicts } from './judge/judge-views.ts';
import { foldNameless } from './nameless.ts';
import type { CaptureVector } from './vector/capture-vector.ts';
import { type AxisView, onRequest, views } from './views.ts';

export interface JudgedSides {
  readonly before: readonly CaptureVector[];
  readonly after: readonly CaptureVector[];
  /** Between the beginnings of two captures that count as two. */
  readonly spacingMs: number;
  /** Why nothing can be compared: captures of a side are not of one build. */
  readonly mixed?: string | undefined;
}

export interface JudgedView {
  readonly view: AxisView;
  readonly judged: Comparability;
  /** Undefined for sets, and where a side has too few occasions. */
  readonly verdicts: ViewVerdicts | undefined;
}

export function judgeSides({ before, after, spacingMs, mixed }: JudgedSides): JudgedView[] {
  const fold = foldNameless(before, after);
  const drafts = views
    .filter(({ source }) => !onRequest.has(source) || isKnown(source, [...before, ...after]))
    .map((whole) => {
      const view: AxisView = { ...whole, keyOf: (key) => whole.keyOf(fold(whole.source, key)) };
      const found = judgeAxis(view, before, after);
      const judged: Comparability =
        mixed !== undefined && found.comparable ? { comparable: false, reason: mixed } : found;
      return { view, judged };
    });
  const comparable = drafts.flatMap((one) => comparedOf(one) ?? []);
  const verdicts = judgeViews(comparable, spacingMs);
  return drafts.map((one) => ({
    ...one,
    verdicts: verdicts[comparable.findIndex(({ view }) => view === one.view)],
  }));
}

/** The captures of both sides that a view is compared by; undefined where it is not. */
export function comparedOf({ view, judged }: Pick<JudgedView, 'view' | 'judged'>): ComparedView | undefined {
  return judged.comparable ? { view, before: judged.baseline, after: judged.head } : undefined;
}

function isKnown(axis: AxisId, vectors: readonly CaptureVector[]): boolean {
  return vectors.some(({ axes }) => axes.some((one) => one.axis === axis));
}
