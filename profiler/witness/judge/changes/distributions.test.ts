import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeCapture } from '../../../../test/made-bundle.ts';
import {
  answered,
  called,
  connected,
  lasted,
  locked,
  moved,
  networkOf,
  offCpu,
  ownPort,
} from '../../../../test/made-capture.ts';
import { axisOf, diffOf } from '../../../../test/made-diff.ts';
import type { CollectorAxes } from '../../bundle/record/collector-record.ts';
import { type AxisDiff, Diff } from '../../diff/diff.ts';

type Buckets = Readonly<Record<number, number>>;

function histOf(buckets: Buckets): number[] {
  return Array.from({ length: 40 }, (_, bucket) => buckets[bucket] ?? 0);
}

/** Calls of these names whose latencies fall into these buckets. */
function syscalls(latencies: Readonly<Record<string, Buckets>>): CollectorAxes {
  const calls = Object.entries(latencies).map(([name, buckets]) => {
    let count = 0;
    for (const one of Object.values(buckets)) count += one;
    return { ...called(name, count), hist: histOf(buckets) };
  });
  return { syscalls: { calls, cut: 0 } };
}

type Captures = readonly CollectorAxes[];
/** One view of a comparison that was read back from what the control plane would send. */
function compared(view: string, before: Captures, after: Captures): AxisDiff {
  const diff = diffOf(
    before.map((axes) => makeCapture('v1', axes)),
    after.map((axes) => makeCapture('v2', axes)),
  );
  return axisOf(Diff.parse(JSON.parse(JSON.stringify(diff))), view);
}

const latency = (before: Buckets, after: Buckets): AxisDiff =>
  compared('syscall_latency', [syscalls({ read: before })], [syscalls({ read: after })]);

test('quantiles are the bounds of the buckets they fall into, on both sides', () => {
  const [row] = latency({ 10: 800, 14: 150, 20: 50 }, { 12: 600, 14: 350, 24: 50 }).changes;
  expect(row).toMatchObject({
    key: 'read ok',
    change: 'not_judged',
    before: {
      count: 1000,
      quantiles: [
        { percent: 50, from: 1024, to: 2048 },
        { percent: 90, from: 16_384, to: 32_768 },
        { percent: 99, from: 1_048_576, to: 2_097_152 },
      ],
    },
    after: { quantiles: [{ from: 4096, to: 8192 }, { from: 16_384 }, { from: 16_777_216 }] },
  });
});

test('the figure of a side is its geometric mean, so that a ratio is how many times as long things took', () => {
  const { before, after } = latency({ 10: 100 }, { 11: 50, 13: 50 }).changes[0]!;
  expect([before, after]).toMatchObject([{ rate: 2 ** 10.5 }, { rate: 2 ** 12.5 }]);
});

test('the first bucket begins at nothing, and the last has no end', () => {
  const { before, after } = latency({ 0: 10 }, { 39: 10 }).changes[0]!;
  expect(before).toMatchObject({ quantiles: [{ percent: 50, from: 0, to: 2 }, { percent: 90 }] });
  expect(after).toHaveProperty('quantiles', [
    { percent: 50, from: 2 ** 39 },
    { percent: 90, from: 2 ** 39 },
  ]);
});

test('reports only quantiles with enough durations, and compares no side with fewer than ten', () => {
  const percents = (count: number) =>
    latency({ 10: 500 }, { 10: count }).changes.flatMap(({ after }) =>
      after.seen ? (after.quantiles ?? []).map(({ percent }) => percent) : [],
    );
  expect([9, 10, 99, 100].map(percents)).toEqual([[], [50, 90], [50, 90], [50, 90, 99]]);
  const few = compared(
    'syscall_latency',
    [syscalls({ read: { 10: 50 }, open: { 10: 9 } })],
    [syscalls({ read: { 10: 50 }, close: { 10: 70 } })],
  );
  expect(few.caveats).toEqual(['2 keys have fewer than 10 durations on a side and cannot be compared']);
  expect(few.changes.map(({ key }) => key)).toEqual(['read ok']);
});

test('durations that were estimated from others count for nothing', () => {
  const few = (timed: number) => ({
    syscalls: { calls: [{ ...called('read', 5000), timed }, { ...called('close', 5000) }], cut: 0 },
  });
  const { changes } = compared('syscall_latency', [few(500)], [few(50)]);
  expect(changes.find(({ key }) => key === 'read ok')).toMatchObject({
    before: { count: 500, quantiles: [{ percent: 50 }, { percent: 90 }, { percent: 99 }] },
    after: { count: 50, quantiles: [{ percent: 50 }, { percent: 90 }] },
  });
  expect(compared('syscall_latency', [few(500)], [few(9)]).changes.map(({ key }) => key)).toEqual(['close ok']);
});

test('what moved furthest comes first, whichever way, and a tail counts as much as it weighs', () => {
  const { changes } = compared(
    'syscall_latency',
    [syscalls({ same: { 10: 90 }, tail: { 10: 100 }, slower: { 10: 40 }, faster: { 20: 40 } })],
    [syscalls({ same: { 10: 30 }, tail: { 10: 90, 25: 10 }, slower: { 13: 40 }, faster: { 15: 40 } })],
  );
  expect(changes.map(({ key }) => key)).toEqual(['faster ok', 'slower ok', 'tail ok', 'same ok']);
});

test('adds the captures of a side, with the missing noise floor above them', () => {
  const one = syscalls({ read: { 10: 60 } });
  const diff = compared('syscall_latency', [one, syscalls({ read: { 14: 40 } })], [one]);
  expect(diff).toMatchObject({
    kind: 'distribution',
    unit: 'ns',
    no_noise_floor: expect.stringContaining('1 replicate of v2 missing') as string,
    changes: [{ before: { count: 100, captures: 2, of: 2, quantiles: [{ from: 1024 }, { from: 16_384 }, {}] } }],
  });
  expect(diff).not.toHaveProperty('totals');
});

test('twice as many durations of the same lengths are the same distribution', () => {
  const buckets = fc.dictionary(fc.integer({ min: 0, max: 39 }).map(String), fc.integer({ min: 100, max: 1000 }), {
    minKeys: 1,
  });
  fc.assert(
    fc.property(buckets, (counts) => {
      const twice = Object.fromEntries(Object.entries(counts).map(([bucket, count]) => [bucket, 2 * count]));
      const { before, after } = latency(counts, twice).changes[0]!;
      expect({ ...after, count: 0 }).toEqual({ ...before, count: 0 });
    }),
    { numRuns: 20 },
  );
});

test('answers have quantiles that are a sixteenth wide', () => {
  const side = (microseconds: number) => ({
    network: networkOf([], { exchanges: [answered(200, microseconds, ownPort)] }),
  });
  const [row] = compared('response_time', [side(1280)], [side(640)]).changes;
  expect(row).toMatchObject({
    before: { quantiles: [{ percent: 50, from: 1_280_000, to: 1_344_000 }, { percent: 90 }, { percent: 99 }] },
    after: { quantiles: [{ percent: 50, from: 640_000, to: 672_000 }, { percent: 90 }, { percent: 99 }] },
  });
});

test('answers that an older collector did not count are no answers that stopped', () => {
  const { exchanges: _, ...older } = networkOf([]);
  const [before, after] = [
    { network: older },
    { network: networkOf([], { exchanges: [answered(200, 640, ownPort)] }) },
  ];
  for (const view of ['response_time', 'peer_time', 'peer_questions']) {
    expect(compared(view, [before], [after])).toMatchObject({ state: 'not_comparable', changes: [] });
  }
  expect(compared('network_round_trips', [before], [after]).state).toBe('compared');
});

test('peers beyond those that are listed are no peers that stopped: their views are not compared', () => {
  const listed = { exchanges: [answered(200, 640), answered(200, 640, ownPort)] };
  const [before, after] = [
    { network: networkOf([connected('10.0.0.5')], listed) },
    { network: networkOf([connected('10.0.0.5')], { ...listed, exchanges_unlisted: { accept: 0, connect: 7 } }) },
  ];
  for (const view of ['peer_time', 'peer_questions']) {
    const { state, reason } = compared(view, [before], [after]);
    expect([state, reason]).toEqual([
      'not_comparable',
      'v1: measured; v2: measured in part (7 answers came from peers beyond those that are listed)',
    ]);
  }
  for (const view of ['response_time', 'network']) expect(compared(view, [before], [after]).state).toBe('compared');
});

describe('durations are compared', () => {
  /** Sixteen times as long. */
  const long = <T extends { hist: number[] }>(row: T): T => ({ ...row, hist: [0, 0, 0, 0, ...row.hist.slice(0, 36)] });
  const [first, second] = [lasted(20), long(lasted(30))];
  const network = (row: typeof first) => ({
    network: networkOf([], { round_trips: [row], quality: { connects: [row], connections: [row], events: [] } }),
  });
  const answers = (...of: Parameters<typeof answered>) => ({
    network: networkOf([], { exchanges: [answered(...of)] }),
  });
  const { peer: _, port: __, role: ___, protocol: ____, ...times } = first;
  const waits = (hist: number[]) => ({
    off_cpu: {
      ...offCpu(9e9, {}),
      reasons: offCpu(9e9, {}).reasons.map((one) => ({ ...one, hist })),
      calls: [{ name: 'futex', reason: 'sleep', ...times, hist }],
    },
    locks: {
      ...locked(0, {}),
      waits: [{ operation: 'wait', outcome: 'ETIMEDOUT', ...times, hist }],
      kernel: [{ kind: 'mutex', ...times, hist }],
    },
  });
  const [quick, slow] = [waits(histOf({ 12: 40 })), waits(histOf({ 16: 40 }))];

  test.each([
    ['network_round_trips', network(first), network(second), ['connect tcp 10.0.0.5 port 5432']],
    ['response_time', answers(20, 256, ownPort), answers(20, 4096, ownPort), ['accept tcp port 8080']],
    ['peer_time', answers(20, 256), answers(20, 4096), ['connect tcp 10.0.0.5 port 5432']],
    ['network_connect_times', network(first), network(second), ['connect tcp 10.0.0.5 port 5432']],
    ['network_lifetimes', network(first), network(second), ['connect tcp 10.0.0.5 port 5432']],
    ['syscall_latency', syscalls({ read: { 10: 10 } }), syscalls({ read: { 14: 10 } }), ['read ok']],
    ['file_io_latency', transfers(moved('/a', 'read', 20)), transfers(long(moved('/a', 'read', 30))), ['read /a']],
    ['off_cpu_durations', quick, slow, ['sleep']],
    ['blocked_calls', quick, slow, ['futex sleep']],
    ['lock_latency', quick, slow, ['futex wait ETIMEDOUT', 'kernel mutex']],
  ] satisfies [string, CollectorAxes, CollectorAxes, string[]][])('in %s', (view, before, after, keys) => {
    const { changes } = compared(view, [before], [after]);
    expect(changes.map(({ key }) => key)).toEqual(keys);
    for (const { before: a, after: b } of changes) {
      expect(a.seen && b.seen ? b.rate / a.rate : undefined).toBeCloseTo(16, 9);
    }
  });

  test('apart from the sites of waits', () => {
    expect(compared('off_cpu_sites', [quick], [slow]).changes).toEqual([]);
    expect(compared('locks', [quick], [slow]).changes.map(({ key }) => key)).toEqual(['kernel mutex']);
  });
});

function transfers(row: ReturnType<typeof moved>): CollectorAxes {
  return { file_io: { transfers: [row], cut: 0 } };
}
