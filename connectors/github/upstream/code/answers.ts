/** Repositories, code and pull requests as the vendor answers them when all is well. */
import { answerJson, type DescribedCall, type DescribedRoute } from '../../../../test/contract/described-upstream.ts';
import type { Exemplar } from '../../../../test/contract/exemplar.ts';
import { notAccessible, shaOf } from '../body-parts.ts';
import { headersOf, read } from '../shape-parts.ts';
import {
  commitBody,
  comparisonBody,
  entryBody,
  fileBody,
  fileContentBody,
  folderBody,
  matchesBody,
  pullBody,
  repositoryBody,
  wholeCommitBody,
  wholePullBody,
} from './bodies.ts';
import { answers, queries } from './shapes.ts';

const repo = 'acme/shop';
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

export const codeRoutes: readonly DescribedRoute[] = [
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
];

export const codeQuestions = {
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
} satisfies Exemplar['questions'];

export const codeRedacted = {
  'addresses to download from, which carry a token': ['download_url', 'entries.*.download_url'].map(
    (place) =>
      [place, (secret: string) => `https://raw.githubusercontent.com/acme/shop/main/a?token=${secret}`] as const,
  ),
  'user and password in the address of a submodule': [
    ['submodule_git_url', (secret) => `https://ada:${secret}@git.example.com/lib.git`],
  ],
} satisfies Exemplar['redacted'];
