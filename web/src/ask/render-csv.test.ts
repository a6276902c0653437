import { expect, test } from 'vitest';
import { toTable } from './ask-answer.ts';
import { renderCurvesCsv, renderTableCsv } from './render-csv.ts';

test('series share a row for each time, with gaps as empty cells and their units in the head', () => {
  const csv = renderCurvesCsv([
    {
      name: 'up{job="a"}',
      unit: 's',
      points: [
        [60, 1.5],
        [120, undefined],
      ],
    },
    { name: 'b', unit: '', points: [[0, -2]] },
  ]);
  expect(csv.split('\r\n')).toEqual([
    'time,"up{job=""a""} [s]",b',
    '1970-01-01T00:00:00.000Z,,-2',
    '1970-01-01T00:01:00.000Z,1.5,',
    '1970-01-01T00:02:00.000Z,,',
    '',
  ]);
});

test('a table keeps its numbers, and no text of it is a formula', () => {
  const csv = renderTableCsv(
    toTable('rows', [
      { name: '=1+1', size: -5 },
      { name: 'a, b', size: 2 },
    ]),
  );
  expect(csv).toBe('name,size\r\n"\'=1+1",-5\r\n"a, b",2\r\n');
});
