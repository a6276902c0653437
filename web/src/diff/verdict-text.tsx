/** How sure a verdict is, of a key or of a whole axis. */
import type { Change } from '../../../profiler/witness/diff/diff.ts';
import { formatFigure } from '../reading/format-number.ts';
import { allWords, locale } from '../words/words.ts';

interface VerdictTextProps {
  readonly judged: { readonly change?: Change['change'] | undefined; readonly verdict?: Change['verdict'] };
}

/** How sure a verdict is and how large the change, or the smallest change that would have been found. */
export function VerdictText({ judged: { change, verdict } }: VerdictTextProps) {
  const w = allWords();
  if (verdict === undefined) return null;
  const { one_sided: oneSided, per_work: work, per_second: second, smallest_detectable: least, level } = verdict;
  if (oneSided !== undefined) {
    return (
      <span class="small block">
        {w.diff.axis.oneSided[oneSided.only]}
        {change === 'changed' && ` · ${w.verdict.levels[level]}`}
      </span>
    );
  }
  const effect = work ?? second;
  const figure = (value: number): string => formatFigure(value, locale.value);
  if (change === 'changed' && effect !== undefined) {
    return (
      <span class="small block">
        {w.diff.axis.effect(figure(effect.ratio), figure(effect.low), figure(effect.high))}{' '}
        {w.verdict.per[work === undefined ? 'second' : 'work']} · {w.verdict.levels[level]}
      </span>
    );
  }
  return least === undefined ? null : <span class="small faint block">{w.diff.axis.detectable(figure(least))}</span>;
}
