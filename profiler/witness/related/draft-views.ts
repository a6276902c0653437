/** Every view of a comparison: whether it can be compared, and which of its keys are counted as one. */
import { caveat } from '../caveat.ts';
import type { AxisId } from '../collector-record.ts';
import { type Comparability, judgeAxis } from '../comparable.ts';
import type { SideIdentity } from '../judge/judge-identity.ts';
import { type Nameless, readNameless, withFunctions } from '../nameless.ts';
import { isSeparable, type SeparatedSides, separateSides, viewOfBuild } from '../separated-sides.ts';
import type { CaptureVector } from '../vector/capture-vector.ts';
import { type AxisView, onRequest, views } from '../views.ts';
import { type RelatedFunctions, relateFunctions, relateView } from './relate.ts';
import { noRelations, type Relation, unrelated } from './relation.ts';

export interface DraftedView {
  /** With keys that belong together under one. */
  readonly view: AxisView;
  readonly judged: Comparability;
  /** Only what the build of each version used: a side is mixed. */
  readonly isOfBuild: boolean;
  readonly plainKeyOf: AxisView['keyOf'];
  readonly relationOf: (key: string) => Relation | undefined;
}

export interface DraftFacts {
  readonly before: readonly CaptureVector[];
  readonly after: readonly CaptureVector[];
  readonly spacingMs: number;
  readonly side: SideIdentity;
}

export interface Drafts {
  readonly drafts: readonly DraftedView[];
  /** Of sampled functions; absent where no verdict is possible. */
  readonly functions: RelatedFunctions | undefined;
}

export function draftViews(facts: DraftFacts): Drafts {
  const { before, after, spacingMs, side } = facts;
  const nameless = readNameless(before, after);
  const separated = separateSides(before, after, side);
  const plain = views
    .filter(({ source }) => !onRequest.has(source) || isKnown(source, [...before, ...after]))
    .map((whole) => {
      const own = separated !== undefined && isSeparable(whole) ? separated : undefined;
      const shown = own === undefined ? whole : viewOfBuild(whole);
      const plainKeyOf = withFunctions.has(whole.source)
        ? (key: string) => shown.keyOf(nameless.keyOf(whole.source, key))
        : shown.keyOf;
      const view: AxisView = { ...shown, keyOf: plainKeyOf };
      return { view, judged: judge(view, { ...facts, nameless }, own), isOfBuild: own !== undefined };
    });
  const sampled = plain.find(({ view }) => view.axis === 'cpu_stacks');
  const functions =
    sampled?.judged.comparable === true && !sampled.isOfBuild && side.identity !== 'same_binary'
      ? relateFunctions({ before: sampled.judged.baseline, after: sampled.judged.head }, sampled.view.keyOf, spacingMs)
      : undefined;
  const drafts = plain.map(({ view, judged, isOfBuild }): DraftedView => {
    const { keyOf: plainKeyOf } = view;
    if (!judged.comparable) return { view, judged, isOfBuild, plainKeyOf, relationOf: unrelated };
    const sides = { before: judged.baseline, after: judged.head };
    const relationOf = relateView(view, sides, functions?.relations ?? noRelations);
    if (relationOf === undefined) return { view, judged, isOfBuild, plainKeyOf, relationOf: unrelated };
    const keyOf = remember((whole: string): string | undefined => {
      const key = plainKeyOf(whole);
      return key === undefined ? undefined : (relationOf(key)?.key ?? key);
    });
    return { view: { ...view, keyOf }, judged, isOfBuild, plainKeyOf, relationOf };
  });
  return { drafts, functions };
}

interface JudgingFacts extends DraftFacts {
  readonly nameless: Nameless;
}

function judge(view: AxisView, facts: JudgingFacts, own: SeparatedSides | undefined): Comparability {
  const { before, after, side, nameless } = facts;
  const found = judgeAxis(view, own?.before ?? before, own?.after ?? after);
  if (!found.comparable) return found;
  if (side.mixed !== undefined && own === undefined) return { comparable: false, reason: side.mixed };
  const hasFunctions = view.needsCallers === true || view.source === 'cpu_stacks';
  return hasFunctions
    ? {
        ...found,
        caveats: [...nameless.caveatsOf(view.source).map((text) => caveat(text, 'everything')), ...found.caveats],
      }
    : found;
}

function isKnown(axis: AxisId, vectors: readonly CaptureVector[]): boolean {
  return vectors.some(({ axes }) => axes.some((one) => one.axis === axis));
}

/** Every capture has about the same keys, and each is asked for several times. */
function remember<T>(find: (key: string) => T): (key: string) => T {
  const known = new Map<string, T>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined || known.has(key)) return before as T;
    const found = find(key);
    known.set(key, found);
    return found;
  };
}
