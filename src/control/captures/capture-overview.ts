/** A capture at a glance: what each axis holds, which builds were measured, and how much of the window. */
import type { Bundle, BundleAxis } from '../../../profiler/witness/bundle.ts';
import { totalRate } from '../../../profiler/witness/count-side.ts';
import { type AxisView, onRequest, views } from '../../../profiler/witness/views.ts';
import type { CaptureOverview } from '../api.ts';

const nanosecondsPerSecond = 1e9;

export function describeCapture(bundle: Bundle): CaptureOverview {
  const { instance, axes, window, target } = bundle;
  return {
    instance,
    measured_sec: window.measured_ns / nanosecondsPerSecond,
    requested_sec: window.requested_ns / nanosecondsPerSecond,
    builds: listBuilds(target),
    axes: axes
      .filter((one) => one.state !== 'missing' || !onRequest.has(one.axis))
      .map((one) => describeAxis(bundle, one)),
  };
}

/** By executable and content, the one with the most processes first. */
function listBuilds({ processes, processes_cut: cut = 0 }: Bundle['target']): CaptureOverview['builds'] {
  const builds = Map.groupBy(processes, ({ exe_path: exe, exe_sha256: hash }) => JSON.stringify([exe, hash]));
  const listed = [...builds.values()].flatMap((own) => {
    const [first] = own;
    if (first === undefined) return [];
    const { exe_path, exe_sha256, build_id } = first;
    return [{ exe_path, exe_sha256, ...(build_id !== undefined && { build_id }), processes: own.length }];
  });
  return { listed: listed.toSorted((a, b) => b.processes - a.processes), unlisted_processes: cut };
}

/** The first view of an axis is the one that it is known by. */
function describeAxis(bundle: Bundle, axis: BundleAxis): CaptureOverview['axes'][number] {
  const { axis: name, state } = axis;
  if (axis.state === 'missing') return { axis: name, state, why: axis.why };
  const why = 'why' in axis ? axis.why : [];
  const view = views.find((one) => one.source === name);
  if (view === undefined) return { axis: name, state, why };
  const keys = axis.features.filter(({ key, count }) => count > 0 && view.keyOf(key) !== undefined);
  const distinct = new Set(keys.map(({ key }) => view.keyOf(key)));
  if (view.kind === 'set') return { axis: name, state, why, keys: distinct.size };
  return { axis: name, state, why, total: { value: totalOf(bundle, axis, view), unit: view.unit } };
}

function totalOf(
  bundle: Bundle,
  axis: Exclude<BundleAxis, { state: 'missing' }>,
  { amountOf = ({ count }) => count, isPart, keyOf }: AxisView,
): number {
  const features = axis.features.map((feature) => ({ ...feature, count: amountOf(feature) }));
  return totalRate([{ bundle, axis: { ...axis, features } }], isPart ?? ((key) => keyOf(key) !== undefined));
}
