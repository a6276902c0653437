import { answerJson, type DescribedRoute, describeUpstream } from '../../../test/contract/described-upstream.ts';
import type { Exemplar, Exemplars } from '../../../test/contract/exemplar.ts';
import { canary } from '../../../test/contract/canary.ts';
import type { FakeCall, Reply } from '../../../test/contract/fake-upstream.ts';
import { ciQuestions, ciRoutes } from './ci.ts';
import { codeQuestions, codeRedacted, codeRoutes } from './code/answers.ts';
import { issuesQuestions, issuesRoutes } from './issues.ts';
import { appId, FakeApp } from './app.ts';
import { notAccessible, refusal } from './body-parts.ts';
import { securityQuestions, securityRoutes } from './security.ts';
import { z } from 'zod';

const app = new FakeApp({ mark: canary });

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
  ...app.routes,
];

const usual = describeUpstream(routes);
const orMissing = (call: FakeCall): Reply => usual(call) ?? refusal(404, 'Not Found');

/** As everybody is answered where a wall stands in front. */
const walled = (call: FakeCall): Reply => (call.path === '/user/repos' ? refusal(403, 'Forbidden') : orMissing(call));
/** As the token of an app is answered. */
const forApp = (call: FakeCall): Reply =>
  call.path === '/user/repos' ? notAccessible('integration', 'metadata=read') : orMissing(call);

export const exemplar: Exemplar = {
  variables: { GITHUB_URL: '{upstream}', GITHUB_TOKEN: 'github_pat_{canary}' },
  reply: usual,
  questions: { ...codeQuestions, ...ciQuestions, ...securityQuestions, ...issuesQuestions },
  redacted: codeRedacted,
  failures: [walled, forApp],
};

/** With a GitHub App instead of a token: its key signs, and the tokens it obtains open everything. */
export const variants: Exemplars['variants'] = {
  'a GitHub App': {
    ...exemplar,
    variables: {
      GITHUB_URL: '{upstream}',
      GITHUB_APP_ID: appId,
      // A PEM file may have words before the key.
      GITHUB_APP_PRIVATE_KEY: '{canary}\n{private key}',
    },
    reply: app.guard(usual),
    failures: [(call) => (call.path === '/installation/repositories' ? refusal(403, 'Forbidden') : orMissing(call))],
    unmade: ['GET /user/repos'],
    isSecretOnlySigning: true,
  },
};
