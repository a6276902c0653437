/** Wrong bodies and queries of everything that asks: each is refused by the name of a field, and nothing breaks. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { amountOf } from '../../../test/layer.ts';
import { type Answer, startTestControl, type TestControl } from '../../../test/control-plane.ts';
import { startInstance } from '../../../test/instance.ts';
import { Fault } from '../../core/fault.ts';
import type { TunnelClient } from '../../tunnel/port.ts';
import { ApiError, TokenCreated } from '../api/api.ts';

type Headers = Readonly<Record<string, string>>;

const seed = 20_261_126;
const atOnce = 16;
/** Thousands of requests, each over TLS. */
const slow = { timeout: 300_000 };
let running: TestControl;
let owner: Headers;
let token: Headers;
let tunnel: TunnelClient;
let reached = 0;

beforeAll(async () => {
  running = await startTestControl();
  owner = await running.signIn('owner');
  const body = { kind: 'read', name: 'fuzz', scopes: ['operations', 'chat.postMessage'] };
  const made = await running.send({ method: 'POST', path: '/api/tokens', headers: owner, body });
  token = { authorization: `Bearer ${TokenCreated.parse(made.json()).value}` };
  tunnel = await startInstance(running, {
    class: 'agent',
    instance: 'agent-1',
    owner,
    handlers: {
      'operation.run': () => {
        reached += 1;
        const { data, ...fault } = new Fault('invalid_arguments', { field: 'args' }, 'Correct args.').toWire();
        return Promise.resolve({ ok: false, fault: { ...fault, data: { ...data } } });
      },
    },
  });
});
afterAll(async () => {
  await tunnel.close();
  await running.close();
});

const anything = fc.anything({ maxDepth: 3, maxKeys: 4, withNullPrototype: false });
const odd = fc.constantFrom('__proto__', 'constructor', 'Args', '', '\u0000', '💥', 'token', 'q'.repeat(300));
const asText = (value: unknown): string =>
  JSON.stringify(value, (_key, one: unknown) => (typeof one === 'bigint' ? String(one) : one)) ?? 'undefined';
const noJson = fc.oneof(
  fc.string({ maxLength: 80 }).map((text) => `{${text}`),
  fc.constantFrom('', ' ', 'null', '7', '[]', '"args"', '{"args":', '\ufeff', 'NaN', `{"args":${'['.repeat(9000)}`),
);
const wrongQuestion = fc.oneof(
  noJson,
  fc.tuple(odd, anything).map(([key, value]) => `{${JSON.stringify(key)}:${asText(value)},"args":{}}`),
  fc.record({ args: anything, source: fc.oneof(fc.integer(), fc.array(fc.string())) }).map(asText),
  fc.record({ args: anything, instance: fc.oneof(fc.boolean(), fc.object({ maxDepth: 1 })) }).map(asText),
);
/** Well formed for the control plane, wrong for the Agent. */
const wrongArguments = anything.map((args) => asText({ args }));
const wrongScopes = fc
  .oneof(fc.array(fc.oneof(fc.string(), fc.integer(), odd), { minLength: 1, maxLength: 5 }), fc.string(), fc.object())
  .filter((scopes) => !(Array.isArray(scopes) && scopes.every((one) => one === 'operations')))
  .map((scopes) => asText({ kind: 'read', name: 'x', scopes }));
const name = fc.oneof(fc.constantFrom('metrics.query', 'chat.postMessage'), fc.string({ minLength: 1, maxLength: 60 }));
const wrongQuery = fc
  .tuple(
    fc.oneof(fc.constantFrom('limit', 'from', 'to', 'via', 'access', 'who', 'q', 'cursor', 'names', 'domain'), odd),
    fc.string({ maxLength: 300 }),
  )
  .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value.toWellFormed())}`);

/** How many were sent, once all were answered or refused. */
async function sendAll<T>(inputs: readonly T[], send: (input: T) => Promise<Answer>): Promise<number> {
  const left = [...inputs];
  const wrong: string[] = [];
  const work = async (): Promise<void> => {
    for (let input = left.pop(); input !== undefined; input = left.pop()) {
      const answer = await send(input);
      if (isFine(answer)) continue;
      wrong.push(`${answer.status} ${JSON.stringify(input).slice(0, 200)} ${answer.text.slice(0, 200)}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  expect(wrong.slice(0, 5)).toEqual([]);
  return inputs.length;
}

function isFine({ status, text }: Answer): boolean {
  if (status === 200) return true;
  if (status < 400 || status >= 500) return false;
  return typeof (JSON.parse(text) as { error?: { code?: unknown } }).error?.code === 'string' && !isLeak(text);
}

const isLeak = (text: string): boolean => /\bat .*:\d+:\d+|node_modules|SQLITE|Error:/u.test(text);

test('questions with bodies of another form are refused by the name of a field, and reach no Agent', slow, async () => {
  reached = 0;
  const bodies = fc.sample(wrongQuestion, { numRuns: amountOf(400, 2000), seed });
  let at = 0;
  await sendAll(bodies, async (body) => {
    at += 1;
    const asked = {
      method: 'POST',
      path: '/api/operations/metrics.query',
      body,
      headers: at % 2 === 0 ? owner : token,
    };
    const answer = await running.send(asked);
    // Of a forged prototype and of bodies that are no JSON too.
    expect([answer.status, ApiError.parse(answer.json()).error.field ?? '']).toEqual([
      400,
      expect.stringMatching(/./u),
    ]);
    return answer;
  });
  expect(reached).toBe(0);
});

test('arguments that are nested thousands deep are refused before anybody copies them', async () => {
  reached = 0;
  const body = `{"args":{"query":${'{"a":'.repeat(9000)}1${'}'.repeat(9000)}}}`;
  for (const headers of [owner, token]) {
    const refused = await running.send({ method: 'POST', path: '/api/operations/metrics.query', body, headers });
    expect([refused.status, ApiError.parse(refused.json()).error.field]).toEqual([400, 'args']);
  }
  expect(reached).toBe(0);
});

test('arguments and names of every form are answered with a refusal of ours or the Agent’s', slow, async () => {
  const questions = fc.sample(fc.tuple(name, wrongArguments), { numRuns: amountOf(200, 1000), seed });
  await sendAll(questions, ([asked, body]) => {
    const path = `/api/operations/${encodeURIComponent(asked.toWellFormed())}`;
    return running.send({ method: 'POST', path, body, headers: asked.length % 2 === 0 ? owner : token });
  });
  expect(reached).toBeGreaterThan(100);
});

test('scopes of every form are refused by the name of the field', slow, async () => {
  const bodies = fc.sample(wrongScopes, { numRuns: amountOf(200, 1000), seed });
  await sendAll(bodies, async (body) => {
    const answer = await running.send({ method: 'POST', path: '/api/tokens', body, headers: owner });
    expect([answer.status, ApiError.parse(answer.json()).error.field]).toEqual([
      400,
      expect.stringMatching(/^scopes/u),
    ]);
    return answer;
  });
});

test('queries of every form are answered or refused', slow, async () => {
  const queries = fc.sample(wrongQuery, { numRuns: amountOf(200, 1000), seed });
  const ask = (path: string, headers: Headers) =>
    sendAll(queries, (query) => running.send({ path: path + query, headers }));
  expect(await ask('/api/questions?', owner)).toBe(queries.length);
  expect(await ask('/api/catalog?', token)).toBe(queries.length);
  const names = fc.sample(fc.string({ minLength: 1, maxLength: 260 }), { numRuns: amountOf(100, 500), seed });
  await sendAll(names, (one) =>
    running.send({ path: `/api/catalog/${encodeURIComponent(one.toWellFormed())}`, headers: token }),
  );
});

test('nothing of it was an error of the server', () => {
  expect(running.log.filter((line) => line.includes('"level":50')).slice(0, 3)).toEqual([]);
});
