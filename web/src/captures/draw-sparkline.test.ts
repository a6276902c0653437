import { expect, test } from 'vitest';
import { drawSparkline } from './draw-sparkline.ts';

const size = { width: 104, height: 24, margin: 2 };

test('is drawn from zero: half the value is half the height', () => {
  expect(drawSparkline([10, 5, 0], size)).toEqual({
    lines: ['2,2 52,12 102,22'],
    points: [
      { x: 2, y: 2 },
      { x: 52, y: 12 },
      { x: 102, y: 22 },
    ],
  });
});

test('a version without a figure interrupts the line', () => {
  const { lines, points } = drawSparkline([1, 1, undefined, 1], size);
  expect(lines).toHaveLength(1);
  expect(points).toHaveLength(3);
});

test('a single value is the latest one, and zeros lie on the ground', () => {
  expect(drawSparkline([7], size)).toEqual({ lines: [], points: [{ x: 102, y: 2 }] });
  expect(drawSparkline([0, 0], size).points.map(({ y }) => y)).toEqual([22, 22]);
});
