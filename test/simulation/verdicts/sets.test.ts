/** What a report says has stopped although nothing did: nothing, in 500 reports on each plan. */
import { expect, test } from 'vitest';
import { judgeSets } from '../../../profiler/witness/judge/statistics/judge-sets.ts';
import { type SetPlan, simulateSets } from './simulated-sets.ts';

interface Counted {
  readonly reportsWithFalse: number;
  readonly found: number;
  readonly planted: number;
}

function count(plan: SetPlan, reports: number): Counted {
  let [reportsWithFalse, found, planted] = [0, 0, 0];
  for (let seed = 1; seed <= reports; seed += 1) {
    const { keys, stopped } = simulateSets(plan, seed);
    const { states } = judgeSets(keys, { isWhole: true });
    const said = [...states.keys()].filter((at) => states[at] === 'stopped');
    if (said.some((at) => !stopped.has(at))) reportsWithFalse += 1;
    found += said.filter((at) => stopped.has(at)).length;
    planted += stopped.size;
  }
  return { reportsWithFalse, found, planted };
}

test.each([
  { captures: [1, 1] },
  { captures: [3, 3] },
  { captures: [5, 5] },
  { captures: [8, 3] },
  { captures: [3, 8] },
] as const)('no key is said to have stopped by chance at $captures captures', ({ captures }) => {
  for (const keys of [12, 40, 200]) {
    expect([keys, count({ captures, keys, sometimes: 0.2, stopping: 0 }, 500).reportsWithFalse]).toEqual([keys, 0]);
  }
});

test('keys that burst five times a capture and stop are found at five and five captures', () => {
  const { found, planted } = count({ captures: [5, 5], keys: 40, sometimes: 0.2, stopping: 3 }, 200);
  expect(planted).toBeGreaterThan(400);
  expect(found / planted).toBeGreaterThan(0.8);
});

test('three captures of each version never suffice', () => {
  expect(count({ captures: [3, 3], keys: 12, sometimes: 0.2, stopping: 3 }, 100).found).toBe(0);
});
