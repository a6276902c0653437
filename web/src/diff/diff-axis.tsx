/**
 * One axis that can be compared. Order is part of the meaning: what each side measured, then the sentence about the
 * missing noise floor, and only then numbers.
 */
import { useEffect, useState } from 'preact/hooks';
import type { AxisDiff, Diff } from '../../../profiler/witness/diff/diff.ts';
import { formatCount, formatFigure } from '../reading/format-number.ts';
import { axisName, describeCounts } from '../words/describe-axis.ts';
import { allWords, locale } from '../words/words.ts';
import { AxisNotes } from './axis-notes.tsx';
import { AxisSides } from './axis-sides.tsx';
import { AxisTotals } from './axis-totals.tsx';
import { ChangeTable } from './change-table.tsx';
import { DiffRelated } from './diff-related.tsx';
import { selectedRow, wantedRow } from '../parts/selected-row.ts';
import { ServedText } from '../parts/served-text.tsx';
import { isPrinting } from './while-printing.ts';

interface DiffAxisProps {
  readonly axis: AxisDiff;
  readonly diff: Diff;
  /** Lower case; empty shows every key. */
  readonly filter: string;
  readonly isOpenAtFirst: boolean;
}

export function DiffAxis({ axis, diff, filter, isOpenAtFirst }: DiffAxisProps) {
  const w = allWords();
  const isOnAxis = selectedRow.peek()?.axis === axis.axis;
  const [isUnfolded, setOpen] = useState(isOpenAtFirst || isOnAxis);
  // Paper cannot be unfolded.
  const isOpen = isUnfolded || isPrinting.value;
  const matching = filter === '' ? undefined : axis.changes.filter(({ key }) => key.toLowerCase().includes(filter));
  const isWanted = wantedRow.value?.axis === axis.axis;
  useEffect(() => {
    setOpen(filter === '' ? isOpenAtFirst || selectedRow.peek()?.axis === axis.axis : (matching?.length ?? 0) > 0);
  }, [filter]);
  useEffect(() => {
    if (isWanted) setOpen(true);
  }, [isWanted]);
  return (
    <details
      class="axis"
      id={`axis-${axis.axis}`}
      open={isOpen}
      onToggle={({ currentTarget }) => {
        if (!isPrinting.peek()) setOpen(currentTarget.open);
      }}
    >
      <summary class="axis-line">
        <h3>{axisName(axis.axis)}</h3>{' '}
        <span class="small">
          {describeCounts(axis)}
          {matching !== undefined && ` · ${w.comparison.axes.matching(formatCount(matching.length, locale.value))}`}
        </span>
      </summary>
      {isOpen && (
        <div class="axis-body">
          <AxisSides {...{ axis, diff }} />
          <Compared axis={axis} changes={matching ?? axis.changes} />
        </div>
      )}
    </details>
  );
}

function Compared({ axis, changes }: { readonly axis: AxisDiff; readonly changes: AxisDiff['changes'] }) {
  const w = allWords();
  const hidden = axis.changes.length - changes.length;
  return (
    <>
      {axis.no_noise_floor !== undefined && (
        <p class="no-floor">
          <ServedText text={axis.no_noise_floor} />
        </p>
      )}
      {axis.caveats.map((caveat) => (
        <p key={caveat} class="small">
          <ServedText text={caveat} />
        </p>
      ))}
      {axis.kind === 'distribution' && <p class="small faint">{w.diff.axis.durationsNote}</p>}
      <AxisTotals axis={axis} />
      <AxisNotes axis={axis} />
      <DiffRelated related={axis.related} />
      {axis.changes.length === 0 ? (
        <p class="faint">{axis.kind === 'set' ? w.diff.axis.noChanges : w.diff.axis.noRows}</p>
      ) : (
        <ChangeTable axis={axis} changes={changes} name={axisName(axis.axis)} />
      )}
      {axis.kind === 'set' && (
        <p class="small faint">{w.diff.axis.unchanged(formatCount(axis.unchanged, locale.value))}</p>
      )}
      {axis.expected_new !== undefined && axis.changes.some(({ change }) => change === 'new') && (
        <p class="small faint">{w.diff.axis.expectedNew(formatFigure(axis.expected_new, locale.value))}</p>
      )}
      {hidden > 0 && <p class="small faint">{w.diff.filteredOut(formatCount(hidden, locale.value))}</p>}
    </>
  );
}
