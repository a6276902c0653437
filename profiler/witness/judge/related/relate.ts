/** Which keys of two versions belong together, before anything is judged: so that they are judged as one. */
import type { AxisId } from '../../bundle/record/collector-record.ts';
import type { SideAxis } from '../comparable/comparable.ts';
import { type KeyNames, leftOut, namesBy } from '../../bundle/keys/key-names.ts';
import { groupByOccasion, leastOccasions } from '../captures/occasions.ts';
import type { Numbers } from '../../bundle/vector/capture-vector.ts';
import type { AxisView } from '../views/views.ts';
import { findInlined } from './find-inlined.ts';
import { findRenamed } from './find-renamed.ts';
import { findRenamedPaths } from './find-renamed-paths.ts';
import { readCosts, type SideCosts, steadyModules } from './function-costs.ts';
import { byMember, noRelations, type Relation, type Relations } from './relation.ts';

/** Axes that distinguish files by their paths. What is reached, run or allowed under a new name stays new. */
const withPaths: ReadonlySet<AxisId> = new Set(['files', 'file_changes', 'file_io']);
/** Where functions are named at the end of a key, behind what they did. */
const withSites: ReadonlySet<AxisId> = new Set(['off_cpu', 'locks', 'memory', 'allocations']);

export interface ComparedSides {
  readonly before: readonly SideAxis[];
  readonly after: readonly SideAxis[];
}

export interface RelatedFunctions {
  readonly before: SideCosts;
  readonly after: SideCosts;
  readonly relations: Relations;
}

/** Of the sampled functions; undefined with fewer occasions than a verdict needs. */
export function relateFunctions(
  { before, after }: ComparedSides,
  keyOf: (key: string) => string | undefined,
  spacingMs: number,
): RelatedFunctions | undefined {
  const [a, b] = [groupByOccasion(before, spacingMs), groupByOccasion(after, spacingMs)];
  if (a.length < leastOccasions || b.length < leastOccasions) return undefined;
  const costs = [readCosts(a, keyOf), readCosts(b, keyOf)] as const;
  const isSteady = steadyModules(...costs);
  const { renamed, meant } = findRenamed(...costs, isSteady);
  const inlined = findInlined(...costs, { isSteady, isTaken: (key) => meant.has(key) });
  return { before: costs[0], after: costs[1], relations: byMember([...renamed, ...inlined]) };
}

/** The relation of each key of a view; undefined where none has one. `functions`: those of the sampled functions. */
export function relateView(
  view: AxisView,
  sides: ComparedSides,
  functions: Relations,
): ((key: string) => Relation | undefined) | undefined {
  if (withSites.has(view.source) && functions.size > 0) return (key) => relateSite(key, functions);
  const relations = view.source === 'cpu_stacks' ? functions : relateFiles(view, sides);
  return relations.size === 0 ? undefined : (key) => relations.get(key);
}

/** "wait at parse (app)" is of "parse (app)". What was merged into several functions is none of one of them. */
function relateSite(key: string, functions: Relations): Relation | undefined {
  const starts = [0, ...[...key.matchAll(/ at /gu)].map(({ index }) => index + 4)];
  for (const start of starts) {
    const found = functions.get(key.slice(start));
    if (found === undefined || !found.members.includes(found.key)) continue;
    const what = key.slice(0, start);
    return { ...found, key: what + found.key, members: found.members.map((member) => what + member) };
  }
  return undefined;
}

function relateFiles({ source, keyOf }: AxisView, { before, after }: ComparedSides): Relations {
  if (!withPaths.has(source)) return noRelations;
  const names = namesBy(keyOf);
  for (const { axis } of [...before, ...after]) names.numbersOf(axis.columns.keys);
  const [a, b] = [seenOn(before, names), seenOn(after, names)];
  const named = (isMeant: (number: number) => boolean): string[] => names.names.filter((_, number) => isMeant(number));
  const gone = named((number) => a[number] === 1 && b[number] !== 1);
  const added = named((number) => b[number] === 1 && a[number] !== 1);
  if (gone.length === 0 || added.length === 0) return noRelations;
  const [from, to] = [before, after].map((side) => side[0]?.vector.request.version ?? '');
  const all = new Set(named((number) => b[number] === 1));
  return byMember(findRenamedPaths({ gone, added, after: all, from: from ?? '', to: to ?? '' }));
}

/** By the number of its name: 1 of which a side has any. */
function seenOn(side: readonly SideAxis[], names: KeyNames): Uint8Array {
  const seen = new Uint8Array(names.names.length);
  for (const { axis } of side) noteSeen(seen, names.numbersOf(axis.columns.keys), axis.columns.amount);
  return seen;
}

function noteSeen(seen: Uint8Array, numbers: Int32Array, amount: Numbers): void {
  for (let at = 0; at < numbers.length; at += 1) {
    const number = numbers[at] ?? leftOut;
    if (number !== leftOut && (amount[at] ?? 0) > 0) seen[number] = 1;
  }
}
