import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { operations } from '../../../catalog/index.ts';
import { knownDigest } from '../../../catalog/known-digest.ts';
import { type Answer, startTestControl, type TestControl } from '../../../test/control-plane.ts';
import { startInstance } from '../../../test/instance.ts';
import type { TunnelClient } from '../../tunnel/port.ts';
import { ApiError, CatalogList, CatalogOperation, TokenCreated } from '../api/api.ts';
import { ManualClock } from '../../../test/manual-clock.ts';
import { AnsweringAgents } from '../catalog/answering-agents.ts';
import { describeOperation } from '../catalog/catalog-entries.ts';

type Headers = Readonly<Record<string, string>>;

let running: TestControl;
let owner: Headers;
let member: Headers;
let tunnel: TunnelClient;

beforeAll(async () => {
  running = await startTestControl();
  owner = await running.signIn('owner');
  member = await running.signIn('member');
});
afterAll(async () => {
  await tunnel?.close();
  await running.close();
});

const send = (path: string, headers: Headers): Promise<Answer> => running.send({ path, headers });
const list = async (query = '', headers = member): Promise<CatalogList> =>
  CatalogList.parse((await send(`/api/catalog${query}`, headers)).json());
const namesOf = ({ operations: listed }: CatalogList): string[] => listed.map(({ name }) => name);

test('lists every operation with who can answer it, in less than 60 kB', async () => {
  const answer = await send('/api/catalog', member);
  const listed = CatalogList.parse(answer.json());
  expect(namesOf(listed)).toEqual(operations.map(({ name }) => name));
  expect(listed.digest).toBe(knownDigest);
  expect(gzipSync(answer.text).length).toBeLessThan(60_000);
  expect(listed.operations.find(({ name }) => name === 'chat.postMessage')).toEqual({
    name: 'chat.postMessage',
    domain: 'chat',
    access: 'write',
    summary: 'Posts a message into a channel or a thread.',
    answers: [{ connector: 'slack', grants: [{ grant: 'chat:write', need: 'optional' }] }],
    may_ask: false,
  });
  const connectors = new Set(listed.operations.flatMap(({ answers }) => answers.map(({ connector }) => connector)));
  expect(listed.connectors.map(({ connector }) => connector)).toEqual([...connectors].toSorted());
});

test.each([
  ['q=POSTS+message', ['chat.postMessage']],
  ['q=chat%3Awrite', ['chat.postMessage']],
  ['q=frobnicate+quux', []],
  ['names=metrics.query,chat.postMessage,no.such', ['chat.postMessage', 'metrics.query']],
])('finds by %s', async (query, expected) => {
  expect(namesOf(await list(`?${query}`))).toEqual(expected);
});

test('finds by connector, domain and access together', async () => {
  const found = await list('?q=jira&domain=tickets&access=write');
  expect(namesOf(found)).toEqual(['tickets.addComment', 'tickets.create', 'tickets.transition']);
  expect(found.connectors.map(({ connector }) => connector)).toEqual(['jira']);
});

test.each([
  ['access=all', 'access'],
  ['q=' + 'x'.repeat(201), 'q'],
  ['schemas=true', 'schemas'],
])('refuses %s by the name of its field', async (query, field) => {
  const refused = await send(`/api/catalog?${query}`, member);
  expect([refused.status, ApiError.parse(refused.json()).error.field]).toEqual([400, field]);
});

test('says what the caller may ask: reads for a member, all for an owner, its scopes for a token', async () => {
  const asks = async (headers: Headers): Promise<string[]> =>
    (await list('', headers)).operations.filter(({ may_ask: may }) => may).map(({ name }) => name);
  const reads = operations.filter(({ access }) => access === 'read').map(({ name }) => name);
  expect(await asks(member)).toEqual(reads);
  expect(await asks(owner)).toHaveLength(operations.length);
  const token = async (scopes?: string[]): Promise<Headers> => {
    const body = { kind: 'read', name: 'x', ...(scopes && { scopes }) };
    const made = await running.send({ method: 'POST', path: '/api/tokens', headers: owner, body });
    return { authorization: `Bearer ${TokenCreated.parse(made.json()).value}` };
  };
  expect(await asks(await token())).toEqual([]);
  expect(await asks(await token(['operations']))).toEqual(reads);
  expect(await asks(await token(['tickets.create']))).toEqual(['tickets.create']);
});

test('one operation has the schemas of its arguments and its result', async () => {
  const { operation, digest } = CatalogOperation.parse((await send('/api/catalog/metrics.query', member)).json());
  expect(digest).toBe(knownDigest);
  expect(operation).toMatchObject({
    name: 'metrics.query',
    may_ask: true,
    arguments: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      required: ['query'],
      additionalProperties: false,
      properties: { limit: { default: 100, maximum: 1000, description: 'Most series to return' } },
    },
    result: { type: 'object' },
  });
});

test('a name that the catalog does not have is not found, with where to look', async () => {
  for (const name of ['metrics.delete', '__proto__', 'constructor']) {
    const refused = await send(`/api/catalog/${name}`, member);
    expect(refused.status).toBe(404);
    expect(ApiError.parse(refused.json()).error).toMatchObject({
      code: 'unknown_operation',
      message: expect.stringContaining('/api/catalog') as string,
    });
  }
});

test('answers 304 to a caller who has it, and is compressed', async () => {
  for (const path of ['/api/catalog', '/api/catalog/metrics.query']) {
    const { headers, text } = await send(path, member);
    const held = await send(path, { ...member, 'if-none-match': String(headers['etag']) });
    expect([held.status, held.text]).toEqual([304, '']);
    // What another caller may ask differs, so that they do not have it.
    const other = await send(path, { ...(await running.signIn('owner')), 'if-none-match': String(headers['etag']) });
    expect(other.status).toBe(path === '/api/catalog' ? 200 : 304);
    expect(headers['cache-control']).toBe('private, no-cache');
    expect(text.length).toBeGreaterThan(1000);
  }
  const compressed = await send('/api/catalog', { ...member, 'accept-encoding': 'gzip' });
  expect(compressed.headers['content-encoding']).toBe('gzip');
});

const checkOf = (connector: string, status: 'ok' | 'failed' | 'skipped' | 'pending_configuration') => ({
  connector,
  check: 'x',
  status,
  summary: 's',
  affects: [],
  needed: [],
  missing: [],
  excess: [],
  evidence: {},
  remedy: 'r',
});

test('names the live Agents whose last health report shows the connector configured', async () => {
  tunnel = await startInstance(running, { class: 'agent', instance: 'agent-1', owner, handlers: {} });
  await expect.poll(() => tunnel.state().state, { timeout: 10_000 }).toBe('live');
  const checks = [checkOf('grafana', 'failed'), checkOf('datadog', 'pending_configuration'), checkOf('aws', 'skipped')];
  await tunnel.report('health.report', { at: new Date().toISOString(), checks });
  const configured = async () =>
    (await list('?names=metrics.query')).connectors.filter(({ agents }) => agents.length > 0);
  // Read at most every five seconds.
  await expect.poll(configured, { timeout: 15_000, interval: 500 }).toEqual([
    {
      connector: 'grafana',
      title: 'Grafana Cloud',
      sources: [{ source: 'grafana', agents: ['agent-1'] }],
      further_sources: 0,
      agents: ['agent-1'],
      further_agents: 0,
    },
  ]);
  const stranger = await running.signIn('owner', 'globex');
  expect((await list('', stranger)).connectors.flatMap(({ agents }) => agents)).toEqual([]);
});

test('reads the reports of an organization once in five seconds, and again after a failure', async () => {
  let reads = 0;
  const clock = new ManualClock();
  const live = [{ instance: 'a' }] as never;
  const read = () => {
    reads += 1;
    return reads === 1 ? Promise.reject(new Error('gone')) : Promise.resolve(new Map());
  };
  const agents = new AnsweringAgents({
    health: { read },
    instances: { list: () => Promise.resolve([]) },
    hub: { live: () => live },
    clock,
  });
  await expect(agents.find('acme')).rejects.toThrow('gone');
  await agents.find('acme');
  await agents.find('acme');
  expect(reads).toBe(2);
  clock.advance(5000);
  await agents.find('acme');
  expect(reads).toBe(3);
});

test('the schemas of no single operation take a quarter of what all take', () => {
  const asker = { type: 'person', id: 'a', name: 'A', organization: 'acme', role: 'member' } as const;
  // The first use of zod's renderer also loads it.
  z.toJSONSchema(z.strictObject({ a: z.string() }));
  const took = operations.map(({ name }) => {
    const startedAt = process.cpuUsage();
    expect(describeOperation(asker, name)?.arguments).toBeDefined();
    const { user, system } = process.cpuUsage(startedAt);
    return { name, ms: (user + system) / 1000 };
  });
  const all = took.reduce((sum, { ms }) => sum + ms, 0);
  expect(took.filter(({ ms }) => ms > all / 4)).toEqual([]);
});
