import { expect, test } from 'vitest';
import { type FamilyMember, judgeFamily } from './judge-family.ts';
import type { FamilyValue, VersionValues } from './learn-variance.ts';
import { adjustByHolm } from './select.ts';
import { ln } from './special-functions.ts';

const priors = {
  cpu: { between: 0.003, factor: 1, degrees: 3 },
  response: { between: 0.05, factor: 1, degrees: 3 },
  function: { between: 0.003, factor: 1, degrees: 3 },
  bytes: { between: 0.003, factor: 1, degrees: 3 },
};

function version(...values: number[]): VersionValues {
  return values.map((value): FamilyValue[] => [{ value, counting: 1e-4, work: 0 }]);
}

/** Versions that differ by about 2 %. */
const steady = [0, 0.02, -0.01, 0.01, 0, -0.02, 0.015, 0, 0.01].map((value) => version(value));

function member(change: number, history = steady): FamilyMember {
  return { kind: 'cpu', before: version(0), after: version(change), history };
}

function judgeOne(one: FamilyMember) {
  const [verdict] = judgeFamily([one], priors);
  if (verdict === undefined) throw new Error('one member has one verdict');
  return verdict;
}

test('a quarter more CPU time is likely a change where versions differ by 2 %, with odds that do not exceed 99', () => {
  expect(judgeOne(member(ln(1.25)))).toMatchObject({ state: 'changed', odds: 99 });
  const rough = Array.from({ length: 12 }, (_, at) => version(at % 2 === 0 ? 0 : 0.1));
  const changes = Array.from({ length: 40 }, (_, at) => 1.1 + at / 50);
  const first = changes.map((ratio) => judgeOne(member(ln(ratio), rough))).find(({ state }) => state === 'changed');
  expect(first?.odds).toBeGreaterThanOrEqual(19);
  expect(first?.odds).toBeLessThan(99);
});

test('less than a tenth is none however steady the workload is', () => {
  const still = Array.from({ length: 20 }, () => version(0));
  const found = judgeOne(member(ln(1.09), still));
  expect(found.state).toBe('no_change');
  expect(found).not.toHaveProperty('odds');
});

test('without history only a large change is likely, and less is undecided with what would have been found', () => {
  const quarter = judgeOne(member(ln(1.25), []));
  expect(quarter.state).toBe('undecided');
  expect(quarter.detectable).toBeGreaterThan(ln(1.3));
  expect(judgeOne(member(ln(3), [])).state).toBe('changed');
});

test('versions that differ make the answer more careful, one change among them hardly', () => {
  const drifting = [0, 0.3, -0.2, 0.25, -0.3, 0.2, -0.25].map((value) => version(value));
  expect(judgeOne(member(ln(1.25), drifting)).state).toBe('undecided');
  const released = [
    ...steady,
    ...steady.map((one) => one.map((some) => some.map((v) => ({ ...v, value: v.value + 1 })))),
  ];
  const before = { ...member(ln(1.25), released), before: version(1), after: version(1 + ln(1.25)) };
  expect(judgeOne(before).state).toBe('changed');
});

test('what the load may explain is no change, unless history shows that it does not follow it', () => {
  const loaded = (value: number, work: number): VersionValues => [[{ value, counting: 1e-4, work }]];
  const difference = { before: loaded(0, 0), after: loaded(ln(1.3), ln(1.3)) };
  expect(judgeOne({ kind: 'cpu', history: steady, ...difference }).state).not.toBe('changed');
  const independent = [0, 0.3, -0.2, 0.25, -0.3, 0.2, -0.25, 0.1].map((work, at) =>
    loaded(at % 2 === 0 ? 0 : 0.01, work),
  );
  expect(judgeOne({ kind: 'cpu', history: independent, ...difference }).state).toBe('changed');
});

test('both sides exchanged, the same is found with the sign turned', () => {
  const one = judgeOne(member(ln(1.3)));
  const other = judgeOne({ kind: 'cpu', before: version(ln(1.3)), after: version(0), history: [] });
  expect(other.perSecond?.change).toBeCloseTo(-(one.perSecond?.change ?? 0), 12);
});

test("Holm's procedure with equal shares is the plain one, and no smaller p-value has a larger adjusted one", () => {
  const plain = adjustByHolm([0.01, 0.04, 0.03], [1 / 3, 1 / 3, 1 / 3]);
  for (const [at, value] of [0.03, 0.06, 0.06].entries()) expect(plain[at]).toBeCloseTo(value, 12);
  const [first = 1, second = 0] = adjustByHolm([0.01, 0.04], [0.8, 0.2]);
  expect(first).toBeCloseTo(0.0125, 12);
  expect(second).toBeCloseTo(0.04, 12);
});
