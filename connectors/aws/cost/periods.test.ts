import { describe, expect, test } from 'vitest';
import { type Granularity, type Period, periodOf, timeIn, timeOfDay, toPeriod } from './periods.ts';

const at = (text: string): number => Date.parse(text);

describe('the whole periods that a window touches', () => {
  test.each<[Granularity, readonly [string, string], Period]>([
    ['daily', ['2026-11-01T10:00:00Z', '2026-11-03T09:00:00Z'], { Start: '2026-11-01', End: '2026-11-04' }],
    ['daily', ['2026-11-01T00:00:00Z', '2026-11-03T00:00:00Z'], { Start: '2026-11-01', End: '2026-11-03' }],
    ['daily', ['2026-11-01T00:30:00+01:00', '2026-11-01T12:00:00Z'], { Start: '2026-10-31', End: '2026-11-02' }],
    ['monthly', ['2026-11-15T00:00:00Z', '2026-12-15T00:00:00Z'], { Start: '2026-11-01', End: '2027-01-01' }],
    ['monthly', ['2026-11-01T00:00:00Z', '2026-12-01T00:00:00Z'], { Start: '2026-11-01', End: '2026-12-01' }],
    [
      'hourly',
      ['2026-11-01T10:59:59Z', '2026-11-01T12:00:01Z'],
      { Start: '2026-11-01T10:00:00Z', End: '2026-11-01T13:00:00Z' },
    ],
    [
      'hourly',
      ['2026-11-01T10:00:00Z', '2026-11-01T12:00:00Z'],
      { Start: '2026-11-01T10:00:00Z', End: '2026-11-01T12:00:00Z' },
    ],
  ])('%s, over %j, are %j', (granularity, [from, to], period) => {
    expect(periodOf({ fromMs: at(from), toMs: at(to) }, granularity)).toEqual(period);
  });

  test('are those of a window, which the catalog requires', () => {
    expect(() => periodOf(undefined, 'daily')).toThrow('requires a window');
  });
});

test('a day and an hour of AWS become times', () => {
  expect(toPeriod({ Start: '2026-11-01', End: '2026-11-01T10:00:00Z' })).toEqual({
    from: '2026-11-01T00:00:00Z',
    to: '2026-11-01T10:00:00Z',
  });
  expect(timeOfDay('2026-11-01')).toBe('2026-11-01T00:00:00Z');
});

test('a period without its ends is reported', () => {
  expect(() => toPeriod(undefined)).toThrow(expect.objectContaining({ kind: 'upstream_changed' }) as Error);
});

test.each([
  ['2026-11-20T06:00:00Z', '2026-11-20T06:00:00.000Z'],
  ['2026-11-20T06:00:00+0000', '2026-11-20T06:00:00.000Z'],
  ['soon', undefined],
  [undefined, undefined],
])('the time %s is returned as %s', (text, time) => {
  expect(timeIn(text)).toBe(time);
});
