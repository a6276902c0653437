/** The window of a question: that it is there, how wide it is, and how many points a series in it may have. */
import { maxPointsPerSeries } from '../../catalog/metrics.ts';
import type { ResolvedWindow } from '../../catalog/window.ts';
import { Fault } from '../core/fault.ts';

/** The window of an operation whose arguments demand one. */
export function requireWindow(window: ResolvedWindow | undefined): ResolvedWindow {
  if (window === undefined) throw new Error('the catalog demands a window here, and the gate resolved none');
  return window;
}

export function widthSec({ fromMs, toMs }: ResolvedWindow): number {
  return (toMs - fromMs) / 1000;
}

/** `grainSec` is what the step that is proposed is a multiple of. @throws Fault `cap_exceeded` for a step that gives too many. */
export function requireFewPoints(window: ResolvedWindow | undefined, stepSec: number | undefined, grainSec = 1): void {
  if (window === undefined || stepSec === undefined) return;
  const points = Math.floor(widthSec(window) / stepSec) + 1;
  if (points <= maxPointsPerSeries) return;
  const least = Math.ceil(widthSec(window) / (maxPointsPerSeries - 1) / grainSec) * grainSec;
  throw new Fault(
    'cap_exceeded',
    { limit: `${maxPointsPerSeries} points per series`, estimate: `${points} points per series` },
    `Set stepSec to ${least} or more, or narrow the window.`,
  );
}
