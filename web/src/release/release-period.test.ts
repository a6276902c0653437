import { expect, test } from 'vitest';
import { cutCurves, periodAround, periodText, readAround } from './release-period.ts';

const hour = 3_600_000;
const deployed = Date.parse('2026-11-20T09:00:00Z');

test.each([
  ['3h', '3h'],
  ['2h', '1h'],
  [null, '1h'],
] as const)('reads %s as %s', (text, around) => {
  expect(readAround(text)).toBe(around);
});

test('is as long after the moment as before it, and ends now at the latest', () => {
  const later = periodAround(deployed, '3h', deployed + 9 * hour);
  expect(periodText(later)).toEqual({ from: '2026-11-20T06:00:00.000Z', to: '2026-11-20T12:00:00.000Z' });
  const recent = periodAround(deployed, '3h', deployed + hour / 2);
  expect(periodText(recent).to).toBe('2026-11-20T09:30:00.000Z');
});

test('is never empty, even where the clock of the page is behind', () => {
  const { fromMs, toMs } = periodAround(deployed, '30m', deployed - hour);
  expect(toMs).toBeGreaterThan(fromMs);
});

test('cuts points outside of it, and curves that have no value inside', () => {
  const period = { fromMs: 10_000, toMs: 20_000 };
  const curve = (name: string, ...points: readonly (readonly [number, number | undefined])[]) => ({
    name,
    unit: '',
    points,
  });
  const cut = cutCurves(
    [curve('a', [9, 1], [10, 2], [20, 3], [21, 4]), curve('b', [5, 1]), curve('c', [15, undefined])],
    period,
  );
  expect(cut).toEqual([curve('a', [10, 2], [20, 3])]);
});
