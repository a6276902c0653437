/** The schema of the answer of every method. */
import type { z } from 'zod';
import type { MethodId } from '../methods.ts';
import { computeAnswers } from './compute.ts';
import { costAnswers } from './cost.ts';
import { dataAnswers } from './data.ts';
import { governanceAnswers } from './governance.ts';
import { observedAnswers } from './observed.ts';
import { workloadAnswers } from './workloads.ts';

export const answers = {
  ...computeAnswers,
  ...workloadAnswers,
  ...dataAnswers,
  ...observedAnswers,
  ...governanceAnswers,
  ...costAnswers,
} satisfies Readonly<Record<MethodId, z.ZodType>>;

export type AnswerOf<Id extends MethodId> = z.infer<(typeof answers)[Id]>;
