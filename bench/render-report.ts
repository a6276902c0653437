/** The two forms of a report: a table for people, an object for programs. Both show the same numbers. */
import type { BenchReport, MeasuredRow } from './bench-report.ts';
import { ratiosOf, type Summary, summarize } from './summarize.ts';

const headings = [
  'measure',
  'what',
  'median (min–max)',
  'unit',
  'goal',
  'peer',
  'peer: median (min–max)',
  'ratio (min–max)',
];

export function renderTable(report: BenchReport): string {
  const { machine, repeat, window_sec, seconds, rows, unmeasured } = report;
  const hasGoals = rows.some(({ goal }) => goal !== undefined);
  const cells = [headings, ...rows.map(renderRow)].map((row) =>
    hasGoals ? row : row.filter((_cell, column) => headings[column] !== 'goal'),
  );
  const widths = (cells[0] ?? []).map((_heading, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  const table = cells.map(line);
  table.splice(1, 0, widths.map((width) => '─'.repeat(width)).join('  '));
  return [
    `${machine.cpu}, ${machine.cpus} CPUs, ${machine.memory_mib} MiB, Linux ${machine.kernel}, Node ${machine.node}; load before ${machine.load_before.toFixed(2)}`,
    `${repeat} repetitions, capture window ${window_sec} s, ${seconds} s in all; ratio: this over peer, pair by pair in this run`,
    '',
    ...table,
    ...unmeasured.map(({ measure, name, why }) => `not measured: ${measure}, ${name}: ${why}`),
  ].join('\n');
}

/** Samples are included, so that a reader can check a median. */
export function renderJson(report: BenchReport): string {
  return JSON.stringify({
    ...report,
    rows: report.rows.map((row) => {
      const { peer, ...rest } = row;
      const ratios = pairs(row);
      return {
        ...rest,
        ...summarize(row.samples),
        peer: peer === undefined ? null : { ...peer, ...summarize(peer.samples) },
        ratio: ratios === undefined ? null : summarize(ratios),
      };
    }),
  });
}

function renderRow(row: MeasuredRow): string[] {
  const { measure, name, unit, samples, goal, peer } = row;
  const ratios = pairs(row);
  return [
    measure,
    name,
    renderSummary(summarize(samples)),
    unit,
    goal === undefined ? '–' : `≤ ${goal}`,
    peer?.name ?? '–',
    peer === undefined ? '–' : renderSummary(summarize(peer.samples)),
    ratios === undefined ? '–' : renderSummary(summarize(ratios)),
  ];
}

function pairs({ samples, peer }: MeasuredRow): number[] | undefined {
  return peer === undefined ? undefined : ratiosOf(samples, peer.samples);
}

function renderSummary({ median, min, max }: Summary): string {
  return `${renderNumber(median)} (${renderNumber(min)}–${renderNumber(max)})`;
}

/** Three digits that mean something; more would claim a precision that no run has. */
export function renderNumber(value: number): string {
  const size = Math.abs(value);
  if (size >= 100) return value.toFixed(0);
  if (size >= 10) return value.toFixed(1);
  return value.toFixed(size >= 1 || size === 0 ? 2 : 3);
}
