import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isPaired, pairCaptures } from './baseline.ts';
import type { CaptureListing } from './deployments.ts';

let minute = 0;
function capture(version: string, change: Partial<CaptureListing> = {}): CaptureListing {
  minute++;
  const requested_at = new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
  return { request_id: `r${minute}`, version, kind: 'head', status: 'pushed', requested_at, ...change };
}

function paired(captures: readonly CaptureListing[], choice = {}) {
  const answer = pairCaptures(captures, choice);
  if (!isPaired(answer)) throw new Error(answer.message);
  const { head, baseline, why, skipped } = answer;
  const [, ...headReplicates] = head.captures;
  const [, ...baselineReplicates] = baseline.captures;
  return { head: head.head, headReplicates, baseline: baseline.head, baselineReplicates, why, skipped };
}

test('compares the latest head with the latest earlier head of another version [P-SVC-6] [P-VER-3]', () => {
  const captures = [capture('v1'), capture('v2'), capture('v3')];
  const { head, baseline, why, skipped } = paired(captures);
  expect([baseline.version, head.version]).toEqual(['v2', 'v3']);
  expect(why).toBe('v2 is the latest version captured before v3');
  expect(skipped).toEqual([]);
});

test('replicates of both sides come along, and none decides the pair [P-SVC-6]', () => {
  const first = capture('v1');
  const firstAgain = capture('v1', { kind: 'replicate' });
  const second = capture('v2');
  const secondAgain = capture('v2', { kind: 'replicate' });
  const orphan = capture('v3', { kind: 'replicate' });
  const pair = paired([orphan, secondAgain, second, firstAgain, first]);
  expect(pair.head).toBe(second);
  expect(pair.headReplicates).toEqual([secondAgain]);
  expect(pair.baselineReplicates).toEqual([firstAgain]);
});

test('a second head of a version counts as a replicate, because the window opened at the first one', () => {
  const [first, second, secondAgain] = [capture('v1'), capture('v2'), capture('v2')];
  const pair = paired([first, second, secondAgain]);
  expect(pair.head).toBe(second);
  expect(pair.headReplicates).toEqual([secondAgain]);
  expect(pair.baseline).toBe(first);
});

test('of a version that ran twice, only what was captured since its last head is compared', () => {
  const [first, , replaced, again] = [
    capture('v1'),
    capture('v1', { kind: 'replicate' }),
    capture('v2'),
    capture('v1'),
  ];
  const late = capture('v1', { kind: 'replicate' });
  const captures = [first, replaced, again, late];
  const rolledBack = paired(captures);
  expect([rolledBack.head, rolledBack.headReplicates]).toEqual([again, [late]]);
  const next = paired([...captures, capture('v3')]);
  expect([next.baseline, next.baselineReplicates]).toEqual([again, [late]]);
});

test('a version that was asked for is taken as it ran before the head, or else as it ran first', () => {
  const [before, head, after, last] = [capture('v1'), capture('v2'), capture('v1'), capture('v3')];
  const captures = [before, head, after, last, capture('v2', { kind: 'replicate' })];
  expect(paired(captures, { from: 'v1', to: 'v2' }).baseline).toBe(before);
  expect(paired([...captures, capture('v4'), capture('v3')], { from: 'v3', to: 'v2' }).baseline).toBe(last);
});

test('the latest head decides the namespace', () => {
  const captures = ['shop', 'shop', 'staging'].map((namespace, at) => capture(`v${at}`, { namespace }));
  expect(pairCaptures(captures)).toMatchObject({ code: 'no_baseline', alone: { head: { head: captures[2] } } });
  const { head, baseline } = paired([...captures, capture('v3', { namespace: 'shop' })]);
  expect([baseline, head.version]).toEqual([captures[1], 'v3']);
});

test('a version that was rolled back to is compared with the one it replaced', () => {
  const captures = [capture('v1'), capture('v2'), capture('v1')];
  expect([paired(captures).baseline.version, paired(captures).head.version]).toEqual(['v2', 'v1']);
});

test('what was not pushed is passed over and named with its outcome', () => {
  const captures = [
    capture('v1'),
    capture('v2', { status: 'failed', request_id: 'broken' }),
    capture('v3', { status: 'queued', request_id: 'waiting' }),
    capture('v4'),
    capture('v5', { status: 'failed' }),
  ];
  const { baseline, head, skipped } = paired(captures);
  expect([baseline.version, head.version]).toEqual(['v1', 'v4']);
  expect(skipped).toEqual([
    { version: 'v3', request_id: 'waiting', why: 'it has no outcome yet' },
    { version: 'v2', request_id: 'broken', why: 'its outcome is failed' },
  ]);
});

test('from and to override the choice, in either direction of time', () => {
  const captures = [capture('v1'), capture('v2'), capture('v3')];
  expect(paired(captures, { from: 'v1' }).baseline.version).toBe('v1');
  const back = paired(captures, { from: 'v3', to: 'v1' });
  expect([back.baseline.version, back.head.version, back.why]).toEqual(['v3', 'v1', 'version v3 was asked for']);
});

test.each([
  [[], {}, 'no_head', 'No main capture was pushed yet.'],
  [
    [capture('v1')],
    { to: 'v9' },
    'no_head',
    'No main capture of version v9 was pushed. Versions that have one, latest first: v1.',
  ],
  [[], { to: 'v9' }, 'no_head', 'No main capture of version v9 was pushed. No version has one yet.'],
  [
    Array.from({ length: 12 }, (_, at) => capture(`v${at + 1}`)),
    { to: 'v99' },
    'no_head',
    'No main capture of version v99 was pushed. Versions that have one, latest first: v12, v11, v10, v9, v8, v7, v6, v5, v4, v3 and 2 more.',
  ],
  [[capture('v1')], {}, 'no_baseline', 'No other version was captured before v1'],
  [
    [capture('v1'), capture('v2')],
    { from: 'v9' },
    'no_baseline',
    'No main capture of version v9 was pushed. Versions that have one, latest first: v2, v1.',
  ],
  [[capture('v1'), capture('v2')], { from: 'v2' }, 'no_baseline', 'name two different versions'],
  [[capture('v1'), capture('v1')], {}, 'no_baseline', 'No other version'],
  [[capture('v1', { kind: 'replicate' })], {}, 'no_head', 'No main capture was pushed yet.'],
] as const)('without a pair it says why (%#)', (captures, choice, code, words) => {
  const answer = pairCaptures<CaptureListing>(captures, choice);
  expect(answer).toMatchObject({ code, message: expect.stringContaining(words) as string });
});

test('the order of the list changes nothing, even among captures of one moment', () => {
  const captures = ['v1', 'v2', 'v2', 'v3', 'v3'].map((version, index) => ({
    ...capture(version, { kind: index === 2 ? 'replicate' : 'head' }),
    requested_at: `2026-01-01T00:0${Math.floor(index / 2)}:00.000Z`,
  }));
  fc.assert(
    fc.property(fc.shuffledSubarray(captures, { minLength: captures.length }), (shuffled) => {
      expect(pairCaptures(shuffled)).toEqual(pairCaptures(captures));
    }),
  );
});
