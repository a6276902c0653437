/** A capture at a glance: what each axis holds, which builds were measured, how much of the window, and its processes. */
import type { Bundle } from '../../../profiler/witness/bundle/record/bundle.ts';
import { totalRate } from '../../../profiler/witness/judge/changes/count-side.ts';
import {
  type AxisVector,
  type CaptureVector,
  workRate,
} from '../../../profiler/witness/bundle/vector/capture-vector.ts';
import { explainUnlisted } from '../../../profiler/witness/bundle/record/axis-reasons.ts';
import { vectorOf } from '../../../profiler/witness/bundle/vector/vector-of.ts';
import { onRequest, views } from '../../../profiler/witness/judge/views/views.ts';
import type { CaptureOverview, CaptureProcesses } from '../api/api.ts';

const nanosecondsPerSecond = 1e9;

export function describeCapture(bundle: Bundle): CaptureOverview {
  const { instance, window, target, builds } = bundle;
  const vector = vectorOf(bundle);
  const axes = vector.axes.filter((one) => one.state !== 'missing' || !onRequest.has(one.axis));
  const work = workRate([vector]);
  return {
    instance,
    ...(work !== undefined && { work_per_sec: work }),
    views: views.filter(({ source }) => axes.some(({ axis }) => axis === source)).length,
    measured_sec: window.measured_ns / nanosecondsPerSecond,
    requested_sec: window.requested_ns / nanosecondsPerSecond,
    builds: { listed: listBuilds(builds), unlisted_processes: target.processes_cut ?? 0 },
    ...(target.relatives_outside !== undefined && { relatives_outside: target.relatives_outside }),
    axes: axes.map((one) => describeAxis(vector, one)),
  };
}

/** The one with the most processes first. */
function listBuilds(builds: Bundle['builds']): CaptureOverview['builds']['listed'] {
  return builds
    .toSorted((a, b) => b.processes - a.processes)
    .map(({ exe_path, exe_sha256, build_id, processes }) => ({
      exe_path,
      exe_sha256,
      ...(build_id !== undefined && { build_id }),
      processes,
    }));
}

/** By the view that has the name of the axis, else by its first one. */
function describeAxis(vector: CaptureVector, axis: AxisVector): CaptureOverview['axes'][number] {
  const { axis: name, state, why } = axis;
  const own = views.filter(({ source }) => source === name);
  const view = own.find((one) => one.axis === name) ?? own[0];
  if (axis.state === 'missing' || view === undefined) return { axis: name, state, why };
  const hints = [
    ...(axis.hints ?? []),
    ...explainUnlisted('accept', axis.answers_unlisted),
    ...explainUnlisted('connect', axis.answers_unlisted),
  ];
  const facts = { axis: name, state, why, ...(hints.length > 0 && { hints }) };
  const { keyOf, isPart = (key) => keyOf(key) !== undefined, column, unit } = view;
  if (view.kind === 'set') {
    const { keys, amount } = axis.columns;
    const seen = keys.filter((key, at) => (amount[at] ?? 0) > 0 && keyOf(key) !== undefined);
    return { ...facts, keys: new Set(seen.map(keyOf)).size };
  }
  return { ...facts, total: { value: totalRate([{ vector, axis }], { isPart, column }), unit } };
}

/** What each process of a capture's target did, as its bundle has it. */
const mostListed = 100;

/** Most CPU time first; of two that used as much, or were not measured, the lower id. */
export function listProcesses({ instance, target }: Pick<Bundle, 'instance' | 'target'>): CaptureProcesses {
  const { processes, processes_cut: cut = 0 } = target;
  const listed = processes
    .toSorted((a, b) => (b.cpu_ns ?? 0) - (a.cpu_ns ?? 0) || a.pid - b.pid)
    .slice(0, mostListed)
    .map(({ pid, comm, exe_path, forked, present_at_end, cpu_ns: cpu, samples, hits }) => ({
      pid,
      comm,
      exe_path,
      forked,
      present_at_end,
      ...(cpu !== undefined && { cpu_ns: cpu }),
      ...(samples !== undefined && { samples }),
      ...(hits !== undefined && { hits }),
    }));
  return { instance, processes: listed, further: processes.length - listed.length + cut };
}
