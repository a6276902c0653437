/**
 * Which widths of a point CloudWatch keeps: a minute for 15 days, five minutes for 63 days, an hour
 * after that, and less than a minute for three hours
 * (https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/cloudwatch_concepts.html, seen 2026-11).
 */
import type { ResolvedWindow } from '../../../../catalog/window.ts';
import { requireFewPoints, widthSec } from '../../../../src/connector/window.ts';
import { Fault } from '../../../../src/core/fault.ts';

/** Points of a series when the caller leaves the step to us: enough for a curve, few enough to read. */
const aimedPoints = 300;
const stepsBelowMinute: readonly number[] = [1, 5, 10, 20, 30];
const daySec = 86_400;

/** Seconds between points. */
export function chooseStep(window: ResolvedWindow, nowMs: number): number {
  const grain = grainSec(window, nowMs);
  return Math.max(1, Math.ceil(widthSec(window) / aimedPoints / grain)) * grain;
}

/** @throws Fault `invalid_arguments` for a step that is not kept, `cap_exceeded` for too many points. */
export function checkStep(stepSec: number, window: ResolvedWindow): void {
  if (stepSec % 60 !== 0 && !stepsBelowMinute.includes(stepSec)) {
    throw new Fault(
      'invalid_arguments',
      { field: 'stepSec' },
      'Set stepSec to 1, 5, 10, 20, 30 or a multiple of 60, or leave it out.',
    );
  }
  requireFewPoints(window, stepSec, 60);
}

/** Width of the finest point that is still kept at the beginning of the window. */
function grainSec({ fromMs }: ResolvedWindow, nowMs: number): number {
  const ageSec = (nowMs - fromMs) / 1000;
  if (ageSec > 63 * daySec) return 3600;
  return ageSec > 15 * daySec ? 300 : 60;
}
