/** What GitHub's client library would do by itself, and must not. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Fault } from '../../src/core/fault.ts';
import { AgentUnderTest, resultIn } from '../../test/contract/agent-under-test.ts';
import { registry } from '../registry.ts';
import { sendThroughOctokit } from './octokit.ts';
import { repositoryBody } from './upstream/code/bodies.ts';
import { useGithubLab } from './upstream/github-lab.ts';
import { refusal } from './upstream/body-parts.ts';

const repo = 'acme/shop';
const lab = useGithubLab();
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('the library of GitHub', () => {
  const base = new URL('https://ghe.example.com/api/v3/');

  test.each([
    ['a fault of the gate', new Fault('not_enabled', { operation: 'code.getRepository' }, 'Enable it.')],
    ['the end of its caller', new DOMException('gone', 'AbortError')],
  ])('passes on %s unchanged', async (_, thrown) => {
    const sending = sendThroughOctokit(base, { call: 'GET /rate_limit' }, () => Promise.reject(thrown));
    await expect(sending).rejects.toBe(thrown);
  });

  test('builds a path below the prefix of an Enterprise Server, and its query apart', async () => {
    const parameters = { owner: 'acme', repo: 'shop', ref: 'feature/a b', page: '2' };
    const call = 'GET /repos/{owner}/{repo}/commits/{ref}';
    const built = await sendThroughOctokit(base, { call, parameters }, (request) => Promise.resolve(request));
    expect(built).toMatchObject({
      method: 'GET',
      path: '/repos/acme/shop/commits/feature%2Fa%20b',
      query: { page: '2' },
    });
  });

  test('is never given the token, and its user agent is not sent', async () => {
    const built = await sendThroughOctokit(base, { call: 'GET /rate_limit' }, (request) => Promise.resolve(request));
    expect(Object.keys(built.built?.headers ?? {})).not.toEqual(expect.arrayContaining(['authorization']));
    await lab.result('code.getRepository', { repo });
    expect(lab.upstream.calls[0]?.headers['user-agent']).toBe('farol');
  });

  test('opens no socket of its own and prints nothing', async () => {
    const own = vi.fn<typeof fetch>(() => Promise.reject(new Error('a socket of its own')));
    vi.stubGlobal('fetch', own);
    const printed = (['debug', 'info', 'warn', 'error'] as const).map((name) => vi.spyOn(console, name));
    lab.answerWith({
      'GET /repos/{owner}/{repo}': {
        status: 200,
        headers: { deprecation: 'Sat, 01 Jan 2028 00:00:00 GMT' },
        body: JSON.stringify(repositoryBody()),
      },
    });
    await lab.result('code.getRepository', { repo });
    expect(own).not.toHaveBeenCalled();
    for (const one of printed) expect(one).not.toHaveBeenCalled();
    expect(lab.upstream.calls).toHaveLength(1);
  });

  test('sends nothing a second time', async () => {
    const call = 'GET /repos/{owner}/{repo}';
    lab.answerWith({ [call]: refusal(500, 'Server Error') });
    expect((await lab.fault('code.getRepository', { repo })).code).toBe('upstream_down');
    expect(lab.asked).toEqual([`GET /repos/${repo}`]);
  });

  test('makes no BigInt of a number above 2^53', async () => {
    const body = JSON.stringify(repositoryBody()).replace(/"id":\d+/u, '"id":9007199254740993');
    expect(body).toContain('9007199254740993');
    lab.upstream.answerWith({ status: 200, body });
    const { data } = await lab.result('code.getRepository', { repo });
    expect(JSON.stringify(data)).toContain(repo);
  });

  test('sends a plus in a search as a plus, which it would make a space', async () => {
    await lab.result('code.search', { text: 'a+b c', repo });
    expect(lab.upstream.calls[0]?.query.get('q')).toBe('"a+b c" repo:acme/shop');
  });

  test('reaches an Enterprise Server under its path prefix', async () => {
    lab.upstream.answerWith({ status: 200, body: JSON.stringify(repositoryBody()) });
    const agent = new AgentUnderTest({
      registry: registry.filter(({ manifest }) => manifest.id === 'github'),
      env: { GITHUB_URL: `${lab.upstream.url}/api/v3`, GITHUB_TOKEN: 'github_pat_11AEXAMPLE0000' },
      allowed: new Set(['code.getRepository']),
    });
    resultIn(await agent.ask('code.getRepository', { repo }));
    agent.close();
    expect(lab.upstream.calls.map(({ path }) => path)).toEqual([`/api/v3/repos/${repo}`]);
  });
});
