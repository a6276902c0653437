/** Only the metrics are needed. Whatever else lacks takes its own operations away, says what to do, and leaves the rest as it is. */
import { describe, expect, test } from 'vitest';
import { faultIn, resultIn } from '../../test/contract/agent-under-test.ts';
import { manifest } from './manifest.ts';
import { ids } from './upstream/traces-upstream.ts';
import { useGrafana } from './upstream/use-grafana.ts';
import type { OperationName } from '../../catalog/index.ts';

const grafana = useGrafana();
const window = { from: 'now-1h', to: 'now' };
const refused = { status: 403, body: '{"status":"error","error":"authentication error: invalid scope requested"}' };

const questions: Readonly<Partial<Record<OperationName, object>>> = {
  'metrics.query': { query: { dialect: 'promql', text: 'up' } },
  'logs.search': { query: { dialect: 'logql', text: '{service_name="checkout"}' }, window },
  'logs.aggregate': {
    query: { dialect: 'logql', text: 'sum(count_over_time({service_name="checkout"}[1h]))' },
    window,
  },
  'logs.listSources': {},
  'traces.search': { query: { dialect: 'traceql', text: '{}' }, window },
  'traces.get': { traceId: ids.ofSecond },
  'monitors.list': {},
  'dashboards.listStacks': {},
  'dashboards.search': {},
  'synthetics.listChecks': {},
};
const names = Object.keys(questions) as OperationName[];

describe.each([
  ['GRAFANA_LOGS_URL', ['logs.search', 'logs.aggregate', 'logs.listSources'], 'logs_read'],
  ['GRAFANA_TRACES_URL', ['traces.search', 'traces.get'], 'traces_read'],
  ['GRAFANA_SM_URL', ['synthetics.listChecks'], 'synthetics_read'],
  ['GRAFANA_STACK', ['dashboards.search'], 'dashboard_search'],
] as const)('without %s', (variable, affected, check) => {
  test(`only ${affected.join(', ')} answer not_configured, naming it, and the check ${check} is skipped [C-GRAF-7]`, async () => {
    const agent = grafana.agentWith({ [variable]: undefined });
    const refusedNames: string[] = [];
    for (const name of names) {
      const answer = await agent.ask(name, questions[name]);
      if (!answer.ok) refusedNames.push(name);
    }
    expect(refusedNames).toEqual(affected);
    for (const name of affected) {
      const fault = faultIn(await agent.ask(name, questions[name]));
      expect(fault).toMatchObject({ code: 'not_configured', data: { variable } });
      expect(fault.remedy).toContain(variable);
    }
    const found = (await agent.check()).filter(({ status }) => status !== 'ok');
    expect(found.map((one) => [one.check, one.status])).toEqual([[check, 'skipped']]);
    expect(found[0]?.remedy).toContain(`Set ${variable}`);
    expect(found[0]?.affects).toEqual(expect.arrayContaining([...affected]));
  });
});

describe('without the scope', () => {
  test.each([
    [
      'logs:read',
      'logs_read',
      { 'GET /loki/api/v1/query_range': refused, 'GET /loki/api/v1/labels': refused },
      'logs.search',
    ],
  ] as const)('%s logs are refused and nothing else, and the check %s says so [C-GRAF-2]', expectRefused);

  test.each([['traces:read', 'traces_read', { 'GET /api/search': refused }, 'traces.search']] as const)(
    '%s traces are refused and nothing else, and the check %s says so [C-GRAF-3]',
    expectRefused,
  );

  test.each([
    ['stacks:read', 'stacks_read', { 'GET /api/instances': refused }, 'dashboards.listStacks'],
    [
      'stack-dashboards:read',
      'dashboard_search',
      { 'GET /api/instances/shop-1/api/search': { status: 403, body: '{"code":"Forbidden","message":"Forbidden"}' } },
      'dashboards.search',
    ],
  ] as const)('%s dashboards are refused and nothing else, and the check %s says so [C-GRAF-5]', expectRefused);

  async function expectRefused(
    grant: string,
    check: string,
    answers: Parameters<typeof grafana.answerBut>[0],
    operation: OperationName,
  ): Promise<void> {
    grafana.answerBut(answers);
    const agent = grafana.agentWith();
    const fault = faultIn(await agent.ask(operation, questions[operation]));
    expect(fault).toMatchObject({ code: 'permission_missing', data: { grant } });
    expect(fault.remedy).toContain(`Add the scope ${grant}`);
    expect(fault.remedy).toContain('Do not rotate the token');
    expect((await agent.ask('metrics.query', questions['metrics.query'])).ok).toBe(true);
    const found = (await agent.check()).filter(({ status }) => status !== 'ok');
    expect(found.map((one) => [one.check, one.status, one.missing])).toEqual([[check, 'failed', [grant]]]);
  }
});

describe('monitors', () => {
  test('without rules:read come from alerts alone, and what is missing is reported [C-GRAF-4]', async () => {
    grafana.answerBut({ 'GET /api/v1/rules': refused });
    const result = resultIn(await grafana.agentWith().ask('monitors.list', {}));
    expect(result).toMatchObject({ complete: false });
    expect(result.because).toContain('rules:read');
    expect((result.data as { monitors: { name: string }[] }).monitors.map(({ name }) => name)).toEqual([
      'DiskFull',
      'Latency',
    ]);
  });

  test.each([
    ['without alerts:read', {}, { 'GET /api/v2/alerts': refused }, 'alerts:read'],
    ['without an Alertmanager', { GRAFANA_ALERTS_URL: undefined }, {}, 'GRAFANA_ALERTS_URL'],
  ])('%s come from rules alone, and what is missing is reported [C-GRAF-4]', async (_what, env, answers, named) => {
    grafana.answerBut(answers);
    const result = resultIn(await grafana.agentWith(env).ask('monitors.list', {}));
    expect(result).toMatchObject({ complete: false });
    expect(result.because).toContain(named);
    const { monitors } = result.data as { monitors: { name: string; isSilenced?: boolean; notifies: string[] }[] };
    expect(monitors.map(({ name }) => name)).toEqual(['Broken', 'Errors', 'Latency', 'Quiet']);
    expect(monitors.filter(({ isSilenced, notifies }) => isSilenced !== undefined || notifies.length > 0)).toEqual([]);
  });

  test('without both are refused, naming the first [C-GRAF-4]', async () => {
    grafana.answerBut({ 'GET /api/v1/rules': refused, 'GET /api/v2/alerts': refused });
    const agent = grafana.agentWith();
    expect(faultIn(await agent.ask('monitors.list', {}))).toMatchObject({
      code: 'permission_missing',
      data: { grant: 'rules:read' },
    });
    expect((await agent.checkNamed('rules_read')).missing).toEqual(['rules:read']);
    expect((await agent.checkNamed('alerts_read')).missing).toEqual(['alerts:read']);
  });

  test('of which nobody asked are no failure: rules that are refused are skipped without an Alertmanager', async () => {
    grafana.answerBut({ 'GET /api/v1/rules': refused });
    const check = await grafana.agentWith({ GRAFANA_ALERTS_URL: undefined }).checkNamed('rules_read');
    expect(check).toMatchObject({ status: 'skipped', missing: ['rules:read'] });
    expect(check.remedy).toContain('To read monitors');
  });
});

describe('the credential of a backend', () => {
  const sentTo = (path: string): string => {
    const header = grafana.calls.find((call) => call.path === path)?.headers.authorization ?? '';
    return header.startsWith('Basic ') ? Buffer.from(header.slice('Basic '.length), 'base64').toString() : header;
  };
  const logs = questions['logs.search'];

  test('is the access policy token of the metrics with the instance id of the backend', async () => {
    await grafana.agentWith().ask('logs.search', logs);
    expect(sentTo('/loki/api/v1/query_range')).toBe('234567:glc_the-token-of-the-tests');
  });

  test('is its own token where there is one', async () => {
    await grafana.agentWith({ GRAFANA_LOGS_TOKEN: 'glc_of-the-logs-alone' }).ask('logs.search', logs);
    expect(sentTo('/loki/api/v1/query_range')).toBe('234567:glc_of-the-logs-alone');
  });

  test('is never the password of another system', async () => {
    const agent = grafana.agentWith({ GRAFANA_METRICS_TOKEN: 'password-of-a-prometheus' });
    for (const [name, variable] of [
      ['logs.search', 'GRAFANA_LOGS_TOKEN'],
      ['dashboards.listStacks', 'GRAFANA_API_TOKEN'],
    ] as const) {
      expect(faultIn(await agent.ask(name, questions[name]))).toMatchObject({
        code: 'not_configured',
        data: { variable },
      });
    }
    expect(grafana.calls).toEqual([]);
  });

  test('is none where neither user nor token of it is set, as for a system of one’s own', async () => {
    await grafana.agentWith({ GRAFANA_LOGS_USER: undefined }).ask('logs.search', logs);
    expect(sentTo('/loki/api/v1/query_range')).toBe('');
  });

  test('that is half there is returned, naming the other half', async () => {
    const agent = grafana.agentWith({ GRAFANA_LOGS_USER: undefined, GRAFANA_LOGS_TOKEN: 'glc_of-the-logs-alone' });
    expect(faultIn(await agent.ask('logs.search', logs)).data).toEqual({ variable: 'GRAFANA_LOGS_USER' });
  });

  test('that is rejected names the variables of that backend and not those of the metrics', async () => {
    grafana.answerBut({
      'GET /loki/api/v1/query_range': { status: 401, body: '{"error":"authentication error: invalid token"}' },
    });
    const fault = faultIn(await grafana.agentWith().ask('logs.search', logs));
    expect(fault).toMatchObject({ code: 'credential_rejected' });
    expect(fault.remedy).toContain('GRAFANA_LOGS_USER');
    expect(fault.remedy).toContain('Loki');
    expect(fault.remedy).not.toContain('GRAFANA_METRICS_USER');
  });

  test('that is of another kind is recognised for every backend', async () => {
    const check = await grafana.agentWith({ GRAFANA_TRACES_TOKEN: 'glsa_of-an-instance' }).checkNamed('token_kind');
    expect(check).toMatchObject({
      status: 'degraded',
      fault: { code: 'credential_rejected' },
      affects: manifest.checks.traces_read.affects,
    });
    expect(check.remedy).toContain('GRAFANA_TRACES_TOKEN');
  });

  test('is not sent to the Cloud API by a check that nobody asked for', async () => {
    const agent = grafana.agentWith({ GRAFANA_API_URL: undefined, GRAFANA_STACK: undefined });
    expect(await agent.checkNamed('stacks_read')).toMatchObject({ status: 'skipped' });
    expect(grafana.calls.filter(({ path }) => path.startsWith('/api/instances'))).toEqual([]);
  });
});

describe('an address', () => {
  test.each([
    ['GRAFANA_TRACES_URL', '/api/search', '/tempo', 'traces_read'],
    ['GRAFANA_ALERTS_URL', '/api/v2/alerts', '/alertmanager', 'alerts_read'],
  ])('in %s that names only the host is found out', async (variable, path, prefix, check) => {
    grafana.answerBut({
      [`GET ${path}`]: { status: 404, body: '404 page not found' },
      [`GET ${prefix}${path}`]: { status: 401, body: '' },
    });
    const found = await grafana.agentWith().checkNamed(check);
    expect(found.fault).toMatchObject({ code: 'wrong_endpoint', data: { variable, tried: prefix } });
    expect(found.remedy).toContain(`set ${variable} to that`);
  });
});
