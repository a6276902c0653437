/** Every function with its figures: what the drawing shows, for those who read rather than look. */
import { useMemo, useState } from 'preact/hooks';
import { writePlace } from '../../../profiler/witness/diff/read-diff.ts';
import type { FlameFrame, MeasuredFlame } from '../../../profiler/witness/say/flame/flame-graph.ts';
import { SortHeader } from '../parts/sort-header.tsx';
import { TableRegion } from '../parts/table-region.tsx';
import { useSorting } from '../parts/use-sorting.ts';
import { formatAligned, formatCount } from '../reading/format-number.ts';
import { locale, words } from '../words/words.ts';
import { directionOf, glyphs, type QuietRule, signedPercent } from './change.ts';
import { isCompared } from './flame-paint.ts';
import { flameWords } from './flame-words.ts';
import { splitKey } from './name-parts.ts';
import { functionTable } from './choice-names.ts';
import { type FrameColumn, frameColumns, sortFrames } from './sort-frames.ts';

interface FlameTableProps {
  readonly graph: MeasuredFlame;
  readonly matches: Uint8Array | undefined;
  readonly isQuiet: QuietRule;
  /** One place for each function, 1 where it is selected. */
  readonly selected: Uint8Array | undefined;
  readonly onSelect: (key: string) => void;
}

const shownAtFirst = 12;
const shownMore = 100;

export function FlameTable({ graph, matches, isQuiet, selected, onSelect }: FlameTableProps) {
  const w = flameWords();
  const [sorting, setSorting] = useSorting(functionTable, frameColumns);
  const [most, setMost] = useState(shownAtFirst);
  const { frames, before } = graph;
  const sorted = useMemo(() => {
    const matching = matches === undefined ? frames : frames.filter((_, place) => matches[place] === 1);
    return sortFrames(matching, sorting);
  }, [frames, matches, sorting]);
  const first = sorted.slice(0, most);
  const chosen = useMemo(() => new Set(frames.filter((_, place) => selected?.[place] === 1)), [frames, selected]);
  // What is selected is in the table, however far down it would be.
  const further = [...chosen].filter((frame) => !first.includes(frame));
  const shown = [...first, ...sortFrames(further, sorting).slice(0, shownAtFirst)];
  const header = (column: FrameColumn, text: string, isNumber = true) => (
    <SortHeader {...{ column, text, sorting, isNumber }} onSort={setSorting} />
  );
  if (shown.length === 0) return <p class="faint">{w.table.none}</p>;
  return (
    <>
      <p class="small faint">{w.table.unit}</p>
      <TableRegion name={w.table.name} scrolls>
        <thead>
          <tr>
            {header('function', w.table.function, false)}
            {before !== undefined && header('selfBefore', w.table.selfOf(before.version))}
            {header('selfAfter', before === undefined ? w.table.self : w.table.selfOf(graph.after.version))}
            {before !== undefined && header('totalBefore', w.table.totalOf(before.version))}
            {header('totalAfter', before === undefined ? w.table.total : w.table.totalOf(graph.after.version))}
            {isCompared(graph) && header('change', w.table.change)}
            {header('module', w.table.module, false)}
            {header('place', w.table.place, false)}
          </tr>
        </thead>
        <tbody>
          {shown.map((frame) => (
            <Row
              key={frame.key}
              {...{ frame, isQuiet, onSelect }}
              isSelected={chosen.has(frame)}
              showsChange={isCompared(graph)}
            />
          ))}
        </tbody>
      </TableRegion>
      <div class="actions small">
        <span class="faint">
          {w.table.shown(formatCount(first.length, locale.value), formatCount(sorted.length, locale.value))}
        </span>
        {sorted.length > most && (
          <button type="button" class="small-button" onClick={() => setMost(most + shownMore)}>
            {w.table.more(formatCount(Math.min(shownMore, sorted.length - most), locale.value))}
          </button>
        )}
      </div>
    </>
  );
}

interface RowProps {
  readonly frame: FlameFrame;
  readonly isSelected: boolean;
  readonly showsChange: boolean;
  readonly isQuiet: QuietRule;
  readonly onSelect: (key: string) => void;
}

function Row({ frame: { key, place, before, after }, isSelected, showsChange, isQuiet, onSelect }: RowProps) {
  const { name, module } = splitKey(key);
  const amount = (value: number) => <td class="number figure">{formatAligned(value, locale.value)}</td>;
  return (
    <tr class={isSelected ? 'flame-selected' : ''}>
      <th scope="row" class="key mono">
        <button type="button" class="flame-name" aria-pressed={isSelected} onClick={() => onSelect(key)}>
          {name}
        </button>
      </th>
      {before !== undefined && amount(before.self)}
      {amount(after.self)}
      {before !== undefined && amount(before.total)}
      {amount(after.total)}
      {showsChange && (
        <ChangeCell amounts={{ key, before: before?.total ?? 0, after: after.total }} isQuiet={isQuiet} />
      )}
      <td class="mono nowrap">{module}</td>
      <td class="mono nowrap">{place === undefined ? words().time.none : writePlace(place)}</td>
    </tr>
  );
}

interface ChangeCellProps {
  readonly amounts: Parameters<QuietRule>[0];
  readonly isQuiet: QuietRule;
}

function ChangeCell({ amounts, isQuiet }: ChangeCellProps) {
  const w = flameWords();
  const direction = directionOf(amounts);
  const isShown = direction !== 'same' && !isQuiet(amounts);
  const facts = [
    ...(isShown ? [glyphs[direction]] : []),
    signedPercent(amounts, locale.value) ?? w.directions[direction],
  ];
  return <td class="number figure nowrap">{facts.join(' ')}</td>;
}
