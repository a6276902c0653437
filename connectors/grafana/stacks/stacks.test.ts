import { describe, expect, test } from 'vitest';
import { faultIn, resultIn } from '../../../test/contract/agent-under-test.ts';
import { answerJson } from '../../../test/contract/described-upstream.ts';
import { manifest } from '../manifest.ts';
import { stackOf } from '../upstream/cloud-api-upstream.ts';
import { encodeCursor } from '../../../src/connector/cursor.ts';
import { useGrafana } from '../upstream/use-grafana.ts';

const grafana = useGrafana();
const search = 'GET /api/instances/shop-1/api/search';

describe('the list of stacks', () => {
  test('returns each with its backends, by the ids that are their user names [C-GRAF-5]', async () => {
    const { data, complete } = resultIn(await grafana.agentWith().ask('dashboards.listStacks', { limit: 1 }));
    expect(complete).toBe(true);
    expect(data).toEqual({
      stacks: [
        {
          id: '1',
          slug: 'shop-1',
          name: 'shop-1.grafana.net',
          organization: 'acme',
          url: 'https://shop-1.grafana.net',
          region: 'eu',
          plan: 'payg',
          version: '13.0.1',
          state: 'active',
          isDeleteProtected: true,
          dashboards: 12,
          backends: [
            {
              kind: 'metrics',
              id: '1234567',
              url: 'https://prometheus-prod-01-eu-west-0.grafana.net',
              state: 'active',
            },
            { kind: 'logs', id: '234567', url: 'https://logs-prod-eu-west-0.grafana.net', state: 'active' },
            { kind: 'traces', id: '345678', state: 'active' },
          ],
          createdAt: '2024-05-01T08:00:00.000Z',
          labels: { team: 'shop' },
        },
      ],
    });
  });

  test('is returned without the token of machine learning that the vendor sends with every stack', async () => {
    const answer = await grafana.agentWith().ask('dashboards.listStacks', {});
    expect(JSON.stringify(answer)).not.toContain('token-of-machine-learning');
    expect(stackOf(1).machineLearningLogsToken).toBe('token-of-machine-learning');
  });

  test('does not go round when the vendor names a page again and again', async () => {
    const agent = grafana.agentWith();
    const { nextCursor: cursor } = resultIn(await agent.ask('dashboards.listStacks', { limit: 1 }));
    grafana.answerBut({ 'GET /api/instances': answerJson({ items: [], page: 1, pages: 3 }) });
    expect(faultIn(await agent.ask('dashboards.listStacks', { limit: 1, cursor })).code).toBe('upstream_changed');
  });

  test('that has shrunk meanwhile ends, and is not reported as if there were none', async () => {
    const agent = grafana.agentWith();
    const { nextCursor: cursor } = resultIn(await agent.ask('dashboards.listStacks', { limit: 1 }));
    grafana.answerBut({ 'GET /api/instances': answerJson({ items: [], page: 2, pages: 1 }) });
    const { because } = resultIn(await agent.ask('dashboards.listStacks', { limit: 1, cursor }));
    expect(because).toBe('The previous page was the last.');
  });

  test('refuses a cursor that was made by hand and names no page', async () => {
    const cursor = encodeCursor(['dashboards.listStacks', 1], 'somewhere');
    const fault = faultIn(await grafana.agentWith().ask('dashboards.listStacks', { limit: 1, cursor }));
    expect(fault).toMatchObject({ code: 'invalid_arguments', data: { field: 'cursor' } });
    expect(grafana.calls).toEqual([]);
  });

  test('that is empty says that stacks outside of the realms are left out', async () => {
    grafana.answerBut({ 'GET /api/instances': answerJson({ items: [], page: 1, pages: 0 }) });
    const { because } = resultIn(await grafana.agentWith().ask('dashboards.listStacks', {}));
    expect(because).toContain('within the realms of this access policy');
    expect(await grafana.agentWith().checkNamed('stacks_read')).toMatchObject({ status: 'degraded' });
  });

  test('sends the token alone, without a user', async () => {
    await grafana.agentWith().ask('dashboards.listStacks', {});
    expect(grafana.calls[0]?.headers.authorization).toMatch(/^Bearer glc_/u);
  });

  test.each([
    [401, '{"code":"InvalidCredentials","message":"Login Required or invalid credentials"}', 'credential_rejected'],
    [403, '{"code":"Forbidden","message":"Forbidden"}', 'permission_missing'],
    [409, '{"code":"Conflict","message":"Invalid arguments: wrong or missing parameters"}', 'invalid_arguments'],
  ])('answers %i as %s', async (status, body, code) => {
    grafana.answerBut({ 'GET /api/instances': { status, body } });
    expect(faultIn(await grafana.agentWith().ask('dashboards.listStacks', {})).code).toBe(code);
  });
});

describe('the search for dashboards', () => {
  test('returns those that match in the configured stack, with a whole address [C-GRAF-5]', async () => {
    const { data } = resultIn(await grafana.agentWith().ask('dashboards.search', { text: 'check', tag: 'shop' }));
    expect(data).toEqual({
      stack: 'shop-1',
      dashboards: [
        {
          id: 'abc',
          title: 'Checkout',
          folder: 'Services',
          tags: ['shop'],
          url: 'https://shop-1.grafana.net/d/abc/checkout',
        },
      ],
    });
    const { query } = grafana.calls.at(-1)!;
    expect([query.get('query'), query.get('tag'), query.get('limit')]).toEqual(['check', 'shop', '101']);
  });

  test('says that its path is not documented where this account does not answer it, in the operation and in its check [C-GRAF-5]', async () => {
    grafana.answerBut({ [search]: { status: 404, body: '{"code":"NotFound","message":"Element not found"}' } });
    const agent = grafana.agentWith();
    const fault = faultIn(await agent.ask('dashboards.search', {}));
    expect(fault).toMatchObject({ code: 'feature_disabled' });
    expect(fault.remedy).toContain('The vendor documents no path for it');
    expect(fault.remedy).toContain('Do not rotate the token');
    const check = await agent.checkNamed('dashboard_search');
    expect(check).toMatchObject({ status: 'degraded', held: ['stacks:read'], fault: { code: 'feature_disabled' } });
    expect(check.affects).toEqual(manifest.checks.dashboard_search.affects);
  });

  test('distinguishes an unknown stack from a search that is not served', async () => {
    const fault = faultIn(await grafana.agentWith().ask('dashboards.search', { stack: 'unknown' }));
    expect(fault).toMatchObject({ code: 'not_found_or_hidden', data: { what: 'stack' } });
    expect(fault.remedy).toContain('dashboards.listStacks');
    expect(grafana.calls).toHaveLength(1);
  });

  test('is cut at the limit and says so', async () => {
    const dashboard = { uid: 'a', title: 'A', url: '/d/a', tags: [] };
    grafana.answerBut({ [search]: answerJson([dashboard, dashboard]) });
    const { data, truncated } = resultIn(await grafana.agentWith().ask('dashboards.search', { limit: 1 }));
    expect((data as { dashboards: unknown[] }).dashboards).toHaveLength(1);
    expect(truncated).toBe(true);
  });
});
