/**
 * The connector against GitHub's interface as the package `emulate` plays it. Not in it, and left to the strict
 * fake: lists of an organization, folders in the object form, `Branch not protected`, Dependabot alerts, runs of
 * workflows, files of pull requests, scopes and permissions in headers, limits. It takes every token for one of its users.
 */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { registry } from '../registry.ts';
import type { OperationResult } from '../../src/tunnel/messages.ts';
import { AgentUnderTest, faultIn, resultIn } from '../../test/contract/agent-under-test.ts';
import { type Emulator, startEmulate } from '../../test/contract/start-emulate.ts';

const token = 'github_pat_11AEMULATE0000000000_loopback';
const repo = 'ana/shop';
const commits = 5;

const opened: AgentUnderTest[] = [];
let emulator: Emulator;

beforeAll(async () => {
  emulator = await startEmulate('github', {
    tokens: { [token]: { login: 'ana', scopes: ['repo'] } },
    github: {
      users: [{ login: 'ana', name: 'Ana', email: 'ana@example.com' }],
      repos: [{ owner: 'ana', name: 'shop', private: true, language: 'TypeScript', auto_init: true }],
    },
  });
  for (let n = 1; n < commits; n += 1) await put(`src/cart-${n}.ts`, `export const total = () => ${n};\n`, 'main');
  await change('POST', 'git/refs', { ref: 'refs/heads/release/1', sha: await tipOf('main') });
  await put('docs/açaí.md', '# Açaí\n', 'release/1');
  await change('POST', 'pulls', { title: 'Write it down', head: 'release/1', base: 'main', body: 'Because.' });
  await change('POST', 'check-runs', {
    name: 'lint',
    head_sha: await tipOf('main'),
    status: 'completed',
    conclusion: 'failure',
    output: { title: 'Lint', summary: 'One remark' },
  });
  await change('PUT', 'branches/main/protection', {
    required_status_checks: { strict: true, contexts: ['build'] },
    required_pull_request_reviews: { required_approving_review_count: 2 },
    enforce_admins: true,
    restrictions: null,
  });
});
afterEach(() => {
  for (const one of opened.splice(0)) one.close();
});
afterAll(() => emulator.close());

/** What an owner of the repository does, and no operation can. */
async function change(method: 'POST' | 'PUT', path: string, body: object): Promise<unknown> {
  const response = await fetch(`${emulator.url}/repos/${repo}/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

function put(path: string, text: string, branch: string): Promise<unknown> {
  const content = Buffer.from(text).toString('base64');
  return change('PUT', `contents/${encodeURIComponent(path)}`, { message: `Write ${path}`, content, branch });
}

async function tipOf(ref: string): Promise<string> {
  const { data } = resultIn(await agent().ask('code.listCommits', { repo, ref, limit: 1 }));
  return (data as { commits: { id: string }[] }).commits[0]?.id ?? '';
}

function agent(env: Readonly<Record<string, string>> = {}): AgentUnderTest {
  const one = new AgentUnderTest({
    registry: registry.filter(({ manifest }) => manifest.id === 'github'),
    env: { GITHUB_URL: emulator.url, GITHUB_TOKEN: token, ...env },
    allowed: new Set(registry.flatMap(({ manifest }) => Object.keys(manifest.operations))),
  });
  opened.push(one);
  return one;
}

async function ask(operation: string, args: object): Promise<OperationResult> {
  return resultIn(await agent().ask(operation, { repo, ...args }));
}

/** Every page, as a caller who goes on to the end gets them. */
async function walk(operation: string, args: object): Promise<OperationResult[]> {
  const pages: OperationResult[] = [];
  let cursor: string | undefined;
  do {
    const page: OperationResult = await ask(operation, { ...args, ...(cursor !== undefined && { cursor }) });
    pages.push(page);
    cursor = page.nextCursor;
  } while (cursor !== undefined && pages.length < 20);
  return pages;
}

describe('repositories and code', () => {
  test('are listed and described', async () => {
    const listed = resultIn(await agent().ask('code.listRepositories', {}));
    expect(listed.data).toMatchObject({ repositories: [{ repo, visibility: 'private', isFork: false }] });
    const { data } = await ask('code.getRepository', {});
    expect(data).toMatchObject({ repository: { repo, defaultBranch: 'main', language: 'TypeScript' } });
  });

  test('are paged to the end by the links of the answers, every commit once', async () => {
    const pages = await walk('code.listCommits', { limit: 2 });
    const ids = pages.flatMap(({ data }) => (data as { commits: { id: string }[] }).commits.map(({ id }) => id));
    expect(pages.map(({ truncated }) => truncated)).toEqual([true, true, false]);
    expect(ids).toHaveLength(commits);
    expect(new Set(ids).size).toBe(commits);
  });

  test('tell one commit with its files, by the name of a branch with a slash in it', async () => {
    const { data, complete } = await ask('code.getCommit', { ref: 'release/1' });
    expect(complete).toBe(true);
    expect(data).toMatchObject({ commit: { message: 'Write docs/açaí.md' }, files: [{ path: 'docs/açaí.md' }] });
  });

  test('are compared', async () => {
    const { data } = await ask('code.compare', { base: 'main', head: 'release/1' });
    expect(data).toMatchObject({ relation: 'ahead', aheadBy: 1, behindBy: 0, files: [{ path: 'docs/açaí.md' }] });
  });

  test('tell branches, and the names that begin with a prefix', async () => {
    const branches = (await ask('code.listRefs', {})).data as { refs: { name: string; isProtected?: boolean }[] };
    expect(branches.refs.map(({ name }) => name).toSorted()).toEqual(['main', 'release/1']);
    const { data } = await ask('code.listRefs', { prefix: 'heads/release/' });
    expect(data).toMatchObject({ refs: [{ name: 'release/1', kind: 'branch', targetKind: 'commit' }] });
  });

  test('tell the text of a file at a revision, cut between characters', async () => {
    const whole = await ask('code.getContent', { path: 'docs/açaí.md', ref: 'release/1' });
    expect(whole).toMatchObject({ complete: true, data: { kind: 'file', encoding: 'utf-8', content: '# Açaí\n' } });
    const cut = await ask('code.getContent', { path: 'docs/açaí.md', ref: 'release/1', limitBytes: 4 });
    expect(cut).toMatchObject({ complete: false, truncated: true, data: { content: '# A' } });
  });

  test('are searched', async () => {
    const { data } = resultIn(await agent().ask('code.search', { text: 'cart-2', repo }));
    expect(data).toMatchObject({ files: [{ repo, path: 'src/cart-2.ts' }] });
  });

  test('are told with pull requests', async () => {
    const { data } = await ask('code.listPullRequests', {});
    const [pull] = (data as { pullRequests: { number: number; state: string; title: string }[] }).pullRequests;
    expect(pull).toMatchObject({ state: 'open', title: 'Write it down' });
    const number = pull?.number ?? 0;
    expect((await ask('code.getPullRequest', { number })).data).toMatchObject({ pullRequest: { body: 'Because.' } });
  });

  test('are told with checks and protection', async () => {
    expect((await ask('ci.listChecks', { ref: 'main' })).data).toMatchObject({
      readFrom: 'checks',
      checks: [{ name: 'lint', state: 'completed', conclusion: 'failure' }],
    });
    expect((await ask('code.getBranchProtection', { branch: 'main' })).data).toMatchObject({
      isProtected: true,
      requiredChecks: ['build'],
      requiresUpToDateBranch: true,
      review: { requiredApprovals: 2 },
      appliesToAdmins: true,
    });
  });

  test('say that there are no runs', async () => {
    expect(await ask('ci.listWorkflowRuns', {})).toMatchObject({
      complete: true,
      data: { total: 0, runs: [] },
      because: `The read was allowed and ${repo} has no run.`,
    });
  });
});

describe('an issue', () => {
  const question = { repo, title: 'Latency rose', body: 'Look at it.', idempotencyKey: 'incident-2026-11-21-emulate' };

  test('is opened once under one key, by two Agents that know nothing of each other [C-EP-9]', async () => {
    const first = resultIn(await agent().ask('code.create_github_issue', question));
    expect(first).toMatchObject({ complete: true, data: { state: 'open' } });
    const second = resultIn(await agent().ask('code.create_github_issue', question));
    expect(second.data).toEqual(first.data);
    expect(second.because).toContain('nothing was sent');
    const other = resultIn(
      await agent().ask('code.create_github_issue', { ...question, idempotencyKey: `${question.idempotencyKey}-2` }),
    );
    expect(other.data).not.toEqual(first.data);
  });
});

describe('what is refused', () => {
  test('a repository that is not there is hidden or absent, and the answer names it', async () => {
    const fault = faultIn(await agent().ask('code.getRepository', { repo: 'ana/none' }));
    expect(fault).toMatchObject({ code: 'not_found_or_hidden', data: { what: 'ana/none' } });
    expect(fault.remedy).toContain('Repository access');
  });
});

test('health finds a repository and tries the permissions on it [C-GH-2]', async () => {
  const checks = await agent().check();
  const statusOf = new Map(checks.map(({ check, status }) => [check, status]));
  const works = ['fine_grained_token', 'metadata', 'contents', 'pull_requests', 'actions', 'checks', 'issues'];
  expect(works.map((check) => [check, statusOf.get(check)])).toEqual(works.map((check) => [check, 'ok']));
});
