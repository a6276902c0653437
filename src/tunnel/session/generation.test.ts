import { expect, test } from 'vitest';
import { commitGeneration, type GenerationRecord, judgeGeneration } from './generation.ts';

const much = 60_000;
const fresh = { challengedAt: much, now: much };

const verdictOf = (
  record: GenerationRecord,
  claim: [generation: number, committed: number, lineage: string],
  times = fresh,
) => judgeGeneration(record, { generation: claim[0], committed: claim[1], lineage: claim[2] }, times).verdict;

test('the first session and every next one is accepted', () => {
  expect(verdictOf({ generation: 0 }, [1, 0, 'a'])).toBe('accepted');
  expect(verdictOf({ generation: 7 }, [8, 7, 'b'])).toBe('accepted');
});

test('a crash between the phases leaves a claim that is accepted', () => {
  const claimed = { generation: 8, uncommittedLineage: 'a', claimedAt: 0 };
  // Before the instance committed: it claims again in the same lineage.
  expect(verdictOf(claimed, [9, 7, 'a'])).toBe('accepted');
  // After it committed, before the control plane heard of it.
  expect(verdictOf(claimed, [9, 8, 'b'])).toBe('accepted');
});

test('a copy that stayed behind is stale once the original committed', () => {
  const committed = commitGeneration({ generation: 8, uncommittedLineage: 'a', claimedAt: 0 }, 8);
  expect(verdictOf(committed, [8, 7, 'a'])).toBe('stale');
  expect(verdictOf(committed, [20, 7, 'a'])).toBe('stale');
  expect(verdictOf(committed, [3, 2, 'z'])).toBe('stale');
});

test('a hello that was on its way while a newer one was accepted is late, not stale', () => {
  const record = { generation: 8, claimedAt: much };
  expect(verdictOf(record, [7, 6, 'a'], { challengedAt: much - 5_000, now: much + 100 })).toBe('late');
  expect(verdictOf(record, [7, 6, 'a'], { challengedAt: much + 5_000, now: much + 5_100 })).toBe('stale');
});

test('a claim time of the future, from before the clock was set back, protects nobody', () => {
  const record = { generation: 8, claimedAt: much + 3_600_000 };
  expect(verdictOf(record, [7, 6, 'a'], { challengedAt: much, now: much + 100 })).toBe('stale');
});

test('a store that lost sessions lets the instance in and says so', () => {
  expect(judgeGeneration({ generation: 3 }, { generation: 11, committed: 10, lineage: 'a' }, fresh)).toMatchObject({
    verdict: 'accepted',
    isStoreBehind: true,
  });
});

test('a late word about an earlier generation does not close the later one', () => {
  const record = { generation: 9, uncommittedLineage: 'b', claimedAt: 1 };
  expect(commitGeneration(record, 8)).toEqual(record);
  expect(commitGeneration(record, 9)).toEqual({ generation: 9, claimedAt: 1 });
});
