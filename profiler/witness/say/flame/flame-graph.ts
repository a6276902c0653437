/** The shape of a flame graph, of one capture or of two versions: what the web page draws and lists. */
import { z } from 'zod';
import { SourcePlace } from '../../bundle/record/bundle.ts';

/** Nodes that one answer carries at most. */
export const mostNodes = 100_000;

/** Milliseconds of CPU a second, the mean over the captures of a side. */
const rate = z.number().nonnegative();
const count = z.number().int().nonnegative();

/**
 * Checked in one pass: a schema for each of 400,000 numbers takes longer than drawing them. `meta` describes it for the
 * interface.
 */
function numbers(items: { readonly type: 'integer' | 'number'; readonly minimum: number }) {
  const isOne = (value: unknown): boolean =>
    typeof value === 'number' &&
    value >= items.minimum &&
    (items.type === 'integer' ? Number.isInteger(value) : Number.isFinite(value));
  return z
    .custom<number[]>((values) => Array.isArray(values) && values.every(isOne), {
      error: `must be a list of ${items.type}s of at least ${items.minimum}`,
    })
    .meta({ type: 'array', items });
}

/** `self`: while the function was on top of the stack; `total`: while it was anywhere on it, recursion counted once. */
const Cost = z.strictObject({ self: rate, total: rate });

export const FlameFrame = z.strictObject({
  /** `function (module)`, as the axis of functions has it. */
  key: z.string(),
  /** Where the function is declared: in the newer version, else in the older one. */
  place: SourcePlace.optional(),
  /** Absent in the graph of one capture. */
  before: Cost.optional(),
  after: Cost,
});
export type FlameFrame = z.infer<typeof FlameFrame>;

export const FlameSide = z.strictObject({
  version: z.string(),
  captures: count,
  /** Of every sampled stack, those that are not listed included. */
  total: rate,
  samples: count,
  /** Samples whose stack does not reach its root: it begins in the middle, and its callers lack this time. */
  ends_early: count,
  /** Samples whose stack the collector did not keep: the graph lacks them. */
  unlisted: count,
});
export type FlameSide = z.infer<typeof FlameSide>;

const MeasuredFlame = z.strictObject({
  state: z.literal('measured'),
  unit: z.literal('CPU ms/s'),
  /** Every sample of every side is in the graph, from its root. */
  complete: z.boolean(),
  /** Absent in the graph of one capture. */
  before: FlameSide.optional(),
  after: FlameSide,
  /** Why nothing may be said of a direction. */
  not_comparable: z.string().optional(),
  /** In the order of their keys. Every function, whether or not its nodes were cut. */
  frames: z.array(FlameFrame),
  /**
   * One place an array for each node, a node before its callees and those in the order of their keys. `frame`: into
   * `frames`; `parent`: into these arrays, -1 for a root; `before`, `after`: as `total` of a function.
   */
  nodes: z.strictObject({
    frame: numbers({ type: 'integer', minimum: 0 }),
    parent: numbers({ type: 'integer', minimum: -1 }),
    before: numbers({ type: 'number', minimum: 0 }).optional(),
    after: numbers({ type: 'number', minimum: 0 }),
  }),
  /** Nodes left out at the limit of the answer, the smallest first. Their time is in their callers. */
  cut: count,
  /** Time of what was left out, where something was. It is in the callers too. */
  other: z.strictObject({ before: rate.optional(), after: rate }).optional(),
});
export type MeasuredFlame = z.infer<typeof MeasuredFlame>;

export const FlameGraph = z.discriminatedUnion('state', [
  MeasuredFlame,
  /** No stacks to draw, and why: a sentence for each side that lacks them. */
  z.strictObject({ state: z.literal('missing'), why: z.array(z.string()).min(1) }),
]);
export type FlameGraph = z.infer<typeof FlameGraph>;
