/** Who may ask what, and the record that each question leaves. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { catalog } from '../../../catalog/index.ts';
import { type Answer, startTestControl, type TestControl } from '../../../test/control-plane.ts';
import { startInstance } from '../../../test/instance.ts';
import { digestJson } from '../../core/digest-json.ts';
import { Fault } from '../../core/fault.ts';
import type { OperationAnswer } from '../../tunnel/messages.ts';
import type { TunnelClient } from '../../tunnel/port.ts';
import { ApiError, QuestionList, type QuestionView, TokenCreated } from '../api/api.ts';

type Headers = Readonly<Record<string, string>>;

const result = { data: { series: [1, 2, 3] }, complete: true, truncated: false, source: 'grafana', upstreamCalls: 2 };
const secret = 'canary-of-an-argument';
const window = { from: 'now-1h' };
const read = { query: { dialect: 'promql', text: secret }, window };
const write = { channel: 'C0123456', text: secret, idempotencyKey: `key-${secret}` };

let running: TestControl;
let tunnel: TunnelClient;
let owner: Headers;
let member: Headers;
/** Names that reached the Agent, and what it answers next. */
let asked: string[];
let answer: () => Promise<OperationAnswer>;

beforeAll(async () => {
  running = await startTestControl();
  owner = await running.signIn('owner');
  member = await running.signIn('member');
  tunnel = await startInstance(running, {
    class: 'agent',
    instance: 'agent-1',
    owner,
    handlers: {
      'operation.run': ({ operation }) => {
        asked.push(operation);
        return answer();
      },
    },
  });
  while (tunnel.state().state !== 'live') await sleep(20);
});
afterAll(async () => {
  await tunnel.close();
  await running.close();
});
beforeEach(() => {
  asked = [];
  answer = () => Promise.resolve({ ok: true, result });
});

test('a question is recorded with who, when, what and how it ended, before it is answered', async () => {
  const before = Date.now();
  const given = await ask('metrics.query', read, member);
  expect(given.status).toBe(200);
  const recorded = await newest();
  expect(recorded).toEqual({
    id: given.headers['x-request-id'],
    at: expect.any(String) as string,
    by: { type: 'person', id: expect.any(String) as string, name: 'member of acme' },
    via: 'page',
    operation: 'metrics.query',
    access: 'read',
    arguments_digest: digestJson(catalog.get('metrics.query')?.arguments.parse(read)),
    source: 'grafana',
    instance: 'agent-1',
    outcome: 'ok',
    duration_ms: expect.any(Number) as number,
    upstream_calls: 2,
    rows: 3,
  });
  expect(Date.parse(recorded?.at ?? '')).toBeGreaterThanOrEqual(before);
});

test('a fault is recorded by its code, one that only a newer Agent knows too', async () => {
  const { data, ...fault } = new Fault('refused', { rule: 'statement' }, 'Ask for less.').toWire();
  for (const code of ['refused', 'from_the_future']) {
    answer = () => Promise.resolve({ ok: false, fault: { ...fault, code, data: { ...data } } });
    await ask('metrics.query', { wrong: secret }, member);
    const recorded = await newest();
    expect(recorded).toMatchObject({ outcome: code, instance: 'agent-1' });
    // Arguments that the catalog does not accept have no digest that could be compared.
    expect(recorded).not.toHaveProperty('arguments_digest');
    expect(recorded).not.toHaveProperty('rows');
  }
});

test('a member asks no write: it is refused before its body is read, and recorded', async () => {
  for (const body of [{ args: write }, 'not json', { unknown: 1 }]) {
    const refused = await post('chat.postMessage', body, member);
    expect(refused.status).toBe(403);
    expect(ApiError.parse(refused.json()).error).toMatchObject({ code: 'role_required' });
    expect(await newest()).toMatchObject({
      id: refused.headers['x-request-id'],
      operation: 'chat.postMessage',
      access: 'write',
      outcome: 'role_required',
    });
  }
  expect(asked).toEqual([]);
  expect((await ask('chat.postMessage', write, await running.signIn('admin'))).status).toBe(200);
  expect(asked).toEqual(['chat.postMessage']);
});

test('a name that the catalog does not have is the Agent’s to refuse for an owner, and not found for a member', async () => {
  const pasted = `rapi_${'a'.repeat(16)}_${'b'.repeat(52)}_00000000`;
  for (const name of ['metrics.delete', '__proto__', pasted, `metrics.query${'\n'}`]) {
    const refused = await ask(encodeURIComponent(name), {}, member);
    expect(refused.status).toBe(404);
    expect(ApiError.parse(refused.json()).error).toMatchObject({ code: 'unknown_operation', field: 'name' });
    const recorded = await newest();
    expect(recorded?.outcome).toBe('unknown_operation');
    expect(recorded?.operation).toMatch(/^[\x21-\x7e]+$/u);
    expect(recorded?.operation).not.toContain('b'.repeat(52));
    expect(recorded).not.toHaveProperty('access');
  }
  expect(asked).toEqual([]);
  expect((await ask('metrics.delete', {}, owner)).status).toBe(200);
  expect(asked).toEqual(['metrics.delete']);
});

test('a read token asks nothing, with operations reads, and a write only when it is named', async () => {
  const [plain, reads, writes] = [await token(), await token(['operations']), await token(['chat.postMessage'])];
  const verdicts = async (headers: Headers) => [
    (await ask('metrics.query', read, headers)).status,
    (await ask('chat.postMessage', write, headers)).status,
    (await ask('tickets.create', write, headers)).status,
  ];
  expect(await verdicts(plain)).toEqual([403, 403, 403]);
  expect(await verdicts(reads)).toEqual([200, 403, 403]);
  expect(await verdicts(writes)).toEqual([403, 200, 403]);
  expect(asked).toEqual(['metrics.query', 'chat.postMessage']);
  const refused = async (name: string, headers: Headers) =>
    ApiError.parse((await ask(name, read, headers)).json()).error;
  expect(await refused('metrics.query', writes)).toMatchObject({ code: 'scope_required', field: 'operations' });
  expect(await refused('tickets.create', writes)).toMatchObject({ code: 'scope_required', field: 'tickets.create' });
  expect(await newest()).toMatchObject({
    by: { type: 'token', name: 'script' },
    via: 'api',
    outcome: 'scope_required',
  });
  // It still reads what every read token reads, whatever cookie comes with it.
  expect((await running.send({ path: '/api/fleet', headers: plain })).status).toBe(200);
  expect((await ask('metrics.query', read, { ...owner, ...plain })).status).toBe(403);
});

test('an Idempotency-Key belongs to the person or token that sent it', async () => {
  const key = { 'idempotency-key': 'shared' };
  const reads = await token(['operations']);
  for (const headers of [member, owner, reads, await token(['operations'])]) {
    expect((await ask('metrics.query', read, { ...headers, ...key })).headers['idempotency-replayed']).toBeUndefined();
  }
  expect(asked).toHaveLength(4);
  const again = await ask('metrics.query', read, { ...reads, ...key });
  expect(again.headers['idempotency-replayed']).toBe('true');
  const recorded = await newest();
  expect(recorded).toMatchObject({ id: again.headers['x-request-id'], outcome: 'ok', via: 'api' });
  expect(recorded).not.toHaveProperty('instance');
  expect(asked).toHaveLength(4);
});

test('a write is on record before it is sent, with an outcome that is not known yet', async () => {
  const held = Promise.withResolvers<OperationAnswer>();
  answer = () => held.promise;
  const giving = ask('chat.postMessage', { ...write, idempotencyKey: 'another-key-of-16' }, owner);
  await expect.poll(() => asked).toEqual(['chat.postMessage']);
  expect(await newest()).toMatchObject({ operation: 'chat.postMessage', instance: 'agent-1', outcome: 'unknown' });
  held.resolve({ ok: true, result });
  expect((await giving).status).toBe(200);
  expect(await newest()).toMatchObject({ operation: 'chat.postMessage', outcome: 'ok', upstream_calls: 2 });
});

test('an unknown Agent and a wrong header are recorded like any refusal; a body of another form is no question', async () => {
  await post('metrics.query', { args: read, instance: 'agent-9' }, member);
  expect((await newest())?.outcome).toBe('unknown_instance');
  await ask('metrics.query', read, { ...member, 'idempotency-key': 'with space' });
  const last = await newest();
  expect(last?.outcome).toBe('invalid_header');
  expect((await post('metrics.query', { other: 1 }, member)).status).toBe(400);
  expect((await newest())?.id).toBe(last?.id);
});

test('lists by operation, asker, outcome, way and time, page by page, for every member and nobody else', async () => {
  const all = await list('?limit=200');
  const { by } = all.find(({ via }) => via === 'api') ?? {};
  const matches: [string, (one: QuestionView) => boolean][] = [
    ['operation=chat.postMessage', (one) => one.operation === 'chat.postMessage'],
    [`by=${by?.id}`, (one) => one.by.id === by?.id],
    ['outcome=scope_required', (one) => one.outcome === 'scope_required'],
    ['via=api', (one) => one.via === 'api'],
    ['via=page&outcome=ok', (one) => one.via === 'page' && one.outcome === 'ok'],
  ];
  for (const [query, isMatch] of matches) {
    const expected = all.filter(isMatch);
    expect(expected.length).toBeGreaterThan(0);
    expect(expected.length).toBeLessThan(all.length);
    expect([query, await list(`?limit=200&${query}`)]).toEqual([query, expected]);
  }
  const middle = all[5]?.at ?? '';
  const [later, earlier] = [await list(`?limit=200&from=${middle}`), await list(`?limit=200&to=${middle}`)];
  expect([...later, ...earlier]).toEqual(all);
  const pages: QuestionView[] = [];
  let cursor: string | undefined = '';
  while (cursor !== undefined) {
    const page = QuestionList.parse((await send(`/api/questions?limit=3&cursor=${cursor}`, member)).json());
    pages.push(...page.questions);
    cursor = page.next_cursor;
  }
  expect(pages).toEqual(all);
  const stranger = await send('/api/questions', await running.signIn('owner', 'globex'));
  expect(QuestionList.parse(stranger.json()).questions).toEqual([]);
});

test.each([
  ['from=yesterday', 'from'],
  ['to=2026', 'to'],
  ['limit=0', 'limit'],
  ['via=mail', 'via'],
  ['who=me', 'who'],
])('the query %s is refused by the name of its field', async (query, field) => {
  const refused = await send(`/api/questions?${query}`, member);
  expect([refused.status, ApiError.parse(refused.json()).error.field]).toEqual([400, field]);
});

test('no value of an argument is in the store of questions or the log', async () => {
  const stored = JSON.stringify(await running.store.db.selectFrom('questions').selectAll().execute());
  expect(stored).toContain('chat.postMessage');
  expect(stored).not.toContain(secret);
  expect(running.log.join('')).not.toContain(secret);
  // The embedded store as a whole: write_agents and asked_operations hold digests too.
  for (const file of ['farol.db', 'farol.db-wal']) {
    const bytes = await readFile(path.join(running.folder, file));
    expect(bytes.includes(secret)).toBe(false);
  }
});

async function token(scopes?: readonly string[]): Promise<Headers> {
  const body = { kind: 'read', name: 'script', ...(scopes && { scopes }) };
  const made = await running.send({ method: 'POST', path: '/api/tokens', headers: owner, body });
  return { authorization: `Bearer ${TokenCreated.parse(made.json()).value}` };
}

function ask(name: string, args: unknown, headers: Headers): Promise<Answer> {
  return post(name, { args }, headers);
}

function post(name: string, body: unknown, headers: Headers): Promise<Answer> {
  return running.send({ method: 'POST', path: `/api/operations/${name}`, headers, body });
}

function send(address: string, headers: Headers): Promise<Answer> {
  return running.send({ path: address, headers });
}

async function list(query: string): Promise<readonly QuestionView[]> {
  return QuestionList.parse((await send(`/api/questions${query}`, member)).json()).questions;
}

async function newest(): Promise<QuestionView | undefined> {
  return (await list('?limit=1'))[0];
}
