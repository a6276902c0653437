import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { AgentUnderTest, faultIn, resultIn } from '../../../test/contract/agent-under-test.ts';
import { type FakeCall, FakeUpstream, type Reply } from '../../../test/contract/fake-upstream.ts';
import { type RealPrometheus, startPrometheus } from '../../../test/contract/real-prometheus.ts';
import { Fault } from '../../../src/core/fault.ts';
import { registry } from '../../registry.ts';

const user = {
  name: '1234567',
  password: 'correct-horse-battery',
  passwordHash: '$2b$04$abcdefghijklmnopqrstuupOWRSKKNe562z1DsLEArFuJDHVyRIMa',
};
const promql = (text: string) => ({ query: { dialect: 'promql', text } });
const lastMinute = { from: 'now-1m', to: 'now' };

const opened: { close(): unknown }[] = [];
let prometheus: RealPrometheus;
let fake: FakeUpstream;

beforeAll(async () => {
  [prometheus, fake] = await Promise.all([startPrometheus(user), FakeUpstream.start(() => success([]))]);
});

afterEach(() => {
  for (const one of opened.splice(0)) one.close();
});

afterAll(async () => {
  await prometheus.stop();
  await fake.close();
});

function agentAt(url: string, env: Record<string, string | undefined> = {}): AgentUnderTest {
  const agent = new AgentUnderTest({
    registry: registry.filter(({ manifest }) => manifest.id === 'grafana'),
    env: { GRAFANA_METRICS_URL: url, GRAFANA_METRICS_USER: user.name, GRAFANA_METRICS_TOKEN: user.password, ...env },
  });
  opened.push(agent);
  return agent;
}

const success = (data: unknown, more: object = {}): Reply => ({
  status: 200,
  body: JSON.stringify({ status: 'success', data, ...more }),
});

/** What a metrics backend answers when everything is well, but for the paths given. */
const upstream =
  (changed: Record<string, Reply>) =>
  ({ path: asked }: FakeCall): Reply => {
    const usual: Record<string, Reply> = {
      '/api/v1/labels': success(['__name__', 'job']),
      '/api/v1/query': success({
        resultType: 'vector',
        result: [{ metric: {}, value: [0, String(Date.now() / 1000)] }],
      }),
      '/api/v1/metadata': success({}),
    };
    return changed[asked] ?? usual[asked] ?? { status: 404, body: '404 page not found' };
  };

describe('a real Prometheus', () => {
  test('answers a query over a window, with the credential of the customer [C-SVC-1]', async () => {
    const { data, ...envelope } = resultIn(
      await agentAt(prometheus.url).ask('metrics.query', { ...promql('up'), window: lastMinute, stepSec: 1 }),
    );
    expect(envelope).toMatchObject({ complete: true, truncated: false, source: 'grafana', upstreamCalls: 1 });
    expect(Date.parse(envelope.window?.to ?? '') - Date.parse(envelope.window?.from ?? '')).toBe(60_000);
    const { series } = data as { series: { labels: object; points: [number, number][] }[] };
    expect(series).toHaveLength(1);
    expect(series[0]?.labels).toMatchObject({ __name__: 'up', job: 'self' });
    expect(series[0]?.points.at(-1)?.[1]).toBe(1);
  });

  test('answers a query without a window with the present value', async () => {
    const { data } = resultIn(await agentAt(prometheus.url).ask('metrics.query', promql('vector(7)')));
    expect(data).toEqual({ series: [{ labels: {}, points: [[expect.any(Number), 7]] }] });
  });

  test.each([
    ['1/0', '+Inf'],
    ['-1/0', '-Inf'],
    ['0/0', 'NaN'],
  ])('says %s in words, because JSON cannot', async (text, value) => {
    const { data } = resultIn(await agentAt(prometheus.url).ask('metrics.query', promql(text)));
    expect(data).toEqual({ series: [{ labels: {}, points: [[expect.any(Number), value]] }] });
  });

  test('cuts at the limit and says so', async () => {
    const args = { ...promql('{job="self"}'), limit: 3 };
    const { data, truncated } = resultIn(await agentAt(prometheus.url).ask('metrics.query', args));
    expect((data as { series: unknown[] }).series).toHaveLength(3);
    expect(truncated).toBe(true);
  });

  test('is empty and says that it was allowed to see', async () => {
    const args = { ...promql('up{job="nobody"}'), window: lastMinute };
    const { data, complete, because } = resultIn(await agentAt(prometheus.url).ask('metrics.query', args));
    expect(data).toMatchObject({ series: [] });
    expect(complete).toBe(true);
    expect(because).toMatch(/^The read was allowed and nothing matches; other series exist/u);
  });

  test.each([
    ['is not a query', 'up{', 'parse error'],
    ['cannot be evaluated', 'up * on() group_left() {job="self"} * on() {job="self"}', 'could not be evaluated'],
    ['is a text', '"words"', 'Ask for numbers'],
  ])('tells the caller what is wrong with a query that %s', async (_what, text, remedy) => {
    const fault = faultIn(await agentAt(prometheus.url).ask('metrics.query', promql(text)));
    expect(fault).toMatchObject({ code: 'invalid_arguments', data: { field: 'query.text' } });
    expect(fault.remedy).toContain(remedy);
  });

  test('lists every metric once over several pages', async () => {
    const agent = agentAt(prometheus.url);
    const names: string[] = [];
    let cursor: string | undefined;
    do {
      const args = { limit: 100, ...(cursor !== undefined && { cursor }) };
      const { data, nextCursor } = resultIn(await agent.ask('metrics.list', args));
      names.push(...(data as { metrics: { name: string }[] }).metrics.map(({ name }) => name));
      cursor = nextCursor;
    } while (cursor !== undefined);
    expect(names).toContain('prometheus_build_info');
    expect(names.length).toBeGreaterThan(100);
    expect(names).toEqual([...new Set(names)].toSorted());
  });

  test('describes metrics it knows', async () => {
    const { data } = resultIn(
      await agentAt(prometheus.url).ask('metrics.list', { match: ['prometheus_http_requests_total'] }),
    );
    expect(data).toMatchObject({ metrics: [{ name: 'prometheus_http_requests_total', type: 'counter' }] });
  });

  test('refuses the cursor of another question', async () => {
    const agent = agentAt(prometheus.url);
    const { nextCursor: cursor } = resultIn(await agent.ask('metrics.list', { limit: 1 }));
    const fault = faultIn(await agent.ask('metrics.list', { limit: 1, match: ['up'], cursor }));
    expect(fault).toMatchObject({ code: 'invalid_arguments', data: { field: 'cursor' } });
    expect(faultIn(await agent.ask('metrics.list', { cursor: 'bm9uc2Vuc2U' })).data).toEqual({ field: 'cursor' });
  });

  test('lists labels with their values, and says which take more', async () => {
    const { data, truncated } = resultIn(
      await agentAt(prometheus.url).ask('metrics.listLabels', { match: ['{job="self"}'], limit: 2 }),
    );
    const { labels, series } = data as {
      labels: { name: string; values: string[]; hasMore: boolean }[];
      series: number;
    };
    expect(labels.find(({ name }) => name === 'job')).toEqual({ name: 'job', values: ['self'], hasMore: false });
    expect(labels.find(({ name }) => name === '__name__')).toMatchObject({ hasMore: true });
    expect(series).toBeGreaterThan(100);
    expect(truncated).toBe(true);
  });

  test.each([
    ['a wrong password', { GRAFANA_METRICS_TOKEN: 'not-the-password' }, 'credential_rejected', 'failed'],
    ['a wrong user', { GRAFANA_METRICS_USER: '7654321' }, 'credential_rejected', 'failed'],
    [
      'no credential',
      { GRAFANA_METRICS_USER: undefined, GRAFANA_METRICS_TOKEN: undefined },
      'not_configured',
      'pending_configuration',
    ],
  ])('answers 401 to %s', async (_what, env, code, status) => {
    const agent = agentAt(prometheus.url, env);
    expect(faultIn(await agent.ask('metrics.query', promql('up'))).code).toBe(code);
    expect(await agent.checkNamed('metrics_read')).toMatchObject({
      status,
      fault: { code },
      evidence: { status: 401 },
      affects: expect.arrayContaining(['metrics.query', 'metrics.list', 'metrics.listLabels', 'rum.query']) as string[],
    });
  });

  test('is no Prometheus where the path is wrong', async () => {
    const fault = faultIn(await agentAt(`${prometheus.url}/api/v1`).ask('metrics.query', promql('up')));
    expect(fault).toMatchObject({ code: 'wrong_endpoint', data: { variable: 'GRAFANA_METRICS_URL' } });
    expect(fault.remedy).toContain('Remove /api/v1');
  });

  test('passes the check that reads as operations do', async () => {
    expect(await agentAt(prometheus.url).checkNamed('metrics_read')).toMatchObject({
      status: 'ok',
      needed: ['metrics:read'],
      held: ['metrics:read'],
      missing: [],
      remedy: '',
    });
  });
});

describe('an answer that is not whole', () => {
  test('says what the backend warned of', async () => {
    fake.answerWith(
      upstream({
        '/api/v1/query': success(
          { resultType: 'vector', result: [{ metric: { a: 'b' }, value: [1, '2'] }] },
          { warnings: ['one store did not answer'] },
        ),
      }),
    );
    const result = resultIn(await agentAt(fake.url).ask('metrics.query', promql('x')));
    expect(result).toMatchObject({ complete: false, because: 'one store did not answer' });
  });

  test('counts the native histograms it leaves out', async () => {
    fake.answerWith(
      upstream({ '/api/v1/query_range': success({ resultType: 'matrix', result: [{ metric: {}, histograms: [] }] }) }),
    );
    const result = resultIn(await agentAt(fake.url).ask('metrics.query', { ...promql('x'), window: lastMinute }));
    expect(result).toMatchObject({ complete: false, data: { series: [] } });
    expect(result.because).toContain('1 series of native histograms were omitted');
  });

  test('lists names without their meaning when the metadata cannot be read', async () => {
    fake.answerWith(
      upstream({ '/api/v1/label/__name__/values': success(['up']), '/api/v1/metadata': { status: 500, body: '' } }),
    );
    const result = resultIn(await agentAt(fake.url).ask('metrics.list', {}));
    expect(result).toMatchObject({ complete: false, data: { metrics: [{ name: 'up' }] } });
    expect(result.because).toContain('upstream_down');
  });

  test('that is empty because nothing at all is there says that', async () => {
    fake.answerWith(upstream({ '/api/v1/labels': success([]), '/api/v1/series': success([]) }));
    const { because } = resultIn(await agentAt(fake.url).ask('metrics.listLabels', { match: ['up'] }));
    expect(because).toContain('no series at all exists in this window');
    expect(because).toContain('GRAFANA_METRICS_USER');
  });

  test('that is empty stays an answer when the second look fails', async () => {
    const nothing = success({ resultType: 'vector', result: [] });
    fake.answerWith(upstream({ '/api/v1/query': nothing, '/api/v1/labels': { status: 500, body: '' } }));
    const result = resultIn(await agentAt(fake.url).ask('metrics.query', promql('x')));
    expect(result).toMatchObject({ complete: true, data: { series: [] } });
    expect(result.because).toContain('could not be checked (upstream_down)');
  });

  test('in another shape names the place and nothing of the content', async () => {
    fake.answerWith(upstream({ '/api/v1/query': success({ resultType: 'vector', result: 'surprise' }) }));
    const fault = faultIn(await agentAt(fake.url).ask('metrics.query', promql('x')));
    expect(fault).toMatchObject({ code: 'upstream_changed', data: { path: '$.data.result' } });
    expect(JSON.stringify(fault)).not.toContain('surprise');
  });
});

describe('the check metrics_read', () => {
  test('fails without the scope metrics:read and says not to rotate the token [C-GRAF-1]', async () => {
    const scope = { status: 403, body: '{"status":"error","error":"authentication error: invalid scope requested"}' };
    fake.answerWith(scope);
    const check = await agentAt(fake.url).checkNamed('metrics_read');
    expect(check).toMatchObject({
      status: 'failed',
      layer: 'access policy scope',
      missing: ['metrics:read'],
      fault: { code: 'permission_missing', data: { grant: 'metrics:read' } },
      evidence: { status: 403 },
    });
    expect(check.remedy).toContain('Do not rotate the token');
  });

  test('is degraded, and not green, where nothing is written', async () => {
    fake.answerWith(upstream({ '/api/v1/labels': success([]) }));
    const check = await agentAt(fake.url).checkNamed('metrics_read');
    expect(check).toMatchObject({ status: 'degraded', held: ['metrics:read'] });
    expect(check.summary).toContain('no series was written in the last hour');
  });

  test('is degraded when the clocks differ', async () => {
    const early = String(Date.now() / 1000 - 600);
    fake.answerWith(
      upstream({ '/api/v1/query': success({ resultType: 'vector', result: [{ metric: {}, value: [0, early] }] }) }),
    );
    const check = await agentAt(fake.url).checkNamed('metrics_read');
    expect(check.status).toBe('degraded');
    expect(check.summary).toMatch(/differs from that of the metrics backend by -(?:600|599|601) s/u);
  });

  test.each(['/api/prom', '/prometheus'])('finds the interface below %s and names the address', async (prefix) => {
    fake.answerWith(({ path: asked }) =>
      asked === `${prefix}/api/v1/labels` ? { status: 401, body: '' } : { status: 404, body: '404 page not found' },
    );
    const check = await agentAt(fake.url).checkNamed('metrics_read');
    expect(check.fault).toMatchObject({ code: 'wrong_endpoint', data: { tried: prefix } });
    expect(check.remedy).toContain(`set GRAFANA_METRICS_URL to that`);
    expect(check.remedy).toContain(`${fake.url}${prefix}`);
  });

  test('distinguishes a gateway in front from a missing permission', async () => {
    fake.answerWith({ status: 403, body: 'Forbidden' });
    const wall = await agentAt(fake.url).checkNamed('metrics_read');
    expect(wall).toMatchObject({ layer: 'allowed IP ranges, proxy or firewall', missing: ['network access'] });
    fake.answerWith(({ headers }) => ({ status: headers.authorization === undefined ? 401 : 403, body: 'Forbidden' }));
    const policy = await agentAt(fake.url).checkNamed('metrics_read');
    expect(policy).toMatchObject({ layer: 'access policy', missing: ['metrics:read'] });
  });
});

describe('the probe credential', () => {
  const tokenOf = (region: string): string =>
    `glc_${Buffer.from(JSON.stringify({ o: '1', n: 'farol', k: 'key', m: { r: region } })).toString('base64')}`;

  async function probe(token: string): Promise<Fault> {
    const agent = agentAt('https://prometheus-prod-13-prod-us-east-0.grafana.net/api/prom', {
      GRAFANA_METRICS_TOKEN: token,
    });
    const host = agent.hosts[0]!;
    const { context } = host.openContext([], new AbortController().signal);
    const kind = 'GRAFANA_METRICS_USER and its token';
    const rejected = new Fault('credential_rejected', { kind, reason: 'rejected' }, 'Compare them.');
    return (await host.load()).probes['credential']!.run(rejected, context);
  }

  test('recognises a token of another region', async () => {
    expect(await probe(tokenOf('prod-eu-west-2'))).toMatchObject({
      kind: 'wrong_endpoint',
      data: { tried: 'prometheus-prod-13-prod-us-east-0.grafana.net' },
    });
  });

  test.each([
    ['of the same region', tokenOf('prod-us-east-0')],
    ['that says nothing', 'glc_nonsense-nonsense'],
    ['of another kind', 'correct-horse-battery'],
  ])('leaves the fault as it was for a token %s', async (_what, token) => {
    expect(await probe(token)).toMatchObject({ kind: 'credential_rejected' });
  });
});

describe('the check token_kind', () => {
  test.each([
    ['an access policy token', 'glc_abcdefghijkl', 'ok'],
    ['a password', 'correct-horse-battery', 'ok'],
    ['an earlier API key', 'eyJrIjoiabcdefgh', 'pending_configuration'],
    ['a service account token', 'glsa_abcdefghijkl', 'failed'],
  ])('judges %s', async (_kind, token, status) => {
    const check = await agentAt(fake.url, { GRAFANA_METRICS_TOKEN: token }).checkNamed('token_kind');
    expect(check.status).toBe(status);
    expect(JSON.stringify(check)).not.toContain(token);
  });

  test('is skipped when there is no token, naming the variable', async () => {
    const env = { GRAFANA_METRICS_TOKEN: undefined, GRAFANA_METRICS_USER: undefined };
    expect(await agentAt(fake.url, env).checkNamed('token_kind')).toMatchObject({
      status: 'skipped',
      fault: { code: 'not_configured', data: { variable: 'GRAFANA_METRICS_TOKEN' } },
    });
  });
});

test('a token that was replaced in its file is used at once, without a restart', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'farol-token-'));
  const file = path.join(folder, 'token');
  writeFileSync(file, 'the-first-password');
  const accepted = `Basic ${Buffer.from(`${user.name}:the-second-password`).toString('base64')}`;
  fake.answerWith((call) => {
    if (call.headers.authorization === accepted) return upstream({})(call);
    writeFileSync(file, 'the-second-password');
    return { status: 401, body: 'Unauthorized' };
  });
  const agent = agentAt(fake.url, { GRAFANA_METRICS_TOKEN: undefined, GRAFANA_METRICS_TOKEN_FILE: file });
  expect((await agent.ask('metrics.query', promql('x'))).ok).toBe(true);
  expect(fake.calls).toHaveLength(2);
  rmSync(folder, { recursive: true });
});

test('a token file that disappears while it is refused is reported as missing', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'farol-token-'));
  const file = path.join(folder, 'token');
  writeFileSync(file, 'the-first-password');
  fake.answerWith(() => {
    rmSync(folder, { recursive: true, force: true });
    return { status: 401, body: 'Unauthorized' };
  });
  const agent = agentAt(fake.url, { GRAFANA_METRICS_TOKEN: undefined, GRAFANA_METRICS_TOKEN_FILE: file });
  expect(faultIn(await agent.ask('metrics.query', promql('x')))).toMatchObject({
    code: 'credential_rejected',
    data: { kind: 'GRAFANA_METRICS_TOKEN', reason: 'missing' },
  });
  expect(fake.calls).toHaveLength(1);
});
