/**
 * A real table of any length. Where it is long, only the rows in sight are in the page, each of one height: the rest is
 * room above and below them, so that ten thousand rows scroll as ten do.
 */
import { useMemo, useState } from 'preact/hooks';
import { RowRoom } from '../parts/row-room.tsx';
import { useRowWindow } from '../parts/use-row-window.ts';
import type { AnswerTable } from './ask-answer.ts';
import { formatCount } from '../reading/format-number.ts';
import { allWords, locale, words } from '../words/words.ts';

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
  const { isWindowed, from, to, before, after, follow, body } = useRowWindow(rows.length);
  return (
    <div
      class={isWindowed ? 'table-region ask-windowed' : 'table-region ask-all'}
      role="region"
      aria-label={words().table.region(name)}
      tabIndex={0}
      onScroll={({ currentTarget }) => follow(currentTarget)}
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
          <RowRoom height={before} />
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
          <RowRoom height={after} />
        </tbody>
      </table>
    </div>
  );
}
