/** What both runs of captures share: the backends, what was taken already, and how an interrupt ends them. */
import { findRepository } from '../../demo/run-demo.ts';
import { startBackends } from './backends.ts';
import { readIndex } from './capture-index.ts';
import type { PlannedCapture } from './capture-plan.ts';
import type { CaptureRun } from './take-capture.ts';

export interface Captures {
  readonly run: CaptureRun;
  readonly isTaken: (planned: PlannedCapture) => boolean;
  readonly say: (line: string) => void;
}

/** The backends run meanwhile. An interrupt ends the capture that is being taken; the run goes on from there next time. */
export async function withBackends(
  options: Pick<CaptureRun, 'folder' | 'windowSec'>,
  take: (captures: Captures) => Promise<void>,
): Promise<void> {
  const interrupting = new AbortController();
  const interrupt = (): void => interrupting.abort();
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  const close = await startBackends();
  const taken = new Set(readIndex(options.folder).map(({ id }) => id));
  try {
    await take({
      run: { ...options, repository: findRepository(), signal: interrupting.signal },
      isTaken: ({ id }) => taken.has(id),
      say: (line) => void process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`),
    });
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
    await close();
  }
}
