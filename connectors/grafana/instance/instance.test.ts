/** Everything through one Grafana: which data source is read, whose refusal it was, and what a role may not have. */
import { describe, expect, test } from 'vitest';
import type { OperationName } from '../../../catalog/index.ts';
import { faultIn, resultIn } from '../../../test/contract/agent-under-test.ts';
import type { FakeCall } from '../../../test/contract/fake-upstream.ts';
import { dataOfBackends } from '../upstream/exemplar.ts';
import { sayError, usualDataSources, viewer } from '../upstream/fake-grafana.ts';
import { token, useGrafanaInstance } from '../upstream/use-grafana-instance.ts';

const grafana = useGrafanaInstance();
const window = { from: 'now-1h', to: 'now' };
const questions = {
  'metrics.query': { query: { dialect: 'promql', text: 'up' } },
  'logs.search': { query: { dialect: 'logql', text: '{service_name="checkout"}' }, window },
  'traces.search': { query: { dialect: 'traceql', text: '{}' }, window },
  'monitors.list': {},
  'dashboards.listStacks': {},
  'dashboards.search': {},
} as const satisfies Partial<Record<OperationName, object>>;
type Asked = keyof typeof questions;
const names = Object.keys(questions) as Asked[];
const without = (...gone: string[]) =>
  Object.fromEntries(Object.entries(viewer).filter(([name]) => !gone.includes(name)));

describe('the token', () => {
  test('is sent to Grafana alone, and one of Synthetic Monitoring only there', async () => {
    const agent = grafana.agentWith();
    for (const name of [...names, 'synthetics.listChecks' as const]) {
      resultIn(await agent.ask(name, name === 'synthetics.listChecks' ? {} : questions[name]));
    }
    const sent = Map.groupBy(grafana.calls, ({ headers }) => headers.authorization);
    expect([...sent.keys()]).toEqual([`Bearer ${token}`, 'Bearer token-of-synthetics']);
    expect(sent.get('Bearer token-of-synthetics')?.map(({ path }) => path)).toEqual(['/api/v1/check/list']);
  });

  test.each([
    ['glc_an-access-policy-token', 'access_policy_token'],
    ['a password', 'text of no known kind'],
  ])('of another kind is refused by its check without a call: %s', async (wrong, kind) => {
    const check = await grafana.agentWith({ GRAFANA_SERVICE_ACCOUNT_TOKEN: wrong }).checkNamed('token_kind');
    expect(check).toMatchObject({ status: 'failed', fault: { code: 'credential_rejected', data: { kind } } });
    expect(check.remedy).toContain('role Viewer');
    expect(grafana.asked).not.toContain('GET /api/access-control/user/permissions');
  });

  test.each([
    ['expired', sayError(401, 'Expired API key', { messageId: 'api-key.expired' })],
    ['revoked', sayError(401, 'Revoked API key', { messageId: 'api-key.revoked' })],
    ['rejected', sayError(401, 'Invalid API key', { messageId: 'api-key.invalid' })],
    ['rejected', sayError(401, 'Unauthorized')],
  ] as const)('that Grafana does not accept is %s', async (reason, refusal) => {
    grafana.answer({ token: 'glsa_another', refusal });
    const agent = grafana.agentWith();
    for (const name of names) {
      const fault = faultIn(await agent.ask(name, questions[name]));
      expect(fault).toMatchObject({ code: 'credential_rejected', data: { kind: 'service account token', reason } });
    }
  });
});

describe('the way', () => {
  test.each([
    'GRAFANA_METRICS_URL',
    'GRAFANA_METRICS_TENANT',
    'GRAFANA_LOGS_URL',
    'GRAFANA_TRACES_TOKEN',
    'GRAFANA_ALERTS_USER',
    'GRAFANA_API_TOKEN',
    'GRAFANA_STACK',
  ])('must be one: %s beside GRAFANA_URL is refused, and nothing is sent', async (variable) => {
    const value = variable.endsWith('_URL') ? 'https://backend.example' : 'team-a';
    const agent = grafana.agentWith({
      [variable]: value,
      ...(variable === 'GRAFANA_ALERTS_USER' && { GRAFANA_ALERTS_URL: undefined }),
    });
    for (const name of names) {
      const fault = faultIn(await agent.ask(name, questions[name]));
      expect(fault).toMatchObject({ code: 'not_configured', data: { variable } });
      expect(fault.remedy).toContain('RUNNER_SOURCES_FILE');
    }
    const waiting = (await agent.check()).filter(({ check }) => check !== 'synthetics_read');
    expect(new Set(waiting.map(({ status }) => status))).toEqual(new Set(['pending_configuration']));
    expect(grafana.asked).toEqual(['GET /api/v1/check/list']);
  });

  test('is not through a Grafana that is not named: a data source alone is refused', async () => {
    const agent = grafana.agentWith({
      GRAFANA_URL: undefined,
      GRAFANA_SERVICE_ACCOUNT_TOKEN: undefined,
      GRAFANA_METRICS_URL: 'https://backend.example',
      GRAFANA_LOGS_DATASOURCE: 'logs-uid',
    });
    const fault = faultIn(await agent.ask('metrics.query', questions['metrics.query']));
    expect(fault).toMatchObject({ code: 'not_configured', data: { variable: 'GRAFANA_URL' } });
    expect(fault.remedy).toContain('GRAFANA_LOGS_DATASOURCE');
    expect(grafana.asked).toEqual([]);
  });
});

describe('the data source', () => {
  const two = [...usualDataSources, { uid: 'second-uid', name: 'Second\u0000 Loki', type: 'loki' }];

  test('must be named where there are two: the fault and health name them, and the others still answer', async () => {
    grafana.answer({ dataSources: two });
    const agent = grafana.agentWith();
    const fault = faultIn(await agent.ask('logs.search', questions['logs.search']));
    expect(fault).toMatchObject({ code: 'not_configured', data: { variable: 'GRAFANA_LOGS_DATASOURCE' } });
    expect(fault.remedy).toContain('logs-uid (Loki), second-uid (Second  Loki)');
    expect(await agent.checkNamed('logs_read')).toMatchObject({ status: 'pending_configuration' });
    resultIn(await agent.ask('traces.search', questions['traces.search']));
  });

  test('that is named is read, and none is looked for', async () => {
    grafana.answer({ dataSources: two });
    const agent = grafana.agentWith({ GRAFANA_LOGS_DATASOURCE: 'second-uid' });
    resultIn(await agent.ask('logs.search', questions['logs.search']));
    expect(grafana.asked).toEqual(['GET /api/datasources/proxy/uid/second-uid/loki/api/v1/query_range']);
    expect(await agent.checkNamed('logs_read')).toMatchObject({ status: 'ok', held: ['datasources:query'] });
  });

  test('that is not there takes only its own operations away, and its check is skipped', async () => {
    grafana.answer({ dataSources: usualDataSources.filter(({ type }) => type !== 'loki' && type !== 'alertmanager') });
    const agent = grafana.agentWith();
    const fault = faultIn(await agent.ask('logs.search', questions['logs.search']));
    expect(fault).toMatchObject({ code: 'not_configured', data: { variable: 'GRAFANA_LOGS_DATASOURCE' } });
    const checks = await agent.check();
    expect(checks.filter(({ status }) => status !== 'ok').map(({ check, status }) => [check, status])).toEqual([
      ['logs_read', 'skipped'],
    ]);
    resultIn(await agent.ask('metrics.query', questions['metrics.query']));
  });

  test('of the metrics is needed', async () => {
    grafana.answer({ dataSources: [] });
    const check = await grafana.agentWith().checkNamed('metrics_read');
    expect(check).toMatchObject({
      status: 'pending_configuration',
      fault: { code: 'not_configured', data: { variable: 'GRAFANA_METRICS_DATASOURCE' } },
    });
  });

  test('whose uid Grafana does not know is named with its variable', async () => {
    const agent = grafana.agentWith({ GRAFANA_TRACES_DATASOURCE: 'nobodys' });
    expect(faultIn(await agent.ask('traces.search', questions['traces.search']))).toMatchObject({
      code: 'wrong_endpoint',
      data: { variable: 'GRAFANA_TRACES_DATASOURCE', tried: 'nobodys' },
    });
  });

  test('of another type does not get the query, and the remedy names the type that does', async () => {
    const agent = grafana.agentWith({ GRAFANA_METRICS_DATASOURCE: 'other-uid' });
    const fault = faultIn(await agent.ask('metrics.query', { ...questions['metrics.query'], window }));
    expect(fault).toMatchObject({ code: 'wrong_endpoint', data: { variable: 'GRAFANA_METRICS_DATASOURCE' } });
    expect(fault.remedy).toContain('of the type prometheus');
  });

  test('is listed as a backend of the only stack, without its settings', async () => {
    const { data } = resultIn(await grafana.agentWith().ask('dashboards.listStacks', {}));
    expect(data).toMatchObject({
      stacks: [
        {
          slug: 'grafana',
          backends: [
            { kind: 'metrics', id: 'metrics-uid' },
            { kind: 'logs', id: 'logs-uid' },
            { kind: 'traces', id: 'traces-uid' },
            { kind: 'alerts', id: 'alerts-uid' },
          ],
        },
      ],
    });
    expect(JSON.stringify(data)).not.toContain('internal.example');
  });
});

describe('a refusal', () => {
  test('of the system behind a data source is not one of the token', async () => {
    const backend = (call: FakeCall) =>
      call.path.startsWith('/loki/') ? { status: 401, body: 'no org id' } : dataOfBackends(call);
    grafana.answer({ backend });
    const agent = grafana.agentWith();
    const fault = faultIn(await agent.ask('logs.search', questions['logs.search']));
    expect(fault).toMatchObject({
      code: 'credential_rejected',
      data: { kind: 'credential that Grafana has for the data source' },
    });
    expect(fault.remedy).toMatch(/Loki behind Grafana.*X-Scope-OrgID.*Do not rotate the token/u);
    const failed = (await agent.check()).filter(({ status }) => status !== 'ok');
    expect(failed.map(({ check }) => check)).toEqual(['logs_read']);
  });

  test('about the question is handed on as the backend says it', async () => {
    const said = JSON.stringify({ status: 'error', errorType: 'bad_data', error: 'parse error: unexpected end' });
    grafana.answer({ backend: () => ({ status: 400, body: said }) });
    const fault = faultIn(await grafana.agentWith().ask('metrics.query', questions['metrics.query']));
    expect(fault).toMatchObject({ code: 'invalid_arguments', data: { field: 'query.text' } });
    expect(fault.remedy).toContain('parse error: unexpected end');
  });

  test('of a Grafana that cannot reach the backend says where to look', async () => {
    grafana.answer({ backend: () => ({ status: 502, body: '' }) });
    const fault = faultIn(await grafana.agentWith().ask('metrics.query', questions['metrics.query']));
    expect(fault).toMatchObject({ code: 'upstream_down', data: { status: 502 } });
    expect(fault.remedy).toContain('Save & test');
  });

  test.each([
    ['datasources:query', 'metrics_read', 'metrics.query'],
    ['datasources:read', 'stacks_read', 'dashboards.listStacks'],
    ['alert.rules:read', 'rules_read', undefined],
    ['alert.rules.external:read', 'rules_read', undefined],
    ['alert.instances:read', 'alerts_read', undefined],
    ['alert.instances.external:read', 'alerts_read', undefined],
  ] as const)('for want of %s is a missing permission in the check %s', async (grant, check, operation) => {
    grafana.answer({ held: without(grant) });
    const agent = grafana.agentWith();
    expect(await agent.checkNamed(check)).toMatchObject({
      status: 'failed',
      missing: [grant],
      fault: { code: 'permission_missing', data: { grant, layer: 'role of the service account' } },
    });
    expect(await agent.checkNamed('token_kind')).toMatchObject({ status: 'degraded', missing: [grant] });
    if (operation === undefined) return;
    const fault = faultIn(await agent.ask(operation, questions[operation]));
    expect(fault).toMatchObject({ code: 'permission_missing', data: { grant } });
  });

  test('that Grafana does not say: without dashboards:read the search is empty, and health tells', async () => {
    grafana.answer({ held: without('dashboards:read') });
    const agent = grafana.agentWith();
    expect(await agent.checkNamed('dashboard_search')).toMatchObject({ status: 'degraded' });
    const { data, because } = resultIn(await agent.ask('dashboards.search', {}));
    expect(data).toMatchObject({ dashboards: [] });
    expect(because).toContain('may not see');
  });
});

describe('the role', () => {
  test('of an Editor is too wide, and health names what it may write', async () => {
    grafana.answer({ held: { ...viewer, 'dashboards:write': ['folders:*'], 'alert.rules:write': ['folders:*'] } });
    const check = await grafana.agentWith().checkNamed('token_kind');
    expect(check).toMatchObject({
      status: 'pending_configuration',
      excess: ['dashboards:write', 'alert.rules:write'],
    });
    expect(check.remedy).toContain('role Viewer');
  });

  test('is not judged by a Grafana that does not list permissions', async () => {
    grafana.answer({}, { 'GET /api/access-control/user/permissions': sayError(404, 'Not found') });
    const check = await grafana.agentWith().checkNamed('token_kind');
    expect(check).toMatchObject({ status: 'ok' });
    expect(check.summary).toContain('does not list its permissions');
  });
});

test('a search for another stack is refused, and addresses of dashboards keep the sub-path', async () => {
  const agent = grafana.agentWith();
  expect(faultIn(await agent.ask('dashboards.search', { stack: 'shop-1' }))).toMatchObject({
    code: 'invalid_arguments',
    data: { field: 'stack' },
  });
  const { data } = resultIn(await agent.ask('dashboards.search', {}));
  expect(data).toMatchObject({
    stack: 'grafana',
    dashboards: [
      { id: 'abc', folder: 'Services', url: expect.stringMatching(/\/grafana\/d\/abc\/checkout$/u) as string },
    ],
  });
});
