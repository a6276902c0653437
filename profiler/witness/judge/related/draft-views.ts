/** Every view of a comparison: whether it can be compared, and which of its keys are counted as one. */
import { caveat } from '../comparable/caveat.ts';
import type { AxisId } from '../../bundle/record/collector-record.ts';
import { type Comparability, judgeAxis } from '../comparable/comparable.ts';
import { findHintCaveats } from '../comparable/hint-caveats.ts';
import { KeyTable, rememberNames } from '../../bundle/keys/key-names.ts';
import type { SideIdentity } from '../identity/judge-identity.ts';
import { type Nameless, readNameless, withFunctions } from '../../bundle/features/nameless.ts';
import { isSeparable, type SeparatedSides, separateSides, viewOfBuild } from '../views/separated-sides.ts';
import type { CaptureVector } from '../../bundle/vector/capture-vector.ts';
import { type AxisView, onRequest, views } from '../views/views.ts';
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
  const tableOf = makeTables();
  const nameless = readNameless(before, after);
  const separated = separateSides(before, after, side);
  const plain = views
    .filter(({ source }) => !onRequest.has(source) || isKnown(source, [...before, ...after]))
    .map((whole) => {
      const own = separated !== undefined && isSeparable(whole) ? separated : undefined;
      const shown = own === undefined ? whole : viewOfBuild(whole);
      const plainKeyOf = rememberNames(
        withFunctions.has(whole.source) ? (key: string) => shown.keyOf(nameless.keyOf(whole.source, key)) : shown.keyOf,
        tableOf(whole.source),
      );
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
    const keyOf = rememberNames((whole: string): string | undefined => {
      const key = plainKeyOf(whole);
      return key === undefined ? undefined : (relationOf(key)?.key ?? key);
    }, tableOf(view.source));
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
  if (!hasFunctions) return found;
  const ofNames = nameless.caveatsOf(view.source).map((text) => caveat(text, 'everything'));
  return { ...found, caveats: [...ofNames, ...findHintCaveats(found.baseline, found.head), ...found.caveats] };
}

function isKnown(axis: AxisId, vectors: readonly CaptureVector[]): boolean {
  return vectors.some(({ axes }) => axes.some((one) => one.axis === axis));
}

/** Of one comparison: every view of an axis reads the same keys. */
function makeTables(): (axis: AxisId) => KeyTable {
  const tables = new Map<AxisId, KeyTable>();
  return (axis) => {
    const table = tables.get(axis) ?? new KeyTable();
    tables.set(axis, table);
    return table;
  };
}
