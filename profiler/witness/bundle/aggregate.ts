/** From the collector's raw record to the immutable bundle: keys normalised, counts merged, axes judged. */
import { type BundleAxis, type Bundle, Bundle as BundleSchema, type Feature } from './record/bundle.ts';
import {
  explainCuts,
  explainLoss,
  explainMissing,
  explainRuntimes,
  explainWindow,
  hintsOf,
  maxKeysPerAxis,
  unreadOf,
} from './record/axis-reasons.ts';
import { listBuilds, listContainers, separateBuilds } from './features/builds.ts';
import type { AxisId, CollectorAxes, CollectorRecord, ProbeResult } from './record/collector-record.ts';
import { programsOf, type TargetPrograms } from './keys/own-code.ts';
import { functionKey } from './features/feature-parts.ts';
import { type Collected, collectFeatures } from './features/features.ts';
import { findContradictions, silence } from './record/invariants.ts';
import { Normaliser } from './features/normalise.ts';
import { judgeStacks } from './features/stack-ends.ts';
import { waitStacksOf, weightOfSample } from './features/waits.ts';
import { workOf } from './features/work.ts';

/** Another one whenever a record would give other keys: what such keys are of is then not compared (`comparable.ts`). */
const witnessVersion = '3';
/** Measured only on request: otherwise it is not an axis of the capture, and not a missing one. */
const onRequest: ReadonlySet<AxisId> = new Set(['allocations']);

export interface AggregateContext {
  readonly request: Bundle['request'];
  readonly instance: string;
  readonly namespace?: string | undefined;
  readonly cgroupPeakBytes?: number | undefined;
  readonly recorded?: boolean;
}

export function aggregate(record: CollectorRecord, context: AggregateContext): Bundle {
  const contradictions = findContradictions(record.axes);
  const probes = record.probes.map((probe) => {
    const reason = contradictions.get(probe.axis);
    return reason === undefined ? probe : silence(probe, reason);
  });
  const normaliser = new Normaliser(record.processes.map(({ pid }) => pid));
  const asked = probes.filter(({ axis, state }) => !(onRequest.has(axis) && state === 'disabled'));
  const axisIds = [...new Set(asked.map(({ axis }) => axis))];
  const processes = record.processes.map(keepMeasured(probes));
  const builds = listBuilds(processes);
  const programs = programsOf(builds);
  const axes = axisIds.map((axis) => buildAxis(axis, { record, probes, normaliser, programs }));
  const stacks = keepStacks(record.axes.cpu_stacks, axes);
  const work = axes.some(({ axis, state }) => axis === 'network' && state !== 'missing')
    ? workOf(record.axes.network)
    : undefined;
  const bundle: Bundle = {
    schema: 'farol.bundle.v2',
    recorded: context.recorded ?? false,
    request: context.request,
    instance: context.instance,
    target: {
      ...(context.namespace !== undefined && { namespace: context.namespace }),
      processes,
      ...(record.processes_cut !== undefined && { processes_cut: record.processes_cut }),
      ...(record.relatives_outside !== undefined && { relatives_outside: record.relatives_outside }),
      gone: record.processes.filter((one) => !one.forked && !one.present_at_end).map(({ pid }) => pid),
    },
    host: record.host,
    ...(record.quota !== undefined && { quota: record.quota }),
    window: record.window,
    axes,
    ...(work !== undefined && { work }),
    builds,
    containers: listContainers(processes),
    ...(stacks !== undefined && { stacks }),
    probes,
    templates: normaliser.templates(),
    tool: {
      collector_version: record.tool.version,
      witness_version: witnessVersion,
      bpf_sha256: record.tool.bpf_sha256,
      memory_peak_bytes: record.memory.peak_rss_bytes,
      map_bytes: record.memory.map_bytes,
      ...(context.cgroupPeakBytes !== undefined && { cgroup_peak_bytes: context.cgroupPeakBytes }),
      overhead_cpu_ns: record.overhead_cpu_ns,
    },
  };
  return BundleSchema.parse(bundle);
}

/** Amounts over all axes: zero with live probes means that there was nothing to push. */
export function countEvents(bundle: Bundle): number {
  let total = 0;
  for (const axis of bundle.axes) {
    // To wait is to do nothing.
    if (axis.state === 'missing' || axis.axis === 'off_cpu') continue;
    for (const { amount } of axis.features) total += amount;
  }
  return total;
}

type MeasuredAxis = Exclude<BundleAxis, { state: 'missing' }>;
type Process = CollectorRecord['processes'][number];

interface AxisInputs {
  readonly record: CollectorRecord;
  readonly probes: readonly ProbeResult[];
  readonly normaliser: Normaliser;
  readonly programs: TargetPrograms;
}

function buildAxis(axis: AxisId, { record, probes, normaliser, programs }: AxisInputs): BundleAxis {
  const own = probes.filter((probe) => probe.axis === axis);
  const ids = own
    .filter(({ state }) => state === 'measured')
    .map(({ id }) => id)
    .toSorted();
  const required = own.filter(
    (probe) => probe.required && probe.state !== 'not_applicable' && probe.state !== 'disabled',
  );
  const absent = required.filter(({ state }) => state !== 'measured');
  const collected = collectFeatures(axis, record.axes, { normaliser, programs });
  if (collected === undefined || absent.length > 0) {
    return { state: 'missing', axis, probes: ids, why: explainMissing(own, absent) };
  }
  const { features: whole, ...builds } = separateBuilds(axis, collected.features, record);
  const { features, evicted } = keepEach({ ...collected, features: whole });
  const measuredHz = axis === 'cpu_stacks' ? (record.axes.cpu_stacks?.measured_hz ?? 0) : undefined;
  const weighed = waitStacksOf(axis, record.axes);
  const stacks = judgeStacks(axis, record.axes, programs);
  const why = [
    ...explainLoss(axis, probes),
    ...explainWindow(record),
    ...explainCuts(collected.cut + evicted),
    ...(axis === 'cpu_stacks' ? explainRuntimes(record.axes.cpu_stacks) : []),
    ...stacks.why,
    ...(measuredHz === 0 ? ['the rate of the sampling clock was not measured'] : []),
  ];
  return {
    state: why.length === 0 ? 'complete' : 'partial',
    axis,
    why,
    probes: ids,
    ...semanticsOf(own),
    ...(stacks.inclusive !== undefined && { inclusive: stacks.inclusive }),
    ...hintsOf(axis, record.axes),
    ...answersOf(axis, record.axes),
    ...unreadOf(axis, record.axes),
    ...builds,
    features,
    ...(measuredHz !== undefined && measuredHz > 0 && { measured_hz: measuredHz }),
    ...(weighed.length > 0 && { sample_weight: weightOfSample(weighed) }),
  };
}

function answersOf(axis: AxisId, { network }: CollectorAxes): Pick<MeasuredAxis, 'answers' | 'answers_unlisted'> {
  if (axis !== 'network' || network?.exchanges === undefined) return {};
  const { accept, connect } = network.exchanges_unlisted ?? { accept: 0, connect: 0 };
  return { answers: true, ...(accept + connect > 0 && { answers_unlisted: { accept, connect } }) };
}

function semanticsOf(own: readonly ProbeResult[]): Pick<MeasuredAxis, 'semantics'> {
  const stated = own.flatMap(({ id, state, semantics }) =>
    state === 'measured' && semantics !== undefined ? [[id, semantics] as const] : [],
  );
  return stated.length === 0 ? {} : { semantics: Object.fromEntries(stated) };
}

/** Of features in different units each kind has its own limit. */
function keepEach({ features, further = [] }: Collected): { features: Feature[]; evicted: number } {
  const [first, second] = [keepLargest(features), keepLargest(further)];
  return { features: [...first.features, ...second.features], evicted: first.evicted + second.evicted };
}

/** A number of a process exists only where its probe's does. */
function keepMeasured(probes: readonly ProbeResult[]): (process: Process) => Process {
  const measured = new Set(probes.filter(({ state }) => state === 'measured').map(({ id }) => id));
  return ({ cpu_ns: cpu, samples, hits, ...facts }) => ({
    ...facts,
    ...(cpu !== undefined && measured.has('cpu_time') && { cpu_ns: cpu }),
    ...(samples !== undefined && measured.has('cpu_samples') && { samples }),
    ...(hits !== undefined && {
      hits: Object.fromEntries(Object.entries(hits).filter(([probe]) => measured.has(probe))),
    }),
  });
}

/** In the order they came in: stacks refer to functions by their place. Among equals the first stay. */
function keepLargest(features: Feature[]): { features: Feature[]; evicted: number } {
  if (features.length <= maxKeysPerAxis) return { features, evicted: 0 };
  const kept = new Set(features.toSorted((a, b) => b.amount - a.amount).slice(0, maxKeysPerAxis));
  return { features: features.filter((one) => kept.has(one)), evicted: features.length - kept.size };
}

/** Frames point into the features of the axis: a frame whose function was cut is left out of its stack. */
function keepStacks(stacks: CollectorAxes['cpu_stacks'], axes: readonly BundleAxis[]): Bundle['stacks'] {
  const axis = axes.find((one) => one.axis === 'cpu_stacks');
  if (stacks === undefined || axis === undefined || axis.state === 'missing') return undefined;
  const places = new Map(axis.features.map(({ key }, place) => [key, place]));
  const placeOf = stacks.functions.map((one) => places.get(functionKey(one)));
  const { samples, whole, frames, named } = stacks;
  return {
    samples,
    whole,
    frames,
    named,
    stacks: stacks.stacks.map((one) => ({
      frames: one.frames.flatMap((frame) => placeOf[frame] ?? []),
      count: one.count,
    })),
  };
}
