/** From a bundle to its vector. */
import type { Bundle, BundleAxis, Feature } from '../record/bundle.ts';
import { countLost } from '../record/axis-reasons.ts';
import { compareText } from '../keys/key-text.ts';
import {
  type AxisColumns,
  type AxisVector,
  type CaptureVector,
  type Histograms,
  noPresence,
  noSpread,
  type Numbers,
  type OptionalColumn,
  optionalColumns,
  type Places,
  smallest,
  units,
} from './capture-vector.ts';
import { edgesOf } from './edges-of.ts';
import { type SamplesBehind, samplesBehind } from './own-time.ts';

export function vectorOf(bundle: Bundle): CaptureVector {
  const { request, instance, recorded, builds, containers, host, quota, window, work, tool, target } = bundle;
  const { workload, version, env, kind, requested_at, image } = request;
  const { collector_version, witness_version, bpf_sha256 } = tool;
  return {
    request: { workload, version, env, kind, requested_at, ...(image !== undefined && { image }) },
    instance,
    recorded,
    builds,
    containers,
    host,
    ...(quota !== undefined && { quota }),
    window,
    ...(work !== undefined && { work }),
    tool: { collector_version, witness_version, bpf_sha256 },
    initial_processes: target.processes.filter(({ forked }) => !forked).length,
    ...ageOf(bundle),
    axes: bundle.axes.map((axis) => vectorOfAxis(axis, bundle)),
  };
}

/** Ticks of `/proc/<pid>/stat` are hundredths of a second on every architecture. */
const tickNs = 1e7;

function ageOf({ window: { start_boottime_ns: start }, target }: Bundle): Pick<CaptureVector, 'age_ns'> {
  const ticks = target.processes.flatMap((one) => (one.forked ? [] : [one.start_ticks]));
  return start === undefined || ticks.length === 0 ? {} : { age_ns: Math.max(0, start - Math.min(...ticks) * tickNs) };
}

function vectorOfAxis(axis: BundleAxis, { probes, stacks, builds }: Bundle): AxisVector {
  if (axis.state === 'missing') return axis;
  const { features, ...facts } = axis;
  const lost = countLost(facts.axis, probes);
  const own = facts.axis === 'cpu_stacks' ? stacks : undefined;
  const sampled = own && { stacks: own, behind: samplesBehind(features, own, builds) };
  return { ...facts, ...(lost > 0 && { lost }), columns: columnsOf(features, facts.builds?.length, sampled) };
}

/** Whole stacks whose frames are the features, and what these are behind. */
interface Sampled {
  readonly stacks: NonNullable<Bundle['stacks']>;
  readonly behind: SamplesBehind;
}

type Counted = Feature & { readonly [name in keyof SamplesBehind]?: number | undefined };

function columnsOf(
  unordered: readonly Feature[],
  builds: number | undefined,
  sampled: Sampled | undefined,
): AxisColumns {
  const ordered = unordered
    .map((feature, index) => ({
      feature: {
        ...feature,
        key: wellFormed(feature.key),
        ...partOf(sampled?.behind, index),
      },
      index,
    }))
    .toSorted((a, b) => compareText(a.feature.key, b.feature.key));
  const features = ordered.map(({ feature }) => feature);
  const rankOf = new Uint32Array(features.length);
  for (const [rank, { index }] of ordered.entries()) rankOf[index] = rank;
  const columns: AxisColumns = {
    keys: features.map(({ key }) => key),
    units: Uint8Array.from(features, ({ unit }) => units.indexOf(unit)),
    amount: smallest(features.map(({ amount }) => amount)),
    presence: Uint16Array.from(features, ({ blocks }) => presenceOf(blocks)),
    spread: Uint16Array.from(features, ({ blocks }) => spreadOf(blocks)),
    ...(builds !== undefined && { byBuild: partsOf(features, builds) }),
    ...histogramsOf(features),
    ...placesOf(features),
    ...(sampled !== undefined && edgesOf(unordered, rankOf, sampled.stacks)),
  };
  return Object.assign(columns, Object.fromEntries(optionalColumns.flatMap((name) => columnOf(features, name))));
}

function partOf(behind: SamplesBehind | undefined, at: number): Partial<Record<keyof SamplesBehind, number>> {
  if (behind === undefined) return {};
  const within = behind.within[at] ?? Number.NaN;
  return { own: behind.own[at] ?? 0, work: behind.work[at] ?? 0, ...(!Number.isNaN(within) && { within }) };
}

/** No entry where no key has such a value. */
function columnOf(features: readonly Counted[], name: OptionalColumn): [OptionalColumn, Numbers][] {
  if (features.every((feature) => feature[name] === undefined)) return [];
  return [[name, smallest(features.map((feature) => feature[name] ?? Number.NaN))]];
}

/** One column for each build, and one for what has none. */
function partsOf(features: readonly Feature[], builds: number): Numbers[] {
  return Array.from({ length: builds + 1 }, (_, at) =>
    smallest(features.map(({ by_build: parts }) => parts?.[at] ?? Number.NaN)),
  );
}

function presenceOf(blocks: readonly number[] | undefined): number {
  if (blocks === undefined) return noPresence;
  let bits = 0;
  for (const [block, amount] of blocks.entries()) if (amount > 0) bits |= 1 << block;
  return bits;
}

function spreadOf(blocks: readonly number[] | undefined): number {
  if (blocks === undefined) return noSpread;
  let mean = 0;
  for (const amount of blocks) mean += amount / blocks.length;
  if (mean === 0) return noSpread;
  let squares = 0;
  for (const amount of blocks) squares += (amount - mean) ** 2;
  return Math.round((1000 * Math.sqrt(squares / (blocks.length - 1))) / mean);
}

function histogramsOf(features: readonly Feature[]): { histograms?: Histograms } {
  if (features.every(({ hist = [] }) => hist.length === 0)) return {};
  const starts = new Uint32Array(features.length + 1);
  const [bins, counts]: [number[], number[]] = [[], []];
  for (const [key, { hist = [] }] of features.entries()) {
    for (const [bin, count] of hist.entries()) {
      if (count === 0) continue;
      bins.push(bin);
      counts.push(count);
    }
    starts[key + 1] = bins.length;
  }
  const lengths = Uint16Array.from(features, ({ hist = [] }) => hist.length);
  return { histograms: { lengths, starts, bins: Uint16Array.from(bins), counts: smallest(counts) } };
}

function placesOf(features: readonly Feature[]): { places?: Places } {
  const numbers = new Map<string, number>();
  const file = Uint32Array.from(features, ({ place }) => {
    if (place === undefined) return 0;
    const name = wellFormed(place.file);
    const number = numbers.get(name) ?? numbers.size + 1;
    numbers.set(name, number);
    return number;
  });
  if (numbers.size === 0) return {};
  const line = Uint32Array.from(features, ({ place }) => place?.line ?? 0);
  return { places: { files: [...numbers.keys()], file, line } };
}

/** Text of a target may hold half of a surrogate pair, which UTF-8 cannot carry. */
function wellFormed(text: string): string {
  if (text.isWellFormed()) return text;
  return text.replaceAll(/\p{Surrogate}/gu, (half) => `\\u${(half.codePointAt(0) ?? 0).toString(16)}`);
}
