/** What a report says is new or has stopped although nothing did, and what it misses. */
import { describe, expect, test } from 'vitest';
import { judgeNew } from '../../../profiler/witness/judge/statistics/judge-new.ts';
import { judgeSets, type SetKey } from '../../../profiler/witness/judge/statistics/judge-sets.ts';
import { sumOf } from '../../../profiler/witness/judge/statistics/sums.ts';
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

describe('a new key', () => {
  /** `seen`: reports that would say so of any key that only the newer version has. */
  function countNew(plan: SetPlan, reports: number) {
    let [withFalse, seen, found, planted] = [0, 0, 0, 0];
    for (let seed = 1; seed <= reports; seed += 1) {
      const { keys, started } = simulateSets(plan, seed);
      const said = [...judgeNew(keys).entries()].flatMap(([at, isNew]) => (isNew ? [at] : []));
      const isOnlyAfter = ({ before, after }: SetKey) => sumOf(before) === 0 && sumOf(after) > 0;
      if ([...keys.entries()].some(([at, key]) => isOnlyAfter(key) && !started.has(at))) seen += 1;
      if (said.some((at) => !started.has(at))) withFalse += 1;
      found += said.filter((at) => started.has(at)).length;
      planted += started.size;
    }
    return { withFalse: withFalse / reports, seen: seen / reports, found: found / planted };
  }

  test.each([
    { captures: [3, 3], keys: 12 },
    { captures: [3, 3], keys: 40 },
    { captures: [3, 3], keys: 200 },
    { captures: [8, 3], keys: 40 },
    { captures: [3, 8], keys: 40 },
    { captures: [6, 6], keys: 200 },
  ] as const)('is false in one of 20 reports at most: $captures captures of $keys keys', ({ captures, keys }) => {
    for (const sometimes of [0, 0.2]) {
      const { withFalse } = countNew({ captures, keys, sometimes, stopping: 0 }, 500);
      expect([sometimes, withFalse <= 0.05, withFalse]).toEqual([sometimes, true, withFalse]);
    }
  });

  test.each([
    { captures: [2, 2], keys: 40, sometimes: 0.2 },
    { captures: [3, 3], keys: 12, sometimes: 0.6 },
  ] as const)('is false in few more of $captures captures where $sometimes of the keys come and go', (plan) => {
    expect(countNew({ ...plan, stopping: 0 }, 500).withFalse).toBeLessThan(0.08);
  });

  test('was false in most reports as long as one event in one capture was enough', () => {
    const { seen, withFalse } = countNew({ captures: [3, 3], keys: 40, sometimes: 0.2, stopping: 0 }, 500);
    expect([seen, withFalse]).toEqual([
      expect.toSatisfy((rate: number) => rate > 0.5),
      expect.toSatisfy((rate: number) => rate < 0.05),
    ]);
  });

  test.each([
    [3, 3],
    [2, 2],
    [1, 1],
    [8, 3],
  ] as const)(
    'that is used for each request is found at %i and %i captures, among keys that come and go',
    (before, after) => {
      const plan = { captures: [before, after], keys: 40, sometimes: 0.2, stopping: 0, starting: 1 } as const;
      expect(countNew(plan, 200).found).toBeGreaterThan(Math.min(before, after) < 3 ? 0.6 : 0.95);
    },
  );
});
