/**
 * Functions without a name. The collector distinguishes them by where they begin in one build of their module, which
 * says nothing about another build: what two builds have at the same place are different functions.
 */
import type { AxisId } from '../record/collector-record.ts';
import { moduleOf } from '../keys/key-text.ts';
import type { CaptureVector } from '../vector/capture-vector.ts';

/** The beginning of the build id, then the place. */
const nameless = /\[unknown (?<build>[\da-f]{2,8})\+[\da-f]+\]/gu;

/** Axes with functions in their keys. */
export const withFunctions: ReadonlySet<AxisId> = new Set(['cpu_stacks', 'off_cpu', 'locks', 'memory', 'allocations']);

/** What a compiler adds to the name of a function that it split or copied: the next build may number it otherwise. */
const cloneMark =
  /(?:(?:\.(?:constprop|isra|part|lto_priv)\.\d+|\.cold(?:\.\d+)?)+| \[clone \.(?:constprop|isra|part|lto_priv|cold)[.\d]*\])(?= \([^()]+\)$)/u;

type Vectors = readonly CaptureVector[];

/** What two sides make of functions that not both of them name. */
export interface Nameless {
  /**
   * A key of an axis as both sides may have it: a function without a name stays itself where both ran its build, and
   * the parts and copies of a function that a compiler made are that function.
   */
  readonly keyOf: (axis: AxisId, key: string) => string;
  /** What an axis has to say about functions that only one side names. */
  readonly caveatsOf: (axis: AxisId) => readonly string[];
}

/** Reads the keys of an axis when it is first asked for, and once. */
export function readNameless(before: Vectors, after: Vectors): Nameless {
  const [a, b] = [readUnnamed(before), readUnnamed(after)];
  const fold = foldBuilds(a, b);
  const known = new Map<AxisId, Lacking>();
  // Every view of an axis asks for the same keys.
  const folded = new Map([...withFunctions].map((axis) => [axis, new Map<string, string>()] as const));
  const lackingOf = (axis: AxisId): Lacking | undefined => {
    if (!withFunctions.has(axis)) return undefined;
    const isNamed = [a, b].every((side) => side.get(axis)?.length === 0);
    const found = known.get(axis) ?? (isNamed ? nothingLacks : findLacking(axis, { before, after, fold }));
    known.set(axis, found);
    return found;
  };
  return {
    keyOf: (axis, key) => {
      const own = folded.get(axis);
      if (own === undefined) return key;
      let found = own.get(key);
      if (found === undefined) {
        found = withoutCloneMark(lackingOf(axis)?.renamed.get(key) ?? fold(key));
        own.set(key, found);
      }
      return found;
    },
    caveatsOf: (axis) => lackingOf(axis)?.caveats ?? [],
  };
}

/** Each has a dot. */
function withoutCloneMark(key: string): string {
  return key.includes('.') ? key.replace(cloneMark, '') : key;
}

/** By axis, the keys with a function that has no name. */
type Unnamed = ReadonlyMap<AxisId, readonly string[]>;

function readUnnamed(vectors: Vectors): Unnamed {
  return new Map([...withFunctions].map((axis) => [axis, vectors.flatMap((one) => unnamedOf(axis, one))] as const));
}

function unnamedOf(axis: AxisId, { axes }: CaptureVector): string[] {
  const found = axes.find((one) => one.axis === axis);
  return found === undefined || found.state === 'missing' ? [] : found.columns.keys.filter((key) => key.includes(mark));
}

function foldBuilds(before: Unnamed, after: Unnamed): (key: string) => string {
  const [a, b] = [buildsOf(before), buildsOf(after)];
  const fold = (whole: string, build: string): string => (a.has(build) && b.has(build) ? whole : unknown);
  return (key) => (key.includes(mark) ? key.replaceAll(nameless, fold) : key);
}

function buildsOf(unnamed: Unnamed): Set<string> {
  const builds = new Set<string>();
  for (const key of [...unnamed.values()].flat()) {
    for (const [, build = ''] of key.matchAll(nameless)) builds.add(build);
  }
  return builds;
}

interface Lacking {
  /** Keys whose function only the other side knows by name, as that side would have them. */
  readonly renamed: ReadonlyMap<string, string>;
  readonly caveats: readonly string[];
}

const nothingLacks: Lacking = { renamed: new Map(), caveats: [] };

interface Sides {
  readonly before: Vectors;
  readonly after: Vectors;
  readonly fold: (key: string) => string;
}

/**
 * Modules whose symbols one side lacks: most of what it measured there has no name. A function that only the other
 * side names may be any of those, so it is compared as one without a name too.
 */
function findLacking(axis: AxisId, { before, after, fold }: Sides): Lacking {
  const [a, b] = [amountsOf(axis, before, fold), amountsOf(axis, after, fold)];
  const renamed = new Map<string, string>();
  const caveats: string[] = [];
  for (const [side, own, other] of [[before, a, b] as const, [after, b, a] as const]) {
    for (const module of findStripped(own)) {
      const only = [...other.keys()].filter((key) => !own.has(key) && moduleOf(key) === module && !key.includes(mark));
      for (const key of only) renamed.set(key, withoutName(axis, key, module));
      if (only.length === 0) continue;
      const version = side[0]?.request.version ?? '';
      caveats.push(`most functions of ${module} have no names in ${version} and are compared as one`);
    }
  }
  return { renamed, caveats };
}

/** A function of which nothing is known that another build could have. */
const unknown = '[unknown]';
/** Every function without a name begins so. */
const mark = '[unknown';

function amountsOf(axis: AxisId, vectors: Vectors, fold: (key: string) => string): Map<string, number> {
  const amounts = new Map<string, number>();
  for (const found of vectors.flatMap(({ axes }) => axes)) {
    if (found.axis !== axis || found.state === 'missing') continue;
    for (const [at, own] of found.columns.keys.entries()) {
      const key = fold(own);
      amounts.set(key, (amounts.get(key) ?? 0) + (found.columns.amount[at] ?? 0));
    }
  }
  return amounts;
}

function findStripped(amounts: ReadonlyMap<string, number>): string[] {
  const [unnamed, all] = [new Map<string, number>(), new Map<string, number>()];
  for (const [key, amount] of amounts) {
    const module = moduleOf(key);
    all.set(module, (all.get(module) ?? 0) + amount);
    if (key.includes(unknown)) unnamed.set(module, (unnamed.get(module) ?? 0) + amount);
  }
  return [...unnamed].flatMap(([module, amount]) => (amount * 2 > (all.get(module) ?? 0) ? [module] : []));
}

/** What precedes the function stays: what waited there, or what was counted. */
function withoutName(axis: AxisId, key: string, module: string): string {
  const [lead = ''] = (axis === 'cpu_stacks' ? undefined : /^.*? (?:at|in) /u.exec(key)) ?? [];
  return `${lead}${unknown} (${module})`;
}

/** Whether a function has no name, but is known as one. */
export function isToldApart(name: string): boolean {
  return name.startsWith('[unknown ');
}

/** Whether a function has no name. */
export function isNameless(name: string): boolean {
  return name === '[unknown]' || isToldApart(name);
}
