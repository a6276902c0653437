/**
 * A real table of any length. Where it is long, only the rows in sight are in the page, each of one height: the rest is
 * room above and below them, so that ten thousand rows scroll as ten do.
 */
import { useMemo, useRef, useState } from 'preact/hooks';
import type { AnswerTable } from '../reading/ask-answer.ts';
import { formatCount } from '../reading/format-number.ts';
import { allWords, locale, words } from '../words/words.ts';

/** Fewer rows are all in the page, and their cells may be as high as they need. */
const windowedFrom = 100;
const inSight = 24;
/** Beyond what is in sight, so that a slow frame shows no gap. */
const spare = 24;
const widest = 44;

export function RowsTable({ table, title }: { readonly table: AnswerTable; readonly title?: string }) {
  const w = allWords();
  const [filter, setFilter] = useState('');
  const name = title ?? (table.name === '' ? w.ask.answer.data : table.name);
  const rows = useMemo(() => matching(table.rows, filter), [table, filter]);
  const count = formatCount(table.rows.length, locale.value);
  const isFiltered = filter.trim() !== '';
  return (
    <div class="ask-rows">
      <div class="ask-rows-head">
        <h3>{name}</h3>
        <span class="small faint" role="status">
          {isFiltered ? w.ask.answer.filtered(formatCount(rows.length, locale.value), count) : w.ask.answer.rows(count)}
        </span>
        {table.rows.length > 10 && (
          <input
            type="search"
            class="ask-filter"
            aria-label={`${w.ask.answer.filter}: ${name}`}
            placeholder={w.ask.answer.filter}
            value={filter}
            onInput={({ currentTarget }) => setFilter(currentTarget.value)}
          />
        )}
      </div>
      {table.rows.length === 0 ? (
        <p class="faint">{w.ask.answer.empty}</p>
      ) : (
        <Rows key={filter} table={table} rows={rows} name={name} />
      )}
    </div>
  );
}

function matching(rows: AnswerTable['rows'], filter: string): AnswerTable['rows'] {
  const wanted = filter.trim().toLowerCase();
  return wanted === '' ? rows : rows.filter((row) => row.some((cell) => cell.toLowerCase().includes(wanted)));
}

interface RowsProps {
  readonly table: AnswerTable;
  readonly rows: AnswerTable['rows'];
  readonly name: string;
}

function Rows({ table: { columns }, rows, name }: RowsProps) {
  const isWindowed = rows.length > windowedFrom;
  const [first, setFirst] = useState(0);
  const rowPx = useRef(0);
  const body = useRef<HTMLTableSectionElement>(null);
  const from = isWindowed ? Math.max(0, Math.min(first, rows.length - inSight) - spare) : 0;
  const to = isWindowed ? Math.min(rows.length, first + inSight + spare) : rows.length;

  const follow = (scrollTop: number): void => {
    if (!isWindowed) return;
    rowPx.current ||= body.current?.querySelector('tr:not(.ask-room)')?.getBoundingClientRect().height ?? 0;
    if (rowPx.current === 0) return;
    const next = Math.floor(scrollTop / rowPx.current);
    // Not for every row: what is spare reaches that far.
    if (Math.abs(next - first) >= spare / 2 || next === 0) setFirst(next);
  };
  return (
    <div
      class={isWindowed ? 'table-region ask-windowed' : 'table-region ask-all'}
      role="region"
      aria-label={words().table.region(name)}
      tabIndex={0}
      onScroll={({ currentTarget }) => follow(currentTarget.scrollTop)}
    >
      <table aria-rowcount={rows.length + 1}>
        <caption class="unseen">{name}</caption>
        {isWindowed && (
          <colgroup>
            {columns.map((column) => (
              <col key={column.name} style={{ width: `${Math.min(widest, column.width + 3)}ch` }} />
            ))}
          </colgroup>
        )}
        <thead>
          <tr aria-rowindex={1}>
            {columns.map((column) => (
              <th key={column.name} scope="col" class={column.isNumber ? 'number' : ''}>
                {column.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {from > 0 && <Room height={from * rowPx.current} />}
          {rows.slice(from, to).map((row, at) => (
            <tr key={from + at} aria-rowindex={from + at + 2}>
              {row.map((cell, column) => (
                <td
                  key={column}
                  class={columns[column]?.isNumber === true ? 'number' : ''}
                  {...(isWindowed && cell.length > widest && { title: cell.slice(0, 2000) })}
                >
                  {cell}
                </td>
              ))}
            </tr>
          ))}
          {to < rows.length && <Room height={(rows.length - to) * (rowPx.current || 32)} />}
        </tbody>
      </table>
    </div>
  );
}

function Room({ height }: { readonly height: number }) {
  return <tr class="ask-room" aria-hidden="true" style={{ height: `${height}px` }} />;
}
