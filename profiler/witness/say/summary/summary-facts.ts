/** What a headline is written from. */
import type { Confirmation, Diff, IdentityBasis } from '../../diff/diff.ts';
import type { Testable } from '../../judge/statistics/testable.ts';
import type { OwnRate } from '../../diff/verdict.ts';
import type { Answer, Finding, RelatedNote, ReplicatesNeeded, Summary, SummaryWindow } from '../../diff/summary.ts';

export type NoteFacts = {
  /** Requests a second on each side, where every capture counted them and something is said for each. */
  readonly work?: Diff['work_per_second'];
  /** Undefined where no amount was judged. */
  readonly ownRate?: OwnRate | undefined;
  readonly testable?: Testable | undefined;
};

export interface SummaryFacts extends NoteFacts {
  readonly from: string;
  readonly to: string;
  readonly findings: readonly Finding[];
  readonly answer?: Omit<Answer, 'limits'>;
  /** In the order of their cost. */
  readonly related?: readonly RelatedNote[] | undefined;
  readonly judged: number;
  readonly undecided: number;
  readonly notComparable: Summary['not_comparable'];
  /** Axes that were measured, which those are views of. */
  readonly incomparableAxes: number;
  /** Smallest change that half of the judged keys would have shown: a ratio above one. */
  readonly detectable?: number | undefined;
  readonly replicatesNeeded: readonly ReplicatesNeeded[];
  readonly window?: SummaryWindow | undefined;
  /** Both sides ran the same native executables: what made a difference is elsewhere. */
  readonly isSameBinary: boolean;
  /** Of each side, the part of the CPU samples in code that is not understood, 0 to 1; absent where nobody looked. */
  readonly unread?: UnreadCode | undefined;
  /** Axes whose verdicts are withdrawn because too many of them are false here. */
  readonly tooNoisy?: readonly string[] | undefined;
}

export interface UnreadCode {
  readonly before: number;
  readonly after: number;
}

export function unreadOf({ before, after }: Record<keyof UnreadCode, IdentityBasis>): UnreadCode {
  return { before: before.code?.unread ?? 0, after: after.code?.unread ?? 0 };
}

/** What a headline says of the confirmation window. `findings`: of the same comparison. */
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
