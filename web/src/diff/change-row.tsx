/** One key of an axis, before and after, with the counts behind every figure. Never coloured by direction. */
import { useEffect, useRef } from 'preact/hooks';
import { differenceOf, rateOf, writePlace } from '../../../profiler/witness/diff/read-diff.ts';
import type { AxisDiff, Change } from '../../../profiler/witness/diff/diff.ts';
import type { Observation } from '../../../profiler/witness/diff/verdict.ts';
import { formatAligned, formatFigure, formatQuantile, formatSigned } from '../reading/format-number.ts';
import { isSameRow } from '../reading/row-choice.ts';
import { ratioOf } from '../reading/sort-changes.ts';
import { allWords, locale } from '../words/words.ts';
import { RowLink } from './row-link.tsx';
import { wantedRow } from '../parts/selected-row.ts';
import { VerdictText } from './verdict-text.tsx';

interface ChangeRowProps {
  readonly axis: AxisDiff;
  readonly change: Change;
  readonly isSelected: boolean;
  /** The largest amount of the axis, to which bars are drawn. */
  readonly largest: number;
  readonly show: (value: number) => string;
  /** What not seeing a key excludes: events a second for sets, the axis' unit for rates. */
  readonly bound: (value: number) => string;
}

export function ChangeRow({ axis: { axis, kind }, change, isSelected, largest, show, bound }: ChangeRowProps) {
  const w = allWords();
  const { key, before, after } = change;
  const isSet = kind === 'set';
  const own = useRef<HTMLTableRowElement>(null);
  const isWanted = isSameRow({ axis, key }, wantedRow.value);
  useEffect(() => {
    if (!isWanted) return;
    own.current?.scrollIntoView({ block: 'center' });
    own.current?.querySelector('a')?.focus({ preventScroll: true });
    wantedRow.value = undefined;
  }, [isWanted]);
  return (
    <tr ref={own} class={isSelected ? 'row-selected' : ''}>
      <th scope="row" class="key mono">
        <RowLink row={{ axis, key }} to="row" isCurrent={isSelected}>
          {key}
        </RowLink>
        {change.place !== undefined && <span class="small faint block">{writePlace(change.place)}</span>}
        {!isSet && <Bars change={change} largest={largest} />}
      </th>
      <td class="nowrap">
        <span class={`change change-${change.change}`}>{w.diff.axis.changes[change.change]}</span>
        <VerdictText judged={change} />
        {change.first_seen_sec !== undefined && (
          <span class="small faint block">
            {w.diff.axis.firstSeen(formatFigure(change.first_seen_sec, locale.value))}
          </span>
        )}
        {change.comes_and_goes === true && <span class="small faint block">{w.diff.axis.comesAndGoes}</span>}
      </td>
      <td class="number">
        <Observed side={before} other={after} show={show} bound={bound} otherName="head" />
      </td>
      <td class="number">
        <Observed side={after} other={before} show={show} bound={bound} otherName="baseline" />
      </td>
      {!isSet && kind !== 'distribution' && (
        <td class="number figure nowrap">{formatSigned(show(Math.abs(differenceOf(change))), differenceOf(change))}</td>
      )}
      {!isSet && <td class="number figure nowrap">{ratio(change)}</td>}
    </tr>
  );
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
  const w = allWords();
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
        {w.comparison.axes.perCapture(formatFigure(side.count / Math.max(1, side.of), locale.value))} ·{' '}
        {w.diff.axis.inCaptures(side.captures, side.of)}
        {side.spread !== undefined && ` · ${w.comparison.axes.spread(String(Math.round(side.spread * 100)))}`}
      </span>
    </>
  );
}

function ratio(change: Change): string {
  const value = ratioOf(change);
  return value === undefined ? allWords().time.none : `× ${formatAligned(value, locale.value)}`;
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
