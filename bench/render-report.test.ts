import { expect, test } from 'vitest';
import type { BenchReport } from './bench-report.ts';
import { renderJson, renderNumber, renderTable } from './render-report.ts';

const report: BenchReport = {
  machine: { cpu: 'Some CPU', cpus: 2, memory_mib: 4096, kernel: '6.1', node: 'v24', load_before: 0.5 },
  repeat: 3,
  window_sec: 10,
  seconds: 12.3,
  rows: [
    {
      measure: 'gate',
      name: 'refused',
      unit: 'µs',
      samples: [20, 10, 30],
      peer: { name: 'bare', samples: [10, 10, 10] },
    },
    { measure: 'start', name: 'request → running', unit: 'ms', samples: [123.4] },
  ],
  unmeasured: [{ measure: 'collector', name: 'peer perf', why: 'perf is not installed' }],
};

test('the table shows median, smallest, largest, peer and ratio of each row', () => {
  const lines = renderTable(report).split('\n');
  expect(lines.find((line) => line.startsWith('gate'))?.split(/ {2,}/u)).toEqual([
    'gate',
    'refused',
    '20.0 (10.0–30.0)',
    'µs',
    'bare',
    '10.0 (10.0–10.0)',
    '2.00 (1.00–3.00)',
  ]);
});

test('the table shows no ratio where there is no peer', () => {
  const line = renderTable(report)
    .split('\n')
    .find((one) => one.startsWith('start'));
  expect(line?.split(/ {2,}/u)).toEqual(['start', 'request → running', '123 (123–123)', 'ms', '–', '–', '–']);
});

test('the table names the machine and what was not measured', () => {
  const table = renderTable(report);
  expect(table).toContain('Some CPU, 2 CPUs, 4096 MiB, Linux 6.1, Node v24');
  expect(table).toContain('not measured: collector, peer perf: perf is not installed');
});

test('the object is one line and carries the same numbers with their samples', () => {
  const text = renderJson(report);
  expect(text).not.toContain('\n');
  expect(JSON.parse(text)).toMatchObject({
    machine: { cpus: 2 },
    rows: [
      {
        name: 'refused',
        median: 20,
        samples: [20, 10, 30],
        peer: { median: 10 },
        ratio: { median: 2, min: 1, max: 3 },
      },
      { name: 'request → running', peer: null, ratio: null },
    ],
    unmeasured: [{ measure: 'collector' }],
  });
});

test.each([
  [0, '0.00'],
  [0.1234, '0.123'],
  [1.234, '1.23'],
  [12.34, '12.3'],
  [123.4, '123'],
])('%d is written %s', (value, text) => {
  expect(renderNumber(value)).toBe(text);
});

test('a goal is shown beside what was measured, and no column of goals where there is none', () => {
  const goal = { measure: 'fleet', name: 'recovery', unit: 'ms', samples: [4000], goal: 5000 } as const;
  const table = renderTable({ ...report, rows: [...report.rows, goal] }).split('\n');
  const cells = (name: string) => table.find((line) => line.startsWith(name))?.split(/ {2,}/u);
  expect(cells('fleet')).toEqual(['fleet', 'recovery', '4000 (4000–4000)', 'ms', '≤ 5000', '–', '–', '–']);
  expect(cells('start')?.[4]).toBe('–');
  expect(renderTable(report)).not.toContain('goal');
});
