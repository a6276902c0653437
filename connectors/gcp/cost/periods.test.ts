import { expect, test } from 'vitest';
import { closedBefore, periodFrom } from './periods.ts';

test.each([
  ['hourly', '2026-12-31T23:00:00Z', '2027-01-01T00:00:00.000Z'],
  ['daily', '2026-02-28T00:00:00Z', '2026-03-01T00:00:00.000Z'],
  ['monthly', '2026-12-01T00:00:00Z', '2027-01-01T00:00:00.000Z'],
] as const)('a period of the %s kind that begins at %s ends at %s', (granularity, start, end) => {
  expect(new Date(periodFrom(start, granularity).toMs).toISOString()).toBe(end);
});

test.each([
  ['2026-11-05T12:00:00Z', '2026-10-01T00:00:00.000Z'],
  ['2026-11-06T00:00:00Z', '2026-11-01T00:00:00.000Z'],
  ['2026-01-03T00:00:00Z', '2025-12-01T00:00:00.000Z'],
])('at %s, what was used before %s is closed', (now, closed) => {
  expect(new Date(closedBefore(Date.parse(now))).toISOString()).toBe(closed);
});
