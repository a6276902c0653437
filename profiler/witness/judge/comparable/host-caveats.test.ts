import { describe, expect, test } from 'vitest';
import { makeCapture } from '../../../../test/made-bundle.ts';
import { called, carried, makeProcess, makeRecord, networkOf, ran, sampled } from '../../../../test/made-capture.ts';
import { axisOf, diffOf } from '../../../../test/made-diff.ts';
import type { CollectorRecord } from '../../bundle/record/collector-record.ts';
import type { ComparedCapture } from './counted-captures.ts';
import type { Diff } from '../../diff/diff.ts';

const { axes, host, window } = makeRecord();
const requests = { ...carried('received', 6e5), role: 'accept' as const, messages: 6000 };
const pressure = { cpu_some_ns: 6e9, memory_some_ns: 0, memory_full_ns: 0, io_some_ns: 0, io_full_ns: 0 };
const quota = { cores: 8, periods: 600, throttled_periods: 0, throttled_ns: 0 };
const good: Partial<CollectorRecord> = {
  host: { ...host, governor: 'performance', virtualization: 'none', uptime_ns: 9e15, steal_ns: 0, pressure },
  quota,
};
const withHost = (change: Partial<CollectorRecord['host']>): Partial<CollectorRecord> => ({
  ...good,
  host: { ...host, ...good.host, ...change },
});
const withQuota = (change: Partial<typeof quota>): Partial<CollectorRecord> => ({
  ...good,
  quota: { ...quota, ...change },
});

/** Three captures of a version; in those of v2 a function and a call happen three times as often. */
function side(version: 'v1' | 'v2', change: Partial<CollectorRecord>): ComparedCapture[] {
  const factor = version === 'v1' ? 1 : 3;
  return [0, 7, -6].map((more) =>
    makeCapture(
      version,
      {
        ...axes,
        network: networkOf([], { traffic: [requests] }),
        cpu_stacks: sampled([ran('main', 2000), ran('price', 500 * factor + more), ran('parse', 1400)]),
        syscalls: { calls: [called('openat', 600 * factor + more), called('read', 6000)], cut: 0 },
      },
      { processes: [makeProcess(1, { build_id: version })], ...change },
    ),
  );
}

function levels(diff: Diff): (string | undefined)[] {
  return [axisOf(diff, 'cpu_stacks'), axisOf(diff, 'syscalls')].map(
    ({ changes }) => changes.find(({ change }) => change === 'changed')?.verdict?.level,
  );
}

test('a machine that gave the same on both sides limits nothing', () => {
  const diff = diffOf(side('v1', good), side('v2', good));
  expect([diff.caveats, levels(diff)]).toEqual([[], ['confirmed', 'confirmed']]);
});

const time = 'CPU time, waits and durations are at most suspected';
const waits = 'waits and durations are at most suspected';

describe.each<[string, Partial<CollectorRecord>, [ofHead: string, ofBaseline: string], 'suspected' | 'confirmed']>([
  [
    'another quota',
    withQuota({ cores: 0.25 }),
    [`CPU quota in cores differs: 0.25 and 8; ${time}`, `CPU quota in cores differs: 0.25 and 8; ${time}`],
    'suspected',
  ],
  [
    'no quota',
    { ...good, quota: undefined },
    [`CPU quota in cores differs: 8 and no limit; ${time}`, `CPU quota in cores differs: 8 and no limit; ${time}`],
    'suspected',
  ],
  [
    'throttling',
    withQuota({ throttled_periods: 570 }),
    [
      `the CPU quota stopped the target in 0 % of the periods of v1 and 95 % of those of v2; ${waits}`,
      `the CPU quota stopped the target in 95 % of the periods of v1 and 0 % of those of v2; ${waits}`,
    ],
    'confirmed',
  ],
  [
    'steal',
    withHost({ steal_ns: 30e9 }),
    [
      `the hypervisor kept 25 % of the CPU time of the machine from v2; ${time}`,
      `the hypervisor kept 25 % of the CPU time of the machine from v1; ${time}`,
    ],
    'suspected',
  ],
  [
    'waiting for a CPU',
    withHost({ pressure: { ...pressure, cpu_some_ns: 54e9 } }),
    [
      `tasks of the machine waited for a CPU in 10 % of the time of v1 and 90 % of that of v2; ${waits}`,
      `tasks of the machine waited for a CPU in 90 % of the time of v1 and 10 % of that of v2; ${waits}`,
    ],
    'confirmed',
  ],
  [
    'waiting for memory',
    withHost({ pressure: { ...pressure, memory_some_ns: 6e9 } }),
    [
      `tasks of the machine waited for memory in 0 % of the time of v1 and 10 % of that of v2; ${time}`,
      `tasks of the machine waited for memory in 10 % of the time of v1 and 0 % of that of v2; ${time}`,
    ],
    'suspected',
  ],
  [
    'another governor',
    withHost({ governor: 'powersave' }),
    [
      `frequency governor differs: performance and powersave; ${time}`,
      `frequency governor differs: performance and powersave; ${time}`,
    ],
    'suspected',
  ],
  [
    'a hypervisor',
    withHost({ virtualization: 'kvm' }),
    [`virtualization differs: kvm and none; ${time}`, `virtualization differs: kvm and none; ${time}`],
    'suspected',
  ],
])('%s on one side only', (_, other, [ofHead, ofBaseline], level) => {
  test('limits what time measures and no count of calls, in either direction', () => {
    const newer = diffOf(side('v1', good), side('v2', other));
    expect([newer.caveats, levels(newer)]).toEqual([[ofHead], [level, 'confirmed']]);
    const older = diffOf(side('v1', other), side('v2', good));
    expect([older.caveats, levels(older)]).toEqual([[ofBaseline], [level, 'confirmed']]);
  });

  test('limits durations', () => {
    const diff = diffOf(side('v1', good), side('v2', other));
    const judged = axisOf(diff, 'syscall_latency').changes.filter(({ verdict }) => verdict !== undefined);
    expect(new Set(judged.map(({ verdict }) => verdict?.level))).toEqual(new Set(['suspected']));
  });
});

test('a target that starts in most captures of one side limits everything', () => {
  const young = { ...good, window: { ...window, start_boottime_ns: 10e9 + 30e9 } };
  const old = { ...good, window: { ...window, start_boottime_ns: 10e9 + 3600e9 } };
  const at = (captures: ComparedCapture[]): ComparedCapture[] =>
    captures.map((one) => ({
      ...one,
      vector: { ...one.vector, window: { ...one.vector.window, start_wall: one.ref.requested_at } },
    }));
  const diff = diffOf(at(side('v1', old)), at(side('v2', young)));
  expect(diff.caveats).toEqual([
    'most captures of v2 began less than 60 s after the target had started, and most of v1 did not',
  ]);
  expect(levels(diff)).toEqual(['suspected', 'suspected']);
  // As usual after a deploy: the first of three.
  const usual = [...at(side('v2', young)).slice(0, 1), ...at(side('v2', old)).slice(1)];
  expect(diffOf(at(side('v1', old)), usual).caveats).toEqual([]);
  expect(diffOf(at(side('v1', young)), at(side('v2', young))).caveats).toEqual([]);
});

test('what old collectors did not read limits nothing', () => {
  expect(diffOf(side('v1', {}), side('v2', withQuota({ throttled_periods: 570 }))).caveats).toEqual([]);
});
