/** By how much a cost rose, for a line of a gate. */
import type { Verdict } from '../../diff/verdict.ts';
import { english } from '../summary/phrases.ts';

/** Undefined where it did not rise beyond doubt. */
export function sayIncrease({ one_sided: oneSided, per_work: work, per_second: second }: Verdict): string | undefined {
  if (oneSided !== undefined) return oneSided.only === 'after' ? `: ${english.oneSided(oneSided)}` : undefined;
  const effect = work ?? second;
  if (effect === undefined || effect.low <= 1) return undefined;
  return ` × ${effect.ratio.toFixed(2)} (${effect.low.toFixed(2)} to ${effect.high.toFixed(2)})`;
}
