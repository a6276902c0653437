/** The vendor's interface as far as the connector uses it: what each call takes, what it answers, and a good answer. */
import { z } from 'zod';
import { answerJson, type DescribedRoute } from '../../../test/contract/described-upstream.ts';
import { ciRoutes } from './ci.ts';
import { codeRoutes } from './code/answers.ts';
import { issuesRoutes } from './issues.ts';
import { securityRoutes } from './security.ts';

export const routes: readonly DescribedRoute[] = [
  {
    call: 'GET /rate_limit',
    answers: z.looseObject({ resources: z.looseObject({ core: z.looseObject({ limit: z.int() }) }) }),
    reply: () =>
      answerJson(
        { resources: { core: { limit: 5000, used: 1, remaining: 4999, reset: 1893456000 } }, rate: {} },
        { 'github-authentication-token-expiration': '2099-12-31 23:59:59 UTC' },
      ),
  },
  ...codeRoutes,
  ...ciRoutes,
  ...securityRoutes,
  ...issuesRoutes,
];
