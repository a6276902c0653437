/** How sure something is, in a word; unfolded, in a sentence: what that means, what it rests on, and what would make it surer. */
import type { DiffSummary } from '../../../profiler/witness/diff/diff.ts';
import type { Level, Summary } from '../../../profiler/witness/diff/summary.ts';
import { formatMoment, formatSpan } from '../reading/format-time.ts';
import { allWords, locale } from '../words/words.ts';
import { Tag, type Tone } from '../parts/tag.tsx';

/** `enough`, `too_few`: captures, where no difference was found. */
type Certainty = Level | 'enough' | 'too_few';

/** Others are neither good nor bad. */
const tones: Partial<Record<string, Tone>> = { confirmed: 'good', too_few: 'warn' };

interface HowSureProps {
  readonly level: Certainty;
  readonly odds?: number | undefined;
  readonly diff: DiffSummary;
  /** Whether everybody sees what the word is about, or only a screen reader says it. */
  readonly isLabelled?: boolean;
}

export function HowSure({ level, odds, diff, isLabelled = false }: HowSureProps) {
  const w = allWords();
  const { label, states } = w.comparison.sure;
  const names: Readonly<Record<string, string>> = { ...states, ...w.verdict.levels };
  return (
    <details class="sure">
      <summary>
        <span class={isLabelled ? 'small faint' : 'unseen'}>{label}:</span>{' '}
        <Tag tone={tones[level] ?? 'idle'}>
          {[names[level] ?? level, ...(odds === undefined ? [] : [w.verdict.odds(odds)])].join(' · ')}
        </Tag>
      </summary>
      <p class="small">{explain(level, diff)}</p>
    </details>
  );
}

/** Of a comparison that names no difference in what it says first. */
export function certaintyOf({ judged, replicates_needed: needed }: Summary): Certainty {
  return judged > 0 && needed.every(({ for_verdict: captures }) => captures === 0) ? 'enough' : 'too_few';
}

function explain(level: Certainty, diff: DiffSummary): string {
  const { means, basis } = allWords().comparison.sure;
  const { baseline, baseline_replicates: before, head, head_replicates: after } = diff;
  const meant: Partial<Record<string, string>> = means;
  return [meant[level], basis(1 + before.length, baseline.version, 1 + after.length, head.version), surer(level, diff)]
    .filter((sentence) => sentence !== undefined)
    .join(' ');
}

function surer(level: Certainty, { recorded, summary, confirmation, head, spacing_ms: spacing }: DiffSummary): string {
  const { next, sure } = allWords().comparison;
  const needed = summary.replicates_needed;
  if (recorded) return next.recorded;
  if (needed.length > 0) {
    const until = confirmation?.state === 'open' ? formatMoment(confirmation.closes_at, locale.value) : undefined;
    const captures = needed.map(({ for_confirmed: count, version }) => sure.captures(count, version));
    const apart = spacing > 0 ? ` ${next.spacing(formatSpan(spacing))}` : '';
    return `${sure.surer(captures, until)}${apart}`;
  }
  if (confirmation?.state === 'closed' && confirmation.missing > 0) return next.tooLate(head.version);
  return level === 'confirmed' || level === 'enough' ? sure.whole : sure.limited;
}
