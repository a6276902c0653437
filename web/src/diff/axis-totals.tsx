/** All of an axis together, before and after, with its verdict. A link to the total of an axis leads here. */
import { useEffect, useRef } from 'preact/hooks';
import type { AxisDiff } from '../../../profiler/witness/diff/diff.ts';
import { totalKey } from '../../../profiler/witness/diff/read-diff.ts';
import { formatMeasure, formatSigned } from '../reading/format-number.ts';
import { isSameRow } from '../reading/row-choice.ts';
import { unitName } from '../words/describe-axis.ts';
import { allWords, locale } from '../words/words.ts';
import { selectedRow, wantedRow } from '../parts/selected-row.ts';
import { VerdictText } from './verdict-text.tsx';

export function AxisTotals({ axis: { axis, totals, unit } }: { readonly axis: AxisDiff }) {
  const w = allWords();
  const own = useRef<HTMLParagraphElement>(null);
  const row = { axis, key: totalKey };
  const isWanted = isSameRow(row, wantedRow.value);
  useEffect(() => {
    if (!isWanted) return;
    own.current?.scrollIntoView({ block: 'center' });
    own.current?.focus({ preventScroll: true });
    wantedRow.value = undefined;
  }, [isWanted]);
  if (totals === undefined) return null;
  const delta = totals.after - totals.before;
  const show = (value: number): string => formatMeasure(value, unitName(unit), locale.value);
  return (
    <p ref={own} tabIndex={-1} class={isSameRow(row, selectedRow.value) ? 'totals row-selected' : 'totals'}>
      <span class="faint">{w.diff.axis.totals}</span> <strong class="figure">{show(totals.before)}</strong>
      <span class="arrow" aria-hidden="true">
        {' '}
        →{' '}
      </span>
      <strong class="figure">{show(totals.after)}</strong>{' '}
      <span class="faint figure">({formatSigned(show(Math.abs(delta)), delta)})</span>
      {totals.change !== undefined && (
        <>
          {' '}
          <span class={`change change-${totals.change}`}>{w.diff.axis.changes[totals.change]}</span>
          <VerdictText judged={totals} />
        </>
      )}
    </p>
  );
}
