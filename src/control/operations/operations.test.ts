import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestControl, type TestControl } from '../../../test/control-plane.ts';
import { startInstance } from '../../../test/instance.ts';
import { Fault, faultTable } from '../../core/fault.ts';
import type { OperationAnswer } from '../../tunnel/messages.ts';
import type { TunnelClient } from '../../tunnel/port.ts';
import { startLimits } from './start-gate.ts';
import { ApiError, Fleet, OperationRefusal, OperationResponse } from '../api/api.ts';

const result = { data: [1, 2], complete: true, truncated: false, source: 'grafana', upstreamCalls: 1 };
let running: TestControl;
let owner: Readonly<Record<string, string>>;
let tunnels: TunnelClient[];
/** What the Agent was asked, and what it answers next. */
let asked: { operation: string; args: unknown; source?: string | undefined }[];
let answer: (signal: AbortSignal) => Promise<OperationAnswer>;

beforeAll(async () => {
  tunnels = [];
  running = await startTestControl();
  owner = await running.signIn('owner');
});
afterAll(async () => {
  for (const tunnel of tunnels) await tunnel.close();
  await running.close();
});
beforeEach(() => {
  asked = [];
  answer = () => Promise.resolve({ ok: true, result });
});

test('without a live Agent the answer says where to look', async () => {
  const refused = await ask('metrics.query', { args: {} });
  expect(refused.status).toBe(503);
  expect(ApiError.parse(refused.json()).error).toMatchObject({
    code: 'no_live_agent',
    message: expect.stringContaining('Fleet') as string,
  });
});

test('the Agent is asked what the person asked, and its answer comes back whole', async () => {
  await startAgent('agent-1');
  const given = await ask('metrics.query', { args: { text: 'up' }, source: 'grafana' });
  expect(given.status).toBe(200);
  expect(OperationResponse.parse(given.json())).toEqual({ operation: 'metrics.query', instance: 'agent-1', result });
  expect(asked).toEqual([
    expect.objectContaining({ operation: 'metrics.query', args: { text: 'up' }, source: 'grafana' }),
  ]);
});

test('an answer of megabytes comes back whole too', async () => {
  const data = Array.from({ length: 100_000 }, (_one, at) => ({ at, text: 'ü'.repeat(10) }));
  answer = () => Promise.resolve({ ok: true, result: { ...result, data } });
  const given = await ask('metrics.query', { args: { text: 'up' } });
  expect(given.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(OperationResponse.parse(given.json()).result).toEqual({ ...result, data });
});

test('an operation outside the catalog reaches the Agent, and the refusal is its own [C-SVC-2]', async () => {
  const fault = new Fault('not_in_catalog', { operation: 'metrics.delete' }, 'Ask for one of the catalog.').toWire();
  answer = () => Promise.resolve({ ok: false, fault: { ...fault, data: { ...fault.data } } });
  for (const name of ['metrics.delete', '__proto__', 'METRICS.QUERY', 'metrics%00query']) {
    const refused = await ask(name, { args: {} });
    expect(refused.status).toBe(404);
    expect(OperationRefusal.parse(refused.json()).error).toEqual({
      ...fault,
      layer: 'agent',
      request_id: refused.headers['x-request-id'],
    });
  }
  expect(asked.map(({ operation }) => operation)).toEqual([
    'metrics.delete',
    '__proto__',
    'METRICS.QUERY',
    'metrics\0query',
  ]);
});

test.each(Object.entries(faultTable))(
  'the fault %s has the status of its kind',
  async (code, { status, who: actor }) => {
    const data = code === 'rate_limited' ? { retryAfterSec: 7 } : {};
    answer = () => Promise.resolve({ ok: false, fault: { code, actor, data, summary: 's', remedy: 'r' } });
    const refused = await ask('metrics.query', { args: {} });
    expect(refused.status).toBe(status);
    expect(OperationRefusal.parse(refused.json()).error).toMatchObject({ code, actor, summary: 's', remedy: 'r' });
    expect(refused.headers['retry-after']).toBe(code === 'rate_limited' ? '7' : undefined);
  },
);

test('a kind that only a newer Agent knows is returned unchanged', async () => {
  answer = () =>
    Promise.resolve({
      ok: false,
      fault: { code: 'from_the_future', actor: 'operator', data: {}, summary: 's', remedy: 'r' },
    });
  const refused = await ask('metrics.query', { args: {} });
  expect(refused.status).toBe(500);
  expect(OperationRefusal.parse(refused.json()).error.code).toBe('from_the_future');
});

test('the named Agent answers; an unknown one and one of another organization are not found alike', async () => {
  await startAgent('agent-2');
  const given = OperationResponse.parse((await ask('metrics.query', { args: {}, instance: 'agent-2' })).json());
  expect(given.instance).toBe('agent-2');
  expect(OperationResponse.parse((await ask('metrics.query', { args: {} })).json()).instance).toBe('agent-1');
  expect((await ask('metrics.query', { args: {}, instance: 'agent-9' })).status).toBe(404);
  const stranger = await running.signIn('owner', 'globex');
  const refused = await ask('metrics.query', { args: {}, instance: 'agent-2' }, stranger);
  expect(refused.status).toBe(404);
  expect(asked).toHaveLength(2);
});

test('operations that wait for slow answers keep no other from beginning', async () => {
  const slow = Promise.withResolvers<OperationAnswer>();
  answer = () => slow.promise;
  const waiting = Array.from({ length: startLimits.slots + 10 }, (_one, at) =>
    ask('metrics.query', { args: {}, instance: `agent-${1 + (at % 2)}` }),
  );
  await expect.poll(() => asked.length, { timeout: 10_000 }).toBe(waiting.length);
  answer = () => Promise.resolve({ ok: true, result });
  expect((await ask('metrics.query', { args: {} })).status).toBe(200);
  slow.resolve({ ok: true, result });
  for (const given of await Promise.all(waiting)) expect(given.status).toBe(200);
});

test('an Agent that disconnects during an operation is reported as lost', async () => {
  answer = async () => {
    await running.send({ method: 'POST', path: '/api/fleet/agent-2/revoke', headers: owner });
    return { ok: true, result };
  };
  const lost = await ask('metrics.query', { args: {}, instance: 'agent-2' });
  expect(lost.status).toBe(503);
  expect(ApiError.parse(lost.json()).error.code).toBe('agent_lost');
});

test('the Fleet page shows the last report of each instance and what to do about it', async () => {
  const check = {
    connector: 'grafana',
    check: 'metrics',
    status: 'failed' as const,
    summary: 'Metrics cannot be read.',
    affects: ['metrics.query'],
    needed: ['metrics:read'],
    missing: ['metrics:read'],
    excess: [],
    evidence: { status: 403 },
    remedy: 'Add metrics:read to the access policy.',
  };
  await tunnels[0]?.report('health.report', { at: '2026-01-01T00:00:00.000Z', checks: [check] });
  const { instances } = Fleet.parse((await running.send({ path: '/api/fleet', headers: owner })).json());
  expect(instances).toMatchObject([
    { instance: 'agent-1', class: 'agent', state: 'live', version: '1.2.3', checks: [check] },
    { instance: 'agent-2', state: 'revoked', remedy: expect.stringContaining('re-enrolment') as string },
  ]);
});

test('revoking closes the tunnel within a second and stops the instance for good', async () => {
  const revoked = await running.send({ method: 'POST', path: '/api/fleet/agent-1/revoke', headers: owner });
  expect(revoked.status).toBe(200);
  await expect.poll(() => tunnels[0]?.state().state, { timeout: 1000 }).toBe('stopped');
  expect(tunnels[0]?.state()).toMatchObject({ code: 'revoked' });
});

test('arguments stay out of the log', () => {
  expect(running.log.join('')).not.toContain('"text":"up"');
});

function ask(name: string, body: object, headers = owner) {
  return running.send({ method: 'POST', path: `/api/operations/${name}`, headers, body });
}

async function startAgent(instance: string): Promise<void> {
  const tunnel = await startInstance(running, {
    class: 'agent',
    instance,
    owner,
    handlers: {
      'operation.run': ({ operation, args, source }, { signal }) => {
        asked.push({ operation, args, source });
        return answer(signal);
      },
    },
  });
  tunnels.push(tunnel);
  await expect.poll(() => tunnel.state().state, { timeout: 10_000 }).toBe('live');
}
