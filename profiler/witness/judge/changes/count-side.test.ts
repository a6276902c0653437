import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeBundle } from '../../../../test/made-bundle.ts';
import { makeRecord, opened } from '../../../../test/made-capture.ts';
import type { SideAxis } from '../comparable/comparable.ts';
import { countSide, totalRate, unseenBy } from './count-side.ts';
import { noSpread } from '../../bundle/vector/capture-vector.ts';
import { vectorOf } from '../../bundle/vector/vector-of.ts';

const { axes, window } = makeRecord();

function sideOf(counts: readonly number[], seconds = 60): SideAxis[] {
  return counts.map((count) => {
    const opens = [opened('/a', count), opened('/b', 1)];
    const bundle = makeBundle({
      axes: { ...axes, files: { opens, cut: 0 } },
      window: { ...window, requested_ns: seconds * 1e9, measured_ns: seconds * 1e9 },
    });
    const vector = vectorOf(bundle);
    const axis = vector.axes.find((one) => one.axis === 'files');
    if (axis?.state !== 'complete') throw new Error('not complete');
    return { vector, axis };
  });
}

const whole = (key: string): string => key;

test('a rate is the mean of the captures, a count their sum', () => {
  const counted = countSide(sideOf([60, 120, 0]), { keyOf: whole }).get('/a read');
  expect(counted?.observation).toEqual({
    seen: true,
    count: 180,
    rate: expect.closeTo(1, 12) as number,
    captures: 2,
    of: 3,
  });
  expect(totalRate(sideOf([59, 119]), { keyOf: whole })).toBeCloseTo(1.5, 12);
});

test('a key that was counted zero times was not seen', () => {
  expect(countSide(sideOf([0]), { keyOf: whole }).has('/a read')).toBe(false);
});

test('keys may be folded together or left out', () => {
  const folded = countSide(sideOf([5]), { keyOf: () => 'all' }).get('all');
  expect(folded?.observation).toMatchObject({ count: 6, captures: 1 });
  expect(countSide(sideOf([5]), { keyOf: (key) => (key.startsWith('/a') ? key : undefined) }).size).toBe(1);
});

test('the bound of an unseen key follows the rule of three over the whole measured time', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 5, max: 300 }), (captures, seconds) => {
      const { below, of } = unseenBy(sideOf(Array<number>(captures).fill(1), seconds), whole);
      expect(below).toBeCloseTo(3 / (captures * seconds), 9);
      expect(of).toBe(captures);
    }),
  );
});

test('the first block is that of the capture that saw the key earliest', () => {
  const side = sideOf([1, 1]);
  const late = side.map(({ vector, axis }, index) => ({
    vector,
    axis: { ...axis, columns: { ...axis.columns, presence: Uint16Array.from([1 << (index === 0 ? 9 : 4), 1]) } },
  }));
  expect(countSide(late, { keyOf: whole }).get('/a read')?.firstBlock).toBe(4);
});

test('the spread inside the window is the mean of the captures, and of a key that is counted alone', () => {
  const side = sideOf([60, 60]);
  for (const [at, { axis }] of side.entries()) axis.columns.spread.fill(at === 0 ? 300 : 400);
  expect(countSide(side, { keyOf: whole }).get('/a read')?.spread).toBeCloseTo(Math.sqrt((0.09 + 0.16) / 2), 12);
  expect(countSide(side, { keyOf: () => 'all' }).get('all')?.spread).toBeUndefined();
  side[1]?.axis.columns.spread.fill(noSpread);
  expect(countSide(side, { keyOf: whole }).get('/a read')?.spread).toBeUndefined();
});
