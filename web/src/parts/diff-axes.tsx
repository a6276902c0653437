/** Every axis of a difference: a summary to jump from, then one section each. */
import { useState } from 'preact/hooks';
import type { AxisDiff, Diff } from '../../../profiler/witness/diff.ts';
import { axisName } from '../words/axis-name.ts';
import { words } from '../words/words.ts';
import { DiffAxis } from './diff-axis.tsx';
import { TextField } from './text-field.tsx';

export function DiffAxes({ diff }: { readonly diff: Diff }) {
  const w = words();
  const [filter, setFilter] = useState('');
  return (
    <>
      <p class="small faint measure">
        {w.diff.counts(diff.axes.length, new Set(diff.axes.map(({ source }) => source)).size)}
      </p>
      <nav aria-label={w.diff.axes} class="axis-list">
        <ul>
          {diff.axes.map((axis) => (
            <li key={axis.axis}>
              <a href={`#axis-${axis.axis}`}>{axisName(axis.axis)}</a>
              <span class="small">{summarize(axis)}</span>
            </li>
          ))}
        </ul>
      </nav>
      <div class="axis-filter" role="search">
        <TextField name="filter" label={w.diff.filterKeys} value={filter} onInput={setFilter} />
      </div>
      {diff.axes.map((axis) => (
        <DiffAxis key={axis.axis} axis={axis} diff={diff} filter={filter.trim().toLowerCase()} />
      ))}
    </>
  );
}

/** Counts only, and none for an axis that cannot be compared. */
function summarize(axis: AxisDiff): string {
  const w = words();
  if (axis.state === 'not_comparable') return w.diff.axis.not_comparable;
  if (axis.kind !== 'set') return w.diff.axis.countRows(axis.changes.length);
  const fresh = axis.changes.filter(({ change }) => change === 'new').length;
  const unseen = axis.changes.filter(({ change }) => change === 'not_seen').length;
  return `${w.diff.axis.countNew(fresh)}, ${w.diff.axis.countNotSeen(unseen)}`;
}
