/** Of a comparison, what a row of a list shows. */
import { z } from 'zod';
import type { Diff } from '../../../profiler/witness/diff/diff.ts';
import { countLevels } from '../../../profiler/witness/diff/read-diff.ts';
import { LevelCounts, Summary } from '../../../profiler/witness/diff/summary.ts';

export const Headline = z.strictObject({
  from: z.string(),
  to: z.string(),
  sentences: Summary.shape.sentences,
  /** All findings, by how sure they are. */
  levels: LevelCounts,
  /** Until then further captures of the newer version count. Absent once they no longer do. */
  open_until: z.string().optional(),
});
export type Headline = z.infer<typeof Headline>;

export function headlineOf({ baseline, head, confirmation, summary: { sentences, findings, levels } }: Diff): Headline {
  return {
    from: baseline.version,
    to: head.version,
    sentences,
    levels: levels ?? countLevels(findings),
    ...(confirmation?.state === 'open' && { open_until: confirmation.closes_at }),
  };
}
