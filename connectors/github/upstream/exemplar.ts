import { describeUpstream } from '../../../test/contract/described-upstream.ts';
import type { Exemplar } from '../../../test/contract/exemplar.ts';
import type { FakeCall } from '../../../test/contract/fake-upstream.ts';
import { notAccessible, refusal, routes } from './routes.ts';

const usual = describeUpstream(routes);
const repo = 'acme/shop';
const idempotencyKey = 'incident-2026-11-21-7f3a';

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
  questions: {
    'code.getRepository': [{ repo }],
    'code.listRepositories': [{}, { limit: 7 }, { org: 'acme' }, { org: 'empty' }],
    'code.listTags': [{ repo }],
    'code.listRefs': [{ repo }, { repo, prefix: 'heads/release/' }, { repo, prefix: 'tags/none' }],
    'code.listCommits': [
      { repo },
      { repo, ref: 'topic', path: 'untouched', window: { from: 'now-7d', to: 'now' }, limit: 5 },
    ],
    'code.getCommit': [
      { repo, ref: 'main' },
      { repo, ref: 'heads/topic', limit: 300 },
    ],
    'code.compare': [{ repo, base: 'main', head: 'release/2' }],
    'code.getContent': ['README.md', 'src', 'empty', 'large.bin', 'current', 'vendor/lib', undefined].map((path) => ({
      repo,
      path,
    })),
    'code.search': [
      { text: 'total()', repo, path: 'src', language: 'TypeScript' },
      { text: 'nowhere', org: 'acme' },
    ],
    'code.listPullRequests': [{ repo, state: 'all', base: 'main' }],
    'code.getPullRequest': [{ repo, number: 42 }],
    'code.listPullRequestFiles': [{ repo, number: 42 }],
    'code.listPullRequestsForCommit': [{ repo, commitId: 'abcdef1' }],
    'ci.listWorkflowRuns': [{ repo, branch: 'main', status: 'failure', window: { from: 'now-1d', to: 'now' } }],
    'ci.listChecks': [
      { repo, ref: 'main' },
      { repo, ref: 'topic' },
    ],
    'code.getBranchProtection': [
      { repo, branch: 'main' },
      { repo, branch: 'topic' },
    ],
    'security.listDependabotAlerts': [{ repo, states: ['open', 'fixed'], severities: ['high'] }],
    'code.create_github_issue': [
      { repo, title: 'Latency rose', body: 'Look at it.', labels: ['farol'], idempotencyKey },
    ],
  },
  redacted: {
    'addresses to download from, which carry a token': ['download_url', 'entries.*.download_url'].map(
      (place) =>
        [place, (secret: string) => `https://raw.githubusercontent.com/acme/shop/main/a?token=${secret}`] as const,
    ),
    'user and password in the address of a submodule': [
      ['submodule_git_url', (secret) => `https://ada:${secret}@git.example.com/lib.git`],
    ],
  },
  failures: [walled, forApp],
};
