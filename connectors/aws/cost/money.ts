/**
 * Amounts as AWS returns them, which are decimals as text, with more digits than anybody pays or with an
 * exponent, and sometimes binary numbers. They are returned as decimals of at most twelve digits after the point.
 */
import type { z } from 'zod';
import type { Money as MoneyShape } from '../../../catalog/common.ts';
import { Fault } from '../../../src/core/fault.ts';

export type Money = z.infer<typeof MoneyShape>;

const digits = 12;
const one = 10n ** BigInt(digits);
/** What the catalog's decimal can hold before the point. */
const most = 10n ** 15n * one;

/** Undefined for what is absent. @throws Fault `upstream_changed` naming the path of an invalid amount. */
export function moneyOf(
  amount: string | number | undefined,
  currency: string | undefined,
  path: string,
): Money | undefined {
  if (amount === undefined || amount === '' || currency === undefined || currency === '') return undefined;
  return { amount: render(parse(amount, path)), currency };
}

/** Of amounts in the same currency. */
export function minus(from: Money, take: Money | undefined): Money {
  if (take === undefined) return from;
  if (take.currency !== from.currency) throw new Error('amounts of two currencies cannot be subtracted');
  return { amount: render(parse(from.amount, '') - parse(take.amount, '')), currency: from.currency };
}

/** A figure that is no amount: a percentage, hours, units. Undefined for what is absent. */
export function figureOf(text: string | undefined): number | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  const figure = Number(text);
  return Number.isFinite(figure) ? figure : undefined;
}

/** Counted in the smallest part that is returned; what is smaller is rounded away from zero at the half. */
function parse(amount: string | number, path: string): bigint {
  const [, sign = '', whole, fraction = '', exponent = '0'] =
    /^([+-]?)(\d+)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/u.exec(String(amount)) ?? [];
  if (whole === undefined) throw noAmount(path);
  const shift = Number(exponent) - fraction.length + digits;
  const unshifted = BigInt(whole + fraction);
  const size = shift >= 0 ? unshifted * 10n ** BigInt(shift) : rounded(unshifted, 10n ** BigInt(-shift));
  if (size >= most) throw noAmount(path);
  return sign === '-' ? -size : size;
}

function rounded(value: bigint, by: bigint): bigint {
  return (value + by / 2n) / by;
}

function render(parts: bigint): string {
  const size = parts < 0n ? -parts : parts;
  const fraction = String(size % one)
    .padStart(digits, '0')
    .replace(/0+$/u, '');
  return `${parts < 0n ? '-' : ''}${size / one}${fraction === '' ? '' : `.${fraction}`}`;
}

function noAmount(path: string): Fault {
  return new Fault(
    'upstream_changed',
    { path },
    'Report the path to Farol: AWS returned an amount that is not a decimal.',
  );
}
