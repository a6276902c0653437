/** Captures as large as they may be: every axis has as many keys as an axis may have. */
import type { Bundle, BundleAxis, Feature } from '../../profiler/witness/bundle/record/bundle.ts';
import type { AxisId } from '../../profiler/witness/bundle/record/collector-record.ts';

export const largest = { captures: 20, axes: 10, keys: 4096 } as const;

/** The axes that grow; four of them with histograms, one with stacks. */
const axisIds: readonly AxisId[] = [
  'cpu_stacks',
  'syscalls',
  'file_io',
  'network',
  'off_cpu',
  'locks',
  'memory',
  'allocations',
  'files',
  'file_changes',
];
const withHistograms: ReadonlySet<AxisId> = new Set(['syscalls', 'file_io', 'network', 'off_cpu']);
const withBytes: ReadonlySet<AxisId> = new Set(['file_io']);
const inNanoseconds: ReadonlySet<AxisId> = new Set(['off_cpu', 'locks']);
/** One key in so many is the capture's own; the others are those of every capture. */
const ownEvery = 10;
/** Places of the source that keys are made to look like. */
const words = ['handler', 'router', 'session', 'cache', 'index', 'parser', 'socket', 'buffer', 'queue', 'store'];

/** Pseudo-random and the same in each run. */
function makeRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

export function makeLargeCapture(capture: number): Bundle {
  const random = makeRandom(capture + 1);
  const start_wall = new Date(Date.UTC(2026, 0, 1) + capture * 3_600_000).toISOString();
  const version = capture % 2 === 0 ? 'v1' : 'v2';
  return {
    schema: 'farol.bundle.v2',
    recorded: false,
    request: {
      request_id: `request-${capture}`,
      workload: 'large',
      version,
      env: '',
      kind: capture < 2 ? 'head' : 'replicate',
      requested_by: 'bench',
      requested_at: start_wall,
    },
    instance: 'node-1',
    target: { processes: [], gone: [] },
    host: {
      kernel: '6.12.0',
      arch: 'x86_64',
      cpu_model: 'A CPU',
      online_cpus: 8,
      boot_id: 'boot-1',
      mem_total_bytes: 16e9,
      clocksource: 'tsc',
    },
    window: { warmup_ns: 5e9, requested_ns: 60e9, measured_ns: 60e9, start_wall },
    axes: axisIds.slice(0, largest.axes).map((axis) => makeAxis(axis, capture, random)),
    stacks: makeStacks(random),
    probes: [],
    builds: [],
    containers: [],
    templates: {},
    tool: {
      collector_version: '0.1.0',
      witness_version: '2',
      bpf_sha256: 'b'.repeat(64),
      memory_peak_bytes: 1,
      map_bytes: 1,
      overhead_cpu_ns: 1,
    },
  };
}

/** As deep as those of a service are, over all functions. */
function makeStacks(random: () => number): NonNullable<Bundle['stacks']> {
  const stacks = Array.from({ length: 4000 }, () => ({
    frames: Array.from({ length: 24 }, () => Math.floor(largest.keys * random() ** 2)),
    count: 1 + Math.floor(5 * random()),
  }));
  let samples = 0;
  for (const { count } of stacks) samples += count;
  return { samples, whole: samples, frames: samples * 24, named: samples * 24, stacks };
}

function makeAxis(axis: AxisId, capture: number, random: () => number): BundleAxis {
  const features = Array.from({ length: largest.keys }, (_, key) => makeFeature(axis, { capture, key, random }));
  const rate = axis === 'cpu_stacks' ? { measured_hz: 99 } : {};
  return { state: 'complete', axis, why: [], probes: [axis], features, ...rate };
}

interface Made {
  readonly capture: number;
  readonly key: number;
  readonly random: () => number;
}

function makeFeature(axis: AxisId, { capture, key, random }: Made): Feature {
  const amountOf = (): number => Math.floor(1000 * random() ** 4);
  const blocks = Array.from({ length: 12 }, amountOf);
  let events = 0;
  for (const one of blocks) events += one;
  const name = nameOf(axis, key, key % ownEvery === 0 ? capture : undefined);
  if (inNanoseconds.has(axis)) {
    const amount = events * 1000 + Math.floor(random() * 1000);
    return { key: name, amount, unit: 'ns', events, ...histogram(axis, random) };
  }
  const common = { key: name, amount: events, events, blocks, ...histogram(axis, random) };
  if (withBytes.has(axis)) return { ...common, unit: 'events', bytes: events * 100, ns: events * 1500 };
  if (axis !== 'cpu_stacks') return { ...common, unit: 'events', ns: events * 1500 };
  const place = { file: `src/${words[key % words.length] ?? ''}/${key % 300}.cc`, line: 1 + (key % 900) };
  return { ...common, unit: 'samples', samples: events, inclusive: events * 2, place };
}

/** Of some sixty characters, as functions and paths have. */
function nameOf(axis: AxisId, key: number, owner: number | undefined): string {
  const word = (at: number): string => words[Math.floor(key / at) % words.length] ?? '';
  const own = owner === undefined ? '' : `_of_${owner}`;
  return `${axis} ${word(1000)}::${word(100)}::${word(10)}::${word(1)}_${key}${own} (service-binary-name)`;
}

function histogram(axis: AxisId, random: () => number): Pick<Feature, 'hist' | 'timed'> {
  if (!withHistograms.has(axis)) return {};
  const hist = Array<number>(40).fill(0);
  let timed = 0;
  for (let bin = 10; bin < 14; bin++) timed += hist[bin] = 1 + Math.floor(random() * 500);
  return { hist, timed };
}
