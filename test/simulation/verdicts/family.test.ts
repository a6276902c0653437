/**
 * What a likely change promises, on simulated single captures: fewer reports of each condition than `run-family.ts`
 * simulates, with the same seeds.
 */
import { describe, expect, test } from 'vitest';
import { besideLevel } from '../../../profiler/witness/judge/statistics/judge-family.ts';
import {
  type FamilyCell,
  listBesidePromises,
  listCloseCaptures,
  listConfirmedPowers,
  listFirstCaptures,
  listLikelyPowers,
  listLikelyPromises,
  measureAsked,
  measureFamilyCell,
} from './family-cells.ts';
import { lowerBound } from './measure-cell.ts';

const promised = 0.05;

function meanFalse(cells: readonly FamilyCell[], reports: number): number {
  return cells.reduce((sum, cell) => sum + measureFamilyCell(cell, reports).withFalse / reports / cells.length, 0);
}

describe('a likely change of single captures', () => {
  test('is false in at most 0.05 of reports with ten captures of history', { timeout: 120_000 }, () => {
    const measured = listLikelyPromises().map((cell) => measureFamilyCell(cell, 50));
    // Single conditions as those of `cells.ts`.
    const broken = measured.filter(({ withFalse, reports }) => lowerBound(withFalse, reports) > 0.075);
    expect(broken.map(({ cell }) => cell.name)).toEqual([]);
    const all = measured.reduce((sum, { withFalse, reports }) => sum + withFalse / reports, 0);
    expect(all / measured.length).toBeLessThanOrEqual(promised);
  });

  test('is false in at most 0.05 of first reports, where a service varies as others do', () => {
    expect(meanFalse(listFirstCaptures(), 300)).toBeLessThanOrEqual(promised);
  });

  test('is false in at most 0.05 where captures were taken in a row and share half of their noise', () => {
    expect(meanFalse(listCloseCaptures(), 200)).toBeLessThanOrEqual(promised);
  });

  test('is found in nine of ten: CPU time +25 %, a dominant function ×1.5, of a steady workload', () => {
    for (const cell of listLikelyPowers(0.02)) {
      const { found } = measureFamilyCell(cell, 200);
      // A standard error of 200 reports below what is promised.
      expect([cell.name, found / 200 >= 0.88]).toEqual([cell.name, true]);
    }
  });
});

test('beside verdicts on every key the family adds a false finding to hardly a report', () => {
  expect(meanFalse(listBesidePromises(besideLevel), 100)).toBeLessThanOrEqual(1.5 * besideLevel);
});

test.each([
  [20, 5, 32],
  [39, 6, 45],
])('three captures of 10 s without history find both in nine of ten reports of %i, %i and %i keys', (...axes) => {
  expect(measureAsked(axes, 'cpu', 150)).toBeGreaterThanOrEqual(0.88);
  expect(measureAsked(axes, 'function', 150)).toBeGreaterThanOrEqual(0.88);
});

test('beside three captures of each version the family finds the same from its history', () => {
  const cells = listConfirmedPowers(0.02, besideLevel).filter(({ plan }) => plan.history.length > 0);
  for (const cell of cells) {
    const { found } = measureFamilyCell(cell, 200);
    expect([cell.name, found / 200 >= 0.88]).toEqual([cell.name, true]);
  }
});
