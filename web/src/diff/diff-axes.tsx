/**
 * Every axis of a comparison, folded to a line; what nobody saw is one line together. A filter opens axes with a key
 * that matches.
 */
import { useEffect, useState } from 'preact/hooks';
import type { ComparisonSummary } from '../../../src/control/api/comparison.ts';
import { countRows, hasFinding, isEmpty, orderAxes } from '../reading/count-states.ts';
import { formatCount } from '../reading/format-number.ts';
import { axisName } from '../words/describe-axis.ts';
import { allWords, locale } from '../words/words.ts';
import { DiffAxis } from './diff-axis.tsx';
import { Fold } from '../parts/fold.tsx';
import { selectedRow, wantedRow } from '../parts/selected-row.ts';
import { ServedText } from '../parts/served-text.tsx';
import { TextField } from '../parts/text-field.tsx';
import { isSorted } from '../parts/use-sorting.ts';

interface DiffAxesProps {
  readonly diff: ComparisonSummary;
  /** Reads the comparison again. */
  readonly onAgain: () => void;
}

export function DiffAxes({ diff, onAgain }: DiffAxesProps) {
  const w = allWords();
  const [isOpen, setOpen] = useState(selectedRow.peek() !== undefined || diff.axes.some(({ axis }) => isSorted(axis)));
  const [filter, setFilter] = useState('');
  const [read, setRead] = useState<ReadonlySet<string>>(new Set());
  const noteRead = (axis: string): void => setRead((before) => new Set([...before, axis]));
  const empty = diff.axes.filter(isEmpty);
  const shown = orderAxes(
    diff.axes.filter((axis) => !isEmpty(axis)),
    diff.summary.findings,
  );
  // One after another: the control plane answers an organization one question at a time, and refuses too many.
  const next = shown.find((axis) => countRows(axis) > 0 && !read.has(axis.axis));
  const changed = shown.filter((axis) => hasFinding(axis, diff.summary.findings)).length;
  const note = w.comparison.axes.found(formatCount(changed, locale.value), formatCount(diff.axes.length, locale.value));
  const isWanted = wantedRow.value !== undefined;
  useEffect(() => {
    if (isWanted) setOpen(true);
  }, [isWanted]);
  return (
    <Fold id="axes" title={w.diff.axes} note={note} isOpen={isOpen} onToggle={setOpen}>
      <p class="small faint measure">
        {w.diff.counts(diff.axes.length, new Set(diff.axes.map(({ source }) => source)).size)}
      </p>
      <div class="axis-filter" role="search">
        <TextField name="filter" label={w.diff.filterKeys} value={filter} onInput={setFilter} />
      </div>
      <div class="axis-list">
        {shown.map((axis) =>
          axis.state === 'not_comparable' ? (
            <p key={axis.axis} id={`axis-${axis.axis}`} class="axis axis-line axis-refused">
              <strong>{axisName(axis.axis)}</strong>{' '}
              <span class="small">
                {w.diff.axis.not_comparable}
                {axis.reason !== undefined && (
                  <>
                    {': '}
                    <ServedText text={axis.reason} />
                  </>
                )}
              </span>
            </p>
          ) : (
            <DiffAxis
              key={axis.axis}
              {...{ axis, diff, onAgain }}
              mayRead={axis === next}
              onRead={noteRead}
              filter={filter.trim().toLowerCase()}
            />
          ),
        )}
        {empty.length > 0 && (
          <p class="axis axis-line small faint">
            {w.diff.nothingSeen(empty.map(({ axis }) => axisName(axis)).join(', '))}
          </p>
        )}
      </div>
    </Fold>
  );
}
