/** A cost that every capture of one side lacks. Over none there is no ratio: what is said is how much the other side has. */
import type { Verdict } from '../../diff/verdict.ts';

interface Amounts {
  /** A second, in `unit`. */
  readonly before: number;
  readonly after: number;
  /** That of the view: `calls/s`. */
  readonly unit: string;
  /** Units of it a second; undefined where they were not counted. */
  readonly work: { readonly before: number | undefined; readonly after: number | undefined };
}

/** The verdict without its ratios where a side has none; otherwise as it is. */
export function withoutRatio(verdict: Verdict, { before, after, unit, work }: Amounts): Verdict {
  if ((before === 0) === (after === 0)) return verdict;
  const { level, per_work: perWork, p } = verdict;
  const only = before === 0 ? 'after' : 'before';
  const units = perWork === undefined ? undefined : work[only];
  const amount = Math.max(before, after) / (units ?? 1);
  const whole = { only, amount, unit: unit.replace(/\/s$/u, '') } as const;
  const oneSided = { ...whole, per: units === undefined ? ('second' as const) : ('work' as const) };
  return { level, one_sided: oneSided, ...(p !== undefined && { p }) };
}
