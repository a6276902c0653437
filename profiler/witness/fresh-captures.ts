/**
 * What a comparison says of its confirmation window: what is still missing and until when, how it ended, and what two
 * occasions suggested that three did not confirm.
 */
import type { Confirmation } from './diff.ts';
import { type ConfirmationWindow, leastOccasions, plannedOccasions } from './judge/confirmation-window.ts';
import { judgeViews } from './judge/judge-views.ts';
import { groupByOccasion } from './judge/occasions.ts';
import { comparedOf, type JudgedView } from './judge-sides.ts';
import type { Finding, SummaryFacts, SummaryWindow } from './summary/summary.ts';

export function describeWindow(
  { state, closesAt, closedBy, occasions, missing }: ConfirmationWindow,
  withdrawn: Confirmation['withdrawn'],
): Confirmation {
  const closes_at = new Date(closesAt).toISOString();
  return { state, closes_at, ...(closedBy !== undefined && { closed_by: closedBy }), occasions, missing, withdrawn };
}

/** What a headline says of it. `findings`: of the same comparison. */
export function sayConfirmation(
  confirmation: Confirmation | undefined,
  findings: readonly Finding[],
): Pick<SummaryFacts, 'window'> {
  if (confirmation === undefined) return {};
  const { state, closes_at: until, missing } = confirmation;
  const ended = state === 'closed' ? endOf(confirmation, findings) : undefined;
  return { window: { state, until, missing, ...(ended !== undefined && { ended }) } };
}

function endOf(
  { closed_by: by, missing, withdrawn }: Confirmation,
  findings: readonly Finding[],
): NonNullable<SummaryWindow['ended']> {
  // Also where only the older version lacks some.
  if (missing > 0 || by !== 'planned') return 'closed_without_replicates';
  if (findings.some(({ level }) => level === 'confirmed')) return 'confirmed';
  const isLeft = findings.some(({ state }) => state === 'changed');
  if (isLeft || withdrawn.some(({ ended }) => ended === 'not_confirmed')) return 'not_confirmed';
  return withdrawn.length > 0 ? 'went_away' : 'nothing_to_confirm';
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
  return whole.flatMap(({ one, own }, at) =>
    [...(first[at]?.verdicts ?? [])].flatMap(([key, { state }]) => {
      const now = own.verdicts.get(key)?.state;
      if (state !== 'changed' || now === 'changed') return [];
      const ended = now === 'no_change' ? ('went_away' as const) : ('not_confirmed' as const);
      return [{ axis: one.view.axis, key, ended }];
    }),
  );
}
