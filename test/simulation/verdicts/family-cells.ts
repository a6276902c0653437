/** The conditions under which likely changes are simulated, and how often they are wrong and found. */
import { judgeFamily, likelyLevel } from '../../../profiler/witness/judge/statistics/judge-family.ts';
import { measuredPrior } from '../../../profiler/witness/judge/statistics/measured-prior.ts';
import { judgeRates } from '../../../profiler/witness/judge/statistics/judge-rates.ts';
import { type FamilyPlan, kinds, simulateFamily } from './simulated-family.ts';
import { simulate, toColumns } from './simulated-report.ts';

export interface FamilyCell {
  readonly name: string;
  readonly plan: FamilyPlan;
  /** At which the family is tested; that of single captures by default. */
  readonly level?: number | undefined;
}

export interface FamilyMeasured {
  readonly cell: FamilyCell;
  readonly reports: number;
  /** Reports with any change that nobody made. */
  readonly withFalse: number;
  /** Of the planted change; 0 of none. */
  readonly found: number;
}

/** Ten captures with the one that is compared: one of each version, with replicates, and three of each. */
const tenCaptures: Readonly<Record<string, FamilyPlan['history']>> = {
  'a head of each': Array.from({ length: 9 }, () => [1]),
  'some replicates': [[1, 1, 1], [1, 1, 1], [1, 1], [1]],
  'three of each': [
    [1, 1, 1],
    [1, 1, 1],
    [1, 1, 1],
  ],
};

const single: Omit<FamilyPlan, 'history' | 'noise'> = {
  before: [1],
  after: [1],
  tails: 'normal',
  correlation: 0,
  shared: 1,
  windowSec: 60,
  loadRatio: 1,
  changedBefore: 0,
};

/** Nothing changed between two single captures. `noise`: of CPU time, the middle workload. */
export function listLikelyPromises(): FamilyCell[] {
  return Object.entries(tenCaptures).flatMap(([name, history]) =>
    (['normal', 'heavy'] as const).flatMap((tails) =>
      [0, 0.35].flatMap((correlation) =>
        [0.02, 0.04, 0.08, 0.15].flatMap((median) =>
          [
            { loadRatio: 1, changedBefore: 0 },
            { loadRatio: 1.5, changedBefore: 0.3 },
          ].map((world) => ({
            name: `${name}, ${tails}, correlation ${correlation}, noise ${median}, load ×${world.loadRatio}`,
            plan: { ...single, history, tails, correlation, noise: { median, spread: 0.5 }, ...world },
          })),
        ),
      ),
    ),
  );
}

/** Nothing changed between two or three captures of each version, which have verdicts on every key as well. */
export function listBesidePromises(level: number): FamilyCell[] {
  return [
    [1, 1],
    [1, 1, 1],
  ].flatMap((side) =>
    [[], tenCaptures['a head of each'] ?? []].flatMap((history) =>
      (['normal', 'heavy'] as const).flatMap((tails) =>
        [0.02, 0.08].map((median) => ({
          name: `${side.length} + ${side.length}, ${history.length} earlier, ${tails}, noise ${median}`,
          level,
          plan: {
            ...single,
            before: side,
            after: side,
            windowSec: 10,
            history,
            tails,
            correlation: 0.35,
            noise: { median, spread: 0.5 },
          },
        })),
      ),
    ),
  );
}

/** Of a workload that was never captured before, with the noise of the services that the prior was measured on. */
export function listFirstCaptures(): FamilyCell[] {
  return (['normal', 'heavy'] as const).map((tails) => ({
    name: `no history, ${tails}`,
    plan: { ...single, history: [], tails, noise: { median: 0.06, spread: 0.4 } },
  }));
}

/** Three captures of 10 s in a row of each version: part of the noise is that of the moment. */
export function listCloseCaptures(): FamilyCell[] {
  return [[], tenCaptures['a head of each'] ?? []].flatMap((history) =>
    [0.25, 0.5].flatMap((shared) =>
      [0.03, 0.08].map((median) => ({
        name: `3 + 3 in a row, ${history.length} earlier, shared ${shared}, noise ${median}`,
        plan: { ...single, before: [3], after: [3], history, shared, windowSec: 10, noise: { median, spread: 0.5 } },
      })),
    ),
  );
}

const planted = [
  { kind: 'cpu', factor: 1.25 },
  { kind: 'function', factor: 1.5 },
] as const;

/** `noise`: of CPU time; functions vary by a third more. */
export function listLikelyPowers(noise: number): FamilyCell[] {
  return Object.entries(tenCaptures).flatMap(([name, history]) =>
    planted.map((change) => ({
      name: `1 + 1 of 60 s, ${name}: ${change.kind} ×${change.factor} at noise ${noise}`,
      plan: { ...single, history, noise: { median: noise, spread: 0 }, change },
    })),
  );
}

/** Beside the verdicts of three captures of 10 s of each version. */
export function listConfirmedPowers(noise: number, level: number): FamilyCell[] {
  return Object.entries({ 'no history': [], 'ten earlier': tenCaptures['a head of each'] ?? [] }).flatMap(
    ([name, history]) =>
      planted.map((change) => ({
        name: `3 + 3 of 10 s, ${name}: ${change.kind} ×${change.factor} at noise ${noise}`,
        level,
        plan: {
          ...single,
          before: [1, 1, 1],
          after: [1, 1, 1],
          windowSec: 10,
          history,
          noise: { median: noise, spread: 0 },
          change,
        },
      })),
  );
}

export function measureFamilyCell(cell: FamilyCell, reports: number): FamilyMeasured {
  const { change } = cell.plan;
  const first = change === undefined ? -1 : kinds.indexOf(change.kind);
  let [withFalse, found] = [0, 0];
  for (let seed = 1; seed <= reports; seed += 1) {
    const members = simulateFamily(cell.plan, Math.imul(seed, 2_654_435_761));
    const changed = judgeFamily(members, measuredPrior, cell.level ?? likelyLevel).map(
      ({ state }) => state === 'changed',
    );
    if (changed[first] === true) found += 1;
    if (changed.some((one, at) => one && at !== first)) withFalse += 1;
  }
  return { cell, reports, withFalse, found };
}

/** Share of reports on three captures of 10 s of each version, under a load that varies by 4 %, that find what was planted. */
export function measureAsked(axes: readonly number[], change: 'cpu' | 'function', reports: number): number {
  const kinds = ['counts', 'cpu', 'times'] as const;
  const conditions = { captures: 3, axes, kinds, loadRatio: 1, loadSpread: 0.04, independent: 0.25, correlation: 0 };
  const planted =
    change === 'cpu'
      ? ({ kind: 'few', axis: 1, count: axes[1] ?? 0, factor: 1.25 } as const)
      : ({ kind: 'dominant', axis: 1, factor: 1.5 } as const);
  let found = 0;
  for (let seed = 1; seed <= reports; seed += 1) {
    const plan = { ...conditions, tails: 'normal', change: planted } as const;
    const verdicts = judgeRates(toColumns(simulate(plan, Math.imul(seed, 2_654_435_761)).report))[1];
    // The total is behind the keys.
    if (verdicts?.stateAt(change === 'cpu' ? verdicts.size - 1 : 0) === 'changed') found += 1;
  }
  return found / reports;
}
