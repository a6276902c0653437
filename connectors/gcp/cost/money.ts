/** Amounts as the vendor sends them: whole units as text, and billionths beside them. */

export interface Amount {
  readonly currencyCode?: string | undefined;
  readonly units?: string | undefined;
  readonly nanos?: number | undefined;
}

const nano = 1_000_000_000n;

/** Billionths of one unit. Undefined for what is no amount. */
export function nanosOf({ units = '0', nanos = 0 }: Amount): bigint | undefined {
  if (!/^-?\d{1,15}$/u.test(units) || !Number.isInteger(nanos)) return undefined;
  return BigInt(units) * nano + BigInt(nanos);
}

/** A decimal without needless zeros, such as `-1.25`. */
export function decimal(nanos: bigint): string {
  const size = nanos < 0n ? -nanos : nanos;
  const fraction = String(size % nano)
    .padStart(9, '0')
    .replace(/0+$/u, '');
  return `${nanos < 0n ? '-' : ''}${size / nano}${fraction === '' ? '' : `.${fraction}`}`;
}

export interface Money {
  readonly amount: string;
  readonly currency: string;
}

/** Undefined when the vendor left out the currency or the amount. */
export function moneyOf(amount: Amount | undefined): Money | undefined {
  const nanos = amount === undefined ? undefined : nanosOf(amount);
  if (nanos === undefined || amount?.currencyCode === undefined) return undefined;
  return { amount: decimal(nanos), currency: amount.currencyCode };
}
