/**
 * One axis that can be compared. Order is part of the meaning: what each side measured, then the sentence about the
 * missing noise floor, and only then numbers.
 */
import { useEffect, useMemo, useState, useRef } from 'preact/hooks';
import type { AxisDiff, AxisSummary, Change, Related } from '../../../profiler/witness/diff/diff.ts';
import { type ComparisonSummary, ComparisonTable } from '../../../src/control/api/comparison.ts';
import { useAnswer } from '../edge/use-answer.ts';
import { AnswerView } from '../parts/answer-view.tsx';
import { formatCount, formatFigure, formatMeasure, formatSigned } from '../reading/format-number.ts';
import { axisName, describeCounts, unitName } from '../words/describe-axis.ts';
import { allWords, locale } from '../words/words.ts';
import { AxisSides } from './axis-sides.tsx';
import { tablePath } from './use-diff-path.ts';
import { ChangeTable } from './change-table.tsx';
import { selectedRow, wantedRow } from '../parts/selected-row.ts';
import { ServedText } from '../parts/served-text.tsx';
import { isSorted } from '../parts/use-sorting.ts';
import { totalKey, partsOf } from '../../../profiler/witness/diff/read-diff.ts';
import { isSameRow } from '../reading/row-choice.ts';
import { VerdictText } from './verdict-text.tsx';
import { Tag } from '../parts/tag.tsx';
import { signal } from '@preact/signals';

interface DiffAxisProps {
  readonly axis: AxisSummary;
  readonly diff: ComparisonSummary;
  /** Lower case; empty shows every key. */
  readonly filter: string;
  /** With a filter: whether its rows are read for it now, or after those of other axes. */
  readonly mayRead: boolean;
  readonly onRead: (axis: string) => void;
  /** Reads the comparison again: captures may have been added since. */
  readonly onAgain: () => void;
}

/** Its rows are read when it is unfolded, or when a filter needs them. */
export function DiffAxis({ axis, diff, filter, mayRead, onRead, onAgain }: DiffAxisProps) {
  const w = allWords();
  const [isUnfolded, setOpen] = useState(selectedRow.peek()?.axis === axis.axis || isSorted(axis.axis));
  // Paper cannot be unfolded.
  const isOpen = isUnfolded || isPrinting.value;
  const isAsked = useRef(false);
  isAsked.current ||= isUnfolded || (filter !== '' && mayRead);
  const { answer, reload } = useAnswer(isAsked.current ? tablePath(diff, axis.axis) : undefined, ComparisonTable);
  const table = answer.state === 'ready' ? answer.value : undefined;
  const changes = table?.changes;
  const whole = useMemo(() => table && withRows(axis, table), [axis, table]);
  const matching = filter === '' ? undefined : changes?.filter(({ key }) => key.toLowerCase().includes(filter));
  const wasFiltered = useRef(false);
  const isWanted = wantedRow.value?.axis === axis.axis;
  useEffect(() => {
    if (filter !== '') setOpen((matching?.length ?? 0) > 0);
    else if (wasFiltered.current) setOpen(selectedRow.peek()?.axis === axis.axis);
    wasFiltered.current = filter !== '';
  }, [filter, changes]);
  useEffect(() => {
    if (answer.state !== 'loading') onRead(axis.axis);
  }, [answer.state]);
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
          {isAsked.current ? (
            <AnswerView
              answer={answer}
              onAgain={() => {
                onAgain();
                reload();
              }}
            >
              {() => whole && <Compared axis={whole} changes={matching ?? whole.changes} />}
            </AnswerView>
          ) : (
            <p class="small">{w.diff.axis.notPrinted}</p>
          )}
        </div>
      )}
    </details>
  );
}

function withRows(
  { rows: _rows, related_rows: _related, found: _found, ...axis }: AxisSummary,
  table: ComparisonTable,
): AxisDiff {
  const { changes, related } = table;
  return { ...axis, changes, ...(related && { related }) };
}

function Compared({ axis, changes }: { readonly axis: AxisDiff; readonly changes: readonly Change[] }) {
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

/** How much of an axis could be judged key by key, and how often its verdicts are wrong on this workload. */
function AxisNotes({ axis: { testable, own_false_alarms: own } }: { readonly axis: AxisDiff }) {
  const { axes } = allWords().comparison;
  const count = (value: number): string => formatCount(value, locale.value);
  const isPart = testable !== undefined && testable.keys < testable.of;
  const isKnown = own !== undefined && own.state !== 'not_known';
  if (!isPart && !isKnown) return null;
  return (
    <p class="small faint">
      {isPart && axes.testable(count(testable.keys), count(testable.of))}
      {isPart &&
        testable.next !== undefined &&
        ` ${axes.testableNext(formatFigure(testable.next.window_sec, locale.value), testable.next.keys)}`}
      {isKnown && ` ${axes.ownRate(count(own.false), count(own.comparisons))}`}
    </p>
  );
}

/** All of an axis together, before and after, with its verdict. A link to the total of an axis leads here. */
function AxisTotals({ axis: { axis, totals, unit } }: { readonly axis: AxisDiff }) {
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

/** Rows that are listed; the rest is counted. */
const shown = 40;

/** What looks like changes of functions and is one thing: other names, calls that were compiled away, cost that moved. */
function DiffRelated({ related = [] }: { readonly related: readonly Related[] | undefined }) {
  const w = allWords();
  if (related.length === 0) return null;
  const { title, kinds, joins, sum, more } = w.diff.axis.related;
  return (
    <section class="related">
      <p class="small faint">{title}</p>
      <ul class="small">
        {related.slice(0, shown).map((one) => {
          const { what, where } = partsOf(one);
          return (
            <li key={`${one.kind} ${one.to.join(' ')} ${one.from.join(' ')}`}>
              <Tag tone="note">{kinds[one.kind]}</Tag> <span class="mono">{what.join(', ')}</span> {joins[one.kind]}{' '}
              <span class="mono">{where.join(', ')}</span>
              {one.change !== undefined && <span class="faint"> {sum(w.diff.axis.changes[one.change])}</span>}
            </li>
          );
        })}
      </ul>
      {related.length > shown && <p class="small faint">{more(formatCount(related.length - shown, locale.value))}</p>}
    </section>
  );
}

/** Whether the page is being printed: what is folded on the screen is shown on paper, and folded again afterwards. */
const isPrinting = signal(false);

addEventListener('beforeprint', () => {
  isPrinting.value = true;
});
addEventListener('afterprint', () => {
  isPrinting.value = false;
});
