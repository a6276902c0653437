/** Collector records as tests need them: complete and live unless set otherwise. */
import type {
  AxisId,
  CollectorAxes,
  CollectorRecord,
  ProbeResult,
} from '../profiler/witness/bundle/record/collector-record.ts';
import type { Sites } from '../profiler/witness/bundle/record/collector-stacks.ts';

const idle = Array<number>(12).fill(0);
/** Everything in the first block. */
export function blocksOf(count: number): number[] {
  return [count, ...idle.slice(1)];
}

export function measured(id: string, axis: AxisId, change: Partial<ProbeResult> = {}): ProbeResult {
  return {
    id,
    axis,
    required: true,
    attach: { kind: 'tp_btf', symbol: id },
    state: 'measured',
    hits: 100,
    drops: 0,
    missed: 0,
    run_ns: 1000,
    liveness: { method: 'canary', expected: 3, observed: 3 },
    ...change,
  } as ProbeResult;
}

export function absent(
  id: string,
  axis: AxisId,
  state: 'failed' | 'unsupported' | 'disabled' | 'not_applicable',
  required = true,
): ProbeResult {
  const reason = `The probe ${id} is ${state}.`;
  const attach = { kind: 'tp_btf', symbol: id };
  return { id, axis, required, attach, state, reason_code: state, reason, fix: `Mend ${id}.` };
}

export function opened(path: string, count = 12, op = 'read', outcome = 'ok') {
  return { path, op, outcome, count, blocks: blocksOf(count) };
}

export function called(name: string, count = 100, outcome = 'ok') {
  const hist = Array<number>(40).fill(0).with(10, count);
  return { name, outcome, count, timed: count, total_ns: count * 1000, hist, blocks: blocksOf(count) };
}

export function connected(peer: string, port = 5432, count = 6) {
  return { peer, port, role: 'connect', protocol: 'tcp', outcome: 'ok', count, blocks: blocksOf(count) } as const;
}

type Network = NonNullable<CollectorAxes['network']>;

/** Of peers, and nothing else unless it is given. */
export function networkOf(peers: Network['peers'], rest: Partial<Network> = {}): Network {
  return {
    peers,
    traffic: [],
    round_trips: [],
    exchanges: [],
    quality: { connects: [], connections: [], events: [] },
    cut: 0,
    ...rest,
  };
}

const at = (peer: string, port: number) => ({ peer, port, role: 'connect', protocol: 'tcp' }) as const;

export function carried(direction: 'sent' | 'received', bytes: number, peer = '10.0.0.5', port = 5432) {
  return { ...at(peer, port), direction, messages: 2, bytes, blocks: blocksOf(bytes) };
}

export function lasted(count: number, peer = '10.0.0.5', port = 5432) {
  const hist = Array<number>(40).fill(0).with(16, count);
  return { ...at(peer, port), count, total_ns: count * 100_000, hist, blocks: blocksOf(count) };
}

/** So many answers of an own port or a peer, each in so many microseconds from the beginning of a step on. */
export function answered(
  count: number,
  microseconds: number,
  of: Pick<Network['peers'][number], 'peer' | 'port' | 'role' | 'protocol'> = at('10.0.0.5', 5432),
): NonNullable<Network['exchanges']>[number] {
  const blocks = blocksOf(count);
  return {
    ...of,
    count,
    blocks,
    timed: count,
    unclear: 0,
    time_blocks: blocks.map((answers) => ({ answers, total_us: answers * microseconds })),
    times: [[microseconds, count]],
  };
}

export const ownPort = { peer: '', port: 8080, role: 'accept', protocol: 'tcp' } as const;

type NetworkEvent = NonNullable<Network['quality']>['events'][number];
export function befell(event: NetworkEvent['event'], count: number, peer = '10.0.0.5', port = 5432): NetworkEvent {
  return { ...at(peer, port), event, count, blocks: blocksOf(count) };
}

export function started(path: string, count = 2, file: 'existing' | 'changed' | 'unlinked' = 'existing') {
  return { path, file, count, blocks: blocksOf(count) };
}

export function ended(comm: string, outcome = 'code 0', count = 2) {
  return { comm, outcome, count, blocks: blocksOf(count) };
}

type Received = NonNullable<CollectorAxes['signals']>['received'][number];
export function signalled(signal: string, change: Partial<Received> = {}): Received {
  return {
    signal,
    sender: 'kernel',
    comm: '',
    outcome: 'queued',
    count: 2,
    blocks: blocksOf(change.count ?? 2),
    ...change,
  };
}

type Grant = NonNullable<CollectorAxes['executable_memory']>['grants'][number];
export function granted(area: Grant['area'], change: Partial<Grant> = {}): Grant {
  const blocks = blocksOf(change.count ?? 2);
  return { call: 'mmap', area, writable: false, outcome: 'ok', count: 2, blocks, ...change };
}

type FileChange = NonNullable<CollectorAxes['file_changes']>['changes'][number];
export function changed(path: string, op: FileChange['op'], count = 2, outcome = 'ok'): FileChange {
  return { path, op, outcome, count, blocks: blocksOf(count) };
}

type Moved = NonNullable<CollectorAxes['file_io']>['transfers'][number];
/** Calls of a hundred bytes and a microsecond each. */
export function moved(path: string, op: Moved['op'], count = 4, change: Partial<Moved> = {}): Moved {
  const hist = Array<number>(40).fill(0).with(9, count);
  const amounts = { count, timed: count, bytes: count * 100, total_ns: count * 1000, hist, blocks: blocksOf(count) };
  return { path, kind: 'file', op, outcome: 'ok', ...amounts, ...change };
}

type Check = NonNullable<CollectorAxes['capabilities']>['checks'][number];
export function checked(capability: string, call: string, change: Partial<Check> = {}): Check {
  const blocks = blocksOf(change.count ?? 2);
  const plain = { outcome: 'granted', user_namespace: 'initial', purpose: 'other' } as const;
  return { capability, call, ...plain, count: 2, blocks, ...change };
}

type Waits = NonNullable<CollectorAxes['off_cpu']>['stacks'];
/** Waits of one function, called by `main` and calling into the C library; nanoseconds. */
export function waited(sites: Readonly<Record<string, number>>, what = 'sleep futex'): Waits {
  const site = (name: string, module: string, self_ns: number, total_ns: number) => ({
    name,
    module,
    self_ns,
    total_ns,
    self_blocks_ns: blocksOf(self_ns),
  });
  let total = 0;
  for (const ns of Object.values(sites)) total += ns;
  const own = Object.entries(sites).map(([name, ns]) => site(name, 'app', 0, ns));
  const stacks = own.map(({ total_ns }, index) => ({ frames: [1, index + 2, 0], what, count: 1, ns: total_ns }));
  return {
    samples: stacks.length,
    lost: 0,
    whole: stacks.length,
    frames: stacks.length * 3,
    named: stacks.length * 3,
    functions: [site('syscall', 'libc.so.6', total, total), site('main', 'app', 0, total), ...own],
    stacks,
    cut: { functions: 0, stacks: 0 },
  };
}

export function offCpu(
  sleepNs: number,
  sites: Readonly<Record<string, number>>,
): NonNullable<CollectorAxes['off_cpu']> {
  const hist = Array<number>(40).fill(0);
  const blocks_ns = blocksOf(sleepNs);
  const slept = { reason: 'sleep' as const, count: 1, unfinished: 0, total_ns: sleepNs, hist, blocks_ns };
  return {
    reasons: sleepNs === 0 ? [] : [slept],
    calls: [],
    threads: [],
    threshold_ns: 1e6,
    stack_ns: 0,
    without_stack_ns: sleepNs,
    stacks: waited(sites),
    cut: 0,
  };
}

export function locked(ns: number, sites: Readonly<Record<string, number>>): NonNullable<CollectorAxes['locks']> {
  const hist = Array<number>(40).fill(0);
  const wait = { operation: 'wait', outcome: 'ok', count: 2, total_ns: ns, hist, blocks: blocksOf(2) };
  return { waits: ns === 0 ? [] : [wait], stacks: waited(sites, 'wait'), kernel: [], cut: 0 };
}

type Request = NonNullable<CollectorAxes['memory']>['requests'][number];
export function asked(change: Partial<Request> = {}): Request {
  const blocks = blocksOf(change.count ?? 2);
  const made: Request = {
    call: 'mmap',
    change: 'grow',
    area: 'anonymous',
    outcome: 'ok',
    count: 2,
    bytes: 8192,
    blocks,
    bytes_blocks: blocksOf(change.bytes ?? 8192),
  };
  return { ...made, ...change };
}

/** Stacks, each with its functions from the root and what it weighs. */
export function weighed(stacks: (readonly [names: string, weight: number])[], samples = stacks.length): Sites {
  const functions: Sites['functions'] = [];
  const numberOf = (name: string): number => {
    const [text = name, module = 'app'] = name.split('@');
    const known = functions.findIndex((one) => one.name === text && one.module === module);
    if (known !== -1) return known;
    return functions.push({ name: text, module, self: 0, total: 0, self_blocks: blocksOf(0) }) - 1;
  };
  const listed = stacks.map(([names, weight]) => {
    return { frames: names.split(' ').map((name) => numberOf(name)), kind: 'malloc', count: 1, weight };
  });
  return { samples, lost: 0, whole: samples, functions, stacks: listed, cut: { functions: 0, stacks: 0 } };
}

export function held(
  blocks_bytes: number[],
  moved: Partial<Record<'file' | 'anonymous' | 'swap' | 'shared', number>> = {},
) {
  const kinds = (['file', 'anonymous', 'swap', 'shared'] as const).map((kind) => ({
    kind,
    first_bytes: 8 << 20,
    last_bytes: (8 << 20) + (moved[kind] ?? 0),
    highest_bytes: 9 << 20,
  }));
  return { kinds, highest_bytes: Math.max(...blocks_bytes), blocks_bytes, uncertain_bytes: 262_144 };
}

export const quietMemory: NonNullable<CollectorAxes['memory']> = {
  faults: { user: 0, kernel: 0, blocks: blocksOf(0), major: 0, major_blocks: blocksOf(0) },
  fault_sites: weighed([]),
  resident: held(Array<number>(12).fill(24 << 20)),
  requests: [],
  growth_sites: weighed([]),
  cut: 0,
};

type Ran = NonNullable<CollectorAxes['cpu_stacks']>['functions'][number];
export function ran(name: string, self: number, total = self): Ran {
  return { name, module: 'app', self, total, self_blocks: blocksOf(self) };
}

/** As debug information tells it. */
export function ranAt(name: string, self: number, file: string, line: number): Ran {
  return { ...ran(name, self), file, line, lines: [{ line: line + 1, self }] };
}

export function sampled(functions: Ran[]): NonNullable<CollectorAxes['cpu_stacks']> {
  let samples = 0;
  for (const { self } of functions) samples += self;
  const stacks = functions.map(({ self }, index) => ({ frames: [0, index], count: self }));
  const cut = { functions: 0, stacks: 0 };
  const rates = { requested_hz: 99, measured_hz: 100 };
  const frames = samples * 2;
  const python = { samples: 0, incomplete: 0, frames: 0 };
  const source = { addresses_with_line: 0, addresses_inlined: 0, addresses_elsewhere: 0, cut: 0 };
  const counts = { samples, whole: samples, frames, named: frames };
  return { ...rates, ...counts, runtimes: [], python, functions, stacks, cut, source };
}

/** Of a target that slept through the window: every axis measured zero, and waiting is no event. */
export const idleAxes: CollectorAxes = {
  cpu_time: { total_ns: 0, blocks_ns: blocksOf(0), threads: [] },
  cpu_stacks: sampled([]),
  syscalls: { calls: [], cut: 0 },
  files: { opens: [], cut: 0 },
  network: networkOf([]),
  processes: { programs: [], exits: [], cut: 0 },
  signals: { received: [], cut: 0 },
  executable_memory: { grants: [], cut: 0 },
  file_changes: { changes: [], cut: 0 },
  file_io: { transfers: [], cut: 0 },
  capabilities: { checks: [], cut: 0 },
  off_cpu: offCpu(60e9, {}),
  locks: locked(0, {}),
  memory: quietMemory,
};

export const allProbes: readonly ProbeResult[] = [
  measured('cpu_time', 'cpu_time'),
  measured('cpu_samples', 'cpu_stacks'),
  measured('syscalls', 'syscalls'),
  measured('file_opens', 'files'),
  measured('net_bytes', 'network'),
  measured('net_connect', 'network'),
  measured('net_accept', 'network'),
  measured('net_quality', 'network', { required: false }),
  measured('process_exec', 'processes'),
  measured('process_exit', 'processes'),
  measured('signals', 'signals'),
  measured('executable_memory', 'executable_memory'),
  measured('file_changes', 'file_changes'),
  measured('file_io', 'file_io'),
  measured('capability_use', 'capabilities'),
  measured('off_cpu', 'off_cpu'),
  measured('futex_waits', 'locks'),
  measured('page_faults', 'memory'),
  measured('resident_memory', 'memory'),
  measured('memory_calls', 'memory'),
];

export function makeRecord(change: Partial<CollectorRecord> = {}): CollectorRecord {
  return {
    schema: 'ptop.capture.v1',
    tool: { version: '0.1.0', bpf_sha256: 'b'.repeat(64) },
    host: {
      kernel: '6.18.0',
      arch: 'x86_64',
      cpu_model: 'A CPU',
      online_cpus: 2,
      boot_id: 'boot-1',
      mem_total_bytes: 8e9,
      clocksource: 'tsc',
    },
    processes: [makeProcess(4321)],
    window: { warmup_ns: 5e9, requested_ns: 60e9, measured_ns: 60e9, start_wall: '2026-11-21T10:00:00.000Z' },
    probes: [...allProbes],
    axes: {
      cpu_time: { total_ns: 30e9, blocks_ns: blocksOf(30e9), threads: [{ comm: 'main', threads: 1, ns: 30e9 }] },
      cpu_stacks: sampled([ran('main', 10, 3000), ran('work', 2990)]),
      syscalls: { calls: [called('openat', 600), called('read', 6000), called('futex', 50, 'EAGAIN')], cut: 0 },
      files: { opens: [opened('/etc/app.conf', 600)], cut: 0 },
      network: networkOf([connected('10.0.0.5')]),
      processes: { programs: [started('/usr/bin/convert')], exits: [ended('convert')], cut: 0 },
      signals: { received: [signalled('SIGALRM')], cut: 0 },
      executable_memory: { grants: [granted('anonymous')], cut: 0 },
      file_changes: { changes: [changed('/var/log/app.log', 'rename_from')], cut: 0 },
      file_io: { transfers: [moved('/var/log/app.log', 'write')], cut: 0 },
      capabilities: { checks: [checked('CAP_NET_BIND_SERVICE', 'bind')], cut: 0 },
      off_cpu: offCpu(20e9, { park: 12e9 }),
      locks: locked(3e9, { acquire: 3e9 }),
      memory: { ...quietMemory, requests: [asked()] },
    },
    memory: { peak_rss_bytes: 8 << 20, map_bytes: 4 << 20 },
    overhead_cpu_ns: 1e8,
    ...change,
  };
}

export function makeProcess(pid: number, change: Partial<CollectorRecord['processes'][number]> = {}) {
  return {
    pid,
    start_ticks: 1000,
    forked: false,
    present_at_end: true,
    exe_path: '/usr/bin/app',
    exe_bytes: 1000,
    exe_sha256: 'e'.repeat(64),
    comm: 'app',
    uid: 1000,
    pid_ns_inode: 4026531836,
    cgroup: '/',
    argv_hash: 'a'.repeat(64),
    ...change,
  };
}
