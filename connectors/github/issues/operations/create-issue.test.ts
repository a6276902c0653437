import { describe, expect, test } from 'vitest';
import { catalog } from '../../../../catalog/index.ts';
import { answerJson } from '../../../../test/contract/described-upstream.ts';
import { issueBody } from '../../upstream/issues.ts';
import { useGithubLab } from '../../upstream/github-lab.ts';
import { notAccessible, refusal } from '../../upstream/body-parts.ts';
import { manifest } from '../../manifest.ts';
import { markOf, maxCallersBody } from './create-issue.ts';

const list = 'GET /repos/{owner}/{repo}/issues';
const open = 'POST /repos/{owner}/{repo}/issues';
const operation = 'code.create_github_issue';
const question = {
  repo: 'acme/shop',
  title: 'Latency rose',
  body: 'Look at it.',
  idempotencyKey: 'incident-2026-11-21-7f3a',
};
const mark = markOf(question.repo, question.idempotencyKey);
const lab = useGithubLab();

const posts = (): string[] => lab.asked.filter((call) => call.startsWith('POST '));

test('is the only write of the connector, and its one POST [C-EP-9]', () => {
  const operations = Object.entries(manifest.operations);
  expect(operations.filter(([name]) => catalog.get(name)?.access === 'write').map(([name]) => name)).toEqual([
    operation,
  ]);
  const calls = operations.flatMap(([, { upstream }]) => [...upstream] as string[]);
  const ofChecks = Object.values(manifest.checks).flatMap(({ upstream }) => [...upstream] as string[]);
  expect([...calls, ...ofChecks].filter((call) => !call.startsWith('GET '))).toEqual([open]);
  expect(manifest.operations[operation].writes).toBe(open);
});

describe('an issue', () => {
  test('is sent once, with a mark of its key that nobody reads and that does not tell the key', async () => {
    const { data, complete } = await lab.result(operation, { ...question, labels: ['farol'] });
    expect(complete).toBe(true);
    expect(data).toMatchObject({ number: 1347, state: 'open', url: 'https://github.com/acme/shop/issues/1347' });
    expect(posts()).toHaveLength(1);
    const sent = JSON.parse(lab.upstream.calls.at(-1)?.body ?? '') as { title: string; body: string; labels: string[] };
    expect(sent).toEqual({ title: question.title, body: `${question.body}\n\n${mark}`, labels: ['farol'] });
    expect(mark).toMatch(/^<!-- farol: [0-9a-f]{32} -->$/u);
    expect(sent.body).not.toContain(question.idempotencyKey);
  });

  test('that the same key has opened before is told and not opened again', async () => {
    lab.answerWith({
      [list]: answerJson([
        issueBody(1400, { body: `Copied: ${mark}` }),
        issueBody(1390, { body: mark, pull_request: {} }),
        issueBody(1380, { body: `Look at it.\r\n\r\n${mark}`, state: 'closed' }),
        issueBody(1370, { body: null }),
      ]),
    });
    const result = await lab.result(operation, question);
    expect(result).toMatchObject({ complete: true, data: { number: 1380, state: 'closed' } });
    expect(result.because).toBe('#1380 was opened before under the same key; nothing was sent.');
    expect(posts()).toEqual([]);
  });

  test('of another key, or of another repository, has another mark', () => {
    expect(markOf('acme/site', question.idempotencyKey)).not.toBe(mark);
    expect(markOf(question.repo, `${question.idempotencyKey}-2`)).not.toBe(mark);
    expect(markOf('Acme/Shop', question.idempotencyKey)).toBe(mark);
  });

  test('is not sent when nobody could look whether it was before', async () => {
    lab.answerWith({ [list]: refusal(503, 'Unavailable') });
    expect((await lab.fault(operation, question)).code).toBe('upstream_down');
    expect(posts()).toEqual([]);
  });

  test('that loses labels which the account may not set says which', async () => {
    lab.answerWith({ [open]: { status: 201, body: JSON.stringify(issueBody(1347, { labels: [{ name: 'Farol' }] })) } });
    const result = await lab.result(operation, { ...question, labels: ['farol', 'p1'] });
    expect(result).toMatchObject({ complete: false, data: { number: 1347 } });
    expect(result.because).toContain('without the labels p1');
  });

  test('whose text leaves no room for the mark is refused before anything is asked', async () => {
    const fault = await lab.fault(operation, { ...question, body: 'x'.repeat(maxCallersBody + 1) });
    expect(fault).toMatchObject({ code: 'invalid_arguments', data: { field: 'body' } });
    expect(lab.asked).toEqual([]);
    await lab.result(operation, { ...question, body: 'x'.repeat(maxCallersBody) });
    const sent = JSON.parse(lab.upstream.calls.at(-1)?.body ?? '') as { body: string };
    expect(sent.body).toHaveLength(65_536);
  });

  test.each([
    [410, 'Issues has been disabled in this repository.', 'feature_disabled'],
    [403, 'Repository was archived so is read-only.', 'feature_disabled'],
    [422, 'Validation Failed', 'invalid_arguments'],
  ])('that is refused with %i (%s) is %s', async (status, message, code) => {
    lab.answerWith({ [open]: refusal(status, message) });
    expect((await lab.fault(operation, question)).code).toBe(code);
  });
});

describe('without Issues: Read and write', () => {
  test('nothing is opened, the answer names the permission, and every read works [C-GH-5]', async () => {
    const refused = notAccessible('personal access token', 'issues=write');
    lab.answerWith({ [list]: notAccessible('personal access token', 'issues=read'), [open]: refused });
    expect(await lab.fault(operation, question)).toMatchObject({
      code: 'permission_missing',
      data: { grant: 'Issues: read and write', layer: 'token' },
    });
    expect(posts()).toEqual([]);
    for (const [name, args] of [
      ['code.getRepository', {}],
      ['code.listCommits', {}],
      ['code.listPullRequests', {}],
      ['ci.listWorkflowRuns', {}],
      ['code.getBranchProtection', { branch: 'main' }],
      ['security.listDependabotAlerts', {}],
    ] as const) {
      expect([name, (await lab.ask(name, { repo: question.repo, ...args })).ok]).toEqual([name, true]);
    }
  });

  test('in a public repository, where everybody may look, the write itself is refused [C-GH-5]', async () => {
    lab.answerWith({ [open]: notAccessible('personal access token', 'issues=write') });
    expect((await lab.fault(operation, question)).data).toEqual({ grant: 'Issues: read and write', layer: 'token' });
  });
});
