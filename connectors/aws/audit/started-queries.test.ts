import { describe, expect, test } from 'vitest';
import { encodeCursor } from '../../../src/connector/cursor.ts';
import { distinctNames, toRow } from './query-rows.ts';
import { StartedQueries } from './started-queries.ts';

const about = ['warehouse.runQuery', 'eu-west-1', { sql: 'SELECT 1' }];

describe('queries started here', () => {
  test('give back the place of their rows', () => {
    const started = new StartedQueries();
    started.add('q-1');
    expect(started.decode(about, started.encode(about, { id: 'q-1' }))).toEqual({ id: 'q-1' });
    const place = { id: 'q-1', token: 'page-2' };
    expect(started.decode(about, started.encode(about, place))).toEqual(place);
  });

  test.each([
    ['of a query of somebody else', JSON.stringify({ id: 'q-2' })],
    ['without an id', JSON.stringify({ token: 'page-2' })],
    ['with more than a place', JSON.stringify({ id: 'q-1', bucket: 'b' })],
  ])('refuse a cursor %s', (_what, after) => {
    const started = new StartedQueries();
    started.add('q-1');
    expect(() => started.decode(about, encodeCursor(about, after))).toThrow(
      expect.objectContaining({ kind: 'refused', data: { rule: 'query_not_started_here' } }),
    );
  });

  test('refuse a cursor that is no place at all', () => {
    const started = new StartedQueries();
    for (const cursor of ['', 'x', encodeCursor(['another'], '{"id":"q-1"}')]) {
      expect(() => started.decode(about, cursor)).toThrow(expect.objectContaining({ kind: 'invalid_arguments' }));
    }
    expect(() => started.decode(about, encodeCursor(about, 'no json'))).toThrow(
      expect.objectContaining({ kind: 'refused' }),
    );
  });

  test('are cached up to a number, and the oldest is dropped', () => {
    const started = new StartedQueries(2);
    for (const id of ['q-1', 'q-2', 'q-3']) started.add(id);
    expect(() => started.decode(about, started.encode(about, { id: 'q-1' }))).toThrow(
      /query_not_started_here|refused/u,
    );
    expect(started.decode(about, started.encode(about, { id: 'q-2' }))).toEqual({ id: 'q-2' });
    expect(started.decode(about, started.encode(about, { id: 'q-3' }))).toEqual({ id: 'q-3' });
  });
});

describe('rows of a query', () => {
  test('hide no value behind a name that is repeated', () => {
    const names = distinctNames(['n', 'n', 'n_2', 'n']);
    expect(names).toEqual(['n', 'n_2', 'n_2_2', 'n_3']);
    expect(toRow(names, ['1', '2', undefined, '4'])).toEqual({ n: '1', n_2: '2', n_3: '4' });
  });

  test('hold a column whatever its name', () => {
    const row = toRow(['__proto__', 'constructor'], ['1', '2']);
    expect(Object.entries(row)).toEqual([
      ['__proto__', '1'],
      ['constructor', '2'],
    ]);
  });
});
