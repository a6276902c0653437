import { expect, test } from 'vitest';
import { totalKey } from '../../../profiler/witness/diff/read-diff.ts';
import { findRowKey, hasFrame, isSameRow, readRow, writeRow } from './row-choice.ts';

const query = (text: string) => new URLSearchParams(text);

test('a function is selected by the name that the flame graph knows', () => {
  const row = { axis: 'cpu_stacks', key: 'parse (app)' };
  const written = writeRow(query('workload=w&find=x&at=1&zoom=2&row=files:/etc'), row);
  expect(Object.fromEntries(written)).toEqual({ workload: 'w', find: 'x', frame: 'parse (app)' });
  expect(readRow(written)).toEqual(row);
});

test.each(['(other functions of libc.so.6)', '(everything else)'])('%s is selected as a function is', (key) => {
  const written = writeRow(query('row=files:/etc'), { axis: 'cpu_stacks', key });
  expect(Object.fromEntries(written)).toEqual({ frame: key });
  expect(readRow(written)).toEqual({ axis: 'cpu_stacks', key });
  expect(hasFrame({ axis: 'cpu_stacks', key })).toBe(true);
});

test.each([
  ['parse (app)', 'parse (app)'],
  ['memcpy (libc.so.6)', '(other functions of libc.so.6)'],
  ['inflate (libz.so.1)', '(everything else)'],
  ['no module', '(everything else)'],
  ['(other functions of libc.so.6)', '(other functions of libc.so.6)'],
])('the row of %s is %s', (key, row) => {
  const keys = new Set(['parse (app)', '(other functions of libc.so.6)', '(everything else)']);
  expect(findRowKey(keys, key)).toBe(row);
});

test('without functions that are judged together a function has only its own row', () => {
  expect(findRowKey(new Set(['parse (app)']), 'memcpy (libc.so.6)')).toBe('memcpy (libc.so.6)');
});

test.each([
  { axis: 'cpu_stacks', key: totalKey },
  { axis: 'network', key: 'connect tcp fe80::1 port 443' },
])('$key is selected by its axis, and no frame is', (row) => {
  const written = writeRow(query('frame=old'), row);
  expect([...written.keys()]).toEqual(['row']);
  expect(readRow(written)).toEqual(row);
});

test.each(['', 'row=', 'row=files', 'row=:x', 'row=files:'])('%s selects nothing', (text) => {
  expect(readRow(query(text))).toBeUndefined();
});

test('no selection is not the same as another', () => {
  expect(isSameRow(undefined, undefined)).toBe(false);
  expect(isSameRow({ axis: 'a', key: 'b' }, { axis: 'a', key: 'b' })).toBe(true);
  expect(isSameRow({ axis: 'a', key: 'b' }, { axis: 'a', key: 'c' })).toBe(false);
});
