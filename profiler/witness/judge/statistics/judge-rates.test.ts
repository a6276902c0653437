import { describe, expect, test } from 'vitest';
import {
  type Plan,
  type RateReport,
  simulate,
  toColumns,
} from '../../../../test/simulation/verdicts/simulated-report.ts';
import { hasChanges, judgeRates as judgeColumns } from './judge-rates.ts';
import { measureRate, type MeasuredKey } from './measured-key.ts';
import type { RateVerdict } from './rate-verdicts.ts';

const plan: Plan = {
  captures: 3,
  axes: [3, 8, 12, 30],
  loadRatio: 1.3,
  independent: 0.25,
  tails: 'normal',
  correlation: 0.35,
  change: { kind: 'few', axis: 2, count: 3, factor: 3 },
};
const reports = [1, 2, 3, 4, 5].map((seed) => simulate(plan, seed).report);
const judgeRates = (report: RateReport): RateVerdict[][] =>
  judgeColumns(toColumns(report)).map((verdicts) => Array.from({ length: verdicts.size }, (_, at) => verdicts.at(at)));

function mapKeys(report: RateReport, change: (values: readonly number[]) => number[]): RateReport {
  const changeKey = (key: MeasuredKey): MeasuredKey => ({
    ...key,
    values: change(key.values),
    counting: change(key.counting),
  });
  return {
    ...report,
    work: report.work && change(report.work),
    axes: report.axes.map(({ keys, total, ...axis }) => ({
      ...axis,
      keys: keys.map(changeKey),
      total: total && changeKey(total),
    })),
  };
}

const round = (value: number | undefined): number | undefined => value && Math.round(value * 1e9) / 1e9;
const digest = (verdicts: RateVerdict[][]): unknown =>
  verdicts.map((axis) =>
    axis.map(({ state, p, detectable, perWork }) => [state, round(p), round(detectable), round(perWork?.change)]),
  );

describe('a verdict does not depend on what means nothing', () => {
  test.each(reports.map((report, at) => ({ report, at })))(
    'order of the captures of a side (report $at)',
    ({ report }) => {
      const turned = mapKeys(report, ([a = 0, b = 0, c = 0, ...after]) => [c, a, b, ...after.toReversed()]);
      expect(digest(judgeRates(turned))).toEqual(digest(judgeRates(report)));
    },
  );

  test.each(reports.map((report, at) => ({ report, at })))('which side is called before (report $at)', ({ report }) => {
    const swapped = judgeRates(mapKeys(report, (values) => [...values.slice(3), ...values.slice(0, 3)]));
    const negated = swapped.map((axis) =>
      axis.map((one) => ({ ...one, perWork: one.perWork && { ...one.perWork, change: -one.perWork.change } })),
    );
    expect(digest(negated)).toEqual(digest(judgeRates(report)));
  });

  test('the unit of an axis', () => {
    const [report = reports[0]] = reports;
    if (report === undefined) throw new Error('no report');
    const toUnit = (key: MeasuredKey): MeasuredKey => ({
      ...key,
      values: key.values.map((one) => one + Math.log(1e6)),
    });
    const scaled = {
      ...report,
      axes: report.axes.map(({ keys, total }) => ({ keys: keys.map(toUnit), total: total && toUnit(total) })),
    };
    expect(digest(judgeRates(scaled))).toEqual(digest(judgeRates(report)));
  });
});

test.each(reports.map((report, at) => ({ report, at })))(
  'changes are those of the verdicts (report $at)',
  ({ report }) => {
    const changed = judgeRates(report).map((axis) => axis.some(({ state }) => state === 'changed'));
    expect(hasChanges(toColumns(report))).toEqual(changed);
    expect(changed).toContain(true);
  },
);

describe('states', () => {
  const steady = (amount: number, events = 1e5): MeasuredKey =>
    measureRate(
      {
        amounts: [1, 1.01, 0.99, 1, 1.01, 0.99].map((one) => one * amount),
        events: Array.from({ length: 6 }, () => events),
      },
      Array.from({ length: 6 }, () => 10),
    );
  const noisy = (factor: number): MeasuredKey =>
    measureRate(
      {
        amounts: [1, 2, 0.5, factor, 2 * factor, 0.5 * factor].map((one) => 1e5 * one),
        events: Array.from({ length: 6 }, () => 1e5),
      },
      Array.from({ length: 6 }, () => 10),
    );
  const judge = (keys: MeasuredKey[]): RateVerdict[] =>
    judgeRates({ before: 3, after: 3, work: Array.from({ length: 6 }, () => 100), axes: [{ keys }] })[0] ?? [];

  test('a steady key that triples has changed, by that factor', () => {
    const tripled = measureRate(
      { amounts: [1, 1.01, 0.99, 3, 3.03, 2.97], events: Array.from({ length: 6 }, () => 1e5) },
      Array.from({ length: 6 }, () => 10),
    );
    const [verdict] = judge([tripled]);
    expect(verdict?.state).toBe('changed');
    expect(Math.exp(verdict?.perWork?.change ?? 0)).toBeCloseTo(3, 6);
    expect(verdict?.perWork?.low).toBeLessThan(Math.log(3));
    expect(verdict?.perWork?.high).toBeGreaterThan(Math.log(3));
  });

  test('a steady key that stays is said not to have changed', () => {
    expect(judge([steady(5)])[0]?.state).toBe('no_change');
  });

  test('a noisy key is undecided, with the smallest change that would have been found', () => {
    const [verdict] = judge([noisy(1.2)]);
    expect(verdict?.state).toBe('undecided');
    expect(verdict?.detectable).toBeGreaterThan(Math.log(2));
  });

  test('a key with fewer than ten events a capture is too rare, and carries no figure', () => {
    expect(judge([steady(5, 9)])).toEqual([{ state: 'too_rare' }]);
  });

  test('a difference of less than a tenth is never a change, however sure', () => {
    const more = measureRate(
      { amounts: [1, 1, 1, 1.09, 1.09, 1.09], events: Array.from({ length: 6 }, () => 1e9) },
      Array.from({ length: 6 }, () => 10),
    );
    expect(judge([more])[0]?.state).toBe('no_change');
  });

  test('one capture of a side allows no verdict', () => {
    expect(() => judgeRates({ before: 1, after: 3, work: undefined, axes: [] })).toThrow(RangeError);
  });
});
