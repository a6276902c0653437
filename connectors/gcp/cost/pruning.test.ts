import { describe, expect, test } from 'vitest';
import type { Partitioning } from './export-table.ts';
import { prune } from './pruning.ts';

const window = { fromMs: Date.parse('2026-10-05T07:30:00Z'), toMs: Date.parse('2026-10-06T00:00:00Z') };

function boundsOf(partitioning: Partitioning): (string | undefined)[] {
  const { condition, parameters } = prune(partitioning, window);
  return [condition, ...parameters.map(({ value }) => String(value))];
}

const arrival = '_PARTITIONTIME >= @partition_from AND _PARTITIONTIME <= @partition_to';
const late = '2026-10-16T00:00:00.000Z';

describe('the standard export, by when rows arrived [C-LIM-2]', () => {
  test.each([
    ['HOUR', '2026-10-05T07:00:00.000Z'],
    ['DAY', '2026-10-05T00:00:00.000Z'],
    ['MONTH', '2026-10-01T00:00:00.000Z'],
    ['YEAR', '2026-01-01T00:00:00.000Z'],
  ] as const)('partitions of one %s begin at its start, and rows that come late are in', (unit, from) => {
    expect(boundsOf({ by: 'arrival', unit })).toEqual([arrival, from, late]);
  });
});

describe('a custom export, by a column of its own [C-LIM-2]', () => {
  test.each([
    ['usage_start_time', 'TIMESTAMP', '2026-10-05T07:30:00.000Z', '2026-10-06T00:00:00.000Z'],
    ['usage_end_time', 'TIMESTAMP', '2026-10-05T07:30:00.000Z', '2026-10-07T00:00:00.000Z'],
    ['export_time', 'TIMESTAMP', '2026-10-05T07:30:00.000Z', late],
    ['invoice_day', 'DATE', '2026-09-03', '2026-11-07'],
    ['loaded_at', 'DATETIME', '2026-09-03T07:30:00', '2026-11-07T00:00:00'],
  ] as const)('%s (%s) is bounded as wide as its rows can stand', (column, type, from, to) => {
    const condition = `\`${column}\` >= @partition_from AND \`${column}\` <= @partition_to`;
    expect(boundsOf({ by: 'column', column, type })).toEqual([condition, from, to]);
  });
});

test('a table without partitions is read whole, and the answer says so', () => {
  const pruning = prune({ by: 'nothing' }, window);
  expect(pruning.condition).toBeUndefined();
  expect(pruning.note).toContain('reads all of it');
});
