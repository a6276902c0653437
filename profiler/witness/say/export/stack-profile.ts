/**
 * The stacks of one side of a comparison, from one capture or several, as the exports write them. A sample counts for
 * the CPU time between two samples of its own capture, because captures are sampled at different rates.
 */
import type { Bundle } from '../../bundle/record/bundle.ts';
import { type Frame, readFrame } from './read-frame.ts';

export interface ProfiledStack {
  /** Root first. */
  readonly frames: readonly Frame[];
  /** CPU time, nanoseconds; not rounded. */
  readonly cpuNs: number;
  readonly samples: number;
}

export interface StackProfile {
  readonly workload: string;
  readonly version: string;
  /** The largest first. */
  readonly stacks: readonly ProfiledStack[];
  /** CPU time of all stacks, nanoseconds. */
  readonly cpuNs: number;
  /** Measured time of all captures together, nanoseconds. */
  readonly measuredNs: number;
  /** CPU time between two samples, the mean of the captures, nanoseconds. */
  readonly periodNs: number;
  /** Start of the earliest window, milliseconds since 1970. */
  readonly startMs: number;
  readonly captures: number;
  /** Build ids of executables, by module; only of modules that had one build in all captures. */
  readonly builds: ReadonlyMap<string, string>;
  /** Captures without usable stacks, each with the reason. They are not in any number above. */
  readonly left_out: readonly string[];
}

/** Why captures have no stacks to export. */
export class ExportError extends Error {
  override readonly name = 'ExportError';
}

/** Takes the place of stacks beyond the collector's limit, so that the total stays right. */
export const beyondLimit: Frame = { name: '[stacks beyond the limit of the capture]', module: '' };

/** @throws ExportError when no capture has stacks, with the reason of each. */
export function profileStacks(bundles: readonly Bundle[]): StackProfile {
  const usable: UsableCapture[] = [];
  const leftOut: string[] = [];
  for (const bundle of bundles) {
    const read = readCapture(bundle);
    if (typeof read === 'string') leftOut.push(`${bundle.request.request_id}: ${read}`);
    else usable.push(read);
  }
  const [first] = usable;
  if (first === undefined) {
    const version = bundles[0]?.request.version ?? '';
    throw new ExportError(`No capture of version ${version} has CPU stacks. ${leftOut.join('. ')}.`);
  }
  const stacks = mergeStacks(usable);
  return {
    workload: first.bundle.request.workload,
    version: first.bundle.request.version,
    stacks,
    cpuNs: sum(stacks.map(({ cpuNs }) => cpuNs)),
    measuredNs: sum(usable.map(({ bundle }) => bundle.window.measured_ns)),
    periodNs: sum(usable.map(({ periodNs }) => periodNs)) / usable.length,
    startMs: Math.min(...usable.map(({ bundle }) => Date.parse(bundle.window.start_wall))),
    captures: usable.length,
    builds: buildsOf(usable.map(({ bundle }) => bundle)),
    left_out: leftOut,
  };
}

/** The same profile as if it had been measured for another time, so that two sides compare. */
export function scaleTo(profile: StackProfile, measuredNs: number): StackProfile {
  const factor = measuredNs / profile.measuredNs;
  return {
    ...profile,
    stacks: profile.stacks.map(({ frames, cpuNs, samples }) => ({
      frames,
      cpuNs: cpuNs * factor,
      samples: samples * factor,
    })),
    cpuNs: profile.cpuNs * factor,
    measuredNs,
  };
}

interface UsableCapture {
  readonly bundle: Bundle;
  readonly frames: readonly Frame[];
  readonly stacks: NonNullable<Bundle['stacks']>;
  readonly periodNs: number;
}

/** A text says why it is not usable. */
function readCapture(bundle: Bundle): UsableCapture | string {
  const axis = bundle.axes.find((one) => one.axis === 'cpu_stacks');
  if (axis === undefined) return 'the capture has no axis cpu_stacks';
  if (axis.state === 'missing') return `cpu_stacks is missing: ${axis.why.join('; ')}`;
  if (bundle.stacks === undefined) return 'the capture has no whole stacks';
  if (axis.measured_hz === undefined) return 'the rate of the sampling clock was not measured';
  return { bundle, frames: axis.features.map(readFrame), stacks: bundle.stacks, periodNs: 1e9 / axis.measured_hz };
}

function mergeStacks(captures: readonly UsableCapture[]): ProfiledStack[] {
  const merged = new Map<string, { frames: readonly Frame[]; cpuNs: number; samples: number }>();
  const add = (frames: readonly Frame[], count: number, periodNs: number): void => {
    if (count === 0) return;
    const key = JSON.stringify(frames.map(({ name, module }) => [name, module]));
    const known = merged.get(key) ?? { frames, cpuNs: 0, samples: 0 };
    known.cpuNs += count * periodNs;
    known.samples += count;
    merged.set(key, known);
  };
  for (const { frames, stacks, periodNs } of captures) {
    let listed = 0;
    for (const stack of stacks.stacks) {
      listed += stack.count;
      const named = stack.frames.flatMap((index) => frames[index] ?? []);
      // Every function of it was beyond the limit of keys.
      add(named.length === 0 ? [beyondLimit] : named, stack.count, periodNs);
    }
    add([beyondLimit], Math.max(0, stacks.samples - listed), periodNs);
  }
  return [...merged]
    .toSorted(([aKey, a], [bKey, b]) => b.cpuNs - a.cpuNs || (aKey < bKey ? -1 : 1))
    .map(([, stack]) => stack);
}

function buildsOf(bundles: readonly Bundle[]): Map<string, string> {
  const found = new Map<string, Set<string>>();
  for (const { exe_path: path, build_id: build } of bundles.flatMap(({ target }) => target.processes)) {
    const module = path.slice(path.lastIndexOf('/') + 1);
    found.set(module, (found.get(module) ?? new Set()).add(build ?? ''));
  }
  return new Map(
    [...found].flatMap(([module, builds]) => {
      const [build = ''] = builds;
      return builds.size === 1 && build !== '' ? [[module, build] as const] : [];
    }),
  );
}

export function sum(values: readonly number[]): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
