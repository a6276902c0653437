/**
 * A real Prometheus with basic authentication behind a proxy that does what Grafana's does: its own token outside, the
 * credential of the data source inside, POST to queries only, and 400 in place of a 401.
 */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { AgentUnderTest, faultIn, resultIn } from '../../../test/contract/agent-under-test.ts';
import { type RealPrometheus, startPrometheus } from '../../../test/contract/real-prometheus.ts';
import { registry } from '../../registry.ts';

const user = {
  name: 'grafana',
  password: 'correct-horse-battery',
  passwordHash: '$2b$04$abcdefghijklmnopqrstuupOWRSKKNe562z1DsLEArFuJDHVyRIMa',
};
const token = 'glsa_of-the-service-account';
const queries = /^\/api\/v1\/(?:query|query_range|series|labels|query_exemplars)(?:\?|$)/u;
const promql = (query: string) => ({ query: { dialect: 'promql', text: query } });

let prometheus: RealPrometheus;
let proxy: Server;
let password = user.password;
const opened: AgentUnderTest[] = [];

beforeAll(async () => {
  prometheus = await startPrometheus(user);
  proxy = createServer((request, response) => {
    void handOn(request).then(({ status, body, type }) =>
      response.writeHead(status, { 'content-type': type }).end(body),
    );
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  for (const one of opened.splice(0)) one.close();
  password = user.password;
});
afterAll(async () => {
  proxy.close();
  await prometheus.stop();
});

async function handOn(request: IncomingMessage): Promise<{ status: number; body: string; type: string }> {
  const say = (status: number, message: string) => ({
    status,
    body: JSON.stringify({ message }),
    type: 'application/json',
  });
  if (request.headers.authorization !== `Bearer ${token}`) return say(401, 'Invalid API key');
  const path = /^\/api\/datasources\/proxy\/uid\/prom(\/.*)$/u.exec(request.url ?? '')?.[1];
  if (path === undefined) return say(404, 'Unable to find datasource');
  if (request.method === 'POST' && !queries.test(path)) {
    return say(403, 'non allow-listed POSTs not allowed on proxied Prometheus datasource');
  }
  const answer = await fetch(`${prometheus.url}${path}`, {
    method: request.method ?? 'GET',
    headers: {
      authorization: `Basic ${Buffer.from(`${user.name}:${password}`).toString('base64')}`,
      ...(request.headers['content-type'] !== undefined && { 'content-type': request.headers['content-type'] }),
    },
    ...(request.method === 'POST' && { body: await text(request) }),
  });
  if (answer.status === 401) return { status: 400, body: 'Authentication to data source failed', type: 'text/plain' };
  return { status: answer.status, body: await answer.text(), type: answer.headers.get('content-type') ?? '' };
}

function agentWith(changed: Readonly<Record<string, string>> = {}): AgentUnderTest {
  const env = {
    GRAFANA_URL: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    GRAFANA_SERVICE_ACCOUNT_TOKEN: token,
    GRAFANA_METRICS_DATASOURCE: 'prom',
    ...changed,
  };
  const agent = new AgentUnderTest({ registry: registry.filter(({ manifest }) => manifest.id === 'grafana'), env });
  opened.push(agent);
  return agent;
}

describe('through the proxy, a real Prometheus', () => {
  test('answers what is sent by GET and by POST', async () => {
    const agent = agentWith();
    const now = resultIn(await agent.ask('metrics.query', promql('vector(7)')));
    expect(now.data).toMatchObject({ series: [{ points: [[expect.any(Number), 7]] }] });
    const range = await agent.ask('metrics.query', { ...promql('vector(1)'), window: { from: 'now-1m', to: 'now' } });
    expect(resultIn(range).data).toMatchObject({ series: [{ labels: {} }] });
    expect(await agent.checkNamed('metrics_read')).toMatchObject({ held: ['datasources:query'] });
  });

  test('says itself what is wrong with a query', async () => {
    const fault = faultIn(await agentWith().ask('metrics.query', promql('sum(')));
    expect(fault).toMatchObject({ code: 'invalid_arguments', data: { field: 'query.text' } });
    expect(fault.remedy).toContain('parse error');
  });

  test('that refuses the password of the data source differs from a Grafana that refuses the token', async () => {
    password = 'changed meanwhile';
    const behind = faultIn(await agentWith().ask('metrics.query', promql('up')));
    expect(behind.data).toEqual({ kind: 'credential that Grafana has for the data source', reason: 'rejected' });
    const outside = faultIn(
      await agentWith({ GRAFANA_SERVICE_ACCOUNT_TOKEN: 'glsa_of-another' }).ask('metrics.query', promql('up')),
    );
    expect(outside.data).toEqual({ kind: 'service account token', reason: 'rejected' });
  });
});
