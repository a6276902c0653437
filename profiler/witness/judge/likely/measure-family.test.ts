import { expect, test } from 'vitest';
import { makeCapture } from '../../../../test/made-bundle.ts';
import { makeRecord, ran, sampled } from '../../../../test/made-capture.ts';
import { makeValues } from '../statistics/measured-key.ts';
import { collectRates } from '../views/view-keys.ts';
import { views } from '../views/views.ts';
import { type FamilyFigure, measureFamily, totalFigure } from './measure-family.ts';

const { axes } = makeRecord();
const { vector } = makeCapture('v1', {
  ...axes,
  cpu_stacks: sampled([ran('price', 1500), ran('parse', 400), ran('rare', 20)]),
});
const { figures } = measureFamily(vector);

function figureOf(axis: string, key: string): FamilyFigure | undefined {
  return figures.find((one) => one.axis === axis && one.key === key);
}

test('the figures are those that verdicts are given on', () => {
  for (const { axis, key, value } of figures.filter(({ kind }) => kind !== 'response')) {
    const view = views.find((one) => one.axis === axis);
    const own = vector.axes.find((one) => one.axis === view?.source);
    if (view === undefined || own === undefined || own.state === 'missing') throw new Error(`no view ${axis}`);
    const { keys, measured, total } = collectRates(view, [[{ vector, axis: own }]]);
    const ofKey = makeValues(1);
    measured.write(keys.indexOf(key), ofKey);
    const known = (key === totalFigure ? total : ofKey)?.values[0];
    expect([axis, key, known]).toEqual([axis, key, expect.closeTo(value, 9) as number]);
  }
  expect(figures.map(({ axis, kind }) => `${axis} ${kind}`)).toEqual(
    expect.arrayContaining(['cpu_time cpu', 'cpu_own function']) as string[],
  );
});

test('functions that are a small part of the CPU time are none', () => {
  expect(figureOf('cpu_own', 'parse (app)')?.share).toBeCloseTo(400 / 1920, 6);
  expect(figureOf('cpu_own', 'rare (app)')).toBeUndefined();
});

test('the parts of a window say how much of the CPU time happened to fall into it', () => {
  const total_ns = 30e9;
  const uneven = Array.from({ length: 12 }, (_, at) => (total_ns / 12) * (at % 2 === 0 ? 1.3 : 0.7));
  const noiseOf = (blocks_ns: number[]): number => {
    const { vector: made } = makeCapture('v1', { ...axes, cpu_time: { total_ns, blocks_ns, threads: [] } });
    return Math.sqrt(measureFamily(made).figures.find(({ kind }) => kind === 'cpu')?.counting ?? Number.NaN);
  };
  expect(noiseOf(uneven)).toBeCloseTo(0.313 / Math.sqrt(12), 3);
  expect(noiseOf(uneven.map(() => total_ns / 12))).toBeLessThan(1e-3);
});
