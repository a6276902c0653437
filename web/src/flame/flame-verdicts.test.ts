import { expect, test } from 'vitest';
import type { AxisSummary, Change } from '../../../profiler/witness/diff/diff.ts';
import type { ChangeState } from '../../../profiler/witness/diff/verdict.ts';
import { noVerdicts, readVerdicts } from './flame-verdicts.ts';

const side = { state: 'complete', why: [] } as const;
const seen = (rate: number) => ({ seen: true, rate, count: 1, captures: 3, of: 3 }) as const;

function change(key: string, state: ChangeState, before: number, after: number): Change {
  return { key, change: state, before: seen(before), after: seen(after) };
}

const axis: AxisSummary = {
  axis: 'cpu_stacks',
  source: 'cpu_stacks',
  kind: 'rate',
  unit: 'CPU ms/s',
  state: 'compared',
  baseline: { ...side, why: [] },
  head: { ...side, why: [] },
  caveats: [],
  rows: { changed: 2, undecided: 1, no_change: 1 },
  related_rows: 0,
  found: [],
  unchanged: 0,
};

const rows = [
  change('price (app)', 'changed', 1, 3),
  change('parse (app)', 'undecided', 1, 3),
  change('(other functions of libz.so)', 'changed', 4, 1),
  change('(everything else)', 'no_change', 1, 1),
];

const { isQuiet, hasVerdicts, rowOf } = readVerdicts(axis, rows);

test('a function is in the row that it was judged in', () => {
  expect(['price (app)', 'inflate (libz.so)', 'memcpy (libc.so.6)'].map(rowOf)).toEqual([
    'price (app)',
    '(other functions of libz.so)',
    '(everything else)',
  ]);
  expect(noVerdicts.rowOf('inflate (libz.so)')).toBe('inflate (libz.so)');
});

test.each([
  ['price (app)', 10, 30, false],
  // What it calls became cheaper by more than it became dearer itself.
  ['price (app)', 30, 10, true],
  ['parse (app)', 10, 30, true],
  ['inflate (libz.so)', 2, 1, false],
  ['inflate (libz.so)', 1, 2, true],
  ['memcpy (libc.so.6)', 1, 9, true],
])('%s from %d to %d is grey: %s', (key, before, after, expected) => {
  expect(hasVerdicts).toBe(true);
  expect(isQuiet({ key, before, after })).toBe(expected);
});

test('everything is grey without replicates, without the axis and where it is not comparable', () => {
  const refused: AxisSummary = { ...axis, state: 'not_comparable', reason: 'mixed builds' };
  for (const one of [undefined, { ...axis, no_noise_floor: 'no noise floor' }, refused]) {
    expect(readVerdicts(one, rows)).toEqual(noVerdicts);
  }
  expect(noVerdicts.isQuiet({ key: 'price (app)', before: 1, after: 9 })).toBe(true);
});
