import { describe, expect, test } from 'vitest';
import { answerJson } from '../../test/contract/described-upstream.ts';
import { shaOf } from './upstream/body-parts.ts';
import { commitBody, fileBody, repositoryBody, wholeCommitBody } from './upstream/code/bodies.ts';
import { alertBody } from './upstream/security.ts';
import { useGithubLab } from './upstream/github-lab.ts';
import { encodeCursor } from '../../src/connector/cursor.ts';
import { nextPageOf } from './link.ts';
import { entriesIn, readPagesBy } from '../../test/contract/read-pages.ts';

const repo = 'acme/shop';
const commits = 'GET /repos/{owner}/{repo}/commits';
const lab = useGithubLab();

/** As the vendor writes it: the repository by its number. */
const linkTo = (query: string, base = lab.upstream.url): Record<string, string> => ({
  link: `<${base}/repositories/1296269/commits?${query}>; rel="next", <${base}/repositories/1296269/commits?page=9>; rel="last"`,
});

describe('a list', () => {
  test('is walked to its end by the links of its answers, one call for each page', async () => {
    lab.answerWith({
      [commits]: ({ query }) => {
        const page = Number(query.get('page') ?? 1);
        return answerJson([commitBody(shaOf(String(page)))], page < 3 ? linkTo(`per_page=1&page=${page + 1}`) : {});
      },
    });
    const pages = await readPagesBy((asked) => lab.result('code.listCommits', asked), { repo, limit: 1 });
    expect(pages.map(({ upstreamCalls }) => upstreamCalls)).toEqual([1, 1, 1]);
    expect(entriesIn(pages, 'commits')).toMatchObject(['1', '2', '3'].map((digit) => ({ id: shaOf(digit) })));
    expect(lab.asked).toEqual([
      'GET /repos/acme/shop/commits?per_page=1',
      'GET /repos/acme/shop/commits?per_page=1&page=2',
      'GET /repos/acme/shop/commits?per_page=1&page=3',
    ]);
  });

  test('whose links lead to another origin is not followed there', async () => {
    lab.answerWith({ [commits]: answerJson([commitBody()], linkTo('page=2', 'https://api.github.com')) });
    const fault = await lab.fault('code.listCommits', { repo });
    expect(fault).toMatchObject({
      code: 'wrong_endpoint',
      data: { variable: 'GITHUB_URL', tried: 'https://api.github.com' },
    });
    expect(lab.asked).toHaveLength(1);
  });

  test('that names the page just read as the next one is not walked for ever', async () => {
    lab.answerWith({ [commits]: answerJson([commitBody()], linkTo('page=2')) });
    const { nextCursor: cursor } = await lab.result('code.listCommits', { repo });
    expect((await lab.fault('code.listCommits', { repo, cursor })).code).toBe('upstream_changed');
  });

  test('takes no cursor of other arguments, and none that nobody gave', async () => {
    lab.answerWith({ [commits]: answerJson([commitBody()], linkTo('page=2')) });
    const { nextCursor: cursor } = await lab.result('code.listCommits', { repo });
    const made = encodeCursor(['code.listTags', { repo, limit: 100, cursor: undefined }], '{"page":"1","more":1}');
    for (const [operation, args] of [
      ['code.listCommits', { repo, path: 'src', cursor }],
      ['code.listCommits', { repo: 'acme/site', cursor }],
      ['code.listTags', { repo, cursor }],
      ['code.listTags', { repo, cursor: made }],
    ] as const) {
      expect(await lab.fault(operation, args)).toMatchObject({ code: 'invalid_arguments', data: { field: 'cursor' } });
    }
  });

  test('goes on inside a page of which more came than was asked for', async () => {
    const files = ['a.ts', 'b.ts', 'c.ts'].map((name) => fileBody(name));
    lab.answerWith({ 'GET /repos/{owner}/{repo}/commits/{ref}': answerJson(wholeCommitBody(files)) });
    const first = await lab.result('code.getCommit', { repo, ref: 'main', limit: 2 });
    expect(first).toMatchObject({ truncated: true, data: { files: [{ path: 'a.ts' }, { path: 'b.ts' }] } });
    const second = await lab.result('code.getCommit', { repo, ref: 'main', limit: 2, cursor: first.nextCursor });
    expect(second).toMatchObject({ truncated: false, data: { files: [{ path: 'c.ts' }] } });
  });

  test('over a window that is relative to now goes on in the window of its first page', async () => {
    lab.answerWith({ [commits]: ({ query }) => answerJson([commitBody()], query.has('page') ? {} : linkTo('page=2')) });
    const window = { from: 'now-1h', to: 'now' };
    const { nextCursor: cursor } = await lab.result('code.listCommits', { repo, window });
    await new Promise((resolve) => setTimeout(resolve, 5));
    await lab.result('code.listCommits', { repo, window, cursor });
    const [first, second] = lab.upstream.calls.map(({ query }) => [query.get('since'), query.get('until')]);
    expect(first?.every((time) => time !== null)).toBe(true);
    expect(second).toEqual(first);
  });

  test('of alerts goes on by the mark in the link, not by a number', async () => {
    lab.answerWith({
      'GET /repos/{owner}/{repo}/dependabot/alerts': ({ query }) =>
        answerJson(
          [alertBody(query.has('after') ? 1 : 2)],
          query.has('after') ? {} : linkTo('per_page=1&after=Y3Vyc29yOnYyOpHOAA%3D%3D'),
        ),
    });
    const first = await lab.result('security.listDependabotAlerts', { repo, limit: 1 });
    const second = await lab.result('security.listDependabotAlerts', { repo, limit: 1, cursor: first.nextCursor });
    expect(second).toMatchObject({ truncated: false, data: { alerts: [{ number: 1 }] } });
    expect(lab.asked[1]).toBe('GET /repos/acme/shop/dependabot/alerts?per_page=1&after=Y3Vyc29yOnYyOpHOAA==');
  });

  test('from which organizations with single sign-on are missing says so', async () => {
    lab.answerWith({
      'GET /user/repos': answerJson([repositoryBody()], {
        'x-github-sso': 'partial-results; organizations=21955855,20582480',
      }),
    });
    const { complete, because } = await lab.result('code.listRepositories', {});
    expect(complete).toBe(false);
    expect(because).toContain('2 organizations with single sign-on is missing (ids 21955855, 20582480)');
    expect(because).toContain('Configure SSO');
  });
});

describe('a link', () => {
  const base = new URL('https://github.example.com/api/v3');
  test.each([
    ['<https://github.example.com/api/v3/x?page=2>; rel="next"', '2'],
    [
      '<https://github.example.com/api/v3/x?page=1>; rel="prev", <https://github.example.com/api/v3/x?page=3>; rel="next"',
      '3',
    ],
    ['<https://github.example.com/api/v3/x?page=1>; rel="prev"', undefined],
    ['<https://github.example.com/api/v3/x?after=abc>; rel="next"', undefined],
    ['nonsense', undefined],
    [undefined, undefined],
  ])('%s has the next page %s', (link, page) => {
    expect(nextPageOf(link === undefined ? {} : { link }, { base, by: 'page' })).toBe(page);
  });

  test.each(['https://github.example.com.evil.example/x?page=2', 'http://github.example.com/x?page=2', 'data:,page=2'])(
    'to %s is of another origin',
    (target) => {
      expect(() => nextPageOf({ link: `<${target}>; rel="next"` }, { base, by: 'page' })).toThrow('never followed');
    },
  );
});
