import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { Money as MoneyShape } from '../../../catalog/common.ts';
import { figureOf, minus, type Money, moneyOf } from './money.ts';

const usd = (amount: string): Money => ({ amount, currency: 'USD' });

test.each([
  ['12.30', '12.3'],
  ['0', '0'],
  ['-0.0', '0'],
  ['4.48E-8', '0.0000000448'],
  ['1.5e3', '1500'],
  ['12.3456789012345', '12.345678901235'],
  ['-0.0000000000005', '-0.000000000001'],
  ['0.00000000000049', '0'],
  ['+7', '7'],
  [1e-7, '0.0000001'],
  [60.25, '60.25'],
])('%s is returned as %s', (told, amount) => {
  expect(moneyOf(told, 'USD', 'x')).toEqual(usd(amount));
});

test.each([
  [undefined, 'USD'],
  ['', 'USD'],
  ['1', undefined],
  ['1', ''],
])('%s in %s is left out', (amount, currency) => {
  expect(moneyOf(amount, currency, 'x')).toBeUndefined();
});

test.each(['twelve', '1,5', '0x10', 'NaN', '1e9999', '1000000000000000', Infinity])(
  '%s is no amount, and its place is named without it',
  (told) => {
    expect(() => moneyOf(told, 'USD', 'Groups[].Amount')).toThrow(
      expect.objectContaining({ kind: 'upstream_changed', data: { path: 'Groups[].Amount' } }) as Error,
    );
  },
);

describe('amounts', () => {
  test('are subtracted without binary fractions', () => {
    expect(minus(usd('0.3'), usd('0.1'))).toEqual(usd('0.2'));
    expect(minus(usd('1'), usd('-2.5'))).toEqual(usd('3.5'));
    expect(minus(usd('1'), undefined)).toEqual(usd('1'));
  });

  test('of two currencies are not', () => {
    expect(() => minus(usd('1'), { amount: '1', currency: 'CNY' })).toThrow('two currencies');
  });

  test('whatever they are, fit the catalog, and taking one away and giving it back changes nothing', () => {
    const amount = fc.tuple(fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n }), fc.nat({ max: 999_999_999 }));
    fc.assert(
      fc.property(amount, amount, (left, right) => {
        const [a, b] = [left, right].map(([whole, part]) =>
          moneyOf(`${whole}.${String(part).padStart(9, '0')}`, 'USD', 'x'),
        );
        if (a === undefined || b === undefined) throw new Error('an amount was not told');
        const taken = minus(a, b);
        expect(MoneyShape.safeParse(taken).success).toBe(true);
        expect(minus(a, taken)).toEqual(b);
      }),
    );
  });
});

test.each([
  ['74.5', 74.5],
  [' ', undefined],
  ['', undefined],
  [undefined, undefined],
  ['Inf', undefined],
  ['1e3', 1000],
])('the figure %j is %s', (text, figure) => {
  expect(figureOf(text)).toBe(figure);
});
