/** Parts of an answer as CSV (RFC 4180). Pure. */
import { renderCsvCell } from '../../../src/core/text/csv-cell.ts';
import type { AnswerTable, Curve } from './ask-answer.ts';

/** A row for each time in UTC, and a column for each series, its unit in brackets. A gap is an empty cell. */
export function renderCurvesCsv(curves: readonly Curve[]): string {
  const rows = new Map<number, string[]>();
  for (const [at, { points }] of curves.entries()) {
    for (const [seconds, value] of points) {
      const row = rows.get(seconds) ?? curves.map(() => '');
      row[at] = value === undefined ? '' : String(value);
      rows.set(seconds, row);
    }
  }
  const names = curves.map(({ name, unit }) => (unit === '' ? name : `${name} [${unit}]`));
  const times = [...rows].toSorted(([one], [other]) => one - other);
  const lines = times.map(([seconds, row]) => [new Date(seconds * 1000).toISOString(), ...row]);
  return renderLines([['time', ...names].map(renderCsvCell), ...lines]);
}

/** Numbers are written as they are; a text that a spreadsheet would take for a formula gets an apostrophe in front. */
export function renderTableCsv({ columns, rows }: AnswerTable): string {
  const lines = rows.map((row) => row.map((cell, at) => (columns[at]?.isNumber === true ? cell : renderCsvCell(cell))));
  return renderLines([columns.map(({ name }) => renderCsvCell(name)), ...lines]);
}

function renderLines(lines: readonly (readonly string[])[]): string {
  return lines.map((cells) => `${cells.join(',')}\r\n`).join('');
}
