/** What a gate does not stop at although it rose beyond noise: something limits the verdict to a suspicion. */
import type { AxisDiff } from '../../diff/diff.ts';
import { relatedOf, totalKey } from '../../diff/read-diff.ts';
import type { Verdict } from '../../diff/verdict.ts';
import { confirmedFrom } from '../../judge/statistics/judge-rates.ts';
import { english } from '../summary/phrases.ts';

/** Of these axes, with what limits them; one a line. None where captures are missing: that is said otherwise. */
export function listCapped(axes: readonly AxisDiff[], caveats: readonly string[]): string[] {
  const capped = axes.flatMap((axis) => {
    const rows = [
      ...axis.changes.filter((change) => relatedOf(axis, change)?.kind !== 'moved'),
      ...(axis.totals === undefined ? [] : [{ ...axis.totals, key: totalKey }]),
    ];
    const found = rows.flatMap(({ key, change, verdict }) => {
      if (change !== 'changed' || verdict?.level !== 'suspected') return [];
      const increase = sayIncrease(verdict);
      return increase === undefined ? [] : [`suspected: ${axis.axis}: ${key}${increase}`];
    });
    return hasOccasions(axis) && found.length > 0 ? [{ found, caveats: axis.caveats }] : [];
  });
  if (capped.length === 0) return [];
  const why = [...new Set([...caveats, ...capped.flatMap((one) => one.caveats)])].map((one) => `caveat: ${one}`);
  return [...capped.flatMap(({ found }) => found), ...(why.length > 0 ? why : [noWork])];
}

const noWork = 'caveat: the work of the target could not be counted, so that load may explain a change';

function hasOccasions({ occasions }: AxisDiff): boolean {
  return occasions !== undefined && Math.min(occasions.before, occasions.after) >= confirmedFrom;
}

/** Undefined where it did not rise beyond doubt. */
/** By how much a cost rose, for a line of a gate. */
export function sayIncrease({ one_sided: oneSided, per_work: work, per_second: second }: Verdict): string | undefined {
  if (oneSided !== undefined) return oneSided.only === 'after' ? `: ${english.oneSided(oneSided)}` : undefined;
  const effect = work ?? second;
  if (effect === undefined || effect.low <= 1) return undefined;
  return ` × ${effect.ratio.toFixed(2)} (${effect.low.toFixed(2)} to ${effect.high.toFixed(2)})`;
}
