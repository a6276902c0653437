/** Two control planes on one PostgreSQL answer as one: captures, operations and the fleet. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { encodeBundle } from '../../../profiler/witness/bundle/encode.ts';
import { makeBundle } from '../../../test/made-bundle.ts';
import { followEvents } from '../../../test/follow-events.ts';
import { startPostgres, type TestPostgres } from '../../../test/postgres.ts';
import { type PairedInstance, ReplicaPair } from '../../../test/replica-pair.ts';
import type { CaptureOffer, OperationAnswer } from '../../tunnel/messages.ts';
import { ControlApi } from '../api/api-client.ts';
import { CaptureAccepted, MarkerRecorded, OperationResponse, TokenCreated } from '../api/api.ts';

let postgres: TestPostgres;
let pair: ReplicaPair;

beforeAll(async () => {
  postgres = await startPostgres();
  pair = await ReplicaPair.start(postgres);
}, 120_000);
afterAll(async () => {
  await pair.close();
  await postgres.stop();
});
afterEach(() => pair.disconnectAll());

const notListed: CaptureOffer = {
  answer: 'declined',
  reason: { code: 'not_in_target_list', text: 'It is not listed.' },
};

test('a capture that one Profiler declines and another takes at the other replica is pushed, 12 of 12', async () => {
  const decliner = { 'capture.start': () => Promise.resolve(notListed) };
  await pair.connect({ class: 'profiler', instance: 'node-2', at: pair.a, handlers: decliner });
  const taker: { one?: PairedInstance } = {};
  taker.one = await pair.connect({
    class: 'profiler',
    instance: 'node-1',
    at: pair.b,
    handlers: {
      'capture.start': async ({ request_id, version, workload }) => {
        await new Promise((resolve) => setTimeout(resolve, 40));
        const { bytes } = encodeBundle(makeBundle({}, { request_id, version, workload }));
        const reason = { code: 'measured', text: 'It was measured.' };
        setTimeout(() => {
          const outcome = { request_id, outcome: 'pushed', reason, bundle: bytes.toString('base64') } as const;
          void taker.one?.tunnel.report('capture.outcome', outcome);
        }, 40);
        return { answer: 'taken', processes: 1 };
      },
    },
  });
  const outcomes: string[] = [];
  for (let round = 0; round < 12; round++) {
    const at = round % 2 === 0 ? pair.a : pair.b;
    const body = { workload: 'checkout', version: `1.${round}` };
    const asked = await at.api.call({ method: 'POST', path: '/api/profiling/requests', body }, CaptureAccepted);
    await expect.poll(async () => (await pair.record(at, asked)).status, { timeout: 15_000 }).not.toBe('queued');
    const { outcome, reason } = await pair.record(at, asked);
    outcomes.push(`${outcome} ${reason?.code}`);
  }
  expect(outcomes).toEqual(Array.from({ length: 12 }, () => 'pushed measured'));
}, 120_000);

const result = { data: [1], complete: true, truncated: false, source: 'grafana', upstreamCalls: 1 };
const answer: OperationAnswer = { ok: true, result };

test('an operation asked at one replica is answered by the Agent whose tunnel is at the other', async () => {
  const handlers = { 'operation.run': () => Promise.resolve(answer) };
  await pair.connect({ class: 'agent', instance: 'agent-1', at: pair.b, handlers });
  const call = { method: 'POST', path: '/api/operations/metrics.query', body: { args: {} } } as const;
  for (const at of [pair.a, pair.b]) {
    const given = await at.api.call(call, OperationResponse);
    expect(given).toEqual({ operation: 'metrics.query', instance: 'agent-1', result });
  }
});

test('an instance is live on the Fleet page of every replica, wherever its socket is', async () => {
  await pair.connect({ class: 'agent', instance: 'agent-2', at: pair.b, handlers: {} });
  await expect.poll(() => pair.stateOf(pair.b, 'agent-2'), { timeout: 2000 }).toBe('live');
  await expect.poll(() => pair.stateOf(pair.a, 'agent-2'), { timeout: 2000 }).toBe('live');
});

test('a page at one replica learns of a marker that another one recorded', async () => {
  const { process, api } = pair.b;
  const events = await followEvents(process.app, { ca: process.caPem, headers: api.session() });
  const body = { kind: 'incident', name: 'deploys' };
  const { value } = await pair.a.api.call({ method: 'POST', path: '/api/tokens', body }, TokenCreated);
  const reporter = new ControlApi(pair.a.process.app, pair.a.process.caPem);
  reporter.useToken(value);
  const deploy = { key: 'run-1', kind: 'deploy', workload: 'checkout', env: 'prod', version: '1' };
  await reporter.call({ method: 'POST', path: '/api/markers', body: deploy }, MarkerRecorded);
  reporter.close();
  await expect.poll(() => events.some(({ type }) => type === 'marker'), { timeout: 5000 }).toBe(true);
});
