/** The keys of one axis, before and after. Sortable, and never without the row that is selected. */
import { useMemo, useState } from 'preact/hooks';
import type { AxisDiff, Change } from '../../../profiler/witness/diff/diff.ts';
import { rateOf } from '../../../profiler/witness/diff/read-diff.ts';
import { formatCount, formatFigure, measureFormat } from '../reading/format-number.ts';
import { findRowKey } from '../reading/row-choice.ts';
import { type SortColumn, sortChanges, sortColumns } from '../reading/sort-changes.ts';
import { unitName } from '../words/describe-axis.ts';
import { allWords, locale } from '../words/words.ts';
import { ChangeRow } from './change-row.tsx';
import { selectedRow } from '../parts/selected-row.ts';
import { SortHeader } from '../parts/sort-header.tsx';
import { TableRegion } from '../parts/table-region.tsx';
import { useSorting } from '../parts/use-sorting.ts';

interface ChangeTableProps {
  readonly axis: AxisDiff;
  readonly changes: readonly Change[];
  readonly name: string;
}

/** In the served order what changed is among them, or almost all of it. */
const shownAtFirst = 10;

export function ChangeTable({ axis, changes, name }: ChangeTableProps) {
  const w = allWords();
  const [sorting, setSorting] = useSorting(axis.axis, sortColumns);
  const [isWhole, setWhole] = useState(false);
  const isSet = axis.kind === 'set';
  const isDistribution = axis.kind === 'distribution';
  const hasDifference = !isSet && !isDistribution;
  const sorted = sortChanges(changes, sorting);
  const first = isWhole ? sorted : sorted.slice(0, shownAtFirst);
  const keys = useMemo(() => new Set(axis.changes.map(({ key }) => key)), [axis]);
  const selected = selectedRow.value?.axis === axis.axis ? findRowKey(keys, selectedRow.value.key) : undefined;
  const isFurther = selected !== undefined && !first.some(({ key }) => key === selected);
  // What is selected is in the table, however far down it would be, and whatever the filter is.
  const shown = isFurther ? [...first, ...axis.changes.filter(({ key }) => key === selected)] : first;
  const largest = Math.max(0, ...axis.changes.flatMap(({ before, after }) => [rateOf(before), rateOf(after)]));
  const measure = measureFormat(unitName(axis.unit), locale.value);
  const bound = (value: number): string =>
    `${formatFigure(value, locale.value)}${isSet ? '/s' : ` ${unitName(axis.unit)}`}`;
  const withUnit = (text: string): string => (measure.headerUnit === '' ? text : `${text}, ${measure.headerUnit}`);
  const header = (column: SortColumn, text: string) => (
    <SortHeader column={column} text={text} sorting={sorting} onSort={setSorting} isNumber={column !== 'key'} />
  );

  return (
    <>
      <TableRegion name={name} scrolls>
        <thead>
          <tr>
            {header('key', w.diff.axis.key)}
            <th scope="col">{w.diff.axis.change}</th>
            {header('before', withUnit(w.diff.axis.beforeColumn))}
            {header('after', withUnit(w.diff.axis.afterColumn))}
            {hasDifference && header('difference', w.diff.axis.difference)}
            {!isSet && (
              <th scope="col" class="number">
                {isDistribution ? w.diff.axis.ratioOfMeans : w.diff.axis.ratio}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {shown.map((change) => (
            <ChangeRow
              key={change.key}
              {...{ axis, change, largest, bound }}
              show={measure.cell}
              isSelected={change.key === selected}
            />
          ))}
        </tbody>
      </TableRegion>
      {changes.length > shownAtFirst && (
        <button type="button" class="small-button start" onClick={() => setWhole(!isWhole)}>
          {isWhole ? w.table.fewer : w.table.all(formatCount(changes.length, locale.value))}
        </button>
      )}
    </>
  );
}
