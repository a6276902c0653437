import { describe, expect, test } from 'vitest';
import { answerJson } from '../../../test/contract/described-upstream.ts';
import { notAccessible, refusal, shaOf } from '../upstream/body-parts.ts';
import { runBody } from '../upstream/ci.ts';
import { useGithubLab } from '../upstream/github-lab.ts';

const repo = 'acme/shop';
const checkRuns = 'GET /repos/{owner}/{repo}/commits/{ref}/check-runs';
const runs = 'GET /repos/{owner}/{repo}/actions/runs';
const lab = useGithubLab();

describe('checks of a revision', () => {
  test('are told with who runs them, and without addresses of other systems', async () => {
    const { data } = await lab.result('ci.listChecks', { repo, ref: 'main' });
    expect(data).toMatchObject({ readFrom: 'checks', checks: [{ name: 'lint', app: 'Linter', annotations: 2 }] });
    expect(JSON.stringify(data)).not.toContain('of-somebody-else');
  });

  test('that a fine-grained token may not read are told from the runs on the same commit, and the answer says so', async () => {
    const result = await lab.result('ci.listChecks', { repo, ref: 'topic' });
    expect(result).toMatchObject({
      complete: false,
      data: { readFrom: 'workflow_runs', checks: [{ name: 'Build', conclusion: 'success', app: 'GitHub Actions' }] },
    });
    expect(result.because).toContain('fine-grained tokens are not offered it');
    expect(result.because).toContain('Checks of other systems are missing');
    expect(lab.asked).toEqual([
      'GET /repos/acme/shop/commits/topic/check-runs?per_page=100',
      'GET /repos/acme/shop/commits?sha=topic&per_page=1',
      `GET /repos/acme/shop/actions/runs?head_sha=${shaOf('a')}&per_page=100`,
    ]);
  });

  test('that are none say what is not among them', async () => {
    lab.answerWith({ [checkRuns]: answerJson({ total_count: 0, check_runs: [] }) });
    const { complete, because } = await lab.result('ci.listChecks', { repo, ref: 'main' });
    expect(complete).toBe(true);
    expect(because).toMatch(/no check ran on this revision. Statuses that other systems set/u);
  });

  test('of a whole commit id need no look at the commit', async () => {
    lab.answerWith({ [checkRuns]: notAccessible('personal access token', 'checks=read') });
    await lab.result('ci.listChecks', { repo, ref: shaOf('a') });
    expect(lab.asked).toHaveLength(2);
  });

  test('go on in the list they began in', async () => {
    const next = { link: `<${lab.upstream.url}/r?page=2>; rel="next"` };
    lab.answerWith({
      [checkRuns]: notAccessible('personal access token', 'checks=read'),
      [runs]: ({ query }) => answerJson({ total_count: 2, workflow_runs: [runBody()] }, query.has('page') ? {} : next),
    });
    const args = { repo, ref: 'topic', limit: 1 };
    const { nextCursor: cursor } = await lab.result('ci.listChecks', args);
    const before = lab.asked.length;
    expect(await lab.result('ci.listChecks', { ...args, cursor })).toMatchObject({ complete: false, truncated: false });
    expect(lab.asked.slice(before)).toEqual([
      `GET /repos/acme/shop/actions/runs?head_sha=${shaOf('a')}&per_page=1&page=2`,
    ]);
  });

  test('fail when nothing is left to tell them from', async () => {
    lab.answerWith({
      [checkRuns]: notAccessible('personal access token', 'checks=read'),
      [runs]: notAccessible('personal access token', 'actions=read'),
    });
    expect(await lab.fault('ci.listChecks', { repo, ref: 'topic' })).toMatchObject({
      code: 'permission_missing',
      data: { grant: 'Actions: read' },
    });
  });

  test('of a revision that is not there are not told from anything else', async () => {
    lab.answerWith({ [checkRuns]: refusal(422, 'No commit found for SHA: gone') });
    expect((await lab.fault('ci.listChecks', { repo, ref: 'gone' })).code).toBe('not_found_or_hidden');
    expect(lab.asked).toHaveLength(1);
  });
});

describe('workflow runs', () => {
  test('are asked for with both ends of the window, in whole seconds', async () => {
    const window = { from: '2026-11-01T00:00:00.900-03:00', to: '2026-11-02T00:00:00Z' };
    await lab.result('ci.listWorkflowRuns', { repo, window });
    expect(lab.asked).toEqual([
      'GET /repos/acme/shop/actions/runs?created=2026-11-01T03:00:00Z..2026-11-02T00:00:00Z&per_page=100',
    ]);
  });

  test('beyond the thousandth of a list with a filter are said to be missing', async () => {
    lab.answerWith({ [runs]: answerJson({ total_count: 1001, workflow_runs: [runBody()] }) });
    expect(await lab.result('ci.listWorkflowRuns', { repo, status: 'failure' })).toMatchObject({
      complete: false,
      because: 'Only the first 1000 of 1001 runs can be returned: narrow the window.',
    });
    // Without a filter GitHub returns all of them, but here without a link to the others.
    expect(await lab.result('ci.listWorkflowRuns', { repo })).toMatchObject({
      complete: false,
      truncated: true,
      because: expect.stringContaining('There is more than is shown') as string,
    });
  });
});
