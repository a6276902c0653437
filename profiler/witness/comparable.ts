/**
 * The gate before any number: an axis is compared only when it was measured completely on both sides
 * by the same instruments on the same kind of machine. Otherwise both facts are stated, and nothing
 * that suggests a direction.
 */
import type { z } from 'zod';
import type { AxisId } from './collector-record.ts';
import type { Bundle, BundleAxis } from './bundle.ts';
import type { AxisSide } from './diff.ts';
import { compareText } from './compare-text.ts';

export type MeasuredAxis = Extract<BundleAxis, { features: unknown }>;
type Side = z.infer<typeof AxisSide>;

export interface SideAxis {
  readonly bundle: Bundle;
  readonly axis: MeasuredAxis;
}

export type Comparability =
  | { readonly comparable: true; readonly baseline: SideAxis[]; readonly head: SideAxis[]; readonly caveats: string[] }
  | { readonly comparable: false; readonly reason: string };

/** What a view of an axis needs to have been measured. */
export interface AxisNeed {
  readonly source: AxisId;
  /** Its keys or amounts are decided by callers: stacks that end early harm it. */
  readonly needsCallers?: boolean;
}

/** The first bundle of a side is its head; replicates that are not complete are left out with a caveat. */
export function judgeAxis(need: AxisNeed, baseline: readonly Bundle[], head: readonly Bundle[]): Comparability {
  const sides = [describeSide(need, baseline), describeSide(need, head)];
  if (sides.some(({ state }) => state !== 'complete')) {
    const facts = [baseline, head].map((side, index) => `${versionOf(side)}: ${sayState(sides[index])}`);
    return { comparable: false, reason: facts.join('; ') };
  }
  const caveats: string[] = [];
  const [a, b] = [completeOf(need, baseline, caveats), completeOf(need, head, caveats)];
  const reason = differenceOf([...a, ...b]);
  return reason === undefined ? { comparable: true, baseline: a, head: b, caveats } : { comparable: false, reason };
}

/** State of an axis in the head of a side; `missing` when the bundle does not know the axis. */
export function describeSide({ source, needsCallers = false }: AxisNeed, side: readonly Bundle[]): Side {
  const found = side[0]?.axes.find((one) => one.axis === source);
  if (found === undefined) return { state: 'missing', why: ['this axis was not part of the capture'] };
  if (!needsCallers || found.state === 'missing' || found.inclusive?.state !== 'partial') {
    return { state: found.state, why: found.why };
  }
  return { state: 'partial', why: [...found.why, ...found.inclusive.why] };
}

/** What limits every axis without forbidding it: any two captures of either side may differ. */
export function findCaveats(bundles: readonly Bundle[]): string[] {
  const caveats: string[] = [];
  const differs = (what: string, read: (bundle: Bundle) => string | number): void => {
    const values = [...new Set(bundles.map((bundle) => String(read(bundle))))];
    if (values.length > 1) caveats.push(`${what} differs: ${values.toSorted(compareText).join(' and ')}`);
  };
  differs('kernel', ({ host }) => host.kernel);
  differs('CPU model', ({ host }) => host.cpu_model);
  differs('number of CPUs', ({ host }) => host.online_cpus);
  differs('warm-up in seconds', ({ window }) => window.warmup_ns / 1e9);
  differs('number of processes', initialProcesses);
  return caveats;
}

function initialProcesses({ target }: Bundle): number {
  return target.processes.filter(({ forked }) => !forked).length;
}

function completeOf(need: AxisNeed, side: readonly Bundle[], caveats: string[]): SideAxis[] {
  return side.flatMap((bundle) => {
    const found = bundle.axes.find((one) => one.axis === need.source);
    const described = describeSide(need, [bundle]);
    if (found?.state === 'complete' && described.state === 'complete') return [{ bundle, axis: found }];
    caveats.push(`a replicate of ${bundle.request.version} is left out: ${sayState(described)}`);
    return [];
  });
}

function differenceOf(all: readonly SideAxis[]): string | undefined {
  const [first, ...others] = all;
  if (first === undefined) return 'nothing to compare';
  for (const one of others) {
    if (one.bundle.host.arch !== first.bundle.host.arch) {
      return `measured on different architectures: ${first.bundle.host.arch} and ${one.bundle.host.arch}`;
    }
    if (one.bundle.tool.bpf_sha256 !== first.bundle.tool.bpf_sha256) {
      return `measured with different probe programs (collector ${first.bundle.tool.collector_version} and ${one.bundle.tool.collector_version})`;
    }
    if (one.bundle.tool.witness_version !== first.bundle.tool.witness_version) {
      return `keys were made by different aggregators (witness ${first.bundle.tool.witness_version} and ${one.bundle.tool.witness_version})`;
    }
    if (one.axis.probes.join() !== first.axis.probes.join()) {
      return `measured by different probes: ${first.axis.probes.join(', ')} and ${one.axis.probes.join(', ')}`;
    }
  }
  const overlapping = all.some((one, index) => all.slice(index + 1).some((other) => overlap(one.bundle, other.bundle)));
  return overlapping ? 'two captures measured the same machine at the same time' : undefined;
}

function overlap(a: Bundle, b: Bundle): boolean {
  if (a.host.boot_id !== b.host.boot_id) return false;
  const [startA, startB] = [Date.parse(a.window.start_wall), Date.parse(b.window.start_wall)];
  return startA < startB + b.window.measured_ns / 1e6 && startB < startA + a.window.measured_ns / 1e6;
}

function sayState(side: Side | undefined): string {
  if (side === undefined || side.state === 'missing') return `not measured (${side?.why.join('; ') ?? 'no capture'})`;
  return side.state === 'complete' ? 'measured' : `measured in part (${side.why.join('; ')})`;
}

function versionOf(side: readonly Bundle[]): string {
  return side[0]?.request.version ?? 'no version';
}
