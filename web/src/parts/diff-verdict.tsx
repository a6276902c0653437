/** What a comparison says first: one sentence, the findings as cards, and what could not be judged. */
import type { Diff } from '../../../profiler/witness/diff.ts';
import type { Finding } from '../../../profiler/witness/summary/summary.ts';
import { writePlace } from '../../../profiler/witness/write-place.ts';
import { formatCount, formatFigure } from '../reading/format-number.ts';
import { axisName } from '../words/axis-name.ts';
import { locale, words } from '../words/words.ts';
import { ServedText } from './served-text.tsx';
import { Tag } from './tag.tsx';

export function DiffVerdict({ diff: { summary, confirmation } }: { readonly diff: Diff }) {
  const w = words();
  const count = (value: number): string => formatCount(value, locale.value);
  return (
    <section class="verdict" aria-label={w.diff.verdict}>
      <p class="verdict-sentence">{summary.sentences[locale.value === 'pt-BR' ? 'pt-BR' : 'en']}</p>
      {summary.findings.length > 0 && (
        <ol class="findings">
          {summary.findings.map((finding) => (
            <FindingCard key={`${finding.axis} ${finding.key}`} finding={finding} />
          ))}
        </ol>
      )}
      {summary.judged > 0 && (
        <p class="small faint">{w.diff.axis.judged(count(summary.judged), count(summary.undecided))}</p>
      )}
      {confirmation !== undefined && confirmation.withdrawn.length > 0 && (
        <ul class="small">
          {confirmation.withdrawn.map(({ axis, key, ended }) => (
            <li key={`${axis} ${key}`}>
              {axisName(axis)}: <span class="mono">{key}</span> {w.diff.axis.ended[ended]}
            </li>
          ))}
        </ul>
      )}
      {summary.not_comparable.length > 0 && (
        <details>
          <summary>{w.diff.axis.notComparable(count(summary.not_comparable.length))}</summary>
          <ul>
            {summary.not_comparable.map(({ axis, reason }) => (
              <li key={axis}>
                {axisName(axis)}: <ServedText text={reason} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

function FindingCard({ finding }: { readonly finding: Finding }) {
  const w = words();
  const { axis, key, state, level, ratio, low, high, per, place } = finding;
  const figure = (value: number): string => formatFigure(value, locale.value);
  return (
    <li class="finding">
      <a href={`#axis-${axis}`}>{axisName(axis)}</a> <Tag tone="note">{w.diff.axis.changes[state]}</Tag>
      {state === 'changed' && <Tag tone={level === 'confirmed' ? 'good' : 'idle'}>{w.diff.axis.levels[level]}</Tag>}
      <span class="mono block">{key}</span>
      {ratio !== undefined && low !== undefined && high !== undefined && (
        <span class="figure block">
          {w.diff.axis.effect(figure(ratio), figure(low), figure(high))} {per !== undefined && w.diff.axis.per[per]}
        </span>
      )}
      {place !== undefined && <span class="small faint block">{writePlace(place)}</span>}
    </li>
  );
}
