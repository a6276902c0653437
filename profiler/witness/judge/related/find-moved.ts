/**
 * Cost that moved from one function to another one beside it: both changed, in opposite directions and by about as
 * much, and the judgement finds no change of the two together. It only ever takes findings away: the sum is judged in
 * a report of its own, with it instead of its parts.
 */
import { compareText } from '../../bundle/keys/key-text.ts';
import { type ComparedView, judgeViews, listChanged, type ViewVerdicts } from '../views/judge-views.ts';
import type { RateVerdict } from '../statistics/rate-verdicts.ts';
import { sumOf } from '../statistics/sums.ts';
import type { FunctionCost, SideCosts } from './function-costs.ts';

export interface Move {
  readonly from: string;
  readonly to: string;
  /** Of both together. */
  readonly verdict: RateVerdict;
}

/** What the one lost and the other gained may differ by, as a part of the larger of the two. */
const mostLeftOver = 0.25;
/** Part of a function's samples that its caller has to have under it for the two to be beside each other. */
const mainPart = 0.5;
/** Pairs that are judged again. */
const mostPairs = 16;

export interface MoveFacts {
  readonly before: SideCosts;
  readonly after: SideCosts;
  /** All views that are judged together, `at` the place of the one with functions, and what was found of it. */
  readonly compared: readonly ComparedView[];
  readonly at: number;
  readonly verdicts: ViewVerdicts;
  readonly spacingMs: number;
  /** Functions of which something else is said. */
  readonly isTaken: (key: string) => boolean;
}

export function findMoved(facts: MoveFacts): Move[] {
  const { compared, at, spacingMs } = facts;
  const pairs = hasWork(facts) ? findPairs(facts) : [];
  const own = compared[at];
  if (pairs.length === 0 || own === undefined) return [];
  const sums = new Map(pairs.flatMap(({ from, to }) => [from, to].map((key) => [key, sumName({ from, to })] as const)));
  const { keyOf } = own.view;
  const view = { ...own.view, keyOf: (whole: string) => withSum(keyOf(whole), sums) };
  const again = judgeViews(compared.with(at, { ...own, view }), spacingMs)[at];
  return pairs.flatMap((pair) => {
    const verdict = again?.verdicts.at(again.keys.indexOf(sumName(pair)));
    return verdict?.state === 'no_change' ? [{ ...pair, verdict }] : [];
  });
}

/** Without it one side may only have had more to do. */
function hasWork({ before, after }: MoveFacts): boolean {
  return before.workRate !== undefined && after.workRate !== undefined;
}

type Pair = Omit<Move, 'verdict'>;

function sumName({ from, to }: Pair): string {
  return `${from} + ${to}`;
}

function withSum(key: string | undefined, sums: ReadonlyMap<string, string>): string | undefined {
  return key === undefined ? undefined : (sums.get(key) ?? key);
}

/** Each function in one pair at most; those that moved most first. */
function findPairs({ before, after, verdicts, isTaken }: MoveFacts): Pair[] {
  const changed = listChanged(verdicts)
    .filter((key) => !isTaken(key))
    .map((key) => [key, verdicts.verdicts.at(verdicts.keys.indexOf(key))] as const);
  const [fell, rose] = [-1, 1].map((sign) =>
    changed
      .filter(([, { perSecond, perWork = perSecond }]) =>
        [perSecond, perWork].every((effect) => effect !== undefined && Math.sign(effect.change) === sign),
      )
      .map(([key]) => ({ key, moved: sign * differenceOf(key, before, after) }))
      .filter(({ moved }) => moved > 0),
  );
  const candidates = (fell ?? []).flatMap((from) =>
    (rose ?? [])
      .filter((to) => Math.abs(from.moved - to.moved) <= mostLeftOver * Math.max(from.moved, to.moved))
      .filter((to) => [before, after].some((side) => isBeside(side, from.key, to.key)))
      .map((to) => ({ from: from.key, to: to.key, moved: Math.max(from.moved, to.moved) })),
  );
  const pairs: Pair[] = [];
  const sorted = candidates.toSorted(
    (a, b) => b.moved - a.moved || compareText(a.from, b.from) || compareText(a.to, b.to),
  );
  for (const { from, to } of sorted) {
    if (pairs.length === mostPairs) break;
    if (!pairs.some((one) => one.from === from || one.to === to)) pairs.push({ from, to });
  }
  return pairs;
}

/** Of what a function did itself, for each unit of work. */
function differenceOf(key: string, before: SideCosts, after: SideCosts): number {
  const [a, b] = [before, after].map(
    ({ functions, seconds, workRate = 1 }) => (functions.get(key)?.selfCost ?? 0) / seconds / workRate,
  );
  return (b ?? 0) - (a ?? 0);
}

/** One calls the other, or one function calls both. */
function isBeside({ functions }: SideCosts, from: string, to: string): boolean {
  const [a, b] = [functions.get(from), functions.get(to)];
  if (a === undefined || b === undefined) return false;
  if (isMainCaller(a, to) || isMainCaller(b, from)) return true;
  return [...a.callers.keys()].some((caller) => isMainCaller(a, caller) && isMainCaller(b, caller));
}

function isMainCaller({ callers, total }: FunctionCost, caller: string): boolean {
  return (callers.get(caller) ?? 0) > mainPart * sumOf(total);
}
