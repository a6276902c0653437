import { answerJson, type DescribedRoute, describeUpstream } from '../../../test/contract/described-upstream.ts';
import type { Exemplar } from '../../../test/contract/exemplar.ts';
import type { FakeCall } from '../../../test/contract/fake-upstream.ts';
import { ciQuestions, ciRoutes } from './ci.ts';
import { codeQuestions, codeRedacted, codeRoutes } from './code/answers.ts';
import { issuesQuestions, issuesRoutes } from './issues.ts';
import { notAccessible, refusal } from './body-parts.ts';
import { securityQuestions, securityRoutes } from './security.ts';
import { z } from 'zod';

/** The vendor's interface as far as the connector uses it: what each call takes, what it answers, and a good answer. */
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

const usual = describeUpstream(routes);

/** As everybody is answered where a wall stands in front. */
const walled = (call: FakeCall): ReturnType<typeof refusal> =>
  call.path === '/user/repos' ? refusal(403, 'Forbidden') : (usual(call) ?? refusal(404, 'Not Found'));
/** As the token of an app is answered. */
const forApp = (call: FakeCall): ReturnType<typeof refusal> =>
  call.path === '/user/repos'
    ? notAccessible('integration', 'metadata=read')
    : (usual(call) ?? refusal(404, 'Not Found'));

export const exemplar: Exemplar = {
  variables: { GITHUB_URL: '{upstream}', GITHUB_TOKEN: 'github_pat_{canary}' },
  reply: usual,
  questions: { ...codeQuestions, ...ciQuestions, ...securityQuestions, ...issuesQuestions },
  redacted: codeRedacted,
  failures: [walled, forApp],
};
