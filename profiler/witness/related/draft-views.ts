/** Every view of a comparison: whether it can be compared, and which of its keys are counted as one. */
import type { AxisId } from '../collector-record.ts';
import { type Comparability, judgeAxis } from '../comparable.ts';
import { foldNameless, withFunctions } from '../nameless.ts';
import type { CaptureVector } from '../vector/capture-vector.ts';
import { type AxisView, onRequest, views } from '../views.ts';
import { type RelatedFunctions, relateFunctions, relateView } from './relate.ts';
import { noRelations, type Relation } from './relation.ts';

export interface DraftedView {
  /** With keys that belong together under one. */
  readonly view: AxisView;
  readonly judged: Comparability;
  readonly plainKeyOf: AxisView['keyOf'];
  readonly relationOf: (key: string) => Relation | undefined;
}

export interface DraftFacts {
  readonly before: readonly CaptureVector[];
  readonly after: readonly CaptureVector[];
  readonly spacingMs: number;
  /** Why nothing can be compared: captures of a side are not of one build. */
  readonly mixed: string | undefined;
  /** Both sides ran the same native executables: what they call their functions is the same. */
  readonly isSameBinary: boolean;
}

export interface Drafts {
  readonly drafts: readonly DraftedView[];
  /** Of sampled functions; absent where no verdict is possible. */
  readonly functions: RelatedFunctions | undefined;
}

export function draftViews(facts: DraftFacts): Drafts {
  const { before, after, spacingMs, isSameBinary } = facts;
  const fold = foldNameless(before, after);
  const plain = views
    .filter(({ source }) => !onRequest.has(source) || isKnown(source, [...before, ...after]))
    .map((whole) => {
      const plainKeyOf = withFunctions.has(whole.source)
        ? remember((key: string) => whole.keyOf(fold(whole.source, key)))
        : whole.keyOf;
      return { view: { ...whole, keyOf: plainKeyOf }, judged: judge(whole, facts) };
    });
  const sampled = plain.find(({ view }) => view.axis === 'cpu_stacks');
  const functions =
    sampled?.judged.comparable === true && !isSameBinary
      ? relateFunctions({ before: sampled.judged.baseline, after: sampled.judged.head }, sampled.view.keyOf, spacingMs)
      : undefined;
  const drafts = plain.map(({ view, judged }): DraftedView => {
    const { keyOf: plainKeyOf } = view;
    if (!judged.comparable) return { view, judged, plainKeyOf, relationOf: () => undefined };
    const sides = { before: judged.baseline, after: judged.head };
    const relationOf = relateView(view, sides, functions?.relations ?? noRelations);
    if (relationOf === undefined) return { view, judged, plainKeyOf, relationOf: () => undefined };
    const keyOf = remember((whole: string): string | undefined => {
      const key = plainKeyOf(whole);
      return key === undefined ? undefined : (relationOf(key)?.key ?? key);
    });
    return { view: { ...view, keyOf }, judged, plainKeyOf, relationOf };
  });
  return { drafts, functions };
}

function judge(view: AxisView, { before, after, mixed }: DraftFacts): Comparability {
  const found = judgeAxis(view, before, after);
  return mixed !== undefined && found.comparable ? { comparable: false, reason: mixed } : found;
}

function isKnown(axis: AxisId, vectors: readonly CaptureVector[]): boolean {
  return vectors.some(({ axes }) => axes.some((one) => one.axis === axis));
}

/** Every capture has about the same keys, and each is asked for several times. */
function remember<T>(find: (key: string) => T): (key: string) => T {
  const known = new Map<string, T>();
  return (key) => {
    if (known.has(key)) return known.get(key) as T;
    const found = find(key);
    known.set(key, found);
    return found;
  };
}
