/** How sure the drawing is: what was sampled on each side, what is missing of it, what its colours mean. */
import type { FlameSide, MeasuredFlame } from '../../../profiler/witness/flame/flame-graph.ts';
import { Notice } from '../parts/notice.tsx';
import { ServedText } from '../parts/served-text.tsx';
import { formatAligned, formatCount } from '../reading/format-number.ts';
import { locale } from '../words/words.ts';
import { type Direction, glyphs } from './change.ts';
import { fillOf, type Palette } from './flame-colours.ts';
import { flameWords } from './flame-words.ts';

interface FlameNotesProps {
  readonly graph: MeasuredFlame;
  /** Whether a verdict is missing for want of captures. */
  readonly lacksVerdict: boolean;
}

export function FlameNotes({ graph, lacksVerdict }: FlameNotesProps) {
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
      {lacksVerdict && <p class="no-floor">{w.noVerdict}</p>}
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

const shades: readonly [Exclude<Direction, 'same'> | 'quiet', number][] = [
  ['quiet', fillOf.quiet],
  ['more', fillOf.more + 2],
  ['less', fillOf.less + 2],
  ['new', fillOf.more + 3],
  ['unseen', fillOf.less + 3],
];

export function FlameLegend({ palette }: { readonly palette: Palette }) {
  const w = flameWords();
  return (
    <ul class="flame-legend" aria-label={w.legend.name}>
      {shades.map(([name, fill]) => (
        <li key={name}>
          <svg viewBox="0 0 14 14" aria-hidden="true" focusable="false">
            <rect width="14" height="14" rx="2" fill={palette.fills[fill] ?? palette.ground} />
          </svg>
          {name === 'quiet' ? w.legend.quiet : `${glyphs[name]} ${w.legend[name]}`}
        </li>
      ))}
    </ul>
  );
}
