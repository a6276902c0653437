/**
 * Functions under another name: one that only the older version has and one that only the newer version has, in the
 * same module and the same place of the stacks, at about the same cost. Where two could be meant, nothing is said.
 */
import { ln } from '../statistics/special-functions.ts';
import { sumOf } from '../statistics/sums.ts';
import { differenceBeyondLoad, type FunctionCost, isAlike, onlyOn, type SideCosts } from './function-costs.ts';
import type { Relation } from './relation.ts';

/** Functions of one side that are compared: those that cost most. */
const mostFunctions = 128;
/** A caller has to be recognised before its callees are. */
const mostPasses = 8;

/** Parts of callers and of callees that two functions have to share: to be meant at all, and to be the same one. */
const meant = { place: 0.5, cost: ln(4) } as const;
const leastShared = 0.8;
/** Of a function with several callers or callees, or that is declared where the other one was. */
const mostOfCertain = ln(2);
const richPart = 0.1;

export type Renaming = Relation & { readonly from: string; readonly to: string };

interface FoundNames {
  readonly renamed: Renaming[];
  /** Functions that could be another one under its name, whether or not that is said. */
  readonly meant: ReadonlySet<string>;
}

export function findRenamed(before: SideCosts, after: SideCosts, isSteady: (module: string) => boolean): FoundNames {
  const [gone, added] = [onlyOn(before, after, mostFunctions), onlyOn(after, before, mostFunctions)].map((some) =>
    some.filter(({ module, callers }) => callers.size > 0 && module !== '' && isSteady(module)),
  ) as [FunctionCost[], FunctionCost[]];
  const names = new Map<string, string>();
  const found: Renaming[] = [];
  const couldBe = new Set<string>();
  for (let pass = 0; pass < mostPasses; pass++) {
    const [old, fresh] = [gone, added].map((some) => some.filter(({ key }) => !isNamed(found, key)));
    const known: Known = {
      sides: [before, after],
      names,
      unnamed: new Set([...(old ?? []), ...(fresh ?? [])].map(({ key }) => key)),
    };
    const pairs = (old ?? []).flatMap((one) =>
      (fresh ?? []).filter((other) => isMeant(one, other, known)).map((other) => [one, other] as const),
    );
    const sure = pairs.filter(
      ([one, other]) => pairs.every(([a, b]) => (a === one) === (b === other)) && isSame(one, other, known),
    );
    for (const { key } of pairs.flat()) couldBe.add(key);
    if (sure.length === 0) break;
    for (const [{ key: from, ...older }, { key: to, ...newer }] of sure) {
      names.set(from, to);
      const isDeclared = older.file !== undefined && older.file === newer.file && older.line === newer.line;
      const basis = isDeclared ? 'stacks_and_source' : 'stacks';
      found.push({ kind: 'renamed', basis, key: to, members: [from, to], from, to });
    }
  }
  return { renamed: found, meant: couldBe };
}

function isNamed(found: readonly Renaming[], key: string): boolean {
  return found.some(({ from, to }) => from === key || to === key);
}

interface Known {
  readonly sides: readonly [SideCosts, SideCosts];
  /** Names of the older version that are known to be others in the newer one. */
  readonly names: ReadonlyMap<string, string>;
  /** Functions of either version that are on one side only and of which nothing is known yet. */
  readonly unnamed: ReadonlySet<string>;
}

function isMeant(old: FunctionCost, fresh: FunctionCost, { sides, names }: Known): boolean {
  if (old.module !== fresh.module) return false;
  if (Math.abs(differenceBeyondLoad([old.totalCost, fresh.totalCost], sides)) > meant.cost) return false;
  return shareOf(callersOf(old), callersOf(fresh), names) >= meant.place;
}

function isSame(old: FunctionCost, fresh: FunctionCost, { sides, names, unnamed }: Known): boolean {
  if (old.file !== undefined && fresh.file !== undefined && old.file !== fresh.file) return false;
  const places = [
    [callersOf(old), callersOf(fresh)],
    [calleesOf(old, unnamed), calleesOf(fresh, unnamed)],
  ] as const;
  if (!places.every(([a, b]) => shareOf(a, b, names) >= leastShared)) return false;
  const totals = [old.totalCost, fresh.totalCost] as const;
  const isDeclared = old.file !== undefined && old.line !== undefined && old.line === fresh.line;
  if (isDeclared || places.some(([a, b]) => isRich(a) && isRich(b))) {
    return Math.abs(differenceBeyondLoad(totals, sides)) <= mostOfCertain;
  }
  return isAlike(totals, sides, [sumOf(old.total), sumOf(fresh.total)]);
}

type Profile = ReadonlyMap<string, number>;

/** Part of a function's samples by caller. Callers that were too rare to be kept are missing from the sum. */
function callersOf({ callers, total }: FunctionCost): Profile {
  return partsOf(callers, sumOf(total));
}

const itself = '';
const someOther = '?';

/** Part of a function's samples by callee, and what it did itself. Callees that may have other names are one. */
function calleesOf({ callees, self, total }: FunctionCost, unnamed: ReadonlySet<string>): Profile {
  const samples = new Map([[itself, sumOf(self)]]);
  for (const [callee, some] of callees) {
    const key = unnamed.has(callee) ? someOther : callee;
    samples.set(key, (samples.get(key) ?? 0) + some);
  }
  return partsOf(samples, sumOf(total));
}

function partsOf(samples: Profile, total: number): Profile {
  return new Map([...samples].map(([key, some]) => [key, Math.min(1, some / Math.max(1, total))]));
}

function shareOf(before: Profile, after: Profile, names: ReadonlyMap<string, string>): number {
  let shared = 0;
  for (const [key, part] of before) shared += Math.min(part, after.get(names.get(key) ?? key) ?? 0);
  return shared;
}

function isRich(profile: Profile): boolean {
  return [...profile].filter(([key, part]) => key !== itself && key !== someOther && part >= richPart).length > 1;
}
