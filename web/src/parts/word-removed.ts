/** Why a capture is gone, in the page's language. */
import type { RemovedCapture } from '../../../src/control/api/api.ts';
import type { Words } from '../words/en.ts';
import { formatDay } from '../reading/format-time.ts';

export function wordRemoved(removed: RemovedCapture, w: Words, locale: string): string {
  const { workload, version, removed_at: at, reason, variable, limit } = removed;
  return w.removed[reason](`${workload} ${version}`, formatDay(at, locale), limit, variable);
}
