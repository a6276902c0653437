import { expect, test } from 'vitest';
import { bundleWith } from '../../../../test/made-bundle.ts';
import { sampledStacks } from '../../../../test/made-stacks.ts';
import type { AxisColumns } from './capture-vector.ts';
import { decodeVector } from './decode-vector.ts';
import { encodeVector } from './encode-vector.ts';
import { vectorOf } from './vector-of.ts';

function columnsOf(stacks: ReturnType<typeof sampledStacks>): AxisColumns {
  const { axes } = decodeVector(encodeVector(vectorOf(bundleWith({ cpu_stacks: stacks }))));
  const found = axes.find(({ axis }) => axis === 'cpu_stacks');
  if (found === undefined || found.state === 'missing') throw new Error('there are no stacks');
  return found.columns;
}

function edgesIn({ keys, edges }: AxisColumns): string[] {
  const nameOf = (at: number | undefined): string => (keys[at ?? -1] ?? '?').replace(' (app)', '');
  return [...(edges?.caller ?? [])].map(
    (caller, at) => `${nameOf(caller)} > ${nameOf(edges?.callee[at])} ${edges?.samples[at] ?? 0}`,
  );
}

test('a stored vector says who calls whom, and in how many samples', () => {
  const stacks = sampledStacks({ 'main > serve > price': 30, 'main > serve': 5, 'main > log > price': 2, main: 9 });
  expect(edgesIn(columnsOf(stacks))).toEqual(['log > price 2', 'main > log 2', 'main > serve 35', 'serve > price 30']);
});

test('a function that calls itself is counted once a sample, and is no caller of its own', () => {
  const stacks = sampledStacks({ 'main > walk > visit > walk > visit': 10, 'main > walk > walk': 4 });
  expect(edgesIn(columnsOf(stacks))).toEqual(['main > walk 14', 'visit > walk 10', 'walk > visit 10']);
});

test('of each function a vector has the most frequent callers', () => {
  const counts = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`caller${at} > copy`, 10 + at]));
  expect(edgesIn(columnsOf(sampledStacks(counts))).filter((edge) => edge.includes('> copy'))).toHaveLength(9);
  const many = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`main > f${at} > copy`, 1000 - at]));
  const { edges } = columnsOf(sampledStacks(many));
  // Those of the 64 functions under which most ran, besides the most frequent of main and of copy.
  expect(edges?.caller.length).toBeLessThan(140);
});

test('nothing is said where no function calls another one', () => {
  expect(columnsOf(sampledStacks({ main: 5 })).edges).toBeUndefined();
});
