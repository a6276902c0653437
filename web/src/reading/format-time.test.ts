import { describe, expect, test } from 'vitest';
import { formatAgo, formatDuration, formatMoment, formatSpan, readLocal, writeLocal } from './format-time.ts';

const now = Date.parse('2026-03-10T12:00:00Z');

describe('formatAgo', () => {
  test.each([
    ['2026-03-10T11:59:59.800Z', 'now'],
    ['2026-03-10T11:59:30Z', '30 seconds ago'],
    ['2026-03-10T11:58:01Z', '1 minute ago'],
    ['2026-03-10T09:01:00Z', '2 hours ago'],
    ['2026-03-11T12:00:00Z', 'tomorrow'],
  ])('%s is %s', (at, text) => {
    expect(formatAgo(at, now, 'en')).toBe(text);
  });

  test('what lies more than a day back gets its date', () => {
    expect(formatAgo('2026-03-08T12:00:00Z', now, 'en')).toMatch(/^Mar [789], \d\d:\d\d$/u);
  });

  test('a text that is no time is given back', () => {
    expect(formatAgo('soon', now, 'en')).toBe('soon');
    expect(formatMoment('soon', 'en')).toBe('soon');
  });
});

test('formatMoment names the zone', () => {
  expect(formatMoment('2026-03-10T12:00:00Z', 'en')).toMatch(/2026.*\d\d:\d\d:\d\d \S+$/u);
});

test.each([
  [-3, '0 s'],
  [59.4, '59 s'],
  [72, '1 min 12 s'],
  [3720, '1 h 2 min'],
])('a duration of %d s is %s', (sec, text) => {
  expect(formatDuration(sec)).toBe(text);
});

test.each([
  [900_000, '15 min'],
  [5000, '5 s'],
  [60_000, '60 s'],
  [150_000, '150 s'],
])('%d ms between two captures are %s', (milliseconds, text) => {
  expect(formatSpan(milliseconds)).toBe(text);
});

test.each(['2026-01-31T09:00:00Z', '2026-07-01T23:59:59Z'])('a local field gives %s back', (at) => {
  expect(readLocal(writeLocal(at))).toBe(at);
});

test('text without a time is an empty field, and the other way around', () => {
  expect([writeLocal(''), writeLocal('soon'), readLocal('')]).toEqual(['', '', '']);
});
