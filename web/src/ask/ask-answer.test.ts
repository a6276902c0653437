import { describe, expect, test } from 'vitest';
import { cellText, readData } from './ask-answer.ts';
import { drawCurves, niceTicks } from './draw-curves.ts';

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

  const frame = { width: 100, height: 50, left: 10, right: 10, top: 5, bottom: 5 };

  test('are drawn from the lowest to the highest tick, in runs without a gap', () => {
    const points = [
      [0, 0],
      [10, undefined],
      [20, 10],
      [30, 5],
    ] as const;
    const drawn = drawCurves([{ name: 'a', unit: '', points }], frame);
    expect(drawn?.lines).toEqual([['10,45 10,45', '63.3,5 90,25']]);
    expect(drawn?.values.map(({ value }) => value)).toEqual([0, 2, 4, 6, 8, 10]);
    expect(drawn?.times.at(-1)).toEqual({ at: 90, value: 30 });
  });

  test('of many points keep the lowest and the highest of each column', () => {
    const points = Array.from({ length: 100_000 }, (_, at) => [at, at === 50_001 ? 1000 : at % 7] as const);
    const drawn = drawCurves([{ name: 'a', unit: '', points }], frame);
    const drawnPoints = drawn?.lines[0]?.[0]?.split(' ') ?? [];
    expect(drawnPoints.length).toBeLessThan(4 * 82);
    expect(drawnPoints.some((point) => point.endsWith(',5'))).toBe(true);
  });

  test('without any value are not drawn', () => {
    expect(drawCurves([{ name: 'a', unit: '', points: [[1, undefined]] }], frame)).toBeUndefined();
  });

  test.each([
    [0, 1, [0, 0.2, 0.4, 0.6, 0.8, 1]],
    [-3, 7, [-4, -2, 0, 2, 4, 6, 8]],
    [0, 0, [0, 0.2]],
  ])('have round ticks from %d to %d', (least, most, ticks) => {
    expect(niceTicks(least, most, 5)).toEqual(ticks);
  });
});
