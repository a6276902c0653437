/** What changed between two amounts, in a sign, a figure and a colour's strength. It judges nothing: a rule does. */
import { formatPercent } from '../reading/format-number.ts';

export interface Amounts {
  /** Of the function: `function (module)`. */
  readonly key: string;
  readonly before: number;
  readonly after: number;
}

/** Whether a difference is drawn grey: not beyond noise, or without a verdict. */
export type QuietRule = (amounts: Amounts) => boolean;

export type Direction = 'more' | 'less' | 'new' | 'unseen' | 'same';

/** Shown beside the colour, which is never the only sign. */
export const glyphs: Readonly<Record<Direction, string>> = { more: '▲', less: '▼', new: '+', unseen: '−', same: '' };

export const alwaysQuiet: QuietRule = () => true;

export function directionOf({ before, after }: Pick<Amounts, 'before' | 'after'>): Direction {
  if (before === after) return 'same';
  if (before === 0) return 'new';
  if (after === 0) return 'unseen';
  return after > before ? 'more' : 'less';
}

/** 0 to 3: up to a quarter, to a half, to double or half as much, and beyond. */
export function strengthOf({ before, after }: Pick<Amounts, 'before' | 'after'>): number {
  const times = before === 0 || after === 0 ? Number.POSITIVE_INFINITY : Math.max(after / before, before / after);
  return [1.25, 1.5, 2].filter((most) => times > most).length;
}

/** Signed, of the older amount, with a real minus; undefined where one side has none. */
export function signedPercent(
  { before, after }: Pick<Amounts, 'before' | 'after'>,
  locale: string,
): string | undefined {
  if (before === 0 || after === 0) return undefined;
  return formatPercent(after / before - 1, locale, { signDisplay: 'exceptZero' }).replace('-', '−');
}

export function formatShare(share: number, locale: string): string {
  return formatPercent(share, locale, { maximumSignificantDigits: 3 });
}
