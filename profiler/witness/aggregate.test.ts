import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  absent,
  allProbes,
  asked,
  befell,
  blocksOf,
  called,
  carried,
  changed,
  checked,
  connected,
  ended,
  granted,
  held,
  idleAxes,
  lasted,
  makeProcess,
  makeRecord,
  makeRequest,
  locked,
  measured,
  moved,
  networkOf,
  offCpu,
  opened,
  ran,
  ranAt,
  sampled,
  signalled,
  started,
  waited,
  quietMemory,
  weighed,
} from '../../test/made-capture.ts';
import { aggregate, countEvents, maxKeysPerAxis } from './aggregate.ts';
import { Bundle } from './bundle.ts';
import type { AxisId, CollectorRecord, ProbeResult } from './collector-record.ts';

function bundleOf(change: Partial<CollectorRecord> = {}): Bundle {
  return aggregate(makeRecord(change), { request: makeRequest(), instance: 'node-1' });
}

function axisOf(bundle: Bundle, axis: AxisId): Bundle['axes'][number] {
  const found = bundle.axes.find((one) => one.axis === axis);
  if (found === undefined) throw new Error(`no axis ${axis}`);
  return found;
}

/** All probes, with one of them replaced. */
function withProbe(probe: ProbeResult): ProbeResult[] {
  return allProbes.map((one) => (one.id === probe.id ? probe : one));
}

const { axes } = makeRecord();

test('a capture without loss is complete on every axis', () => {
  const bundle = bundleOf();
  expect(bundle.axes.map(({ axis, state }) => [axis, state])).toEqual([
    ['cpu_time', 'complete'],
    ['cpu_stacks', 'complete'],
    ['syscalls', 'complete'],
    ['files', 'complete'],
    ['network', 'complete'],
    ['processes', 'complete'],
    ['signals', 'complete'],
    ['executable_memory', 'complete'],
    ['file_changes', 'complete'],
    ['file_io', 'complete'],
    ['capabilities', 'complete'],
    ['off_cpu', 'complete'],
    ['locks', 'complete'],
    ['memory', 'complete'],
  ]);
  expect(countEvents(bundle)).toBeGreaterThan(0);
});

describe('an axis is missing', () => {
  test.each(['failed', 'unsupported', 'disabled', 'not_applicable'] as const)(
    'when its required probe is %s: it has reasons and no number [P-SVC-7] [P-ERR-10]',
    (state) => {
      const { files: _, ...others } = axes;
      const axis = axisOf(bundleOf({ probes: withProbe(absent('file_opens', 'files', state)), axes: others }), 'files');
      expect(axis).toEqual({
        state: 'missing',
        axis: 'files',
        probes: [],
        why: [`file_opens: The probe file_opens is ${state}.`],
      });
    },
  );

  test('when one of its required probes is absent, whatever the other counted [P-SVC-7]', () => {
    const axis = axisOf(bundleOf({ probes: withProbe(absent('net_accept', 'network', 'failed')) }), 'network');
    expect(axis).toMatchObject({ state: 'missing', probes: ['net_bytes', 'net_connect', 'net_quality'] });
    expect(axis).not.toHaveProperty('features');
  });

  test('when the collector wrote nothing for it although its probes say measured', () => {
    const { network: _, ...others } = axes;
    expect(axisOf(bundleOf({ axes: others }), 'network').why).toEqual(['the collector wrote no data for this axis']);
  });
});

describe('an axis is partial', () => {
  test('when an optional probe is absent, and it says which', () => {
    const probes = [...allProbes, absent('file_paths', 'files', 'failed', false)];
    expect(axisOf(bundleOf({ probes }), 'files')).toMatchObject({
      state: 'partial',
      why: ['file_paths: The probe file_paths is failed.'],
    });
  });

  test('when less than 95 % of the window was measured', () => {
    const { window } = makeRecord();
    const state = (share: number) =>
      bundleOf({ window: { ...window, measured_ns: share * 60e9 } }).axes.map((one) => one.state);
    expect(new Set(state(0.95))).toEqual(new Set(['complete']));
    expect(new Set(state(0.94))).toEqual(new Set(['partial']));
  });

  test('when a set axis lost one event, or a rate axis more than one in a hundred', () => {
    const lost = (id: string, axis: AxisId, change: object) =>
      axisOf(bundleOf({ probes: withProbe(measured(id, axis, change)) }), axis).state;
    expect(lost('file_opens', 'files', { hits: 1e6, drops: 1 })).toBe('partial');
    expect(lost('file_opens', 'files', { hits: 1e6, missed: 1 })).toBe('partial');
    expect(lost('syscalls', 'syscalls', { hits: 990, drops: 10 })).toBe('complete');
    expect(lost('syscalls', 'syscalls', { hits: 989, drops: 11 })).toBe('partial');
    expect(lost('cpu_time', 'cpu_time', { hits: 0, drops: 1 })).toBe('partial');
  });

  test('when the collector cut keys or whole stacks', () => {
    expect(
      axisOf(bundleOf({ axes: { ...axes, files: { opens: [], cut: 3 }, syscalls: undefined } }), 'files').why,
    ).toEqual([`3 keys were cut at the limit of ${maxKeysPerAxis}`]);
    const stacks = { ...sampled([ran('work', 100)]), cut: { functions: 0, stacks: 1 } };
    expect(axisOf(bundleOf({ axes: { ...axes, cpu_stacks: stacks } }), 'cpu_stacks').state).toBe('partial');
  });

  test('when a language runtime is not understood, because its functions then have no names', () => {
    const running = (problem?: string) => {
      const stacks = { ...sampled([ran('work', 10)]), runtimes: [{ name: 'HotSpot 42', problem }] };
      return axisOf(bundleOf({ axes: { ...axes, cpu_stacks: stacks } }), 'cpu_stacks');
    };
    expect(running().state).toBe('complete');
    const why = ['the functions of HotSpot 42 have no names: it says nothing'];
    expect(running('it says nothing')).toMatchObject({ state: 'partial', why });
  });

  test('when more than one in a hundred samples of a Python process lacks frames of the interpreter', () => {
    const lacking = (incomplete: number) => {
      const stacks = { ...sampled([ran('work', 1000)]), python: { samples: 1000, incomplete, frames: 5000 } };
      return axisOf(bundleOf({ axes: { ...axes, cpu_stacks: stacks } }), 'cpu_stacks');
    };
    expect(lacking(10).state).toBe('complete');
    expect(lacking(11)).toMatchObject({ state: 'partial', why: ['in 11 of 1000 samples Python frames are missing'] });
  });

  test('when the rate of the sampling clock is unknown, because counts then mean no time', () => {
    const axis = axisOf(
      bundleOf({ axes: { ...axes, cpu_stacks: { ...sampled([ran('w', 9)]), measured_hz: 0 } } }),
      'cpu_stacks',
    );
    expect(axis).toMatchObject({ state: 'partial', why: ['the rate of the sampling clock was not measured'] });
  });
});

describe('facts that contradict one another make a probe silent and not zero [P-SVC-7]', () => {
  test.each([
    ['cpu_stacks', { ...axes, cpu_stacks: sampled([]) }],
    ['cpu_time', { ...axes, cpu_time: { total_ns: 0, blocks_ns: blocksOf(0), threads: [] } }],
    ['syscalls', { ...axes, syscalls: { calls: [], cut: 0 } }],
    ['files', { ...axes, files: { opens: [], cut: 0 } }],
    [
      'file_changes',
      { ...axes, file_changes: { changes: [], cut: 0 }, syscalls: { calls: [called('mkdir')], cut: 0 } },
    ],
    ['file_io', { ...axes, file_io: { transfers: [], cut: 0 }, syscalls: { calls: [called('read')], cut: 0 } }],
    [
      'processes',
      {
        ...axes,
        syscalls: { calls: [called('execve', 10), called('openat', 9)], cut: 0 },
        processes: { programs: [], exits: [ended('app')], cut: 0 },
      },
    ],
  ] satisfies [AxisId, CollectorRecord['axes']][])('%s', (axis, contradicted) => {
    const bundle = bundleOf({ axes: contradicted });
    expect(axisOf(bundle, axis).state).toBe('missing');
    expect(axisOf(bundle, axis)).not.toHaveProperty('features');
    const probes = bundle.probes.filter((one) => one.axis === axis);
    expect(new Set(probes.map(({ state }) => state))).toEqual(new Set(['attached_silent']));
    expect(probes[0]).not.toHaveProperty('hits');
    expect(probes[0]).toMatchObject({ reason_code: 'contradicted', liveness: { method: 'invariant' } });
    expect(axis !== 'cpu_stacks' || bundle.stacks === undefined).toBe(true);
  });

  test('a zero that nothing contradicts is a measured zero', () => {
    const bundle = bundleOf({ axes: idleAxes });
    expect(new Set(bundle.axes.map(({ state }) => state))).toEqual(new Set(['complete']));
    expect(countEvents(bundle)).toBe(0);
  });
});

test('a probe that did not measure cannot carry a number, by type and by schema [P-SVC-7]', () => {
  const bundle = bundleOf({ probes: withProbe(absent('syscalls', 'syscalls', 'failed')) });
  for (const number of ['hits', 'drops', 'missed', 'run_ns']) {
    const probes = bundle.probes.map((one) => (one.id === 'syscalls' ? { ...one, [number]: 0 } : one));
    expect(Bundle.safeParse({ ...bundle, probes }).success).toBe(false);
  }
  const withNumbers = bundle.axes.map((one) => (one.axis === 'syscalls' ? { ...one, features: [] } : one));
  expect(Bundle.safeParse({ ...bundle, axes: withNumbers }).success).toBe(false);
});

test('keys that mean the same are added up, blocks and times included', () => {
  const opens = ['0b4ee7f8-2c0a-4c7e-9a52-0b1f6d0f3b11', '5d6a1c0e-9f3b-4a70-8a37-0c2f5b7f8e22'].map((id) =>
    opened(`/run/${id}.lock`, 5),
  );
  const bundle = bundleOf({ axes: { ...axes, files: { opens, cut: 0 } } });
  expect(axisOf(bundle, 'files')).toMatchObject({
    features: [{ key: '/run/{uuid}.lock read', count: 10, blocks: blocksOf(10) }],
  });
  expect(bundle.templates).toEqual({ '{uuid}': 2 });
});

test('a failed open, a direction and an errno are parts of the key', () => {
  const opens = [opened('/a', 1), opened('/a', 2, 'write'), opened('/a', 3, 'read', 'ENOENT')];
  const calls = [called('read', 5), called('read', 6, 'EAGAIN')];
  const peers = [connected('10.0.0.5'), { ...connected('10.0.0.5'), outcome: 'ECONNREFUSED' }];
  const bundle = bundleOf({
    axes: { ...axes, files: { opens, cut: 0 }, syscalls: { calls, cut: 0 }, network: networkOf(peers) },
  });
  const keys = (axis: AxisId) => {
    const found = axisOf(bundle, axis);
    return found.state === 'missing' ? [] : found.features.map(({ key }) => key);
  };
  expect(keys('files')).toEqual(['/a read', '/a read ENOENT', '/a write']);
  expect(keys('syscalls')).toEqual(['read EAGAIN', 'read ok']);
  expect(keys('network')).toEqual(['connect tcp 10.0.0.5 port 5432', 'connect tcp 10.0.0.5 port 5432 ECONNREFUSED']);
});

test('a program that is started has the key of its file, and one that ends that of its name and outcome', () => {
  const programs = [
    started('/usr/bin/convert', 3),
    started('/usr/bin/convert', 1, 'changed'),
    started('/tmp/0b4ee7f8-2c0a-4c7e-9a52-0b1f6d0f3b11/run', 2, 'unlinked'),
  ];
  const exits = [ended('convert', 'code 0', 4), ended('worker', 'SIGSEGV with core', 1)];
  const axis = axisOf(bundleOf({ axes: { ...axes, processes: { programs, exits, cut: 0 } } }), 'processes');
  expect(axis.state === 'missing' ? [] : axis.features.map(({ key, count }) => [key, count])).toEqual([
    ['end convert code 0', 4],
    ['end worker SIGSEGV with core', 1],
    ['start /tmp/{uuid}/run (unlinked file)', 2],
    ['start /usr/bin/convert', 3],
    ['start /usr/bin/convert (changed file)', 1],
  ]);
});

test('a signal has the key of its sender, and one that was pending already counts with the others', () => {
  const received = [
    signalled('SIGTERM', { sender: 'other', comm: 'kill', count: 3 }),
    signalled('SIGTERM', { sender: 'other', comm: 'kill', outcome: 'merged', count: 1 }),
    signalled('SIGPIPE', { outcome: 'ignored', count: 5 }),
    signalled('SIGUSR1', { sender: 'self', outcome: 'lost', count: 1 }),
  ];
  const axis = axisOf(bundleOf({ axes: { ...axes, signals: { received, cut: 0 } } }), 'signals');
  expect(axis.state === 'missing' ? [] : axis.features.map(({ key, count }) => [key, count])).toEqual([
    ['SIGPIPE from kernel ignored', 5],
    ['SIGTERM from other kill', 4],
    ['SIGUSR1 from self lost', 1],
  ]);
});

test('what a peer was sent, how long it took and what befell it have keys of their own kind', () => {
  const datagram = { ...connected('10.0.0.9', 53), role: 'datagram', protocol: 'udp' } as const;
  const dropped = { ...befell('queue_drop', 3, '', 8080), role: 'accept' } as const;
  const network = networkOf([connected('10.0.0.5'), datagram], {
    traffic: [carried('sent', 700), carried('received', 90), { ...carried('sent', 5, '', 0), protocol: 'unix' }],
    round_trips: [lasted(4)],
    quality: { connects: [lasted(2)], connections: [lasted(1)], events: [befell('retransmit', 6), dropped] },
  });
  const axis = axisOf(bundleOf({ axes: { ...axes, network } }), 'network');
  expect(axis.state === 'missing' ? [] : axis.features.map(({ key, count }) => [key, count])).toEqual([
    ['connect tcp 10.0.0.5 port 5432', 6],
    ['datagram udp 10.0.0.9 port 53', 6],
    ['bytes received connect tcp 10.0.0.5 port 5432', 90],
    ['bytes sent connect tcp 10.0.0.5 port 5432', 700],
    ['bytes sent connect unix (unnamed)', 5],
    ['event queue_drop accept tcp (unknown) port 8080', 3],
    ['event retransmit connect tcp 10.0.0.5 port 5432', 6],
    ['life of connect tcp 10.0.0.5 port 5432', 1],
    ['round trip connect tcp 10.0.0.5 port 5432', 4],
    ['time to connect tcp 10.0.0.5 port 5432', 2],
  ]);
  const roundTrip = axis.state === 'missing' ? undefined : axis.features.find(({ key }) => key.startsWith('round'));
  expect(roundTrip).toMatchObject({ ns: 400_000, hist: lasted(4).hist });
});

test('many bytes do not push a peer out, and without the probe of quality the rest stands', () => {
  const traffic = Array.from({ length: maxKeysPerAxis + 5 }, (_, index) =>
    carried('sent', 1e6, `10.1.${index >> 8}.${index & 255}`),
  );
  const { quality: _, ...network } = networkOf([connected('10.0.0.5')], { traffic });
  const axis = axisOf(bundleOf({ axes: { ...axes, network } }), 'network');
  expect(axis).toMatchObject({ state: 'partial', why: ['5 keys were cut at the limit of 4096'] });
  expect(axis.state === 'missing' ? undefined : axis.features[0]?.key).toBe('connect tcp 10.0.0.5 port 5432');
});

test('executable memory has the key of its kind, of being writable and of a refusal', () => {
  const grants = [
    granted('anonymous', { writable: true }),
    granted('file', { call: 'mprotect' }),
    granted('heap', { call: 'mprotect', writable: true, outcome: 'EACCES' }),
  ];
  const axis = axisOf(bundleOf({ axes: { ...axes, executable_memory: { grants, cut: 0 } } }), 'executable_memory');
  expect(axis.state === 'missing' ? [] : axis.features.map(({ key }) => key)).toEqual([
    'mmap anonymous writable',
    'mprotect file',
    'mprotect heap writable EACCES',
  ]);
});

test('a changed file has the key of what was done to its path and of a refusal', () => {
  const changes = [
    changed('/tmp/7f3a1c9e-8f21-4b6e-9f7d-2a1b3c4d5e6f', 'unlink', 2),
    changed('/tmp/0b9d1e2f-3a4b-4c5d-8e6f-7a8b9c0d1e2f', 'unlink', 3),
    changed('/etc/app.conf', 'chmod', 1, 'EPERM'),
    changed('/etc/app.conf', 'rename_to', 1),
  ];
  const axis = axisOf(bundleOf({ axes: { ...axes, file_changes: { changes, cut: 0 } } }), 'file_changes');
  expect(axis.state === 'missing' ? [] : axis.features.map(({ key, count }) => [key, count])).toEqual([
    ['chmod /etc/app.conf EPERM', 1],
    ['rename_to /etc/app.conf', 1],
    ['unlink /tmp/{uuid}', 5],
  ]);
});

test('bytes, time and latencies of paths that are one key add up, and what is no file has its kind', () => {
  const transfers = [
    moved('/tmp/7f3a1c9e-8f21-4b6e-9f7d-2a1b3c4d5e6f', 'read', 2),
    moved('/tmp/0b9d1e2f-3a4b-4c5d-8e6f-7a8b9c0d1e2f', 'read', 3),
    { ...moved('', 'write', 1), path: undefined, kind: 'socket' as const },
    moved('/data', 'fsync', 4, { bytes: 0, outcome: 'EIO' }),
  ];
  const axis = axisOf(bundleOf({ axes: { ...axes, file_io: { transfers, cut: 0 } } }), 'file_io');
  const sums = axis.state === 'missing' ? [] : axis.features;
  expect(sums.map(({ key, count, bytes, ns, hist }) => [key, count, bytes, ns, hist?.[9]])).toEqual([
    ['fsync /data EIO', 4, 0, 4000, 4],
    ['read /tmp/{uuid}', 5, 500, 5000, 5],
    ['write socket', 1, 100, 1000, 1],
  ]);
});

test('a checked capability has the key of its outcome, its call and an inner user namespace', () => {
  const checks = [
    checked('CAP_SYS_ADMIN', 'mmap', { outcome: 'denied', purpose: 'memory_accounting' }),
    checked('CAP_SYS_ADMIN', 'clone', { outcome: 'denied' }),
    checked('CAP_NET_ADMIN', 'setsockopt', { user_namespace: 'inner' }),
  ];
  const axis = axisOf(bundleOf({ axes: { ...axes, capabilities: { checks, cut: 0 } } }), 'capabilities');
  expect(axis.state === 'missing' ? [] : axis.features.map(({ key }) => key)).toEqual([
    'CAP_NET_ADMIN granted in setsockopt of an inner user namespace',
    'CAP_SYS_ADMIN denied in clone',
    'CAP_SYS_ADMIN denied in mmap for memory accounting',
  ]);
});

test("waits have the key of their reason, and of the innermost function that is the program's own", () => {
  const axis = axisOf(bundleOf({ axes: { ...axes, off_cpu: offCpu(9e9, { 'shop::take': 5e9 }) } }), 'off_cpu');
  expect(axis).toMatchObject({
    sample_weight: 5e9,
    features: [
      { key: 'reason sleep', count: 9e9 },
      { key: 'sleep futex at shop::take (app)', count: 5e9 },
    ],
  });
});

test('a wait in a library alone has the key of its leaf, and one without a stack that of its call', () => {
  const stacks = waited({ '<std::sync::Mutex<T>>::lock': 4e9 }, 'wait');
  const bare = { frames: [], what: 'lock_pi', count: 1, ns: 7 };
  const locks = {
    ...locked(4e9, {}),
    stacks: { ...stacks, stacks: [...stacks.stacks.map((one) => ({ ...one, frames: [2, 0] })), bare] },
    kernel: [{ kind: 'mutex', count: 2, total_ns: 60, hist: Array<number>(40).fill(0), blocks: blocksOf(2) }],
  };
  const axis = axisOf(bundleOf({ axes: { ...axes, locks } }), 'locks');
  expect(axis.state === 'missing' ? [] : axis.features.map(({ key, count }) => [key, count])).toEqual([
    ['kernel mutex', 60],
    ['lock_pi', 7],
    ['total', 4e9],
    ['wait at syscall (libc.so.6)', 4e9],
  ]);
});

describe('memory', () => {
  const quiet = axes.memory ?? quietMemory;
  const keysOf = (change: Partial<typeof quiet>): [string, number][] => {
    const axis = axisOf(bundleOf({ axes: { ...axes, memory: { ...quietMemory, ...change } } }), 'memory');
    return axis.state === 'missing' ? [] : axis.features.flatMap(({ key, count }) => (count > 0 ? [[key, count]] : []));
  };

  test('faults are minor unless they waited for a disk', () => {
    const faults = { user: 90, kernel: 12, blocks: blocksOf(102), major: 2, major_blocks: blocksOf(2) };
    expect(keysOf({ faults })).toEqual([
      ['fault minor', 100],
      ['fault major', 2],
    ]);
  });

  test('requests have the key of their call, their memory, their direction and a refusal, and their bytes', () => {
    const requests = [
      asked({ bytes: 4096 }),
      asked({ call: 'brk', area: 'heap', change: 'shrink', count: 3 }),
      asked({ call: 'munmap', area: 'any', change: 'shrink', count: 4 }),
      asked({ area: 'file', outcome: 'EBADF', count: 1, bytes: 0 }),
    ];
    expect(keysOf({ requests })).toEqual([
      ['call brk heap shrink', 3],
      ['call mmap anonymous grow', 2],
      ['call mmap file grow EBADF', 1],
      ['call munmap shrink', 4],
    ]);
    const axis = axisOf(bundleOf({ axes: { ...axes, memory: { ...quiet, requests } } }), 'memory');
    const mapped =
      axis.state === 'missing' ? [] : axis.features.filter(({ key }) => key === 'call mmap anonymous grow');
    expect(mapped).toMatchObject([{ bytes: 4096 }]);
  });

  test('the resident set counts by how it moved, and by its trend over the blocks', () => {
    const rising = Array.from({ length: 12 }, (_, block) => (10 + block) * 1_000_000);
    expect(keysOf({ resident: held(rising, { anonymous: 11_000_000, file: -4096 }) })).toEqual([
      ['resident file shrank', 4096],
      ['resident anonymous grew', 11_000_000],
      ['resident trend grew', 12_000_000],
    ]);
  });

  test('what is asked for counts for the function that wanted it, not for the library that asked', () => {
    const growth_sites = weighed([
      ['main load malloc@libc.so.6 mmap@libc.so.6', 5000],
      ['main load _Znwm@libstdc++.so.6 malloc@libc.so.6 mmap@libc.so.6', 500],
      ['main save mmap@libc.so.6', 70],
      ['mmap@libc.so.6', 3],
    ]);
    const fault_sites = weighed([['main memcpy@libc.so.6', 9]]);
    expect(keysOf({ growth_sites, fault_sites })).toEqual([
      ['faulted in main (app)', 9],
      ['asked in load (app)', 5500],
      ['asked in save (app)', 70],
      ['asked in mmap (libc.so.6)', 3],
    ]);
  });
});

describe('allocations', () => {
  const made: NonNullable<typeof axes.allocations> = {
    functions: [
      {
        function: 'malloc',
        module: 'libc.so.6',
        count: 9,
        bytes: 700,
        failed: 1,
        blocks: blocksOf(9),
        bytes_blocks: blocksOf(700),
      },
    ],
    sites: weighed([['main parse malloc@libc.so.6', 690]], 3),
    processes: { watched: 1, late: 0, unwatched: 0 },
    failures_from_bytes: 131_072,
    cut: 0,
  };

  test('that nobody asked for are no axis; asked for and failed, they are a missing one', () => {
    const disabled = absent('allocations', 'allocations', 'disabled');
    expect(bundleOf({ probes: [...allProbes, disabled] }).axes.map(({ axis }) => axis)).not.toContain('allocations');
    const failed = bundleOf({ probes: [...allProbes, absent('allocations', 'allocations', 'failed')] });
    expect(axisOf(failed, 'allocations').state).toBe('missing');
  });

  test('count by function and by the place that wanted the memory', () => {
    const probes = [...allProbes, measured('allocations', 'allocations')];
    const axis = axisOf(bundleOf({ probes, axes: { ...axes, allocations: made } }), 'allocations');
    expect(axis.state === 'missing' ? [] : axis.features).toMatchObject([
      { key: 'call malloc (libc.so.6)', count: 9, bytes: 700 },
      { key: 'call malloc (libc.so.6) failed', count: 1 },
      { key: 'allocated in parse (app)', count: 690, samples: 3 },
    ]);
  });
});

test('children that could not be followed make every axis partial, because what they did is in none', () => {
  const fork = measured('process_fork', 'cpu_time', { hits: 5000, drops: 900 });
  const bundle = bundleOf({ probes: [...allProbes, fork] });
  for (const axis of bundle.axes) {
    expect(axis).toMatchObject({ state: 'partial', why: ['process_fork: 900 of 5900 events were lost'] });
  }
});

describe('ports that a kernel handed out', () => {
  const keysOf = (ports: readonly number[], peer = '10.0.0.5') => {
    const peers = ports.map((port) => connected(peer, port, 2));
    const bundle = bundleOf({ axes: { ...axes, network: networkOf(peers) } });
    const axis = axisOf(bundle, 'network');
    return { keys: axis.state === 'missing' ? [] : axis.features.map(({ key }) => key), templates: bundle.templates };
  };

  test('are folded: the same behaviour has the same keys whatever they were', () => {
    const ports = fc.uniqueArray(fc.integer({ min: 32_768, max: 60_999 }), { minLength: 9, maxLength: 40 });
    fc.assert(
      fc.property(ports, (some) => {
        const { keys, templates } = keysOf([21, ...some]);
        expect(keys).toEqual(['connect tcp 10.0.0.5 port 21', 'connect tcp 10.0.0.5 port {port}']);
        expect(templates).toEqual({ '{port}': some.length });
      }),
    );
  });

  test('stay when they are few: a service may well listen up there', () => {
    const { keys, templates } = keysOf([50_051, 50_052, 61_616]);
    expect(keys).toEqual([50_051, 50_052, 61_616].map((port) => `connect tcp 10.0.0.5 port ${port}`));
    expect(templates).toEqual({});
  });
});

test('beyond the cap the most frequent keys stay and the axis says how many were cut', () => {
  const opens = Array.from({ length: maxKeysPerAxis + 5 }, (_, index) =>
    opened(`/srv/name${'x'.repeat(index % 7)}/f${index}`, index + 1),
  );
  const axis = axisOf(bundleOf({ axes: { ...axes, files: { opens, cut: 2 } } }), 'files');
  const features = axis.state === 'missing' ? [] : axis.features;
  expect(axis).toMatchObject({ state: 'partial', why: [`7 keys were cut at the limit of ${maxKeysPerAxis}`] });
  expect(features.length).toBe(maxKeysPerAxis);
  expect(Math.min(...features.map(({ count }) => count))).toBe(6);
});

test('a function says where it is declared and which of its lines ran most, and neither is in its key', () => {
  const stacks = sampled([ranAt('price', 5, 'src/price.cc', 40), ran('idle', 1)]);
  const axis = axisOf(bundleOf({ axes: { ...axes, cpu_stacks: stacks } }), 'cpu_stacks');
  expect(axis.state === 'missing' ? [] : axis.features).toMatchObject([
    { key: 'price (app)', place: { file: 'src/price.cc', line: 40 }, lines: [{ line: 41, count: 5 }] },
    { key: 'idle (app)' },
  ]);
  expect(axis.state === 'missing' ? undefined : axis.features[1]).not.toHaveProperty('place');
});

test('frames of a stack name the same functions before and after functions were cut', () => {
  const functions = Array.from({ length: maxKeysPerAxis + 10 }, (_, index) => ran(`f${index}`, index + 1));
  const stacks = sampled(functions);
  const bundle = bundleOf({ axes: { ...axes, cpu_stacks: stacks } });
  const axis = axisOf(bundle, 'cpu_stacks');
  const kept = axis.state === 'missing' ? [] : axis.features.map(({ key }) => key);
  const named = bundle.stacks?.stacks.map(({ frames }) => frames.map((frame) => kept[frame]));
  expect(named?.at(-1)).toEqual([`f${functions.length - 1} (app)`]);
  expect(named?.[0]).toEqual([]);
  expect(bundle.stacks?.stacks.every(({ frames }) => frames.every((frame) => frame < kept.length))).toBe(true);
});

test('processes that left are listed, and children forked inside the window are not among them', () => {
  const processes = [
    makeProcess(1, { present_at_end: false }),
    makeProcess(2),
    makeProcess(3, { forked: true, present_at_end: false }),
  ];
  expect(bundleOf({ processes }).target.gone).toEqual([1]);
});

test('the same record gives the same bundle, whatever the order of its keys', () => {
  const opens = ['/a', '/b', '/c', '/d'].map((name, index) => opened(name, index + 1));
  fc.assert(
    fc.property(fc.shuffledSubarray(opens, { minLength: 4 }), (shuffled) => {
      const one = bundleOf({ axes: { ...axes, files: { opens: shuffled, cut: 0 } } });
      expect(one).toEqual(bundleOf({ axes: { ...axes, files: { opens, cut: 0 } } }));
    }),
  );
});
