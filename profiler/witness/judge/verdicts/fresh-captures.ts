/**
 * What a comparison says of its confirmation window: what is still missing and until when, how it ended, and what two
 * occasions suggested that three did not confirm.
 */
import type { Confirmation } from '../../diff/diff.ts';
import { type ConfirmationWindow, groupByOccasion, leastOccasions, plannedOccasions } from '../captures/occasions.ts';
import { judgeViews, listChanged } from '../views/judge-views.ts';
import { comparedOf, type JudgedView } from './judge-sides.ts';

export function describeWindow(
  { state, closesAt, closedBy, occasions, missing }: ConfirmationWindow,
  withdrawn: Confirmation['withdrawn'],
): Confirmation {
  const closes_at = new Date(closesAt).toISOString();
  return { state, closes_at, ...(closedBy !== undefined && { closed_by: closedBy }), occasions, missing, withdrawn };
}

/** Of views with three occasions of each version: what the first two alone had called changed. */
export function findWithdrawn(judged: readonly JudgedView[], spacingMs: number): Confirmation['withdrawn'] {
  const whole = judged.flatMap((draft) => {
    const [one, own] = [comparedOf(draft), draft.verdicts];
    if (one === undefined || own === undefined) return [];
    return Math.min(own.occasions.before, own.occasions.after) < plannedOccasions ? [] : [{ one, own }];
  });
  const first = judgeViews(
    whole.map(({ one }) => ({
      ...one,
      before: groupByOccasion(one.before, spacingMs).slice(0, leastOccasions).flat(),
      after: groupByOccasion(one.after, spacingMs).slice(0, leastOccasions).flat(),
    })),
    spacingMs,
  );
  return whole.flatMap(({ one, own }, at) => {
    const changed = listChanged(first[at]);
    const places = new Map(changed.length === 0 ? [] : own.keys.map((key, place) => [key, place] as const));
    return changed.flatMap((key) => {
      const place = places.get(key);
      const now = place === undefined ? undefined : own.verdicts.stateAt(place);
      if (now === 'changed') return [];
      const ended = now === 'no_change' ? ('went_away' as const) : ('not_confirmed' as const);
      return [{ axis: one.view.axis, key, ended }];
    });
  });
}
