/** What a comparison says is another name, another place or a moved cost although nothing changed: nothing. */
import { expect, test } from 'vitest';
import { diffOf } from '../../made-diff.ts';
import { simulateStacks, type StackPlan } from './simulated-stacks.ts';

function count(plan: StackPlan, reports: number): { related: number; different: number } {
  let [related, different] = [0, 0];
  for (let seed = 1; seed <= reports; seed += 1) {
    const { axes, identity } = diffOf(...simulateStacks(plan, seed));
    related += axes.flatMap((axis) => axis.related ?? []).length;
    if (identity === 'different') different += 1;
  }
  return { related, different };
}

test.each([
  { captures: 3, functions: 30, sometimes: 0.1, variation: 0.08 },
  { captures: 3, functions: 30, sometimes: 0.4, variation: 0.08 },
  { captures: 3, functions: 12, sometimes: 0.2, variation: 0.25 },
  { captures: 2, functions: 30, sometimes: 0.1, variation: 0.08 },
])(
  'nothing is related by chance: %o',
  (plan) => {
    expect(count(plan, 125)).toEqual({ related: 0, different: 125 });
  },
  120_000,
);
