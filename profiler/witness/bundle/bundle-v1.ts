/**
 * Bundles of version 1. They stay readable: what they lack is absent in the version that they are upgraded to, and
 * twelve zeros in the place of blocks that nobody measured become no blocks.
 */
import { z } from 'zod';
import {
  type Bundle,
  type BundleAxis,
  bundleCore,
  type Feature,
  MissingAxis,
  SourcePlace,
  type Unit,
} from './record/bundle.ts';
import { listBuilds, listContainers } from './features/builds.ts';
import { AxisId } from './record/collector-record.ts';
import { Blocks, count } from './record/collector-stacks.ts';
import { inBlocks } from './features/feature-parts.ts';
import { begins } from './features/memory-features.ts';

const FeatureV1 = z.strictObject({
  key: z.string(),
  count,
  blocks: Blocks,
  ns: count.optional(),
  hist: z.array(count).optional(),
  timed: count.optional(),
  bytes: count.optional(),
  inclusive: count.optional(),
  place: SourcePlace.optional(),
  lines: z.array(z.strictObject({ line: z.number().int().positive(), count })).optional(),
  samples: count.optional(),
});
type FeatureV1 = z.infer<typeof FeatureV1>;

const measuredAxis = {
  axis: AxisId,
  why: z.array(z.string()),
  probes: z.array(z.string()),
  features: z.array(FeatureV1),
  measured_hz: z.number().min(1e-6).max(1e9).optional(),
  sample_weight: z.number().min(1e-6).max(1e15).optional(),
};

export const BundleV1 = z.strictObject({
  ...bundleCore,
  schema: z.literal('farol.bundle.v1'),
  axes: z.array(
    z.discriminatedUnion('state', [
      z.strictObject({ state: z.literal('complete'), ...measuredAxis }),
      z.strictObject({ state: z.literal('partial'), ...measuredAxis }),
      MissingAxis,
    ]),
  ),
});
export type BundleV1 = z.infer<typeof BundleV1>;

export function upgradeV1(old: BundleV1): Bundle {
  const { processes } = old.target;
  return {
    ...old,
    schema: 'farol.bundle.v2',
    axes: old.axes.map((axis) => upgradeAxis(axis, old.stacks?.samples ?? 0)),
    builds: listBuilds(processes),
    containers: listContainers(processes),
  };
}

/** Version 1 called the whole axis partial when stacks ended early; what functions did themselves was right. */
const endsEarly = /^\d+ of \d+ stacks do not reach their root/u;
/** Samples without any function that are too many. */
const mostUnread = 0.05;

function upgradeAxis(old: BundleV1['axes'][number], samples: number): BundleAxis {
  if (old.state === 'missing') return old;
  const features = old.features.map((one) => upgradeFeature(old.axis, one));
  const ends = old.why.filter((reason) => endsEarly.test(reason));
  if (old.axis !== 'cpu_stacks' || ends.length === 0) return { ...old, features };
  let shown = 0;
  for (const { amount } of features) shown += amount;
  if (samples - shown > samples * mostUnread) return { ...old, features };
  const why = old.why.filter((reason) => !ends.includes(reason));
  const inclusive = { state: 'partial', why: ends } as const;
  return { ...old, state: why.length === 0 ? 'complete' : 'partial', why, inclusive, features };
}

function upgradeFeature(axis: AxisId, { count: amount, blocks, samples, ...rest }: FeatureV1): Feature {
  const unit = unitOf(axis, rest.key);
  const events = eventsOf(unit, { amount, hist: rest.hist });
  const drawn = unit === 'samples' ? amount : samples;
  return {
    ...rest,
    amount,
    unit,
    ...(events !== undefined && { events }),
    ...(drawn !== undefined && { samples: drawn }),
    ...inBlocks(amount, blocks),
  };
}

const inBytes = ['bytes ', begins.resident, begins.growthSite, begins.allocationSite];

/** What a count of version 1 was a number of. */
function unitOf(axis: AxisId, key: string): Unit {
  if (axis === 'cpu_time' || axis === 'off_cpu' || axis === 'locks') return 'ns';
  if (axis === 'cpu_stacks') return 'samples';
  const mayBeBytes = axis === 'network' || axis === 'memory' || axis === 'allocations';
  return mayBeBytes && inBytes.some((begin) => key.startsWith(begin)) ? 'bytes' : 'events';
}

/** A histogram of waits counts each of them; what else was behind nanoseconds and bytes was not written down. */
function eventsOf(unit: Unit, { amount, hist = [] }: { amount: number; hist: readonly number[] | undefined }) {
  if (unit === 'events' || unit === 'samples') return amount;
  let waits = 0;
  for (const one of hist) waits += one;
  return unit === 'ns' && waits > 0 ? waits : undefined;
}
