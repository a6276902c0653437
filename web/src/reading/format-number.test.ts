import { describe, expect, test } from 'vitest';
import {
  formatAligned,
  formatBytes,
  formatCount,
  formatFigure,
  formatMeasure,
  formatNanoseconds,
  formatQuantile,
  formatSigned,
  formatPercent,
} from './format-number.ts';

describe('numbers', () => {
  test.each([
    [0, '0'],
    [0.0166667, '0.0167'],
    [0.05, '0.05'],
    [33.94, '33.9'],
    [999.6, '1,000'],
    [1234.6, '1,235'],
  ])('%d is read as %s', (value, text) => {
    expect(formatFigure(value, 'en')).toBe(text);
  });

  test('a column keeps three digits', () => {
    expect([3, 3.1, 0.07, 1234.6, 0].map((value) => formatAligned(value, 'en'))).toEqual([
      '3.00',
      '3.10',
      '0.0700',
      '1,235',
      '0.00',
    ]);
  });

  test('a count is never rounded', () => {
    expect(formatCount(71_280_000_001, 'en')).toBe('71,280,000,001');
    expect(formatCount(71_280, 'pt-BR')).toBe('71.280');
  });

  test('a difference has a sign, and a real minus', () => {
    expect(formatSigned('2.10', 2.1)).toBe('+2.10');
    expect(formatSigned('2.10', -2.1)).toBe('−2.10');
    expect(formatSigned('0.00', 0)).toBe('0.00');
  });
});

describe('units', () => {
  test.each([
    [412_000_000, 'ns/s', '412 ms/s'],
    [950, 'ns', '950 ns'],
    [2_500_000_000, 'ns', '2.50 s'],
    [16_567_000, 'bytes', '15.8 MiB'],
    [33.9, 'samples/s', '33.9 samples/s'],
    [0.07, '/s', '0.0700/s'],
    [7, '', '7.00'],
  ])('%d %s is written %s', (value, unit, text) => {
    expect(formatMeasure(value, unit, 'en')).toBe(text);
  });

  test('scale stops at the largest unit', () => {
    expect(formatNanoseconds(5e12, 'en')).toBe('5,000 s');
    expect(formatBytes(1023, 'en')).toBe('1,023 B');
  });
});

test('shows a duration as the bounds between which it lies', () => {
  expect(formatQuantile({ from: 65_536, to: 131_072 }, 'en')).toBe('65.5 µs – 131 µs');
  expect(formatQuantile({ from: 0, to: 2 }, 'pt-BR')).toBe('0,00 ns – 2,00 ns');
  expect(formatQuantile({ from: 2 ** 39 }, 'en')).toBe('≥ 550 s');
});

test('a percentage has a space before its sign, in every language', () => {
  expect([formatPercent(0.27, 'en'), formatPercent(0.974, 'pt-BR'), formatPercent(-0.5, 'en')]).toEqual([
    '27\u00a0%',
    '97\u00a0%',
    '-50\u00a0%',
  ]);
});
