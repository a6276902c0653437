/** Access tokens of the identity provider at /mcp: of a known person, for this address alone. */
import type { Client } from '@modelcontextprotocol/client';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectAssistant } from '../../../test/assistant.ts';
import { startTestControl, type TestControl } from '../../../test/control-plane.ts';
import { startIdentityProvider, type TestProvider } from '../../../test/identity-provider.ts';
import { startInstance } from '../../../test/instance.ts';
import { SsoBrowser } from '../../../test/sso-browser.ts';
import type { TunnelClient } from '../../tunnel/port.ts';
import { QuestionList } from '../api/api.ts';

let idp: TestProvider;
let running: TestControl;
let tunnel: TunnelClient;
let resource = '';
let owner: Readonly<Record<string, string>>;
const opened: Client[] = [];
const asked: string[] = [];
const args = { query: { dialect: 'promql', text: 'up' }, window: { from: 'now-1h' } };

beforeAll(async () => {
  idp = await startIdentityProvider();
  running = await startTestControl(idp.env);
  await idp.serve(running.control.addresses.app);
  resource = `${running.control.addresses.app}/mcp`;
  owner = await running.signIn('owner');
  tunnel = await startInstance(running, {
    class: 'agent',
    instance: 'agent-1',
    owner,
    handlers: {
      'operation.run': ({ operation }) => {
        asked.push(operation);
        const result = { data: { series: [] }, complete: true, truncated: false, source: 'grafana', upstreamCalls: 1 };
        return Promise.resolve({ ok: true, result });
      },
    },
  });
  while (tunnel.state().state !== 'live') await sleep(20);
  idp.account = { subject: 'olga-1', name: 'Olga', groups: ['farol-owners'] };
  await new SsoBrowser(running).signIn();
}, 60_000);
afterAll(async () => {
  for (const client of opened) await client.close();
  await tunnel.close();
  await running.close();
  await idp.close();
});

const list = (token: string) =>
  running.send({
    method: 'POST',
    path: '/mcp',
    body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    headers: { authorization: `Bearer ${token}`, accept: 'application/json, text/event-stream' },
  });
const claimsNow = (): number => Math.floor(Date.now() / 1000);

test('a person asks a read with a token of the provider, is recorded by name, and is refused a write, owner or not', async () => {
  const client = await connectAssistant(running, await idp.accessToken(resource, 'olga-1'), '2026-07-28');
  opened.push(client);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).not.toContain('captures_search');
  const read = await client.callTool({
    name: 'catalog_read',
    arguments: { operation: 'metrics.query', arguments: args },
  });
  expect(read.isError).toBeUndefined();
  const write = await client.callTool({
    name: 'catalog_read',
    arguments: { operation: 'chat.postMessage', arguments: { channel: 'C1', text: 'x' } },
  });
  expect(write.isError).toBe(true);
  expect(asked).toEqual(['metrics.query']);
  const { questions } = QuestionList.parse((await running.send({ path: '/api/questions', headers: owner })).json());
  expect(questions.slice(0, 2)).toMatchObject([
    { by: { type: 'person', name: 'Olga' }, via: 'mcp', operation: 'chat.postMessage', outcome: 'read_only' },
    { by: { type: 'person', name: 'Olga' }, via: 'mcp', operation: 'metrics.query', outcome: 'ok' },
  ]);
});

test('the scope captures gives the tools of captures', async () => {
  const token = await idp.accessToken(resource, 'olga-1', { scope: 'openid captures' });
  const client = await connectAssistant(running, token, '2026-07-28');
  opened.push(client);
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain('captures_search');
});

test.each<[string, () => Promise<string>]>([
  ['another audience', () => idp.accessToken('https://other.example/mcp', 'olga-1')],
  ['the origin alone as audience', () => idp.accessToken(new URL(resource).origin, 'olga-1')],
  ['a second audience', () => idp.accessToken(resource, 'olga-1', { aud: [resource, 'https://other.example'] })],
  ['another issuer', () => idp.accessToken(resource, 'olga-1', { iss: 'https://other.example' })],
  ['an end in the past', () => idp.accessToken(resource, 'olga-1', { exp: claimsNow() - 31 })],
  ['no end', () => idp.accessToken(resource, 'olga-1', { exp: undefined })],
  ['a beginning in the future', () => idp.accessToken(resource, 'olga-1', { nbf: claimsNow() + 120 })],
  ['the type of another token', () => idp.accessToken(resource, 'olga-1', { typ: 'JWT' })],
  ['a person who never signed in', () => idp.accessToken(resource, 'nobody-1')],
  ['a changed end of the signature', async () => `${(await idp.accessToken(resource, 'olga-1')).slice(0, -8)}AAAAAAAA`],
  ['no content', () => Promise.resolve('a.b.c')],
])('a token with %s is refused like any wrong one', async (_what, make) => {
  const answer = await list(await make());
  expect([answer.status, answer.headers['www-authenticate']]).toEqual([
    401,
    expect.stringContaining('error="invalid_token"'),
  ]);
});

test('the token of a person who was removed is refused, and so is that of one without a role', async () => {
  idp.account = { subject: 'max-1', name: 'Max', groups: ['farol'] };
  const own = new SsoBrowser(running);
  await own.signIn();
  const token = await idp.accessToken(resource, 'max-1');
  expect((await list(token)).status).toBe(200);
  idp.account = { subject: 'max-1', name: 'Max', groups: [] };
  await new SsoBrowser(running).signIn();
  expect((await list(token)).status).toBe(401);
  idp.account = { subject: 'max-1', name: 'Max', groups: ['farol'] };
  await own.signIn();
  expect((await list(token)).status).toBe(200);
  const { id } = (await own.me()).person;
  await running.send({ method: 'DELETE', path: `/api/people/${id}`, headers: owner });
  expect((await list(token)).status).toBe(401);
});

test('the metadata name the provider as the authorization server', async () => {
  const answer = await running.send({ path: '/.well-known/oauth-protected-resource/mcp' });
  expect(answer.json()).toMatchObject({ resource, authorization_servers: [idp.issuer] });
});

test('a token is one at /mcp alone', async () => {
  const headers = { authorization: `Bearer ${await idp.accessToken(resource, 'olga-1')}` };
  expect((await running.send({ path: '/api/fleet', headers })).status).toBe(401);
});

test(
  'a new key of the provider is accepted within seconds, and tokens of the old one are not',
  { timeout: 30_000 },
  async () => {
    const old = await idp.accessToken(resource, 'olga-1');
    expect((await list(old)).status).toBe(200);
    await idp.rotate();
    const fresh = await idp.accessToken(resource, 'olga-1');
    // Keys are asked for at most once in five seconds.
    await sleep(5200);
    expect((await list(fresh)).status).toBe(200);
    expect((await list(old)).status).toBe(401);
  },
);
