/** What a gate does not stop at although it rose beyond noise: something limits the verdict to a suspicion. */
import type { AxisDiff } from '../../diff/diff.ts';
import { confirmedFrom } from '../../judge/statistics/judge-rates.ts';
import { sayIncrease } from './say-increase.ts';
import { relatedOf } from '../../diff/related-of.ts';
import { totalKey } from '../findings/total-key.ts';

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
