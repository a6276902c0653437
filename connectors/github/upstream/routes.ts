/** The vendor's interface as far as the connector uses it: what each call takes, what it answers, and a good answer. */
import { answerJson, type DescribedCall, type DescribedRoute } from '../../../test/contract/described-upstream.ts';
import type { Reply } from '../../../test/contract/fake-upstream.ts';
import { answers } from './answer-shapes.ts';
import {
  alertBody,
  checkRunBody,
  commitBody,
  comparisonBody,
  entryBody,
  fileBody,
  fileContentBody,
  folderBody,
  issueBody,
  matchesBody,
  protectionBody,
  pullBody,
  repositoryBody,
  runBody,
  shaOf,
  wholeCommitBody,
  wholePullBody,
} from './bodies.ts';
import { headersOf, newIssue, queries } from './request-shapes.ts';

export const refusal = (status: number, message: string, headers: Readonly<Record<string, string>> = {}): Reply => ({
  status,
  headers,
  body: JSON.stringify({ message, documentation_url: 'https://docs.github.com/rest', status: String(status) }),
});

export const notAccessible = (by: 'personal access token' | 'integration', accepted: string): Reply =>
  refusal(403, `Resource not accessible by ${by}`, { 'x-accepted-github-permissions': accepted });

const text = (words: string): Uint8Array => Buffer.from(words);

/** Some names stand for what a question can meet. */
const contentOf = ({ parts: { path = '' } }: DescribedCall): object => {
  switch (path) {
    case 'src':
      return folderBody('src', [entryBody('src/cart.ts'), entryBody('src/lib', { type: 'dir', download_url: null })]);
    case 'empty':
      return folderBody('empty', []);
    case 'large.bin':
      return entryBody('large.bin', { size: 1_500_000, encoding: 'none', content: '' });
    case 'current':
      return entryBody('current', { type: 'symlink', target: 'releases/7' });
    case 'vendor/lib':
      return entryBody('vendor/lib', {
        type: 'submodule',
        size: 0,
        download_url: null,
        submodule_git_url: 'https://ana:hunter2@git.example.com/lib.git',
      });
    default:
      return fileContentBody(path, text('# Shop\n'));
  }
};

const read = { headers: headersOf() };

export const routes: readonly DescribedRoute[] = [
  {
    call: 'GET /rate_limit',
    answers: answers.rateLimit,
    reply: () =>
      answerJson(
        { resources: { core: { limit: 5000, used: 1, remaining: 4999, reset: 1893456000 } }, rate: {} },
        { 'github-authentication-token-expiration': '2099-12-31 23:59:59 UTC' },
      ),
  },
  {
    ...read,
    call: 'GET /user/repos',
    query: queries.ownRepositories,
    answers: answers.repositories,
    // A page of seven stands for the token of an app, which has no user.
    reply: ({ query }) =>
      query.get('per_page') === '7' ? notAccessible('integration', 'metadata=read') : answerJson([repositoryBody()]),
  },
  {
    ...read,
    call: 'GET /installation/repositories',
    query: queries.paged,
    answers: answers.installation,
    reply: () => answerJson({ total_count: 1, repositories: [repositoryBody()] }),
  },
  {
    ...read,
    call: 'GET /orgs/{org}/repos',
    query: queries.repositoriesOf,
    answers: answers.repositories,
    reply: ({ parts }) => answerJson(parts['org'] === 'acme' ? [repositoryBody()] : []),
  },
  {
    ...read,
    call: 'GET /orgs/{org}',
    answers: answers.organization,
    reply: ({ parts }) => answerJson({ login: parts['org'], id: 1, public_repos: 0, total_private_repos: 4 }),
  },
  {
    ...read,
    call: 'GET /repos/{owner}/{repo}',
    answers: answers.repository,
    reply: () => answerJson(repositoryBody()),
  },
  {
    ...read,
    call: 'GET /repos/{owner}/{repo}/tags',
    query: queries.paged,
    answers: answers.tags,
    reply: () => answerJson([{ name: 'v1.0', commit: { sha: shaOf('a'), url: 'https://api.github.com/c/a' } }]),
  },
  {
    ...read,
    call: 'GET /repos/{owner}/{repo}/branches',
    query: queries.paged,
    answers: answers.branches,
    reply: () =>
      answerJson([{ name: 'main', commit: { sha: shaOf('a'), url: 'https://api.github.com/c/a' }, protected: true }]),
  },
  {
    ...read,
    call: 'GET /repos/{owner}/{repo}/git/matching-refs/{ref}',
    answers: answers.refs,
    reply: ({ parts }) =>
      answerJson(
        ['release/1', 'release/2', 'release/3']
          .filter((name) => `heads/${name}`.startsWith(parts['ref'] ?? ''))
          .map((name) => ({
            ref: `refs/heads/${name}`,
            node_id: 'REF_1',
            url: `https://api.github.com/repos/acme/shop/git/refs/heads/${name}`,
            object: { type: 'commit', sha: shaOf('a'), url: 'https://api.github.com/c/a' },
          })),
      ),
  },
  {
    ...read,
    call: 'GET /repos/{owner}/{repo}/commits',
    query: queries.commits,
    answers: answers.commits,
    reply: ({ query }) => answerJson(query.get('path') === 'untouched' ? [] : [commitBody()]),
  },
  {
    ...read,
    call: 'GET /repos/{owner}/{repo}/commits/{ref}',
    query: queries.paged,
    answers: answers.commit,
    reply: () => answerJson(wholeCommitBody([fileBody()])),
  },
  {
    ...read,
    call: 'GET /repos/{owner}/{repo}/compare/{basehead}',
    query: queries.paged,
    answers: answers.comparison,
    reply: () => answerJson(comparisonBody()),
  },
  ...(['GET /repos/{owner}/{repo}/contents', 'GET /repos/{owner}/{repo}/contents/{path}'] as const).map(
    (call): DescribedRoute => ({
      headers: headersOf('application/vnd.github.object+json'),
      call,
      query: queries.content,
      answers: answers.content,
      reply: (asked) =>
        answerJson(call.endsWith('contents') ? folderBody('', [entryBody('README.md')]) : contentOf(asked)),
    }),
  ),
  {
    ...read,
    call: 'GET /repos/{owner}/{repo}/git/blobs/{file_sha}',
    answers: answers.blob,
    reply: () =>
      answerJson({
        sha: shaOf('d'),
        node_id: 'B_1',
        size: 1_500_000,
        url: 'https://api.github.com/b/d',
        encoding: 'base64',
        content: Buffer.alloc(1_500_000, 'x').toString('base64'),
      }),
  },
  {
    headers: headersOf('application/vnd.github.text-match+json'),
    call: 'GET /search/code',
    query: queries.search,
    answers: answers.matches,
    reply: ({ query }) => answerJson(matchesBody(query.get('q')?.startsWith('"nowhere"') === true ? 0 : 1)),
  },
  {
    ...read,
    call: 'GET /repos/{owner}/{repo}/pulls',
    query: queries.pulls,
    answers: answers.pulls,
    reply: () => answerJson([pullBody()]),
  },
  {
    ...read,
    call: 'GET /repos/{owner}/{repo}/pulls/{pull_number}',
    answers: answers.pull,
    reply: () => answerJson(wholePullBody()),
  },
  {
    ...read,
    call: 'GET /repos/{owner}/{repo}/pulls/{pull_number}/files',
    query: queries.paged,
    answers: answers.files,
    reply: () => answerJson([fileBody()]),
  },
  {
    ...read,
    call: 'GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls',
    query: queries.paged,
    answers: answers.pulls,
    reply: () => answerJson([]),
  },
  {
    ...read,
    call: 'GET /repos/{owner}/{repo}/actions/runs',
    query: queries.runs,
    answers: answers.runs,
    reply: () => answerJson({ total_count: 1, workflow_runs: [runBody()] }),
  },
  {
    ...read,
    call: 'GET /repos/{owner}/{repo}/commits/{ref}/check-runs',
    query: queries.paged,
    answers: answers.checkRuns,
    // What a fine-grained token is told of a private repository.
    reply: ({ parts }) =>
      parts['ref'] === 'topic'
        ? notAccessible('personal access token', 'checks=read')
        : answerJson({ total_count: 1, check_runs: [checkRunBody()] }),
  },
  {
    ...read,
    call: 'GET /repos/{owner}/{repo}/branches/{branch}/protection',
    answers: answers.protection,
    reply: ({ parts }) =>
      parts['branch'] === 'topic' ? refusal(404, 'Branch not protected') : answerJson(protectionBody()),
  },
  {
    ...read,
    call: 'GET /repos/{owner}/{repo}/dependabot/alerts',
    query: queries.alerts,
    answers: answers.alerts,
    reply: () => answerJson([alertBody()]),
  },
  {
    ...read,
    call: 'GET /repos/{owner}/{repo}/issues',
    query: queries.issues,
    answers: answers.issues,
    reply: () => answerJson([issueBody(1300)]),
  },
  {
    ...read,
    call: 'POST /repos/{owner}/{repo}/issues',
    json: newIssue,
    answers: answers.issue,
    reply: ({ json }) => {
      const { title, body, labels = [] } = newIssue.parse(json);
      return {
        status: 201,
        body: JSON.stringify(issueBody(1347, { title, body, labels: labels.map((name) => ({ name })) })),
      };
    },
  },
];
