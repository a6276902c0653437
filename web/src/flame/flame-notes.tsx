/** How sure the drawing is: what was sampled on each side, what is missing of it, what its colours mean. */
import type { FlameSide, MeasuredFlame } from '../../../profiler/witness/say/flame/flame-graph.ts';
import { Notice } from '../parts/notice.tsx';
import { ServedText } from '../parts/served-text.tsx';
import { formatAligned, formatCount } from '../reading/format-number.ts';
import { locale } from '../words/words.ts';
import type { Palette } from './flame-colours.ts';
import { legendOfChanges } from './flame-legend.ts';
import { isCompared } from './flame-paint.ts';
import { flameWords } from './flame-words.ts';

interface FlameNotesProps {
  readonly graph: MeasuredFlame;
  /** Of a comparison: whether functions were judged. */
  readonly hasVerdicts: boolean;
}

export function FlameNotes({ graph, hasVerdicts }: FlameNotesProps) {
  const w = flameWords();
  const { before, after, not_comparable: reason, cut } = graph;
  const sides = before === undefined ? [after] : [before, after];
  return (
    <>
      {reason !== undefined && (
        <Notice tone="info">
          <p>
            {w.notComparable}: <ServedText text={reason} />
          </p>
        </Notice>
      )}
      {isCompared(graph) && !hasVerdicts && <p class="no-floor">{w.noVerdict}</p>}
      <ul class="plain-list small">
        {sides.flatMap(explainSide).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
        {cut > 0 && <li>{w.cut(formatCount(cut, locale.value))}</li>}
      </ul>
    </>
  );
}

function explainSide({ version, total, samples, captures, ends_early: endsEarly, unlisted }: FlameSide): string[] {
  const w = flameWords();
  const count = (value: number): string => formatCount(value, locale.value);
  return [
    w.side(version, formatAligned(total, locale.value), count(samples), captures),
    ...(endsEarly > 0 ? [w.endsEarly(version, count(endsEarly), count(samples))] : []),
    ...(unlisted > 0 ? [w.unlisted(version, count(unlisted), count(samples))] : []),
  ];
}

interface FlameLegendProps {
  readonly palette: Palette;
  readonly hasVerdicts: boolean;
}

export function FlameLegend({ palette, hasVerdicts }: FlameLegendProps) {
  const w = flameWords();
  return (
    <ul class="flame-legend" aria-label={w.legend.name}>
      {legendOfChanges(w, hasVerdicts).map(({ fill, text }) => (
        <li key={fill}>
          <svg viewBox="0 0 14 14" aria-hidden="true" focusable="false">
            <rect width="14" height="14" rx="2" fill={palette.fills[fill] ?? palette.ground} />
          </svg>
          {text}
        </li>
      ))}
    </ul>
  );
}
