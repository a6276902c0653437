/**
 * Functions that were compiled into their callers, or taken out of them: one is on one side only, and what its callers
 * did themselves differs by about as much as it cost.
 */
import { ln } from '../statistics/special-functions.ts';
import { compareText } from '../../bundle/keys/key-text.ts';
import { sumOf } from '../statistics/sums.ts';
import { differenceBeyondLoad, type FunctionCost, isAlike, onlyOn, type SideCosts } from './function-costs.ts';
import type { Relation } from './relation.ts';

const mostFunctions = 128;
/** Callers among which the cost of one function is looked for, and the part of its calls that they have to make. */
const mostCallers = 3;
const leastCalls = 0.9;
/** Callers that make fewer of its calls are none. */
const leastPart = 0.1;
/** A callee that costs less beside its callers would not be missed. */
const leastRise = ln(1.25);

export interface Inlining extends Relation {
  readonly callers: readonly string[];
  readonly callees: readonly string[];
}

/** `isTaken`: functions of which something else is known, or could be. */
export function findInlined(
  before: SideCosts,
  after: SideCosts,
  { isSteady, isTaken }: { isSteady: (module: string) => boolean; isTaken: (key: string) => boolean },
): Inlining[] {
  const find = (whole: SideCosts, merged: SideCosts, kind: 'inlined' | 'outlined'): Inlining[] =>
    groupByCallers(
      onlyOn(whole, merged, mostFunctions).filter(({ key, module }) => isSteady(module) && !isTaken(key)),
      whole,
    ).flatMap(({ callees, callers }) => {
      if (callers.some((key) => isTaken(key))) return [];
      if (!isExplained(callees, { callers, whole, merged })) return [];
      const names = callees.map(({ key }) => key).toSorted(compareText);
      const key = callers.join(' + ');
      return [{ kind, basis: 'self_cost', key, members: [...callers, ...names], callers, callees: names }];
    });
  const found = [...find(before, after, 'inlined'), ...find(after, before, 'outlined')];
  // What two of them explain is explained by neither.
  return found.filter((one) =>
    found.every((other) => other === one || !one.members.some((key) => other.members.includes(key))),
  );
}

interface Group {
  readonly callers: readonly string[];
  readonly callees: FunctionCost[];
}

/** Functions with the same callers go into them together. */
function groupByCallers(callees: readonly FunctionCost[], { functions }: SideCosts): Group[] {
  const groups = new Map<string, Group>();
  for (const callee of callees) {
    const total = sumOf(callee.total);
    const callers = [...callee.callers]
      .filter(([key, samples]) => samples >= leastPart * total && functions.get(key)?.module === callee.module)
      .toSorted(([a, x], [b, y]) => y - x || compareText(a, b))
      .slice(0, mostCallers);
    let calls = 0;
    for (const [, samples] of callers) calls += samples;
    if (callers.length === 0 || calls < leastCalls * total) continue;
    const names = callers.map(([key]) => key).toSorted(compareText);
    const group = groups.get(names.join('\n')) ?? { callers: names, callees: [] };
    groups.set(names.join('\n'), group);
    group.callees.push(callee);
  }
  return [...groups.values()];
}

interface Sides {
  readonly callers: readonly string[];
  /** The version that has the functions, and the one that has them inside their callers. */
  readonly whole: SideCosts;
  readonly merged: SideCosts;
}

function isExplained(callees: readonly FunctionCost[], { callers, whole, merged }: Sides): boolean {
  const [own, joint] = [whole, merged].map(({ functions }) => callers.flatMap((key) => functions.get(key) ?? [])) as [
    FunctionCost[],
    FunctionCost[],
  ];
  if (own.length < callers.length || joint.length < callers.length) return false;
  const [apart, alone, together] = [[...own, ...callees], own, joint].map(sumSelf) as [Self, Self, Self];
  const sides = [whole, merged] as const;
  if (!isAlike([apart.cost, together.cost], sides, [apart.samples, together.samples])) return false;
  // The callers alone: less than together in every capture, whatever the load was.
  if (differenceBeyondLoad([Math.max(alone.cost, 1e-9), together.cost], sides) < leastRise) return false;
  const perWork = [alone, together].map(({ byOccasion }, at) => {
    const rate = at === 0 ? whole : merged;
    return byOccasion.map((samples) => samples / (rate.seconds * (rate.workRate ?? 1)));
  });
  return (
    Math.max(...(perWork[0] ?? [])) < Math.min(...(perWork[1] ?? [])) &&
    Math.max(...alone.byOccasion) < Math.min(...together.byOccasion)
  );
}

interface Self {
  readonly cost: number;
  readonly samples: number;
  readonly byOccasion: readonly number[];
}

function sumSelf(functions: readonly FunctionCost[]): Self {
  const byOccasion = (functions[0]?.self ?? []).map((_, at) => sumOf(functions.map(({ self }) => self[at] ?? 0)));
  return { cost: sumOf(functions.map(({ selfCost }) => selfCost)), samples: sumOf(byOccasion), byOccasion };
}
