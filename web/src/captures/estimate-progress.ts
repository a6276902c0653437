import type { CaptureRecord } from '../../../src/control/api/api.ts';

interface Progress {
  /** Part of the planned time that has passed, from 0 to 1. */
  readonly done: number;
  readonly leftSec: number;
}

/** From the planned warm-up and window. Undefined for a capture that no Profiler measures. */
export function estimateProgress(
  { status, progress, warmup_sec: warmup, duration_sec: duration }: CaptureRecord,
  nowMs: number,
): Progress | undefined {
  if (status !== 'queued' || progress?.step !== 'running') return undefined;
  const passedSec = Math.max(0, (nowMs - Date.parse(progress.since)) / 1000);
  const planned = warmup + duration;
  return { done: Math.min(1, passedSec / planned), leftSec: Math.max(0, Math.ceil(planned - passedSec)) };
}
