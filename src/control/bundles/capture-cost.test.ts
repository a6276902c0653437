import { expect, test } from 'vitest';
import { makeCapture } from '../../../test/made-bundle.ts';
import { carried, connected, networkOf } from '../../../test/made-capture.ts';
import { type CaptureCost, costOf, seriesOf } from './capture-cost.ts';

const serving = (messages: number) => ({
  network: networkOf([connected('10.0.0.5')], { traffic: [{ ...carried('received', 9000), messages }] }),
});

test('a capture has the CPU time of its window and the work that the target did', () => {
  expect(costOf(makeCapture('1', serving(3000)).vector)).toEqual({ seconds: 60, cpu_ms: 30_000, work: 3000 });
  expect(costOf(makeCapture('1', serving(0)).vector)).toEqual({ seconds: 60, cpu_ms: 30_000 });
});

test('CPU time that was not measured completely is no figure', () => {
  const { vector } = makeCapture('1', serving(3000));
  const axes = vector.axes.map((one) =>
    one.axis === 'cpu_time' && one.state === 'complete' ? { ...one, state: 'partial' as const } : one,
  );
  expect(costOf({ ...vector, axes })).toEqual({ seconds: 60, work: 3000 });
});

const cost = (change: Partial<CaptureCost>): CaptureCost => ({ seconds: 60, cpu_ms: 6000, work: 1000, ...change });
const { work: _work, ...workless } = cost({});

test('a version costs all its CPU time over all its work', () => {
  const versions = [
    { version: '1', costs: [cost({}), cost({ cpu_ms: 18_000, work: 2000 })] },
    { version: '2', costs: [cost({ cpu_ms: 9000 })] },
  ];
  expect(seriesOf(versions)).toEqual({
    per: 'work',
    versions: [
      { version: '1', captures: 2, ms: 8 },
      { version: '2', captures: 1, ms: 9 },
    ],
  });
});

test('every figure is per second as soon as one capture counted no work', () => {
  const versions = [
    { version: '1', costs: [cost({})] },
    { version: '2', costs: [workless] },
  ];
  expect(seriesOf(versions)).toEqual({
    per: 'second',
    versions: [
      { version: '1', captures: 1, ms: 100 },
      { version: '2', captures: 1, ms: 100 },
    ],
  });
});

test('a version without a measure leaves a gap, and without any there is no series', () => {
  const { cpu_ms: _cpu, ...unmeasured } = cost({});
  const gap = { version: '1', costs: [unmeasured] };
  expect(seriesOf([gap, { version: '2', costs: [cost({})] }])?.versions[0]).toEqual({ version: '1', captures: 0 });
  expect(seriesOf([gap])).toBeUndefined();
});
