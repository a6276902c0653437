import { expect, test } from 'vitest';
import { formatAmount, formatObserved } from './finding-amounts.ts';

const seen = (rate: number) => ({ seen: true, rate, count: 1, captures: 1, of: 1 }) as const;

test.each([
  ['CPU ms/s', 12, '120 µs CPU'],
  ['ms/s', 1200, '12.0 ms'],
  ['ns/s', 5e6, '50.0 µs'],
  ['bytes/s', 409_600, '4.00 KiB'],
  ['calls/s', 250, '2.5 calls'],
])('%s for each of 100 units of work a second: %s', (unit, rate, text) => {
  expect(formatObserved(seen(rate), { unit, unitName: unit, locale: 'en', workPerSecond: 100 })).toBe(text);
});

test('one of something is called what one of it is', () => {
  const format = { unit: 'calls', unitName: 'calls', one: 'call', locale: 'en' };
  expect([0.5, 1, 1.0004, 2].map((value) => formatAmount(value, format))).toEqual([
    '0.5 calls',
    '1 call',
    '1 call',
    '2 calls',
  ]);
});

test('without a unit of work an amount is a second', () => {
  expect(formatObserved(seen(12), { unit: 'CPU ms/s', unitName: 'CPU ms/s', locale: 'en' })).toBe('12.0 CPU ms/s');
});

test('a duration is not divided by the work, and has its own unit', () => {
  const format = { unit: 'ns', unitName: 'ns', locale: 'en', workPerSecond: 100 };
  expect(formatObserved(seen(131_072), format)).toBe('131 µs');
});

test('what was not seen has no amount', () => {
  const side = { seen: false, below: 0.05, of: 3 } as const;
  expect(formatObserved(side, { unit: 'calls/s', unitName: 'chamadas/s', locale: 'pt-BR' })).toBeUndefined();
});
