import { expect, test } from 'vitest';
import { axisOf, bundleWith, amountsOf } from '../../../../test/made-bundle.ts';
import type { CollectorAxes } from '../record/collector-record.ts';
import { blocksOf, locked, offCpu, waited } from '../../../../test/made-capture.ts';

test("waits have the key of their reason, and of the innermost function that is the program's own", () => {
  const axis = axisOf(bundleWith({ off_cpu: offCpu(9e9, { 'shop::take': 5e9 }) }), 'off_cpu');
  expect(axis).toMatchObject({
    sample_weight: 5e9,
    features: [
      { key: 'reason sleep', amount: 9e9, unit: 'ns', events: 1 },
      { key: 'sleep futex at shop::take (app)', amount: 5e9, unit: 'ns', events: 1, samples: 1 },
    ],
  });
});

test('a wait in a library alone has the key of what says most of it, and one without a stack that of its call', () => {
  const stacks = waited({ '<std::sync::Mutex<T>>::lock': 4e9 }, 'wait');
  const bare = { frames: [], what: 'lock_pi', count: 1, ns: 7 };
  const locks = {
    ...locked(4e9, {}),
    stacks: { ...stacks, stacks: [...stacks.stacks.map((one) => ({ ...one, frames: [2, 0] })), bare] },
    kernel: [{ kind: 'mutex', count: 2, total_ns: 60, hist: Array<number>(40).fill(0), blocks: blocksOf(2) }],
  };
  expect(amountsOf('locks', { locks })).toEqual([
    ['futex wait', 4e9],
    ['kernel mutex', 60],
    ['lock at <std::sync::Mutex<T>>::lock (app)', 4e9],
    ['lock_pi', 7],
    ['total', 4e9],
  ]);
});

test("a function that is known without a name is the program's own", () => {
  const stacks = waited({ '[unknown 3f2a1c7b+4a5e0]': 4e9 }, 'wait');
  expect(amountsOf('locks', { locks: { ...locked(4e9, {}), stacks } })).toContainEqual([
    'wait at [unknown 3f2a1c7b+4a5e0] (app)',
    4e9,
  ]);
});

test("waits in a futex say what for, and have the target's own function", () => {
  const stacks = waited({ 'main.(*Rates).Get': 4e9 });
  const named = (name: string, module = 'app') => ({ ...stacks.functions[0], name, module, self_ns: 0, total_ns: 0 });
  const functions = [
    named('main.(*Rates).Get'),
    named('net/http.(*Client).Do'),
    named('runtime.lock2'),
    named('runtime.futex'),
    named('runtime.findRunnable'),
    named('runtime.stopm'),
    named('internal/runtime/syscall/linux.Syscall6'),
  ] as typeof stacks.functions;
  const row = (what: string, frames: number[], ns: number) => ({ frames, what, count: 1, ns });
  const held = [
    row('sleep futex', [0, 1, 2, 3], 5e9),
    row('sleep futex', [4, 5, 3], 6e9),
    row('sleep read', [0, 1, 6], 7e9),
  ];
  const off_cpu = { ...offCpu(9e9, {}), stacks: { ...stacks, functions, stacks: held } };
  expect(amountsOf('off_cpu', { off_cpu })).toEqual([
    ['reason sleep', 9e9],
    ['sleep idle at runtime.stopm (app)', 6e9],
    ['sleep read at main.(*Rates).Get (app)', 7e9],
    ['sleep runtime at main.(*Rates).Get (app)', 5e9],
  ]);
});

/** Goroutines that waited for a mutex so long, by stacks from the root. */
function parked(ns: number, ...stacks: readonly (readonly string[])[]): NonNullable<CollectorAxes['locks']> {
  const names = [...new Set(stacks.flat())];
  const of = waited({});
  const site = (name: string) => ({
    name,
    module: 'app',
    self_ns: 0,
    total_ns: ns,
    self_blocks_ns: blocksOf(0),
    ...(name === 'main.(*Cache).Get' && { file: '/src/cache.go', line: 31 }),
  });
  const each = ns / stacks.length;
  const rows = stacks.map((stack) => ({
    frames: stack.map((name) => names.indexOf(name)),
    what: 'mutex',
    count: 2,
    ns: each,
  }));
  const count = 2 * stacks.length;
  const wait = {
    lock: 'mutex',
    count,
    total_ns: ns,
    hist: Array<number>(40).fill(0),
    blocks: blocksOf(count),
  } as const;
  return {
    ...locked(1e9, { 'main.park': 1e9 }),
    goroutines: {
      waits: [wait],
      stacks: { ...of, samples: count, functions: names.map(site), stacks: rows },
      processes: { watched: 1, late: 0 },
      unread: [],
    },
  };
}

const serve = ['runtime.goexit', 'net/http.(*conn).serve', 'main.handle', 'main.(*Cache).Get'];
const slowPath = ['sync.(*Mutex).Lock', 'internal/sync.(*Mutex).lockSlow', 'internal/sync.runtime_SemacquireMutex'];

test('goroutines wait for a lock in the function of the program that asked for it', () => {
  const locks = parked(
    6e9,
    [...serve, ...slowPath],
    [...serve, 'sync.(*Mutex).lockSlow', 'sync.runtime_SemacquireMutex'],
  );
  expect(axisOf(bundleWith({ locks }), 'locks')).toMatchObject({
    sample_weight: 1.5e9,
    features: [
      { key: 'futex wait', amount: 1e9 },
      { key: 'goroutine mutex', amount: 6e9, unit: 'ns', events: 4 },
      { key: 'lock at main.(*Cache).Get (app)', amount: 6e9, events: 4, place: { file: '/src/cache.go', line: 31 } },
      { key: 'total', amount: 7e9, events: 6 },
      { key: 'wait at main.park (app)', amount: 1e9 },
    ],
  });
});

test('a lock of a library that no own function asked for is waited for in that library', () => {
  const locks = parked(6e9, ['runtime.goexit', 'net/http.(*conn).serve', 'net/http.(*Server).trackConn', ...slowPath]);
  expect(amountsOf('locks', { locks })).toContainEqual(['lock at net/http.(*Server).trackConn (app)', 6e9]);
});

test('a version of Go that is not understood is a hint, and the axis is complete', () => {
  const locks = parked(6e9, [...serve, ...slowPath]);
  const axis = axisOf(
    bundleWith({ locks: { ...locks, goroutines: { ...locks.goroutines!, unread: ['1.17.3'] } } }),
    'locks',
  );
  expect(axis).toMatchObject({
    state: 'complete',
    hints: [expect.stringContaining('built with Go 1.17.3: that needs Go 1.18')],
  });
});
