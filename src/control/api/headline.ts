/** Of a comparison, what a row of a list shows. */
import { z } from 'zod';
import type { Diff } from '../../../profiler/witness/diff/diff.ts';
import { Summary } from '../../../profiler/witness/diff/summary.ts';

export const Headline = z.strictObject({
  from: z.string(),
  to: z.string(),
  sentences: Summary.shape.sentences,
  /** Findings that are listed and what they bring with them, by how sure they are. */
  levels: z.strictObject({
    confirmed: z.number().int(),
    provisional: z.number().int(),
    suspected: z.number().int(),
    observed: z.number().int(),
  }),
  /** Until then further captures of the newer version count. Absent once they no longer do. */
  open_until: z.string().optional(),
});
export type Headline = z.infer<typeof Headline>;

export function headlineOf({ baseline, head, confirmation, summary: { sentences, findings } }: Diff): Headline {
  const levels = { confirmed: 0, provisional: 0, suspected: 0, observed: 0 };
  for (const { level } of findings.flatMap(({ brings = [], ...own }) => [own, ...brings])) levels[level] += 1;
  return {
    from: baseline.version,
    to: head.version,
    sentences,
    levels,
    ...(confirmation?.state === 'open' && { open_until: confirmation.closes_at }),
  };
}
