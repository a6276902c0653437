/** The keys of one axis, before and after, with the counts behind every figure. Sortable; never coloured by direction. */
import { useState } from 'preact/hooks';
import { writePlace } from '../../../profiler/witness/write-place.ts';
import type { AxisDiff, Change, Observation } from '../../../profiler/witness/diff.ts';
import { differenceOf, rateOf } from '../../../profiler/witness/observed-rate.ts';
import {
  formatAligned,
  formatCount,
  formatFigure,
  formatQuantile,
  formatSigned,
  measureFormat,
} from '../reading/format-number.ts';
import { ratioOf, type SortColumn, sortChanges, type Sorting } from '../reading/sort-changes.ts';
import { locale, words } from '../words/words.ts';
import { SortHeader } from './sort-header.tsx';
import { TableRegion } from './table-region.tsx';

interface ChangeTableProps {
  readonly axis: AxisDiff;
  readonly changes: readonly Change[];
  readonly name: string;
}

const shownAtFirst = 25;

export function ChangeTable({ axis, changes, name }: ChangeTableProps) {
  const w = words();
  const [sorting, setSorting] = useState<Sorting>({ column: 'served', descending: false });
  const [isWhole, setWhole] = useState(false);
  const isSet = axis.kind === 'set';
  const isDistribution = axis.kind === 'distribution';
  const hasDifference = !isSet && !isDistribution;
  const sorted = sortChanges(changes, sorting);
  const shown = isWhole ? sorted : sorted.slice(0, shownAtFirst);
  const largest = Math.max(0, ...axis.changes.flatMap(({ before, after }) => [rateOf(before), rateOf(after)]));
  const measure = measureFormat(axis.unit, locale.value);
  const bound = (value: number): string => `${formatFigure(value, locale.value)}${isSet ? '/s' : ` ${axis.unit}`}`;
  const withUnit = (text: string): string => (measure.headerUnit === '' ? text : `${text}, ${measure.headerUnit}`);
  const header = (column: SortColumn, text: string) => (
    <SortHeader column={column} text={text} sorting={sorting} onSort={setSorting} isNumber={column !== 'key'} />
  );

  return (
    <>
      <TableRegion name={name}>
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
            <tr key={change.key}>
              <th scope="row" class="key mono">
                {change.key}
                {change.place !== undefined && <span class="small faint block">{writePlace(change.place)}</span>}
                {!isSet && <Bars change={change} largest={largest} />}
              </th>
              <td class="nowrap">
                <span class={`change change-${change.change}`}>{w.diff.axis.changes[change.change]}</span>
                <VerdictText change={change} />
                {change.first_seen_sec !== undefined && (
                  <span class="small faint block">
                    {w.diff.axis.firstSeen(formatFigure(change.first_seen_sec, locale.value))}
                  </span>
                )}
              </td>
              <td class="number">
                <Observed
                  side={change.before}
                  other={change.after}
                  show={measure.cell}
                  bound={bound}
                  otherName="head"
                />
              </td>
              <td class="number">
                <Observed
                  side={change.after}
                  other={change.before}
                  show={measure.cell}
                  bound={bound}
                  otherName="baseline"
                />
              </td>
              {hasDifference && (
                <td class="number figure nowrap">
                  {formatSigned(measure.cell(Math.abs(differenceOf(change))), differenceOf(change))}
                </td>
              )}
              {!isSet && <td class="number figure nowrap">{ratio(change)}</td>}
            </tr>
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

/** How sure a verdict is and how large the change, or the smallest change that would have been found. */
function VerdictText({ change: { change, verdict } }: { readonly change: Change }) {
  const w = words();
  if (verdict === undefined) return null;
  const { per_work: work, per_second: second, smallest_detectable: least, level } = verdict;
  const effect = work ?? second;
  const figure = (value: number): string => formatFigure(value, locale.value);
  if (change === 'changed' && effect !== undefined) {
    return (
      <span class="small block">
        {w.diff.axis.effect(figure(effect.ratio), figure(effect.low), figure(effect.high))}{' '}
        {w.diff.axis.per[work === undefined ? 'second' : 'work']} · {w.diff.axis.levels[level]}
      </span>
    );
  }
  return least === undefined ? null : <span class="small faint block">{w.diff.axis.detectable(figure(least))}</span>;
}

interface ObservedProps {
  readonly side: Observation;
  readonly other: Observation;
  readonly show: (value: number) => string;
  /** What not seeing a key excludes: events a second for sets, the axis' unit for rates. */
  readonly bound: (value: number) => string;
  readonly otherName: 'baseline' | 'head';
}

/** `not seen` always comes with what it excludes, and with how often the other side saw the key. */
function Observed({ side, other, show, bound, otherName }: ObservedProps) {
  const w = words();
  if (!side.seen) {
    const below = bound(side.below);
    return (
      <span class="not-seen">
        {other.seen && otherName === 'baseline'
          ? w.diff.axis.notSeenThough(other.captures, other.of, below)
          : w.diff.axis.notSeen(below, side.of)}
      </span>
    );
  }
  return (
    <>
      {side.quantiles === undefined ? (
        <span class="figure block">{show(side.rate)}</span>
      ) : (
        side.quantiles.map((quantile) => (
          <span key={quantile.percent} class="figure block nowrap">
            <span class="small faint">p{quantile.percent}</span> {formatQuantile(quantile, locale.value)}
          </span>
        ))
      )}
      <span class="small faint block">
        {w.diff.axis.count(formatCount(side.count, locale.value))} · {w.diff.axis.inCaptures(side.captures, side.of)}
      </span>
    </>
  );
}

function ratio(change: Change): string {
  const value = ratioOf(change);
  return value === undefined ? words().time.none : `× ${formatAligned(value, locale.value)}`;
}

/** Both sides on one scale: the outline is before, the filled bar after. Sizes are drawing attributes, not styles. */
function Bars({ change, largest }: { readonly change: Change; readonly largest: number }) {
  if (largest === 0) return null;
  const width = (side: Observation): number => (100 * rateOf(side)) / largest;
  return (
    <svg class="bars" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true" focusable="false">
      <rect class="bar-before" x="0" y="0" height="3.5" width={width(change.before)} />
      <rect class="bar-after" x="0" y="4.5" height="3.5" width={width(change.after)} />
    </svg>
  );
}
