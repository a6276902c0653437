/** Of a comparison, what a row of a list shows. */
import { z } from 'zod';
import type { Diff } from '../../../profiler/witness/diff/diff.ts';
import { countLevels } from '../../../profiler/witness/diff/read-diff.ts';
import { type Answer, Cause, LevelCounts, Summary, Text } from '../../../profiler/witness/diff/summary.ts';

export const Headline = z.strictObject({
  from: z.string(),
  to: z.string(),
  /** What it says first. Absent in comparisons of earlier versions. */
  lead: Text.optional(),
  sentences: Summary.shape.sentences,
  /** Each cause, the one of the lead first. Absent where there are none. */
  causes: z
    .array(Cause.pick({ sentence: true, look: true, level: true, place: true }))
    .min(1)
    .optional(),
  /** What the newer version alone reaches. Absent where that is nothing. */
  fresh: z.array(Text).min(1).optional(),
  /** All findings, by how sure they are. */
  levels: LevelCounts,
  /** Until then further captures of the newer version count. Absent once they no longer do. */
  open_until: z.string().optional(),
});
export type Headline = z.infer<typeof Headline>;

export function headlineOf({ baseline, head, confirmation, summary }: Diff): Headline {
  const { answer, sentences, findings, levels } = summary;
  return {
    from: baseline.version,
    to: head.version,
    ...(answer !== undefined && { lead: answer.lead }),
    sentences: answer === undefined ? sentences : sayAnswer(answer),
    ...listed(
      'causes',
      answer?.causes.map(({ sentence, look, level, place }) => ({ sentence, look, level, ...(place && { place }) })),
    ),
    ...listed(
      'fresh',
      answer?.fresh.map(({ text }) => text),
    ),
    levels: levels ?? countLevels(findings),
    ...(confirmation?.state === 'open' && { open_until: confirmation.closes_at }),
  };
}

function listed<Name extends string, T>(name: Name, some: readonly T[] = []): Partial<Record<Name, T[]>> {
  return some.length === 0 ? {} : ({ [name]: [...some] } as Record<Name, T[]>);
}

/** The lead, and what limits it. */
function sayAnswer({ lead, limits }: Answer): Headline['sentences'] {
  const say = (language: keyof Text): string => [lead[language], ...limits[language]].join(' ');
  return { en: say('en'), 'pt-BR': say('pt-BR') };
}
