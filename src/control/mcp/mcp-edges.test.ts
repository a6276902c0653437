/** What /mcp refuses before and beside its tools: callers, addresses, and messages of every wrong form. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { amountOf } from '../../../test/layer.ts';
import { connectAssistant, createMcpToken } from '../../../test/assistant.ts';
import { type Answer, startTestControl, type TestControl } from '../../../test/control-plane.ts';
import { ApiError, TokenCreated } from '../api/api.ts';
import { messageLimits } from '../peers/call-rate.ts';
import { mcpPath, ProtectedResource } from './protected-resource.ts';

type Headers = Readonly<Record<string, string>>;

const seed = 20_261_126;
/** Of each kind of message. */
const tried = amountOf(200, 2000);
const atOnce = 16;
const slow = { timeout: 300_000 };
const accept = 'application/json, text/event-stream';
const version = '2026-07-28';
const envelope = {
  'io.modelcontextprotocol/protocolVersion': version,
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

let running: TestControl;
let owner: Headers;
let token: Headers;

beforeAll(async () => {
  running = await startTestControl();
  owner = await running.signIn('owner');
  token = await newToken();
});
afterAll(() => running.close());

/** Each may call so many tools in a minute. */
async function newToken(): Promise<Headers> {
  return { authorization: `Bearer ${(await createMcpToken(running, owner, ['captures'])).value}`, accept };
}

const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const modern = (method: string, params: Record<string, unknown> = {}) => ({
  body: { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: envelope } },
  headers: {
    ...token,
    'mcp-protocol-version': version,
    'mcp-method': method,
    ...(typeof params['name'] === 'string' && { 'mcp-name': params['name'] }),
  },
});

function post(body: unknown, headers: Headers = token, path = mcpPath): Promise<Answer> {
  return running.send({ method: 'POST', path, body, headers });
}

test('without a valid token it says where to read how to authenticate, and reads no body', async () => {
  const address = `${running.control.addresses.app}/.well-known/oauth-protected-resource/mcp`;
  const other = await running.send({
    method: 'POST',
    path: '/api/tokens',
    headers: owner,
    body: { kind: 'read', name: 'x', scopes: ['operations'] },
  });
  const others = `Bearer ${TokenCreated.parse(other.json()).value}`;
  for (const headers of [{}, { authorization: others }, { authorization: 'Basic eDp5' }, owner]) {
    for (const body of [list, 'no json', '']) {
      const refused = await post(body, headers);
      expect([refused.status, ApiError.parse(refused.json()).error.code]).toEqual([401, 'invalid_token']);
      expect(refused.headers['www-authenticate']).toContain(`resource_metadata="${address}"`);
    }
  }
  for (const one of [new URL(address).pathname, '/.well-known/oauth-protected-resource']) {
    const described = ProtectedResource.parse((await running.send({ path: one })).json());
    expect(described).toMatchObject({
      resource: `${running.control.addresses.app}/mcp`,
      bearer_methods_supported: ['header'],
    });
  }
});

test('a token in the query is refused, and repeated nowhere', async () => {
  const { value } = await createMcpToken(running, owner);
  for (const query of [`token=${value}`, `access_token=${value}`, `${value}=1`]) {
    for (const headers of [{}, token]) {
      const refused = await post(list, headers, `${mcpPath}?${query}`);
      expect([refused.status, ApiError.parse(refused.json()).error.code]).toEqual([400, 'invalid_query']);
      expect(refused.text).not.toContain(value);
    }
  }
  expect(running.log.filter((line) => line.includes(value.split('_')[2] ?? value))).toEqual([]);
});

test('an MCP token is none at any other route', async () => {
  for (const path of ['/api/catalog', '/api/fleet', '/api/profiling/captures', '/api/questions', '/api/me']) {
    expect((await running.send({ path, headers: token })).status).toBe(401);
  }
  const asked = { method: 'POST', path: '/api/operations/metrics.query', headers: token, body: { args: {} } };
  expect((await running.send(asked)).status).toBe(401);
  const queued = { method: 'POST', path: '/api/profiling/captures', headers: token, body: {} };
  expect((await running.send(queued)).status).toBe(401);
});

test('a page of another origin is refused', async () => {
  expect((await post(list, { ...token, origin: 'https://evil.example' })).status).toBe(403);
  expect((await post(list, { ...token, origin: running.control.addresses.app })).status).toBe(200);
});

test('its only scope is captures, and no other kind has it', async () => {
  const refusal = async (kind: string, scopes: readonly string[]) => {
    const answer = await running.send({
      method: 'POST',
      path: '/api/tokens',
      headers: owner,
      body: { kind, name: 'x', scopes },
    });
    return [answer.status, ApiError.parse(answer.json()).error.field];
  };
  expect(await refusal('mcp', ['operations'])).toEqual([400, 'scopes.0']);
  expect(await refusal('mcp', ['captures', 'chat.postMessage'])).toEqual([400, 'scopes.1']);
  expect(await refusal('mcp', ['captures', 'captures'])).toEqual([400, 'scopes.1']);
  expect(await refusal('read', ['captures'])).toEqual([400, 'scopes.0']);
  expect(await refusal('capture', ['captures'])).toEqual([400, 'scopes']);
});

test('streams, sessions and arrays of messages are refused', async () => {
  const stream = await running.send({ path: mcpPath, headers: { ...token, accept: 'text/event-stream' } });
  expect([stream.status, stream.headers['allow']]).toEqual([405, 'POST']);
  expect((await running.send({ method: 'DELETE', path: mcpPath, headers: token })).status).toBe(405);
  const many = await post([list, list]);
  expect([many.status, ApiError.parse(many.json()).error.field]).toEqual([400, 'body']);
  const { body: call, headers: named } = modern('tools/call', { name: 'catalog_write', arguments: {} });
  expect((await post(call, named)).json()).toMatchObject({ error: { code: -32_602 } });
});

test('a subscription is acknowledged with nothing in it, and ends', async () => {
  const { value } = await createMcpToken(running, owner);
  const client = await connectAssistant(running, value, version);
  expect(client.getServerCapabilities()).toEqual({ tools: { listChanged: false } });
  const subscription = await client.listen({ toolsListChanged: true, resourceSubscriptions: ['file:///x'] });
  expect(subscription.honoredFilter).toEqual({});
  expect(await subscription.closed).toBe('graceful');
  await client.close();
});

test('headers that do not agree with the message are refused', async () => {
  const { body, headers } = modern('tools/list');
  expect((await post(body, headers)).json()).toMatchObject({ result: { tools: expect.any(Array) as unknown } });
  for (const wrong of [{ 'mcp-method': 'tools/call' }, { 'mcp-protocol-version': '2099-01-01' }]) {
    const refused = await post(body, { ...headers, ...wrong });
    expect(refused.status).toBe(400);
    expect(refused.json()).toMatchObject({ error: { code: expect.any(Number) as number } });
  }
});

test(
  'one token may send so many messages in a minute, of whatever form, and another one is not delayed',
  slow,
  async () => {
    const busy = await newToken();
    const forms = [list, { ...list, method: 'server/discover' }, { ...list, method: 'no/such' }, '{', '[]'];
    const statuses: number[] = [];
    for (let at = 0; at < messageLimits.calls; at += 20) {
      const some = Array.from({ length: 20 }, (_, more) => post(forms[(at + more) % forms.length], busy));
      for (const { status } of await Promise.all(some)) statuses.push(status);
    }
    expect(statuses.filter((status) => status === 429)).toEqual([]);
    for (const form of forms) {
      const refused = await post(form, busy);
      expect([refused.status, ApiError.parse(refused.json()).error.code]).toEqual([429, 'too_many_calls']);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    }
    expect((await post(list, await newToken())).status).toBe(200);
  },
);

const anything = fc.anything({ maxDepth: 3, maxKeys: 4, withNullPrototype: false });
const odd = fc.constantFrom('__proto__', 'constructor', 'operation', '', '\u0000', '💥', 'token', 'q'.repeat(300));
const asText = (value: unknown): string =>
  JSON.stringify(value, (_key, one: unknown) => (typeof one === 'bigint' ? String(one) : one)) ?? 'undefined';
const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
const deepObject = `${'{"a":'.repeat(9000)}1${'}'.repeat(9000)}`;
const noMessage = fc.oneof(
  fc.string({ maxLength: 80 }).map((text) => `{${text}`),
  fc.constantFrom('', ' ', 'null', '7', '[]', '"x"', '{"jsonrpc":', '\ufeff', 'NaN', deep, deepObject),
  anything.map(asText),
  fc.record({ jsonrpc: fc.constantFrom('1.0', 2, null), method: fc.string(), params: anything }).map(asText),
  fc.record({ jsonrpc: fc.constant('2.0'), id: anything, method: anything, params: anything }).map(asText),
);
const method = fc.oneof(
  fc.constantFrom(
    'tools/list',
    'tools/call',
    'initialize',
    'ping',
    'server/discover',
    'notifications/cancelled',
    'notifications/initialized',
    'subscriptions/listen',
    'resources/read',
    'prompts/get',
    'logging/setLevel',
    'completion/complete',
    'tasks/get',
  ),
  fc.string({ minLength: 1, maxLength: 40 }),
);
const wrongMessage = fc
  .record({ jsonrpc: fc.constant('2.0'), id: fc.oneof(fc.integer(), fc.string()), method, params: fc.object() })
  .map(asText);
const tool = fc.constantFrom(
  'catalog_search',
  'catalog_describe',
  'catalog_read',
  'catalog_read_sources',
  'health',
  'captures_search',
  'capture_diff',
);
const given = fc.oneof(
  fc.constantFrom({}, { q: 'metrics' }, { operation: 'metrics.query' }, { workload: 'app' }),
  anything,
  fc.dictionary(fc.oneof(odd, fc.constantFrom('q', 'limit', 'cursor', 'arguments', 'source', 'workload')), anything),
  fc.record({ operation: fc.constant('metrics.query'), arguments: fc.object() }),
  fc.record({ workload: fc.string(), env: fc.string(), from: fc.string() }),
  fc.constant({ operation: 'metrics.query', arguments: { query: 'so deep' } }),
);
const wrongCall = fc
  .tuple(fc.oneof(tool, odd), given, fc.boolean())
  .map(([name, args, isModern]) => ({
    body: asText({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, arguments: args, ...(isModern && { _meta: envelope }) },
    }).replace('"so deep"', deepObject),
    headers: isModern ? { 'mcp-protocol-version': version, 'mcp-method': 'tools/call', 'mcp-name': name } : {},
  }))
  .filter(({ headers }) => /^[\x21-\x7e]*$/u.test(headers['mcp-name'] ?? ''));

/** Expects that each was answered or refused, with no trace of how. */
async function sendAll<T>(inputs: readonly T[], send: (input: T, at: number) => Promise<Answer>): Promise<number> {
  const left = [...inputs.entries()];
  const wrong: string[] = [];
  const work = async (): Promise<void> => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      const [at, input] = next;
      const { status, text } = await send(input, at);
      const isLeak = /\bat .*:\d+:\d+|node_modules|SQLITE|Error:/u.test(text);
      if (status >= 500 || isLeak) {
        wrong.push(`${status} ${JSON.stringify(input).slice(0, 200)} ${text.slice(0, 200)}`);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  expect(wrong.slice(0, 5)).toEqual([]);
  return inputs.length;
}

test('messages of every wrong form are refused', slow, async () => {
  const tokens = await Promise.all(Array.from({ length: 20 }, newToken));
  const sent = fc.sample(noMessage, { numRuns: tried, seed });
  expect(await sendAll(sent, (body, at) => post(body, tokens[at % tokens.length]))).toBe(tried);
  await sendAll(fc.sample(wrongMessage, { numRuns: tried, seed }), (body, at) =>
    post(body, {
      ...tokens[at % tokens.length],
      ...(at % 4 < 2 && { 'mcp-protocol-version': version, 'mcp-method': 'tools/list' }),
    }),
  );
});

test('arguments of every form are answered or refused', slow, async () => {
  const tokens = await Promise.all(Array.from({ length: 20 }, newToken));
  const calls = fc.sample(wrongCall, { numRuns: tried, seed });
  let reached = 0;
  await sendAll(calls, async ({ body, headers }, at) => {
    const answer = await post(body, { ...tokens[at % tokens.length], ...headers });
    if (answer.text.includes('no_live_agent') || answer.text.includes('structuredContent')) reached += 1;
    return answer;
  });
  expect(reached).toBeGreaterThan(tried / 20);
});

test('nothing of it was an error of the server', () => {
  const failed = running.log.filter((line) => line.includes('"level":50') && !line.includes('no_live_agent'));
  expect(failed.slice(0, 3)).toEqual([]);
});
