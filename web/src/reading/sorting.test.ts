import { expect, test } from 'vitest';
import { readSorting, readTableSort, writeSorting, writeTableSort } from './sorting.ts';

const columns = ['key', 'after'] as const;

test.each([
  ['key', { column: 'key', descending: false }],
  ['-after', { column: 'after', descending: true }],
] as const)('reads %s as it was written', (sort, sorting) => {
  expect(readSorting(sort, columns)).toEqual(sorting);
  expect(writeSorting(sorting)).toBe(sort);
});

test.each([null, '', '-', 'before', '-served'])('keeps the served order for %s', (sort) => {
  const sorting = readSorting(sort, columns);
  expect(sorting).toEqual({ column: 'served', descending: false });
  expect(writeSorting(sorting)).toBe('');
});

test('keeps the order of each table of a page beside the rest of its address', () => {
  const first = writeTableSort(new URLSearchParams('workload=api'), 'files', 'key');
  const both = writeTableSort(first, 'cpu_stacks', '-after');
  expect(Object.fromEntries(both)).toEqual({ workload: 'api', sort: 'files:key,cpu_stacks:-after' });
  expect([readTableSort(both, 'files'), readTableSort(both, 'cpu_stacks')]).toEqual(['key', '-after']);
  const one = writeTableSort(both, 'files', '');
  expect(readTableSort(one, 'files')).toBeNull();
  expect(one.get('sort')).toBe('cpu_stacks:-after');
  expect(writeTableSort(one, 'cpu_stacks', '').toString()).toBe('workload=api');
});

test('reads no order from what is not one', () => {
  expect(readTableSort(new URLSearchParams({ sort: ':-after,files,,files:' }), 'files')).toBeNull();
});
