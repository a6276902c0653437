import { expect, test } from 'vitest';
import { decimal, moneyOf, nanosOf } from './money.ts';

test.each([
  [{ currencyCode: 'USD', units: '-73', nanos: -500_000_000 }, '-73.5'],
  [{ currencyCode: 'USD', units: '0', nanos: 21_811_590 }, '0.02181159'],
  [{ currencyCode: 'USD', nanos: -1 }, '-0.000000001'],
  [{ currencyCode: 'USD', units: '900719925474099', nanos: 999_999_999 }, '900719925474099.999999999'],
  [{ currencyCode: 'USD' }, '0'],
])('%j is %s', (amount, told) => expect(moneyOf(amount)).toEqual({ amount: told, currency: 'USD' }));

test('what is no amount is no money', () => {
  expect(moneyOf(undefined)).toBeUndefined();
  expect(moneyOf({ units: '1' })).toBeUndefined();
  expect(nanosOf({ units: '1e9' })).toBeUndefined();
  expect(decimal(0n)).toBe('0');
});
