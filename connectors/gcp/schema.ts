/** The schema of the answer of every method. */
import { z } from 'zod';
import { omitsEmpty } from '../../src/connector/omits-empty.ts';
import type { MethodId } from './slices.ts';
import { assetsAnswers } from './assets/schema.ts';
import { computeAnswers } from './compute/schema.ts';
import { costAnswers } from './cost/schema.ts';
import { databasesAnswers } from './databases/schema.ts';
import { dnsAnswers } from './dns/schema.ts';
import { identityAnswers } from './identity/schema.ts';
import { kubernetesAnswers } from './kubernetes/schema.ts';
import { networkAnswers } from './network/schema.ts';
import { observabilityAnswers } from './observability/schema.ts';
import { recommendationsAnswers } from './recommendations/schema.ts';
import { securityAnswers } from './security/schema.ts';

export const answers = {
  ...listed(assetsAnswers),
  ...listed(computeAnswers),
  ...listed(costAnswers),
  ...listed(databasesAnswers),
  ...listed(dnsAnswers),
  ...listed(identityAnswers),
  ...listed(kubernetesAnswers),
  ...listed(networkAnswers),
  ...listed(observabilityAnswers),
  ...listed(recommendationsAnswers),
  ...listed(securityAnswers),
} satisfies Readonly<Record<MethodId, z.ZodType>>;

export type AnswerOf<Id extends MethodId> = z.infer<(typeof answers)[Id]>;

/** Of these methods the vendor leaves out a list that is empty; what the others answer is one thing with many parts. */
function listed<All extends Readonly<Record<string, z.ZodType>>>(all: All): All {
  // Sound because a list is read by the same schema as before, and only refused more often.
  return Object.fromEntries(
    Object.entries(all).map(([id, schema]) => {
      if (!/(?:list|search\w+|jobs\.\w+)$/iu.test(id) || !(schema instanceof z.ZodObject)) return [id, schema];
      const members = Object.entries(schema.shape).filter(([, member]) => member instanceof z.ZodDefault);
      return [
        id,
        omitsEmpty(
          schema,
          members.map(([name]) => name),
        ),
      ];
    }),
  ) as unknown as All;
}
