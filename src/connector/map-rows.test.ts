import { expect, test } from 'vitest';
import { Fault } from '../core/fault.ts';
import { changedAt } from '../core/parse-answer.ts';
import type { UnreadRow } from '../core/rows.ts';
import { mapRows } from './map-rows.ts';

function map(rows: readonly number[], toRow: (row: number) => string): { made: string[]; unread: UnreadRow[] } {
  const unread: UnreadRow[] = [];
  const made = mapRows(rows, toRow, { list: 'items', noteUnread: (some) => void unread.push(...some) });
  return { made, unread };
}

const unlessOdd = (row: number): string => {
  if (row % 2 === 1) throw changedAt('$.status.phase');
  return String(row);
};

test('a row that cannot be made is left out and named', () => {
  expect(map([2, 3, 4], unlessOdd)).toEqual({
    made: ['2', '4'],
    unread: [{ list: 'items', at: 1, field: 'status.phase' }],
  });
  expect(map([], unlessOdd)).toEqual({ made: [], unread: [] });
});

test('none that can be made is a changed answer, and a mistake of ours stays one', () => {
  expect(() => map([1, 3], unlessOdd)).toThrow(Fault);
  const mistaken = (): never => {
    throw new TypeError('ours');
  };
  expect(() => map([1, 2], mistaken)).toThrow('ours');
});
