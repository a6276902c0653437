import { expect, test } from 'vitest';
import { isSameRow, readRow, writeRow } from './row-choice.ts';

const query = (text: string) => new URLSearchParams(text);

test('a function is selected by the name that the flame graph knows', () => {
  const row = { axis: 'cpu_stacks', key: 'parse (app)' };
  const written = writeRow(query('workload=w&find=x&at=1&zoom=2&row=files:/etc'), row);
  expect(Object.fromEntries(written)).toEqual({ workload: 'w', find: 'x', frame: 'parse (app)' });
  expect(readRow(written)).toEqual(row);
});

test.each([
  { axis: 'cpu_stacks', key: '(other functions of libc.so.6)' },
  { axis: 'cpu_stacks', key: '(everything else)' },
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
