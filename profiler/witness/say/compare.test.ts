import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeCapture } from '../../../test/made-bundle.ts';
import {
  allProbes,
  befell,
  called,
  carried,
  connected,
  held,
  locked,
  makeRecord,
  measured,
  moved,
  networkOf,
  offCpu,
  opened,
  quietMemory,
  ran,
  ranAt,
  sampled,
  weighed,
} from '../../../test/made-capture.ts';
import { axisOf, diffOf } from '../../../test/made-diff.ts';
import type { CollectorAxes } from '../bundle/record/collector-record.ts';
import { type Change, Diff } from '../diff/diff.ts';
import { inSchemaOrder } from './compare.ts';

function listed(diff: Diff, axis: string): string[] {
  return axisOf(diff, axis).changes.map(({ change, key }) => `${change} ${key}`);
}

const { axes } = makeRecord();
const syscalls = (...names: string[]): CollectorAxes['syscalls'] => ({
  calls: names.map((name) => called(name)),
  cut: 0,
});

const before = {
  files: { opens: [opened('/etc/app.conf', 60), opened('/var/log/audit.log', 30, 'write')], cut: 0 },
  network: networkOf([connected('10.0.0.5')]),
  syscalls: syscalls('openat', 'read', 'futex'),
  cpu_stacks: sampled([ran('main', 10, 2000), ran('price', 500), ran('parse', 1400), ran('idle', 90)]),
};
const after = {
  files: { opens: [opened('/etc/app.conf', 60), opened('/etc/flags.conf', 12)], cut: 0 },
  network: networkOf([connected('10.0.0.5'), connected('127.0.0.2', 9000, 3)]),
  syscalls: syscalls('openat', 'read', 'futex', 'sysinfo'),
  cpu_stacks: sampled([ran('main', 12, 3000), ran('price', 1500), ran('parse', 1380), ran('idle', 95)]),
};

const v1 = (change = {}, record = {}) => makeCapture('v1', { ...before, ...change }, record);
const v2 = (change = {}, record = {}) => makeCapture('v2', { ...after, ...change }, record);

describe('planted changes', () => {
  const diff = diffOf([v1()], [v2(), v2(), v2()]);

  test('set axes list exactly what is new and what was not seen [P-SVC-6]', () => {
    expect(Diff.parse(diff)).toEqual(diff);
    expect(listed(diff, 'files')).toEqual(['new /etc/flags.conf read', 'not_seen /var/log/audit.log write']);
    expect(listed(diff, 'network')).toEqual(['new connect tcp 127.0.0.2 port 9000']);
    expect(listed(diff, 'syscall_names')).toEqual(['new sysinfo']);
    expect(axisOf(diff, 'files').unchanged).toBe(1);
    expect(axisOf(diff, 'syscall_names').unchanged).toBe(3);
  });

  test('each entry has its count, in how many captures it was seen, and what a zero excludes', () => {
    const [added, gone] = axisOf(diff, 'files').changes;
    // Nothing in 60 s excludes more than 3/60 a second; in 3 × 60 s, 3/180.
    expect(added).toMatchObject({
      before: { seen: false, below: 3 / 60, of: 1 },
      after: { seen: true, count: 36, captures: 3, of: 3 },
      first_seen_sec: 0,
    });
    expect(added?.after).toMatchObject({ rate: expect.closeTo(12 / 60, 12) as number });
    expect(gone).toMatchObject({
      before: { seen: true, count: 30, captures: 1, of: 1 },
      after: { seen: false, below: 3 / 180, of: 3 },
    });
  });

  test('the slowed function is the first row, under the sentence about the missing noise floor', () => {
    const stacks = axisOf(diff, 'cpu_stacks');
    expect(stacks.changes[0]).toMatchObject({ key: 'price (app)', change: 'not_judged' });
    expect(stacks.no_noise_floor).toContain('no noise floor: 1 replicate of v1 missing');
    expect(new Set(stacks.changes.map(({ change }) => change))).toEqual(new Set(['not_judged']));
    // 500 samples at 100 a second are 5 s of CPU in 60 s.
    expect(stacks.changes[0]?.before).toMatchObject({ count: 500, rate: expect.closeTo(5000 / 60, 9) as number });
    expect(stacks.totals?.before).toBeCloseTo((2000 * 10) / 60, 9);
  });

  test('two captures of each version give a provisional verdict, without a caveat and with the work of the target', () => {
    const diff = diffOf([v1(), v1()], [v2(), v2()]);
    const stacks = axisOf(diff, 'cpu_stacks');
    expect(stacks.no_noise_floor).toBeUndefined();
    expect(stacks.occasions).toEqual({ before: 2, after: 2 });
    expect(stacks.changes[0]).toMatchObject({ key: 'price (app)', change: 'changed', verdict: { level: 'suspected' } });
    expect(stacks.changes[0]?.verdict?.per_second?.ratio).toBeCloseTo(3, 1);
    expect(stacks.changes.find(({ key }) => key === 'parse (app)')?.change).not.toBe('changed');
    expect(diff.summary.findings.map(({ axis, key, state }) => [axis, key, state])).toContainEqual([
      'cpu_stacks',
      'price (app)',
      'changed',
    ]);
  });

  test('captures closer to each other than the spacing are one occasion, and give no verdict', () => {
    const close = axisOf(diffOf([v1(), v1()], [v2(), v2()], { spacingMs: Number.MAX_SAFE_INTEGER }), 'cpu_stacks');
    expect(close.no_noise_floor).toContain('v1 has 2 captures, 1 occasion');
    expect(new Set(close.changes.map(({ change }) => change))).toEqual(new Set(['not_judged']));
  });

  test('shows off-CPU time by reason and by site; an unseen site excludes the time of three stacks', () => {
    const slow = { off_cpu: offCpu(24e9, { query: 12e9, park: 6e9 }) };
    const diff = diffOf([v1({ off_cpu: offCpu(12e9, { park: 6e9 }) })], [v2(slow)]);
    const [reason] = axisOf(diff, 'off_cpu').changes;
    expect(reason).toMatchObject({ key: 'sleep', before: { rate: 200 }, after: { rate: 400, count: 24_000 } });
    expect(axisOf(diff, 'off_cpu').totals).toEqual({ before: 200, after: 400 });
    const sites = axisOf(diff, 'off_cpu_sites');
    expect(sites.changes.map(({ key }) => key)).toEqual(['sleep futex at query (app)', 'sleep futex at park (app)']);
    expect(sites.changes[0]).toMatchObject({ before: { seen: false, below: (3 * 6000) / 60 }, after: { rate: 200 } });
    expect(sites.totals).toEqual({ before: 100, after: 300 });
  });

  test('leaves out the sites of threads that had nothing to run', () => {
    const idle = (ns: number) => {
      const axis = offCpu(30e9, { park: 6e9 });
      const { functions, stacks } = axis.stacks;
      const named = ['runtime.stopm', 'runtime.futex'].map((name) => ({ ...functions[0]!, name, module: 'app' }));
      const frames = named.map((_, at) => functions.length + at);
      const rows = [...stacks, { frames, what: 'sleep futex', count: 1, ns }];
      return { off_cpu: { ...axis, stacks: { ...axis.stacks, functions: [...functions, ...named], stacks: rows } } };
    };
    const sites = axisOf(diffOf([v1(idle(20e9))], [v2(idle(9e9))]), 'off_cpu_sites');
    expect(sites.changes.map(({ key }) => key)).toEqual(['sleep futex at park (app)']);
    expect(sites.totals).toEqual({ before: 100, after: 100 });
  });

  test('locks are shown by site; the total is exact', () => {
    const diff = diffOf([v1({ locks: locked(3e9, { acquire: 3e9 }) })], [v2({ locks: locked(9e9, { acquire: 8e9 }) })]);
    const locks = axisOf(diff, 'locks');
    expect(locks.changes).toMatchObject([{ key: 'wait at acquire (app)', before: { rate: 50 } }]);
    expect(locks.totals).toEqual({ before: 50, after: 150 });
  });

  test('a thread that did not run was measured exactly: zero without a bound', () => {
    const time = (comm: string) => ({ cpu_time: { ...axes.cpu_time!, threads: [{ comm, threads: 1, ns: 5e9 }] } });
    const scalar = axisOf(diffOf([v1(time('old'))], [v2(time('fresh'))]), 'cpu_time');
    expect(scalar.changes.find(({ key }) => key === 'thread fresh')?.before).toEqual({
      seen: true,
      count: 0,
      rate: 0,
      captures: 0,
      of: 1,
    });
  });

  test('bytes and time are compared as what they are, and what was not moved is zero without a bound', () => {
    const io = (...transfers: ReturnType<typeof moved>[]) => ({ file_io: { transfers, cut: 0 } });
    const once = v1(io(moved('/a', 'read', 6), moved('/a', 'fsync', 3, { bytes: 0, total_ns: 6e9 })));
    const more = v2(io(moved('/a', 'read', 60), moved('/b', 'write', 3)));
    const bytes = axisOf(diffOf([once], [more]), 'file_io');
    expect(bytes).toMatchObject({ unit: 'bytes/s', totals: { before: 600 / 60, after: 6300 / 60 } });
    expect(bytes.changes.map(({ key }) => key)).toEqual(['read /a', 'write /b']);
    expect(bytes.changes[1]?.before).toEqual({ seen: true, count: 0, rate: 0, captures: 0, of: 1 });
    const time = axisOf(diffOf([once], [more]), 'file_io_time');
    expect(time.changes[0]).toMatchObject({ key: 'fsync /a', before: { count: 6e9, rate: 1e8 }, after: { count: 0 } });
  });

  test('a key seen in some captures of a side only says in how many', () => {
    const mixed = diffOf([v1(), v1({ files: after.files })], [v2()]);
    const gone = axisOf(mixed, 'files').changes.find(({ change }) => change === 'not_seen');
    expect(gone?.before).toMatchObject({ captures: 1, of: 2, count: 30 });
    expect(listed(mixed, 'files')).not.toContain('new /etc/flags.conf read');
  });
});

test('bytes and events of the network are rates, apart from the set of its peers', () => {
  const peers = [connected('10.0.0.5')];
  const events = { quality: { connects: [], connections: [], events: [befell('retransmit', 30)] } };
  const [a, b] = [networkOf(peers, { traffic: [carried('sent', 600)] }), networkOf(peers, events)];
  const diff = diffOf([v1({ network: a })], [v2({ network: b })]);
  expect(listed(diff, 'network')).toEqual([]);
  const bytes = axisOf(diff, 'network_bytes');
  // What was measured exactly and did not happen is zero, without a bound in events.
  expect(bytes).toMatchObject({
    totals: { before: 10, after: 0 },
    changes: [{ key: 'sent connect tcp 10.0.0.5 port 5432', before: { rate: 10 }, after: { seen: true, rate: 0 } }],
  });
  expect(axisOf(diff, 'network_events')).toMatchObject({
    totals: { before: 0, after: 0.5 },
    changes: [{ key: 'retransmit connect tcp 10.0.0.5 port 5432', before: { seen: false, below: 3 / 60 } }],
  });
});

test('two captures of the same behaviour list nothing on set axes', () => {
  const diff = diffOf([v1()], [makeCapture('v2', before)]);
  for (const axis of [
    'files',
    'file_changes',
    'network',
    'processes',
    'executable_memory',
    'capabilities',
    'signals',
    'syscall_names',
  ]) {
    expect(axisOf(diff, axis).changes).toEqual([]);
  }
});

test('a function that moved in its file is the same function, shown where it is now', () => {
  const diff = diffOf(
    [v1({ cpu_stacks: sampled([ranAt('price', 50, 'src/price.cc', 40), ranAt('gone', 9, 'src/old.cc', 3)]) })],
    [v2({ cpu_stacks: sampled([ranAt('price', 60, 'src/pricing/price.cc', 55), ran('bare', 7)]) })],
  );
  const changes = axisOf(diff, 'cpu_stacks').changes.map(({ key, place }) => [key, place]);
  expect(Object.fromEntries(changes)).toEqual({
    'price (app)': { file: 'src/pricing/price.cc', line: 55 },
    'gone (app)': { file: 'src/old.cc', line: 3 },
    'bare (app)': undefined,
  });
});

test('sites of waits and of memory are shown with the place of their function', () => {
  const waits = (line: number) => {
    const axis = offCpu(9e9, { 'shop::take': line * 1e9 });
    const functions = axis.stacks.functions.map((one) =>
      one.name === 'shop::take' ? { ...one, file: 'src/shop.rs', line } : one,
    );
    return { ...axis, stacks: { ...axis.stacks, functions } };
  };
  const asking = (line: number) => {
    const sites = weighed([['main load malloc@libc.so.6', line * 4096]]);
    const functions = sites.functions.map((one) => (one.name === 'load' ? { ...one, file: 'src/load.c', line } : one));
    return { ...quietMemory, growth_sites: { ...sites, functions } };
  };
  const diff = diffOf([v1({ off_cpu: waits(4), memory: asking(4) })], [v2({ off_cpu: waits(8), memory: asking(8) })]);
  const placeIn = (axis: string, key: string) => axisOf(diff, axis).changes.find((one) => one.key === key)?.place;
  expect(placeIn('off_cpu_sites', 'sleep futex at shop::take (app)')).toEqual({ file: 'src/shop.rs', line: 8 });
  expect(placeIn('growth_sites', 'load (app)')).toEqual({ file: 'src/load.c', line: 8 });
});

test('bounds add up the exposure of captures that were sampled at different rates', () => {
  const fast = { cpu_stacks: { ...before.cpu_stacks, measured_hz: 400 } };
  const diff = diffOf([v1(), v1(fast)], [v2({ cpu_stacks: sampled([ran('fresh', 50)]) })]);
  const row = axisOf(diff, 'cpu_stacks').changes.find(({ key }) => key === 'fresh (app)');
  // 60 s × 100 and 60 s × 400 samples, none of them in this function; a sample of each is 10 or 2.5 ms.
  expect(row?.before).toMatchObject({ seen: false, below: expect.closeTo(3 / (60 / 10 + 60 / 2.5), 9) as number });
});

describe('memory', () => {
  const resident = held(
    Array.from({ length: 12 }, (_, block) => 24e6 + block * 1e6),
    { anonymous: 6e6 },
  );
  const busy = { ...quietMemory, resident, growth_sites: weighed([['main load mmap@libc.so.6', 6e6]], 4) };
  const diff = diffOf([v1({ memory: quietMemory })], [v2({ memory: busy })]);

  test('growth is a scalar, exactly nothing where nothing grew', () => {
    expect(axisOf(diff, 'memory_growth')).toMatchObject({ kind: 'scalar', unit: 'bytes/s' });
    expect(axisOf(diff, 'memory_growth').changes).toMatchObject([
      { key: 'trend grew', before: { seen: true, count: 0 }, after: { rate: 12e6 / 60 } },
      { key: 'anonymous grew', before: { seen: true, count: 0 }, after: { rate: 6e6 / 60 } },
    ]);
  });

  test('each view has its own total, and an estimate excludes no more than its stacks show', () => {
    expect(axisOf(diff, 'growth_sites').totals).toEqual({ before: 0, after: 6e6 / 60 });
    expect(axisOf(diff, 'memory_faults').totals).toEqual({ before: 0, after: 0 });
    const back = axisOf(
      diffOf([v1({ memory: busy })], [v2({ memory: { ...busy, growth_sites: other } })]),
      'growth_sites',
    );
    // Each of 4 stacks represents 1.5 MB: none of them in 60 s excludes more than three times that.
    expect(back.changes.find(({ key }) => key === 'load (app)')?.after).toMatchObject({ below: (3 * 1.5e6) / 60 });
  });
  const other = weighed([['main save mmap@libc.so.6', 6e6]], 4);

  test('allocations are compared only where a side asked for them', () => {
    expect(diff.axes.map(({ axis }) => axis)).not.toContain('allocation_sites');
  });
});

const names = fc.uniqueArray(fc.constantFrom('/a', '/b', '/c', '/d', '/e', '/f'), { minLength: 1 });
const behaviour = fc
  .record({ files: names, work: fc.array(fc.nat(5000), { minLength: 3, maxLength: 3 }) })
  .map((one) => ({
    ...before,
    files: { opens: one.files.map((name, index) => opened(name, 10 + index)), cut: 0 },
    cpu_stacks: sampled(one.work.map((self, index) => ran(`f${index}`, self + 1))),
  }));

test('swapping the sides negates: new becomes not seen, and rows keep their places', () => {
  fc.assert(
    fc.property(behaviour, behaviour, (a, b) => {
      const [x, y] = [makeCapture('v1', a), makeCapture('v2', b)];
      const [forth, back] = [diffOf([x], [y]), diffOf([y], [x])];
      const swapped = (change: Change): Change => {
        const word: Partial<Record<Change['change'], Change['change']>> = { new: 'not_seen', not_seen: 'new' };
        return {
          key: change.key,
          change: word[change.change] ?? change.change,
          before: change.after,
          after: change.before,
        };
      };
      const bare = (change: Change): Change => ({ ...swapped(swapped(change)) });
      expect(axisOf(back, 'cpu_stacks').changes).toEqual(axisOf(forth, 'cpu_stacks').changes.map(swapped));
      const setOf = (changes: readonly Change[]) => changes.toSorted((p, q) => (p.key < q.key ? -1 : 1));
      expect(setOf(axisOf(back, 'files').changes.map(bare))).toEqual(
        setOf(axisOf(forth, 'files').changes.map(swapped)),
      );
      expect((forth.load_factor ?? 0) * (back.load_factor ?? 0)).toBeCloseTo(1, 12);
    }),
    { numRuns: 200 },
  );
});

test('the order of the replicates changes nothing, to the last digit', () => {
  fc.assert(
    fc.property(fc.array(behaviour, { minLength: 4, maxLength: 6 }), fc.infiniteStream(fc.nat()), (list, random) => {
      const captures = list.map((one, index) =>
        makeCapture('v1', one, index === 1 ? { tool: { version: '2', bpf_sha256: 'c' } } : {}),
      );
      const [head, ...replicates] = captures;
      const shuffled = replicates
        .map((one) => ({ one, at: random.next().value ?? 0 }))
        .toSorted((a, b) => a.at - b.at)
        .map(({ one }) => one);
      const other = makeCapture('v2', after);
      expect(diffOf([head!, ...shuffled], [other])).toEqual(diffOf([head!, ...replicates], [other]));
    }),
    { numRuns: 100 },
  );
});

test('twenty captures of 4,000 keys are compared in bounded time', () => {
  const opens = Array.from({ length: 4000 }, (_, index) =>
    opened(`/srv/f${'x'.repeat(index % 90)}/${'y'.repeat(index % 41)}`, index),
  );
  const captures = Array.from({ length: 10 }, () => v1({ files: { opens, cut: 0 } }));
  const others = Array.from({ length: 10 }, () => v2({ files: { opens, cut: 0 } }));
  const started = performance.now();
  diffOf(captures, others);
  expect(performance.now() - started).toBeLessThan(10_000);
});

test('more load on one side is a caveat of the whole comparison, not a finding of its axes', () => {
  const loaded = { syscalls: { calls: ['openat', 'read', 'futex'].map((name) => called(name, 300)), cut: 0 } };
  const diff = diffOf([v1()], [makeCapture('v2', { ...before, ...loaded })]);
  expect(diff.load_factor).toBeCloseTo(3, 9);
  expect(diff.caveats).toEqual(['the load of the two sides differs by a factor of 3.00']);
});

test('states the work of a second on each side, and none where there was none', () => {
  const worked = (capture: ReturnType<typeof v1>, messages: number) => {
    const counted = (amount: number) => ({ amount, blocks: Array.from({ length: 12 }, () => amount / 12) });
    const work = { messages_received: counted(messages), accepts: counted(60) };
    return { ...capture, vector: { ...capture.vector, work } };
  };
  // Each window has 60 s.
  const diff = diffOf([worked(v1(), 540)], [worked(v2(), 1140), worked(v2(), 2340)]);
  expect(diff.work_per_second).toEqual({ before: 10, after: 30 });
  expect(diff.load_factor).toBeCloseTo(3, 9);
  expect(diffOf([worked(v1(), 540)], [v2()]).work_per_second).toBeUndefined();
});

test('a replay of a recorded capture is labelled', () => {
  const replay = v2();
  expect(diffOf([v1()], [replay]).recorded).toBe(false);
  expect(diffOf([v1()], [{ ...replay, vector: { ...replay.vector, recorded: true } }]).recorded).toBe(true);
});

test('a replicate that is not complete is left out, and the axis says why', () => {
  const lossy = v1(
    {},
    { probes: allProbes.map((one) => (one.id === 'file_opens' ? measured('file_opens', 'files', { drops: 1 }) : one)) },
  );
  const files = axisOf(diffOf([v1(), lossy], [v2()]), 'files');
  expect(files.state).toBe('compared');
  expect(files.caveats).toEqual([
    '1 of 2 captures of v1 is left out: measured in part (file_opens: 1 of 101 events were lost)',
  ]);
  expect(files.changes.at(-1)?.before).toMatchObject({ of: 1 });
});

test('a file that was read without a byte takes no verdict from the others', () => {
  const transfers = (loaded: number) => [
    moved('/var/log/app.log', 'write', loaded),
    moved('/dev/null', 'read', 40, { bytes: 0 }),
  ];
  const side = (version: string, loaded: number) =>
    [0, 1, 2].map((at) => makeCapture(version, { ...before, file_io: { transfers: transfers(loaded + at), cut: 0 } }));
  const diff = diffOf(side('v1', 400), side('v2', 1600));
  expect(Diff.parse(diff)).toEqual(diff);
  expect(axisOf(diff, 'file_io').changes.map(({ key, change }) => [key, change])).toEqual([
    ['write /var/log/app.log', 'changed'],
  ]);
});

const measuredSide = (version: string, factor: number, file: string) =>
  Array.from({ length: 3 }, (_, at) =>
    makeCapture(version, {
      ...axes,
      syscalls: {
        calls: [called('read', 5000 + at), called('write', 900 * factor), called(`only_${file}`, 4000)],
        cut: 0,
      },
      cpu_stacks: sampled([ran('main', 2000 + at), ran('price', 500 * factor)]),
      files: { opens: [opened('/etc/app.conf', 600), opened(`/etc/${file}.conf`)], cut: 0 },
    }),
  );

test.each([
  ['with verdicts, rows of one side and sets', measuredSide('1', 1, 'old'), measuredSide('2', 3, 'new')],
  ['without replicates', measuredSide('1', 1, 'old').slice(0, 1), measuredSide('2', 3, 'new').slice(0, 1)],
])('a comparison %s has the bytes that reading it by its schema would give it', (_name, before, after) => {
  const diff = diffOf(before, after, { spacingMs: 0 });
  const rows = diff.axes.flatMap(({ changes }) => changes);
  expect(new Set(rows.map(({ change }) => change))).toContain('new');
  expect(JSON.stringify(inSchemaOrder(diff))).toBe(JSON.stringify(Diff.parse(diff)));
});
