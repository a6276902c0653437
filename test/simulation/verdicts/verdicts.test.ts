/**
 * What a report promises, on simulated captures: a fixed tenth of what `run.ts` simulates, with the same seeds. A
 * cell of 100 reports says little alone, and some levels have few cells: they fail only where their whole interval is
 * beyond the limit. The mean of all cells holds the promise itself.
 */
import { describe, expect, test } from 'vitest';
import { type Cell, listPowers, listPromises, promised } from './cells.ts';
import { lowerBound, type Measured, meansByLevel, measureCell } from './measure-cell.ts';

const reports = 100;

function tooOften({ cell, reports: of, withFalse }: Measured): boolean {
  return lowerBound(withFalse, of) > (cell.anyFalse ?? 1);
}

describe.each([3, 2] as const)('at %i captures of each version', (captures) => {
  const cells = listPromises().filter(({ plan }) => plan.captures === captures);
  const most = promised[captures];

  test(`any false finding in at most ${most} of all reports, in every condition`, { timeout: 400_000 }, () => {
    const measured = cells.map((cell: Cell) => measureCell(cell, reports));
    expect(measured.filter(tooOften).map(({ cell }) => cell.name)).toEqual([]);
    expect(measured.length).toBeGreaterThan(140);
    const means = meansByLevel(measured);
    expect(means.filter(({ low }) => low > most)).toEqual([]);
    const share = measured.reduce((sum, { withFalse }) => sum + withFalse, 0) / (measured.length * reports);
    expect(share).toBeLessThanOrEqual(most);
    const falseShare = measured.reduce((sum, one) => sum + one.falseShare, 0) / measured.length;
    expect(falseShare).toBeLessThanOrEqual(0.075);
  });
});

test('three captures of each version find what matters', { timeout: 120_000 }, () => {
  for (const cell of listPowers()) {
    const { power } = measureCell(cell, reports);
    // Two standard errors below what is promised, of 100 reports.
    expect([cell.name, (power ?? 0) > (cell.power ?? 1) - 0.1]).toEqual([cell.name, true]);
  }
});
