import { describeUpstream } from '../../../test/contract/described-upstream.ts';
import type { Exemplar } from '../../../test/contract/exemplar.ts';
import type { FakeCall } from '../../../test/contract/fake-upstream.ts';
import { ciQuestions } from './ci.ts';
import { codeQuestions, codeRedacted } from './code/answers.ts';
import { issuesQuestions } from './issues.ts';
import { notAccessible, refusal } from './refusal.ts';
import { routes } from './routes.ts';
import { securityQuestions } from './security.ts';

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
