/** How often reports of one cell are wrong, and how much of what was planted they find. */
import betaQuantile from '@stdlib/stats-base-dists-beta-quantile';
import { judgeRates } from '../../../profiler/witness/judge/statistics/judge-rates.ts';
import type { RateState } from '../../../profiler/witness/judge/statistics/rate-verdicts.ts';
import type { Cell } from './cells.ts';
import { simulate, toColumns } from './simulated-report.ts';

export interface Measured {
  readonly cell: Cell;
  readonly reports: number;
  /** Reports with at least one false finding. */
  readonly withFalse: number;
  /** Mean over the reports of the share of false ones among their findings. */
  readonly falseShare: number;
  /** Of the planted changes; undefined where none was planted. */
  readonly power: number | undefined;
  /** Share of the planted changes by what the report says of them. */
  readonly planted: Readonly<Record<RateState, number>>;
}

/** Seeds are `first`, `first` + 1 and so on, so that parts of a cell can be measured apart. */
export function measureCell(cell: Cell, reports: number, first = 1): Measured {
  let [withFalse, shares] = [0, 0];
  const states: Record<RateState, number> = { changed: 0, no_change: 0, undecided: 0, too_rare: 0 };
  for (let seed = first; seed < first + reports; seed += 1) {
    const { report, changed } = simulate(cell.plan, Math.imul(seed, 2_654_435_761));
    let [right, wrong] = [0, 0];
    for (const [axis, verdicts] of judgeRates(toColumns(report)).entries()) {
      const own = changed[axis] ?? new Set();
      for (const key of own) states[verdicts.stateAt(key)] += 1;
      for (let key = 0; key < verdicts.size; key += 1) {
        // The total of an axis with changed keys has changed too: neither planted nor false.
        const isTotal = key === cell.plan.axes[axis];
        if (verdicts.stateAt(key) !== 'changed' || (isTotal && own.size > 0)) continue;
        if (own.has(key)) right += 1;
        else wrong += 1;
      }
    }
    if (wrong > 0) withFalse += 1;
    shares += wrong / Math.max(1, right + wrong);
  }
  return { cell, reports, withFalse, falseShare: shares / reports, ...describePlanted(states) };
}

function describePlanted(states: Readonly<Record<RateState, number>>): Pick<Measured, 'power' | 'planted'> {
  const { changed, no_change: none, undecided, too_rare: rare } = states;
  const all = Math.max(1, changed + none + undecided + rare);
  const planted = { changed: changed / all, no_change: none / all, undecided: undecided / all, too_rare: rare / all };
  return { power: changed + none + undecided + rare === 0 ? undefined : planted.changed, planted };
}

/** Upper end of the 95 % interval of a rate (Clopper and Pearson). */
export function upperBound(hits: number, of: number): number {
  return hits === of ? 1 : betaQuantile(0.975, hits + 1, of - hits);
}

/** Lower end of the same interval. */
export function lowerBound(hits: number, of: number): number {
  return hits === 0 ? 0 : betaQuantile(0.025, hits, of - hits + 1);
}

/** Cells of one number of captures that have one level of one factor. */
export interface LevelMean {
  readonly level: string;
  readonly captures: string;
  /** Mean share of reports with a false finding. */
  readonly mean: number;
  /** Lower end of its 95 % interval, as if all reports were of one cell. */
  readonly low: number;
}

export function meansByLevel(measured: readonly Measured[]): LevelMean[] {
  const levels = measured.flatMap((one) => {
    const captures = one.cell.levels['captures'] ?? '';
    const factors = Object.entries(one.cell.levels).filter(([factor]) => factor !== 'captures');
    return factors.map(([factor, value]) => ({ one, captures, level: `${factor} ${value}` }));
  });
  return [...Map.groupBy(levels, ({ captures, level }) => `${captures} ${level}`).values()].flatMap((own) => {
    const [first] = own;
    if (first === undefined) return [];
    let [shares, hits, of] = [0, 0, 0];
    for (const { one } of own) {
      shares += one.withFalse / one.reports;
      hits += one.withFalse;
      of += one.reports;
    }
    const { level, captures } = first;
    return [{ level, captures, mean: shares / own.length, low: lowerBound(hits, of) }];
  });
}
