/** `Idempotency-Key` over HTTP, with a real tunnel. */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, startTestControl, type TestControl } from '../../../test/control-plane.ts';
import { startInstance } from '../../../test/instance.ts';
import { Fault } from '../../core/fault.ts';
import type { OperationAnswer } from '../../tunnel/messages.ts';
import type { TunnelClient } from '../../tunnel/port.ts';
import { ApiError, Fleet } from '../api/api.ts';

let running: TestControl;
let owner: Readonly<Record<string, string>>;
let tunnel: TunnelClient;
let runs = 0;
let answer: () => OperationAnswer;
const result = { complete: true, truncated: false, source: 'grafana', upstreamCalls: 1 };

beforeAll(async () => {
  running = await startTestControl();
  owner = await running.signIn('owner');
  tunnel = await startInstance(running, {
    class: 'agent',
    instance: 'agent-1',
    owner,
    handlers: {
      'operation.run': () => {
        runs += 1;
        return Promise.resolve(answer());
      },
    },
  });
  const readFleet = async () => Fleet.parse((await running.send({ path: '/api/fleet', headers: owner })).json());
  while ((await readFleet()).instances[0]?.state !== 'live') await sleep(20);
});
afterAll(async () => {
  await tunnel.close();
  await running.close();
});

function ask(key: string, args: unknown = {}): Promise<Answer> {
  const headers = { ...owner, 'idempotency-key': key };
  return running.send({ method: 'POST', path: '/api/operations/metrics.query', headers, body: { args } });
}

test('asking again with a key returns the first answer and says so', async () => {
  runs = 0;
  answer = () => ({ ok: true, result: { ...result, data: runs } });
  const first = await ask('once', { a: 1, b: { c: 2, d: 3 } });
  const again = await ask('once', { b: { d: 3, c: 2 }, a: 1 });
  expect([first.status, again.status]).toEqual([200, 200]);
  expect(again.json()).toEqual(first.json());
  expect([first.headers['idempotency-replayed'], again.headers['idempotency-replayed']]).toEqual([undefined, 'true']);
  expect(runs).toBe(1);
});

test('a refusal of the Agent is an answer, with its status; one that invites another try is not', async () => {
  runs = 0;
  const refuse = (fault: Fault): OperationAnswer => {
    const wire = fault.toWire();
    return { ok: false, fault: { ...wire, data: { ...wire.data } } };
  };
  answer = () => refuse(new Fault('refused', { rule: 'statement' }, 'Ask for less.'));
  expect([(await ask('refused')).status, (await ask('refused')).status]).toEqual([422, 422]);
  expect(runs).toBe(1);
  answer = () => refuse(new Fault('rate_limited', { retryAfterSec: 1 }, 'Wait.'));
  expect((await ask('limited')).status).toBe(429);
  answer = () => ({ ok: true, result: { ...result, data: 'later' } });
  expect((await ask('limited')).status).toBe(200);
});

test('another question under a used key is refused, and the Agent is not asked', async () => {
  answer = () => ({ ok: true, result: { ...result, data: 1 } });
  await ask('used', { a: 1 });
  runs = 0;
  const refused = await ask('used', { a: 2 });
  expect(refused.status).toBe(422);
  expect(ApiError.parse(refused.json()).error).toMatchObject({
    code: 'idempotency_key_reused',
    field: 'Idempotency-Key',
  });
  expect(runs).toBe(0);
});

test.each(['', 'with space', 'é', 'x'.repeat(256)])('the key %j is refused by the name of its header', async (key) => {
  const refused = await ask(key);
  expect(refused.status).toBe(400);
  expect(ApiError.parse(refused.json()).error).toMatchObject({ code: 'invalid_header', field: 'Idempotency-Key' });
});

test('a write is not sent again with its key to an Agent that was re-enrolled meanwhile', async () => {
  let sent = 0;
  const agent = () =>
    startInstance(running, {
      class: 'agent',
      instance: 'agent-2',
      owner,
      handlers: {
        'operation.run': () => {
          sent += 1;
          const { data, ...fault } = new Fault('upstream_down', { code: 'ECONNRESET' }, 'Try again.').toWire();
          return Promise.resolve({ ok: false, fault: { ...fault, data: { ...data } } });
        },
      },
    });
  const write = (idempotencyKey: string): Promise<Answer> => {
    const body = { args: { idempotencyKey }, instance: 'agent-2' };
    return running.send({ method: 'POST', path: '/api/operations/tickets.addComment', headers: owner, body });
  };
  const first = await agent();
  await expect.poll(async () => (await write('a-key-of-16-chars')).status).toBe(502);
  await first.close();
  await running.send({ method: 'POST', path: '/api/fleet/agent-2/allow-reenrolment', headers: owner });
  await rm(path.join(running.folder, 'instances', 'agent-2'), { recursive: true });
  const second = await agent();
  await expect.poll(async () => (await write('b-key-of-16-chars')).status).toBe(502);
  const before = sent;
  const refused = await write('a-key-of-16-chars');
  expect([refused.status, ApiError.parse(refused.json()).error]).toMatchObject([
    409,
    { code: 'idempotency_key_before_enrolment', field: 'args.idempotencyKey' },
  ]);
  expect((await write('b-key-of-16-chars')).status).toBe(502);
  expect(sent).toBe(before + 1);
  await second.close();
});
