/** One of two control planes is killed, stopped in time, restarted or left by its instances. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { encodeBundle } from '../../../profiler/witness/bundle/encode.ts';
import { makeBundle } from '../../../test/made-bundle.ts';
import { startPostgres, type TestPostgres } from '../../../test/postgres.ts';
import { type PairedInstance, type Replica, ReplicaPair } from '../../../test/replica-pair.ts';
import type { OperationAnswer } from '../../tunnel/messages.ts';
import { CaptureAccepted, OperationResponse } from '../api/api.ts';

let postgres: TestPostgres;
let pair: ReplicaPair;

beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());
beforeEach(async () => {
  pair = await ReplicaPair.start(postgres);
}, 120_000);
afterEach(() => pair.close());

const result = { data: [1], complete: true, truncated: false, source: 'grafana', upstreamCalls: 1 };
const answer: OperationAnswer = { ok: true, result };
const call = { method: 'POST', path: '/api/operations/metrics.query', body: { args: {} } } as const;

async function ownerOf(instance: string): Promise<{ epoch: number; replica_id: string; released_at: number | null }> {
  return pair.store.db
    .selectFrom('tunnel_owners')
    .select(['epoch', 'replica_id', 'released_at'])
    .where('instance', '=', instance)
    .executeTakeFirstOrThrow();
}

test(
  'a read whose replica is killed meanwhile is asked again where its Agent went',
  { tags: ['deep'], timeout: 60_000 },
  async () => {
    let runs = 0;
    const started = Promise.withResolvers<void>();
    await pair.connect({
      class: 'agent',
      instance: 'agent-1',
      at: pair.b,
      handlers: {
        'operation.run': () => {
          runs += 1;
          if (runs > 1) return Promise.resolve(answer);
          started.resolve();
          return new Promise(() => undefined);
        },
      },
    });
    const given = pair.a.api.call(call, OperationResponse);
    await started.promise;
    await pair.b.process.kill();
    expect(await given).toEqual({ operation: 'metrics.query', instance: 'agent-1', result });
    expect(runs).toBe(2);
    expect(await pair.stateOf(pair.a, 'agent-1')).toBe('live');
    expect(await pair.store.db.selectFrom('relayed_commands').selectAll().execute()).toEqual([]);
  },
);

test('a write whose replica is killed is reported as lost, and not sent again', async () => {
  let runs = 0;
  const started = Promise.withResolvers<void>();
  const handlers = {
    'operation.run': (): Promise<OperationAnswer> => {
      runs += 1;
      started.resolve();
      return new Promise(() => undefined);
    },
  };
  await pair.connect({ class: 'agent', instance: 'agent-1', at: pair.b, handlers });
  await pair.connect({ class: 'agent', instance: 'agent-2', at: pair.a, handlers });
  const args = { idempotencyKey: 'a-key-of-16-chars' };
  const write = {
    method: 'POST',
    path: '/api/operations/tickets.addComment',
    body: { args, instance: 'agent-1' },
  } as const;
  const given = pair.a.api.callRaw(write);
  await started.promise;
  await pair.b.process.kill();
  expect(await given).toMatchObject({ status: 503, body: { error: { code: 'agent_lost' } } });
  expect(runs).toBe(1);
  const elsewhere = { ...write, body: { args, instance: 'agent-2' } };
  expect(await pair.a.api.callRaw(elsewhere)).toMatchObject({
    status: 409,
    body: { error: { code: 'idempotency_key_of_other_agent', field: 'args.idempotencyKey' } },
  });
  expect(runs).toBe(1);
}, 60_000);

test(
  'a capture whose replica is killed is delivered at the other one',
  { tags: ['deep'], timeout: 60_000 },
  async () => {
    const taken = Promise.withResolvers<{ request_id: string; version: string; workload: string }>();
    const profiler: PairedInstance = await pair.connect({
      class: 'profiler',
      instance: 'node-1',
      at: pair.b,
      handlers: {
        'capture.start': (request) => {
          taken.resolve(request);
          return Promise.resolve({ answer: 'taken', processes: 1 });
        },
      },
    });
    const body = { workload: 'checkout', version: '1.0' };
    const asked = await pair.a.api.call({ method: 'POST', path: '/api/profiling/requests', body }, CaptureAccepted);
    const request = await taken.promise;
    await expect.poll(async () => (await pair.record(pair.a, asked)).progress?.step).toBe('running');
    await pair.b.process.kill();
    const { request_id, version, workload } = request;
    const { bytes } = encodeBundle(makeBundle({}, { request_id, version, workload }));
    const reason = { code: 'measured', text: 'It was measured.' };
    const outcome = {
      request_id,
      outcome: 'pushed',
      reason,
      bundle: bytes.toString('base64'),
    } as const;
    await expect
      .poll(() => profiler.tunnel.report('capture.outcome', outcome).catch(() => undefined), { timeout: 20_000 })
      .toEqual({ stored: true });
    expect(await pair.record(pair.a, asked)).toMatchObject({ outcome: 'pushed', reason: { code: 'measured' } });
  },
);

test(
  'an instance that moves is held by its new replica alone, one epoch later',
  { tags: ['deep'], timeout: 60_000 },
  async () => {
    const { balancer } = await pair.connect({
      class: 'agent',
      instance: 'agent-1',
      at: pair.b,
      handlers: { 'operation.run': () => Promise.resolve(answer) },
    });
    const before = await ownerOf('agent-1');
    balancer.prefer(pair.a.tunnelPort);
    balancer.cut();
    await expect
      .poll(async () => (await ownerOf('agent-1')).replica_id, { timeout: 10_000 })
      .not.toBe(before.replica_id);
    expect(await ownerOf('agent-1')).toMatchObject({ epoch: before.epoch + 1, released_at: null });
    for (const at of [pair.a, pair.b]) {
      await expect.poll(() => pair.stateOf(at, 'agent-1')).toBe('live');
      expect(await at.api.call(call, OperationResponse)).toMatchObject({ instance: 'agent-1' });
    }
  },
);

test(
  'a replica that was stopped in time for longer than its lease runs nothing of what it missed',
  { tags: ['deep'], timeout: 90_000 },
  async () => {
    let runs = 0;
    await pair.connect({
      class: 'agent',
      instance: 'agent-1',
      at: pair.b,
      handlers: {
        'operation.run': () => {
          runs += 1;
          return Promise.resolve(answer);
        },
      },
    });
    const before = await ownerOf('agent-1');
    pair.b.process.pause();
    // The socket is open, so the Agent waits for its replica; nobody else can ask it.
    const missed = pair.a.api.callRaw(call);
    await expect.poll(() => pair.stateOf(pair.a, 'agent-1'), { timeout: 15_000 }).toBe('offline');
    await expect.poll(async () => (await ownerOf('agent-1')).released_at, { timeout: 10_000 }).not.toBe(null);
    expect(runs).toBe(0);
    pair.b.process.resume();
    // It gives the tunnel up first; the Agent comes back, and the question that still waits is asked once.
    await expect.poll(async () => (await ownerOf('agent-1')).epoch, { timeout: 15_000 }).toBe(before.epoch + 1);
    expect(await missed).toMatchObject({ status: 200 });
    expect(runs).toBe(1);
    expect(pair.b.process.errors).toContain('the lease of this replica expired');
    for (const at of [pair.a, pair.b]) expect(await at.api.call(call, OperationResponse)).toBeDefined();
  },
);

test(
  'two replicas are restarted one after the other, and no operation is lost',
  { tags: ['deep'], timeout: 120_000 },
  async () => {
    await pair.connect({
      class: 'agent',
      instance: 'agent-1',
      at: pair.a,
      handlers: {
        'operation.run': async () => {
          await sleep(100);
          return answer;
        },
      },
    });
    const balanced = new Balanced([pair.a, pair.b]);
    const outcomes = new Map<string, number>();
    const ask = async (): Promise<void> => {
      while (!balanced.isOver) {
        const outcome = await balanced
          .pick()
          .api.callRaw(call)
          .then(
            ({ status }) => String(status),
            (error: unknown) => String(error),
          );
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
        await sleep(10);
      }
    };
    const asking = [balanced.watch(), ask(), ask(), ask()];
    for (const replica of [pair.a, pair.b]) {
      await sleep(2000);
      await replica.process.stop();
      await replica.process.start();
    }
    await sleep(2000);
    balanced.isOver = true;
    await Promise.all(asking);
    expect(Object.fromEntries(outcomes)).toEqual({ '200': expect.any(Number) as number });
    expect(outcomes.get('200')).toBeGreaterThan(30);
    expect(balanced.seen).toEqual(['a b', 'b', 'a b', 'a', 'a b']);
  },
);

/** Sends where readiness was seen at the last look, one after the other, and tries nothing twice: as a plain balancer does. */
class Balanced {
  isOver = false;
  /** Which were ready, each time that it changed. */
  readonly seen: string[] = [];
  readonly #replicas: readonly Replica[];
  #ready: readonly Replica[];
  #turn = 0;

  constructor(replicas: readonly Replica[]) {
    this.#replicas = replicas;
    this.#ready = replicas;
  }

  async watch(): Promise<void> {
    while (!this.isOver) {
      const answers = await Promise.all(this.#replicas.map(isReady));
      this.#ready = this.#replicas.filter((_replica, at) => answers[at]);
      const names = this.#ready.map((replica) => (replica === pair.a ? 'a' : 'b')).join(' ');
      if (this.seen.at(-1) !== names) this.seen.push(names);
      await sleep(1000);
    }
  }

  pick(): Replica {
    this.#turn += 1;
    const replica = this.#ready[this.#turn % this.#ready.length];
    if (replica === undefined) throw new Error('no replica is ready');
    return replica;
  }
}

async function isReady({ api }: Replica): Promise<boolean> {
  return api.callRaw({ method: 'GET', path: '/readyz' }).then(
    ({ status }) => status === 200,
    () => false,
  );
}
