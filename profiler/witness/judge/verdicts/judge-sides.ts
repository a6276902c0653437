/** Every view of two sides: whether it can be compared, and the verdicts of all that can be, which are judged together. */
import { type ComparedView, findChangedViews, judgeViews, type ViewVerdicts } from '../views/judge-views.ts';
import { type DraftedView, type DraftFacts, draftViews } from '../related/draft-views.ts';
import type { RelatedFunctions } from '../related/relate.ts';

export interface JudgedView extends DraftedView {
  /** Undefined for sets, and where a side has too few occasions. */
  readonly verdicts: ViewVerdicts | undefined;
}

export interface JudgedSides {
  readonly views: readonly JudgedView[];
  /** Of sampled functions; absent where no verdict is possible. */
  readonly functions: RelatedFunctions | undefined;
}

export function judgeSides(facts: DraftFacts): JudgedSides {
  const { drafts, functions } = draftViews(facts);
  const comparable = drafts.flatMap((one) => comparedOf(one) ?? []);
  const verdicts = judgeViews(comparable, facts.spacingMs);
  return {
    views: drafts.map((one) => ({
      ...one,
      verdicts: verdicts[comparable.findIndex(({ view }) => view === one.view)],
    })),
    functions,
  };
}

/** Of each axis that is judged, whether anything of it changed: the same judgement, of which nothing is described. */
export function findChangedAxes(facts: DraftFacts): ReadonlyMap<string, boolean> {
  const comparable = draftViews(facts).drafts.flatMap((one) => comparedOf(one) ?? []);
  const changed = findChangedViews(comparable, facts.spacingMs);
  return new Map(
    comparable.flatMap(({ view }, at) => {
      const found = changed[at];
      return found === undefined ? [] : [[view.axis, found] as const];
    }),
  );
}

/** The captures of both sides that a view is compared by; undefined where it is not. */
export function comparedOf({ view, judged, isOfBuild }: DraftedView): ComparedView | undefined {
  return judged.comparable ? { view, before: judged.baseline, after: judged.head, isOfBuild } : undefined;
}
