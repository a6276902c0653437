import { expect, it } from 'vitest';
import { makeBundle } from '../../test/made-bundle.ts';
import type { Bundle, BundleAxis } from '../../profiler/witness/bundle/record/bundle.ts';
import { tallyStates } from './tally-states.ts';

function withStacks(change: Partial<Extract<BundleAxis, { features: unknown }>>): Bundle {
  const bundle = makeBundle();
  const axes = bundle.axes.map((axis) =>
    axis.axis === 'cpu_stacks' && axis.state !== 'missing' ? { ...axis, ...change } : axis,
  );
  return { ...bundle, axes };
}

it('counts the states of an axis, and reasons that differ in numbers only once', () => {
  const early = (samples: number) => `${samples} of 100 stacks do not reach their root (${samples}: cut)`;
  const bundles = [
    makeBundle(),
    withStacks({ state: 'partial', why: [early(7)] }),
    withStacks({ state: 'partial', why: [early(12)] }),
    withStacks({ state: 'partial', why: [early(9), 'only 80 % of the requested window was measured'] }),
  ];
  const stacks = tallyStates(bundles).find(({ axis }) => axis === 'cpu_stacks');
  expect(stacks).toMatchObject({ complete: 1, partial: 3, missing: 0, selfCostOnly: 2 });
  expect(stacks?.why).toEqual(
    new Map([
      ['n of n stacks do not reach their root (n: cut)', 3],
      ['only n % of the requested window was measured', 1],
    ]),
  );
});
