/** Something read while the window of a capture is open. */
import type { MemoryCgroup } from '../demo/memory-cgroup.ts';
import { type PtopCapture, type PtopRun, runPtop } from './run-ptop.ts';

/** A reading ends this long before the collector's window does, so that all of it happened inside. */
export const marginSec = 0.5;

export interface ReadCapture<T> {
  readonly capture: PtopCapture;
  readonly reading: T;
}

/** `read` is called when the window opens. Whatever fails, the collector has ended when this returns. */
export async function whileCapturing<T>(
  run: Omit<PtopRun, 'onMeasuring'>,
  cgroup: MemoryCgroup,
  read: () => Promise<T>,
): Promise<ReadCapture<T>> {
  const opened = Promise.withResolvers<void>();
  const capture = runPtop({ ...run, onMeasuring: opened.resolve }, cgroup);
  const reading = opened.promise.then(read);
  capture.then(() => opened.reject(new Error('the collector did not say when its window opened')), opened.reject);
  await Promise.allSettled([capture, reading]);
  return { capture: await capture, reading: await reading };
}
