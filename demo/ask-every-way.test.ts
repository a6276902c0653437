/** The ways of the demo at a whole control plane and the real end of an Agent. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { InvitationCreated, TokenCreated } from '../src/control/api/api.ts';
import { ControlApi } from '../src/control/api/api-client.ts';
import { Fault } from '../src/core/fault.ts';
import type { OperationAnswer } from '../src/tunnel/messages.ts';
import type { TunnelClient } from '../src/tunnel/port.ts';
import { startTestControl, type TestControl } from '../test/control-plane.ts';
import { startInstance } from '../test/instance.ts';
import { askAgent } from './questions.ts';
import { createNarrator } from './narrator.ts';

let running: TestControl;
let tunnel: TunnelClient;
let api: ControlApi;
const opened: ControlApi[] = [];
let given: OperationAnswer;

const points = [
  [1_763_629_200, 40],
  [1_763_629_205, 41],
];
const data = { series: [{ labels: {}, points }] };

beforeAll(async () => {
  running = await startTestControl();
  const owner = await running.signIn('owner');
  tunnel = await startInstance(running, {
    class: 'agent',
    instance: 'agent-1',
    owner,
    handlers: { 'operation.run': ({ operation }) => Promise.resolve(answerTo(operation)) },
  });
  while (tunnel.state().state !== 'live') await sleep(20);
  api = open();
  const body = { name: 'Demo', role: 'owner' };
  const made = await running.send({ method: 'POST', path: '/api/people/invitations', headers: owner, body });
  await api.signIn(InvitationCreated.parse(made.json()).link);
});
afterAll(async () => {
  for (const one of opened) one.close();
  await tunnel.close();
  await running.close();
});
beforeEach(() => {
  given = { ok: true, result: { complete: true, truncated: false, source: 'grafana', upstreamCalls: 1, data } };
});

/** As an Agent on which nobody enabled writes. */
function answerTo(operation: string): OperationAnswer {
  if (operation === 'metrics.query') return given;
  const fault =
    operation === 'metrics.delete'
      ? new Fault('not_in_catalog', { operation }, 'Ask an operation of the catalog.')
      : new Fault('not_enabled', { operation }, 'Enable the write on the Agent.');
  return { ok: false, fault: fault.toWire() };
}

function open(): ControlApi {
  const one = new ControlApi(running.control.addresses.app, running.caPem);
  opened.push(one);
  return one;
}

const fleet = {
  tokenApi: async (kind: 'read' | 'mcp', scopes: readonly string[] = []) => {
    const one = open();
    const body = { kind, scopes, name: `demo ${kind}` };
    one.useToken((await api.call({ method: 'POST', path: '/api/tokens', body }, TokenCreated)).value);
    return one;
  },
};

const number = expect.any(Number) as number;
const text = expect.stringMatching(/./u) as string;

test('reports what a session, a read token and an MCP token were answered, refused and recorded as', async () => {
  const { asked, operation, refusal, checks } = await askAgent(api, fleet, createNarrator(true));
  const answer = { name: 'metrics.query', complete: true, rows: 2, duration_ms: number };
  const refused = (code: string) => ({ name: 'chat.postMessage', code, reason: text });
  expect(JSON.parse(JSON.stringify(asked))).toEqual({
    page: { answer, refusal: refused('not_enabled'), recorded: true },
    api: { answer, refusal: refused('scope_required'), recorded: true },
    mcp: { answer, refusal: refused('read_only'), recorded: true },
  });
  expect([operation, refusal]).toEqual([
    { name: 'metrics.query', complete: true, rows: 2 },
    { name: 'metrics.delete', code: 'not_in_catalog' },
  ]);
  expect(checks.filter(({ ok }) => !ok)).toEqual([]);
  expect(checks).toHaveLength(10);
});

test('a way without an answer fails its checks and leaves the others', async () => {
  given = { ok: true, result: { complete: true, truncated: false, source: 'grafana', upstreamCalls: 1, data: {} } };
  const empty = await askAgent(api, fleet, createNarrator(true));
  expect(empty.checks.filter(({ ok }) => !ok).map(({ check }) => check)).toEqual([
    'page: metrics.query is answered with data',
    'api: metrics.query is answered with data',
    'mcp: metrics.query is answered with data',
  ]);
  const fault = new Fault('upstream_down', { status: 503 }, 'Wait.');
  given = { ok: false, fault: fault.toWire() };
  const { asked, operation, checks } = await askAgent(api, fleet, createNarrator(true));
  expect(operation).toBeUndefined();
  expect(asked.mcp).toMatchObject({ answer: undefined, refusal: { code: 'read_only' }, recorded: true });
  expect(checks.some(({ check, ok }) => !ok && check === 'mcp: metrics.query is answered with data')).toBe(true);
});
