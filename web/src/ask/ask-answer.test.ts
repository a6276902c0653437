import { describe, expect, test } from 'vitest';
import { cellText, describeArguments, readData } from './ask-answer.ts';

describe('the data of an answer', () => {
  test('is a table for each list of objects, with the keys of all rows as columns', () => {
    const { tables, facts, curves } = readData({
      region: 'eu-west-1',
      items: [
        { id: 'a', size: 1 },
        { id: 'b', tags: { env: 'x', team: 'y' }, ports: [80, 443] },
      ],
      more: { hidden: 2 },
    });
    expect(facts).toEqual([
      ['region', 'eu-west-1'],
      ['more.hidden', '2'],
    ]);
    expect(curves).toEqual([]);
    expect(tables).toHaveLength(1);
    expect(tables[0]?.name).toBe('items');
    expect(tables[0]?.columns.map(({ name, isNumber }) => [name, isNumber])).toEqual([
      ['id', false],
      ['size', true],
      ['tags', false],
      ['ports', false],
    ]);
    expect(tables[0]?.rows).toEqual([
      ['a', '1', '', ''],
      ['b', '', 'env: x, team: y', '80, 443'],
    ]);
  });

  test('is a table of one column where a list has no objects, and an empty one where it has nothing', () => {
    const { tables } = readData({ names: ['a', 'b'], none: [] });
    expect(tables.map(({ name, rows }) => [name, rows])).toEqual([
      ['names', [['a'], ['b']]],
      ['none', []],
    ]);
  });

  test('counts the texts in which the Agent replaced a secret', () => {
    expect(readData({ a: 'x [secret]', b: [{ c: '[secret]' }], d: 'secret' }).redactions).toBe(2);
  });

  test('writes what is nested deeper as JSON', () => {
    expect(cellText({ a: { b: 1 } })).toBe('{"a":{"b":1}}');
    expect(cellText([{ a: 1 }])).toBe('[{"a":1}]');
  });
});

describe('series', () => {
  const series = (points: unknown) => [{ labels: { __name__: 'up', job: 'api' }, unit: 's', points }];

  test('are curves, with a gap where a value is no number', () => {
    const { curves, tables } = readData({
      series: series([
        [60, 1],
        [120, 'NaN'],
        [180, 3],
      ]),
    });
    expect(tables).toEqual([]);
    expect(curves).toEqual([
      {
        name: 'up{job="api"}',
        unit: 's',
        points: [
          [60, 1],
          [120, undefined],
          [180, 3],
        ],
      },
    ]);
  });

  test('stay a table where their points are something else', () => {
    const { curves, tables } = readData({ series: series(['x']) });
    expect(curves).toEqual([]);
    expect(tables[0]?.name).toBe('series');
  });

  test('are named by all that the system says of them, else by their query', () => {
    const points = [[60, 1]];
    const namesOf = (list: unknown, args?: unknown): string[] =>
      readData({ series: list }, args).curves.map(({ name }) => name);
    expect(namesOf([{ event: 'Purchase', group: ['BR', 'web'], points }])).toEqual(['Purchase BR web']);
    expect(namesOf([{ query: 'a', labels: { host: 'x' }, points }])).toEqual(['a {host="x"}']);
    const query = { dialect: 'promql', text: 'sum(rate(http_requests_total[5m]))' };
    expect(namesOf([{ labels: {}, points }], { query })).toEqual([query.text]);
    expect(namesOf([{ labels: {}, points }])).toEqual(['–']);
  });

  test('have the unit that is reported, else that of their metric, else that of their query', () => {
    const points = [[60, 1]];
    const query = { dialect: 'promql', text: 'rate(http_requests_total[5m])' };
    const unitsOf = (...list: unknown[]): string[] =>
      readData({ series: list }, { query }).curves.map((one) => one.unit);
    expect(
      unitsOf(
        { labels: {}, points, unit: 'Bytes/Second' },
        { labels: { __name__: 'node_memory_free_bytes' }, points },
        { labels: { job: 'api' }, points },
      ),
    ).toEqual(['bytes/s', 'bytes', 'requests/s']);
  });
});

test('arguments are read as the plain values in them', () => {
  const args = { query: { dialect: 'promql', text: 'up' }, tags: ['a', 'b'], window: { from: 'now-1h' } };
  expect(describeArguments(args)).toBe('dialect: promql, text: up, tags: a, tags: b, from: now-1h');
  expect(describeArguments({})).toBe('');
});
