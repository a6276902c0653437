/** CPU time of a capture, and the work that it was spent on. Pure. */
import { z } from 'zod';
import { totalRate } from '../../../profiler/witness/judge/changes/count-side.ts';
import { type CaptureVector, workRate } from '../../../profiler/witness/bundle/vector/capture-vector.ts';

export const CaptureCost = z.strictObject({
  seconds: z.number(),
  /** Milliseconds of CPU in the window; absent where the axis is not complete. */
  cpu_ms: z.number().optional(),
  /** Messages received and connections accepted; absent where none were counted. */
  work: z.number().optional(),
});
export type CaptureCost = z.infer<typeof CaptureCost>;

export function costOf(vector: CaptureVector): CaptureCost {
  const seconds = vector.window.measured_ns / 1e9;
  const axis = vector.axes.find((one) => one.axis === 'cpu_time');
  const perSecond = workRate([vector]);
  return {
    seconds,
    ...(axis?.state === 'complete' && {
      cpu_ms: totalRate([{ vector, axis }], { isPart: (key) => key === 'total' }) * seconds,
    }),
    ...(perSecond !== undefined && { work: Math.round(perSecond * seconds) }),
  };
}

export interface VersionCosts {
  readonly version: string;
  readonly costs: readonly CaptureCost[];
}

export interface CostSeries {
  /** For each unit of work where every version counted some, so that all figures are of the same kind. */
  readonly per: 'work' | 'second';
  readonly versions: readonly { readonly version: string; readonly captures: number; readonly ms?: number }[];
}

/** In the order of `versions`; a version without a complete measure has no figure. Undefined where none has one. */
export function seriesOf(versions: readonly VersionCosts[]): CostSeries | undefined {
  const measured = versions.map(({ version, costs }) => ({
    version,
    costs: costs.filter((one) => one.cpu_ms !== undefined),
  }));
  const known = measured.flatMap(({ costs }) => costs);
  if (known.length === 0) return undefined;
  const per = known.every(({ work }) => work !== undefined) ? 'work' : 'second';
  return {
    per,
    versions: measured.map(({ version, costs }) => {
      const cpu = sum(costs, (one) => one.cpu_ms ?? 0);
      const units = sum(costs, (one) => (per === 'work' ? (one.work ?? 0) : one.seconds));
      return { version, captures: costs.length, ...(units > 0 && { ms: cpu / units }) };
    }),
  };
}

function sum(costs: readonly CaptureCost[], of: (cost: CaptureCost) => number): number {
  return costs.reduce((all, one) => all + of(one), 0);
}
