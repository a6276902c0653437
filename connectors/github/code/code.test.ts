import { describe, expect, test } from 'vitest';
import { answerJson } from '../../../test/contract/described-upstream.ts';
import { notAccessible, refusal, someTime } from '../upstream/body-parts.ts';
import {
  comparisonBody,
  fileBody,
  matchesBody,
  pullBody,
  repositoryBody,
  wholeCommitBody,
} from '../upstream/code/bodies.ts';
import { useGithubLab } from '../upstream/github-lab.ts';
import { readPagesBy } from '../../../test/contract/read-pages.ts';

const repo = 'acme/shop';
const lab = useGithubLab();

describe('repositories', () => {
  test('say how changes may be merged, where the token may see it', async () => {
    expect((await lab.result('code.getRepository', { repo })).data).toMatchObject({
      repository: { sizeBytes: 108 * 1024, license: 'MIT', mergeMethods: ['squash'], visibility: 'private' },
    });
    const hidden = { allow_merge_commit: undefined, allow_squash_merge: undefined, allow_rebase_merge: undefined };
    lab.answerWith({ 'GET /repos/{owner}/{repo}': answerJson(repositoryBody(repo, hidden)) });
    const { data } = await lab.result('code.getRepository', { repo });
    expect((data as { repository: { mergeMethods?: unknown } }).repository.mergeMethods).toBeUndefined();
  });

  test('of an organization that hides all of them are told from one that has none', async () => {
    const hidden = await lab.result('code.listRepositories', { org: 'empty' });
    expect(hidden).toMatchObject({ complete: false, data: { repositories: [] } });
    expect(hidden.because).toContain('empty has 4 repositories and none can be seen');
    lab.answerWith({ 'GET /orgs/{org}': answerJson({ login: 'empty', public_repos: 0, total_private_repos: 0 }) });
    expect(await lab.result('code.listRepositories', { org: 'empty' })).toMatchObject({
      complete: true,
      because: 'The read was allowed and empty has no repository.',
    });
    lab.answerWith({ 'GET /orgs/{org}': answerJson({ login: 'empty', public_repos: 0 }) });
    const unknown = await lab.result('code.listRepositories', { org: 'empty' });
    expect(unknown.complete).toBe(false);
    expect(unknown.because).toContain('whether it has any is not told');
    lab.answerWith({ 'GET /orgs/{org}': refusal(404, 'Not Found') });
    expect((await lab.result('code.listRepositories', { org: 'empty' })).complete).toBe(false);
  });

  test('of a token that reaches none are not none', async () => {
    lab.answerWith({ 'GET /user/repos': answerJson([]) });
    const { complete, because } = await lab.result('code.listRepositories', {});
    expect(complete).toBe(false);
    expect(because).toContain('The token reaches no repository.');
  });

  test('of an app are those of its installation, on every page', async () => {
    const link = { link: `<${lab.upstream.url}/installation/repositories?page=2>; rel="next"` };
    lab.answerWith({
      'GET /user/repos': notAccessible('integration', 'metadata=read'),
      'GET /installation/repositories': ({ query }) =>
        answerJson({ total_count: 2, repositories: [repositoryBody()] }, query.has('page') ? {} : link),
    });
    const { nextCursor: cursor } = await lab.result('code.listRepositories', { limit: 1 });
    expect(await lab.result('code.listRepositories', { limit: 1, cursor })).toMatchObject({ truncated: false });
    expect(lab.asked).toEqual([
      'GET /user/repos?sort=full_name&per_page=1',
      'GET /installation/repositories?per_page=1',
      'GET /installation/repositories?per_page=1&page=2',
    ]);
  });
});

describe('a repository without a commit', () => {
  test.each([
    ['code.listCommits', 'GET /repos/{owner}/{repo}/commits', { repo }, { commits: [] }],
    ['code.listRefs', 'GET /repos/{owner}/{repo}/git/matching-refs/{ref}', { repo, prefix: 'heads/' }, { refs: [] }],
  ])('has an empty list for %s and not a fault', async (operation, call, args, data) => {
    lab.answerWith({ [call]: refusal(409, 'Git Repository is empty.') });
    const result = await lab.result(operation, args);
    expect(result).toMatchObject({ complete: true, data });
    expect(result.because).toContain('A repository without a commit has none.');
  });
});

describe('names that begin with a prefix', () => {
  test('come at once and are told as many as were asked for, each once', async () => {
    const args = { repo, prefix: 'heads/release/', limit: 2 };
    const first = await lab.result('code.listRefs', args);
    expect(first).toMatchObject({ truncated: true, data: { refs: [{ name: 'release/1' }, { name: 'release/2' }] } });
    const second = await lab.result('code.listRefs', { ...args, cursor: first.nextCursor });
    expect(second).toMatchObject({ truncated: false, data: { refs: [{ name: 'release/3' }] } });
    expect(lab.upstream.calls[0]?.path).toBe('/repos/acme/shop/git/matching-refs/heads%2Frelease%2F');
  });
});

describe('what the vendor cuts is said', () => {
  test('3,000 files of a commit, on the last page only', async () => {
    const files = Array.from({ length: 300 }, (_, n) => fileBody(`${n}.ts`));
    const page = (n: number): Record<string, string> => ({ link: `<${lab.upstream.url}/c?page=${n}>; rel="next"` });
    lab.answerWith({
      'GET /repos/{owner}/{repo}/commits/{ref}': ({ query }) => {
        const at = Number(query.get('page') ?? 1);
        return answerJson(wholeCommitBody(files), at < 10 ? page(at + 1) : {});
      },
    });
    const args = { repo, ref: 'main', limit: 300 };
    const pages = await readPagesBy((asked) => lab.result('code.getCommit', asked), args);
    expect(pages.map(({ complete }) => complete)).toEqual([...Array.from({ length: 9 }, () => true), false]);
    expect(pages.at(-1)?.because).toBe('Only the first 3000 files of a commit can be returned.');
  });

  test('3,000 files of a pull request', async () => {
    const files = Array.from({ length: 100 }, (_, n) => fileBody(`${n}.ts`));
    const next = { link: `<${lab.upstream.url}/f?page=30>; rel="next"` };
    lab.answerWith({
      'GET /repos/{owner}/{repo}/pulls/{pull_number}/files': ({ query }) =>
        answerJson(files, query.has('page') ? {} : next),
    });
    const { nextCursor: cursor } = await lab.result('code.listPullRequestFiles', { repo, number: 42 });
    expect(await lab.result('code.listPullRequestFiles', { repo, number: 42, cursor })).toMatchObject({
      complete: false,
      because: 'Only the first 3000 files of a pull request can be returned.',
    });
  });

  test('300 files of a comparison', async () => {
    const files = Array.from({ length: 300 }, (_, n) => fileBody(`${n}.ts`));
    lab.answerWith({ 'GET /repos/{owner}/{repo}/compare/{basehead}': answerJson(comparisonBody({ files })) });
    expect(await lab.result('code.compare', { repo, base: 'main', head: 'topic' })).toMatchObject({
      complete: false,
      because: 'Only the first 300 changed files of a comparison can be returned.',
    });
  });

  test('1,000 results of a search, and a search that was ended', async () => {
    lab.answerWith({ 'GET /search/code': answerJson(matchesBody(1001, { incomplete_results: true })) });
    const { complete, because, data } = await lab.result('code.search', { text: 'total()', repo });
    expect(complete).toBe(false);
    expect(because).toContain('was ended before it had seen everything');
    expect(because).toContain('Only the first 1000 of 1001 files can be returned');
    expect(data).toMatchObject({ total: 1001, files: [{ path: 'src/cart.ts', fragments: ['total()'] }] });
  });
});

describe('a search', () => {
  test('sends the text in quotes, so that nothing in it qualifies the search', async () => {
    const args = { text: 'repo:other/secret \\ OR', org: 'acme', path: 'src/my lib', language: 'C++' };
    await lab.result('code.search', args);
    const [call] = lab.upstream.calls;
    expect(call?.query.get('q')).toBe('"repo:other/secret \\\\ OR" org:acme path:"src/my lib" language:"C++"');
  });

  test('in what cannot be seen is hidden or absent', async () => {
    lab.answerWith({
      'GET /search/code': {
        status: 422,
        body: JSON.stringify({
          message: 'Validation Failed',
          errors: [{ message: 'The listed users and repositories cannot be searched', field: 'q', code: 'invalid' }],
        }),
      },
    });
    expect((await lab.fault('code.search', { text: 'total', repo })).code).toBe('not_found_or_hidden');
  });

  test('that finds nothing says what is searched', async () => {
    const { complete, because } = await lab.result('code.search', { text: 'nowhere', repo });
    expect(complete).toBe(true);
    expect(because).toContain('Only default branches');
  });
});

describe('pull requests', () => {
  test('that were merged are told from those that were closed', async () => {
    const gone = { user: null, head: { label: 'x:y', ref: 'y', sha: 'c'.repeat(40), repo: null } };
    lab.answerWith({
      'GET /repos/{owner}/{repo}/pulls': answerJson([
        pullBody(1, { state: 'closed', merged_at: someTime, closed_at: someTime }),
        pullBody(2, { state: 'closed', closed_at: someTime, ...gone }),
        pullBody(3),
      ]),
    });
    const { data } = await lab.result('code.listPullRequests', { repo, state: 'all' });
    const { pullRequests } = data as { pullRequests: { state: string; author?: string; head: { repo?: string } }[] };
    expect(pullRequests.map(({ state }) => state)).toEqual(['merged', 'closed', 'open']);
    expect(pullRequests[1]?.author).toBeUndefined();
    expect(pullRequests[1]?.head.repo).toBeUndefined();
    expect(pullRequests[0]).toMatchObject({ requestedReviewers: ['caio', 'platform'], labels: ['sales'] });
  });
});

test('a commit that no pull request has is not said to have been pushed directly: its branch may have none yet', async () => {
  lab.answerWith({ 'GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls': answerJson([]) });
  const { because } = await lab.result('code.listPullRequestsForCommit', { repo, commitId: 'a'.repeat(40) });
  expect(because).toContain('or stands on a branch that none was opened for');
});
