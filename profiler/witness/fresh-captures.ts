/**
 * The confirmation window of a comparison: which captures of the newer version count, what is still missing, and what
 * two occasions suggested that three did not confirm.
 */
import type { ComparedCapture, Comparison } from './compare.ts';
import type { Confirmation } from './diff.ts';
import { findWindow, leastOccasions, plannedOccasions } from './judge/confirmation-window.ts';
import { judgeViews } from './judge/judge-views.ts';
import { groupByOccasion, startOf } from './judge/occasions.ts';
import { comparedOf, type JudgedView } from './judge-sides.ts';
import type { SummaryFacts } from './summary/summary.ts';

export interface Freshness {
  /** Milliseconds: when the comparison was asked for. */
  readonly now: number;
  /** First capture of the version after the newer one. */
  readonly nextVersionAt?: number | undefined;
}

interface OpenedWindow {
  /** Replicates that count. */
  readonly admitted: readonly ComparedCapture[];
  readonly confirmation: Omit<Confirmation, 'withdrawn'>;
}

export function openWindow(
  { head, headReplicates }: Pick<Comparison, 'head' | 'headReplicates'>,
  { now, nextVersionAt }: Freshness,
  spacingMs: number,
): OpenedWindow {
  const occasions = groupByOccasion([head, ...headReplicates], spacingMs).flatMap(([first]) =>
    first === undefined ? [] : [startOf(first)],
  );
  const { state, closesAt, closedBy, missing, ...rest } = findWindow({
    openedAt: startOf(head),
    nextVersionAt,
    occasions,
    now,
  });
  const admitted = headReplicates.filter((one) => startOf(one) <= closesAt);
  return {
    admitted,
    confirmation: {
      state,
      closes_at: new Date(closesAt).toISOString(),
      ...(closedBy !== undefined && { closed_by: closedBy }),
      occasions: Math.min(plannedOccasions, rest.occasions),
      missing,
      left_out: headReplicates.length - admitted.length,
    },
  };
}

/** What a headline says of it: nothing of a window that has enough captures. */
export function sayConfirmation(
  confirmation: Confirmation | undefined,
): Pick<SummaryFacts, 'confirmation' | 'isClosedWithoutReplicates'> {
  if (confirmation === undefined || confirmation.missing === 0) return {};
  if (confirmation.state === 'closed') return { isClosedWithoutReplicates: true };
  const until = `${confirmation.closes_at.slice(0, 16).replace('T', ' ')} UTC`;
  return { confirmation: { missing: confirmation.missing, until } };
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
