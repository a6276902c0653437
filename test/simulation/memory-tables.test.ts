/**
 * The rows of a simulated world obey the contract of the real ones: the same random steps against both give
 * the same answers and leave the same rows. What depends on leases is compared on the store that has them.
 */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { OfferStore } from '../../src/control/captures/offer-store.ts';
import { CaptureQueue } from '../../src/control/captures/capture-queue.ts';
import { type RequestRow, withInstances } from '../../src/control/captures/capture-rows.ts';
import type { Trigger } from '../../src/control/captures/capture-state.ts';
import { reasonOf } from '../../src/control/captures/reasons.ts';
import { WriteAgents } from '../../src/control/operations/write-agents.ts';
import { LeaseTable } from '../../src/control/replicas/lease-table.ts';
import { OwnerTable, type Placements } from '../../src/control/replicas/owner-table.ts';
import { RelayTable, type TakenCommand } from '../../src/control/replicas/relay-table.ts';
import type { Store } from '../../src/control/store/database.ts';
import type { EnrolledInstance } from '../../src/tunnel/session/session-store.ts';
import { SeededRandom } from './tunnel/seeded-random.ts';
import { ManualClock } from '../manual-clock.ts';
import { describeOnBothStores } from '../stores.ts';
import { CaptureRecords, MemoryOffers, MemoryRequests } from './memory-captures.ts';
import { MemoryLeases, MemoryOwners, MemoryRelays, ReplicaRecords } from './memory-replicas.ts';
import { MemoryWrites } from './memory-writes.ts';
import { emptyRequest } from './empty-request.ts';

const organization = 'acme';
const longLeaseMs = 3_600_000;
const instances = ['a', 'b', 'c'].map((instance): EnrolledInstance => ({
  organization,
  instance,
  class: instance === 'c' ? 'agent' : 'profiler',
  publicKey: '',
  enrolledAt: 1,
  state: 'active',
}));

function pick<T>(random: SeededRandom, from: readonly T[]): T {
  const one = from[random.between(0, from.length - 1)];
  if (one === undefined) throw new Error('there is nothing to choose from');
  return one;
}

function inOrder({ live, moving }: Placements): Placements {
  const by = (a: { instance: string }, b: { instance: string }): number => (a.instance < b.instance ? -1 : 1);
  return { live: live.toSorted(by), moving: moving.toSorted(by) };
}

describeOnBothStores('the rows of a simulated world', (store) => {
  test('are those of requests, offers and bound writes, whatever happens to them', { timeout: 120_000 }, async () => {
    const clock = new ManualClock();
    await store.with(clock, async (opened) => {
      const pair = await openCaptures(opened, clock);
      for (let seed = 1; seed <= 4; seed += 1) {
        const random = new SeededRandom(seed);
        for (let step = 0; step < 120; step += 1) {
          const [real, memory] = await stepCaptures(pair, random, `${seed} ${step}`);
          expect([seed, step, memory]).toEqual([seed, step, real]);
        }
        expect(await memoryRows(pair)).toEqual(await realRows(pair));
      }
    });
  });

  if (store.dialect === 'sqlite') return;
  test('are those of leases, owners and relayed commands, whatever happens to them', { timeout: 120_000 }, async () => {
    const clock = new ManualClock();
    await store.with(clock, async (opened) => {
      for (let seed = 1; seed <= 4; seed += 1) {
        for (const table of ['replicas', 'tunnel_owners', 'relayed_commands'] as const) {
          await opened.db.deleteFrom(table).execute();
        }
        const random = new SeededRandom(seed);
        const pair = openReplicas(opened, clock);
        for (let step = 0; step < 120; step += 1) {
          const [real, memory] = await stepReplicas(pair, random, `${seed} ${step}`);
          expect([seed, step, memory]).toEqual([seed, step, real]);
        }
      }
    });
  });
});

interface Captures {
  readonly store: Store;
  readonly clock: ManualClock;
  readonly real: {
    readonly queue: CaptureQueue;
    readonly offers: OfferStore;
    readonly owners: OwnerTable;
    readonly writes: WriteAgents;
  };
  readonly records: CaptureRecords;
  readonly memory: {
    readonly queue: MemoryRequests;
    readonly offers: MemoryOffers;
    readonly owners: MemoryOwners;
    readonly writes: MemoryWrites;
  };
  readonly ids: string[];
  generation: number;
}

async function openCaptures(store: Store, clock: ManualClock): Promise<Captures> {
  const owners = new OwnerTable(store, clock);
  await new LeaseTable(store, clock).register('r', longLeaseMs);
  const replicas = new ReplicaRecords({ now: () => Date.now(), isShared: store.dialect === 'postgres' });
  await new MemoryLeases(replicas).register('r', longLeaseMs);
  const records = new CaptureRecords();
  const memoryOwners = new MemoryOwners(replicas);
  return {
    store,
    clock,
    real: {
      queue: new CaptureQueue(store, clock),
      offers: new OfferStore(store, owners, clock),
      owners,
      writes: new WriteAgents(store, clock),
    },
    records,
    memory: {
      queue: new MemoryRequests({ records, clock }),
      offers: new MemoryOffers(records, memoryOwners, clock),
      owners: memoryOwners,
      writes: new MemoryWrites(),
    },
    ids: [],
    generation: 0,
  };
}

/** One step against both; what each said. */
async function stepCaptures(pair: Captures, random: SeededRandom, name: string): Promise<[unknown, unknown]> {
  const { real, memory, clock, ids } = pair;
  clock.advance(random.between(0, 20) === 0 ? 3 * 3_600_000 : random.between(0, 60_000));
  const id = ids.length === 0 || random.chance(0.1) ? await addRequest(pair, name) : pick(random, ids);
  const { instance } = pick(random, instances);
  const epoch = random.between(1, 3);
  const outcome = pick(random, ['pushed', 'nothing_to_push', 'failed'] as const);
  const reason = { code: `code ${random.between(1, 3)}`, text: name };
  const both = async <T>(run: (one: Captures['real'] | Captures['memory']) => Promise<T>): Promise<[T, T]> => [
    await run(real),
    await run(memory),
  ];
  const triggers: readonly Trigger[] = [
    { trigger: 'taken', instance },
    { trigger: 'reported', instance, outcome, reason },
    { trigger: 'lost', instance },
    { trigger: 'declined', declined: [{ instance, reason: reasonOf('no_answer') }] },
    { trigger: 'cancelled', by: name },
    { trigger: 'disabled' },
  ];
  const steps: readonly (() => Promise<[unknown, unknown]>)[] = [
    () => both(({ queue }) => queue.apply(organization, id, { trigger: 'taken', instance })),
    async () => {
      const trigger = pick(random, triggers);
      return both(({ queue }) => queue.apply(organization, id, trigger));
    },
    () => both(({ queue }) => queue.apply('another', id, { trigger: 'taken', instance })),
    () =>
      both(({ queue, offers }) =>
        queue.applyWhen(organization, id, async (transaction) => {
          const declined = await offers.allDeclined(transaction, organization, id);
          return (
            declined && {
              trigger: 'declined',
              declined: declined.toSorted((a, b) => (a.instance < b.instance ? -1 : 1)),
            }
          );
        }),
      ),
    () => {
      const report = { request_id: id, outcome, reason };
      return both(({ queue }) => queue.recordOutcome({ organization, instance, report, bundle: undefined }));
    },
    () => both(({ queue }) => queue.awaits({ organization, instance, requestId: id })),
    () => both(({ queue }) => queue.recordPhase(organization, id, name)),
    async () => {
      const row = pair.records.requests.get(id)?.request;
      if (row === undefined) throw new Error('a request is missing');
      const before = { ...row };
      return both(({ queue }) => queue.endOverdue(before));
    },
    () => both(({ queue }) => queue.organizationOf(id)),
    () => both(({ queue }) => queue.listOpenOf(organization).then((open) => open.toSorted())),
    () => both(({ offers }) => offers.ask({ requestId: id, instance, epoch })),
    () => both(({ offers }) => offers.decline({ requestId: id, instance, epoch }, reason)),
    () => both(({ offers }) => offers.decline({ requestId: id, instance, epoch }, reason)),
    () => {
      pair.generation += random.between(-1, 2);
      const session = { generation: Math.max(1, pair.generation), now: clock.now(), description: nothingSaid };
      const found = instances.find((one) => one.instance === instance);
      return both(({ owners }) =>
        found === undefined ? Promise.resolve(undefined) : owners.claim('r', found, session),
      );
    },
    () => both(({ owners }) => owners.release('r', { organization, instance }, { epoch, isMoving: false })),
    () =>
      both(async ({ writes }) => {
        const write = { organization, operation: 'o', idempotencyKey: reason.code };
        return (await writes.bind(write, instance)).instance;
      }),
    () =>
      both(async ({ writes }) => {
        const write = { organization, operation: 'o', idempotencyKey: reason.code };
        return (await writes.find(write))?.instance;
      }),
  ];
  return pick(random, steps)();
}

const nothingSaid = { versions: {}, catalogDigest: undefined, targets: undefined };

async function addRequest({ store, records, ids, clock }: Captures, id: string): Promise<string> {
  // Never two at one time: neither store promises an order for these.
  clock.advance(1);
  const request: RequestRow = {
    ...emptyRequest,
    organization_id: organization,
    id,
    version: id,
    requested_at: clock.now(),
  };
  await store.db.insertInto('capture_requests').values(request).execute();
  records.requests.set(id, { request: { ...request }, instances: new Map() });
  ids.push(id);
  return id;
}

async function realRows({ store }: Captures): Promise<unknown> {
  const requests = await store.db.selectFrom('capture_requests').selectAll().orderBy('requested_at').execute();
  return (await withInstances(store.db, requests)).map(comparable);
}

async function memoryRows({ records }: Captures): Promise<unknown> {
  const rows = [...records.requests.values()].map(({ request, instances: nodes }) => ({
    request,
    instances: [...nodes.values()].toSorted((a, b) => (a.instance < b.instance ? -1 : 1)),
  }));
  return rows.map(comparable);
}

/** The explanation of an expiry is written with what else the store knows. */
function comparable({ request, instances: nodes }: { request: RequestRow; instances: readonly object[] }): unknown {
  const isExpired = request.reason_code === 'expired';
  return { request: { ...request, ...(isExpired && { reason_text: '' }) }, instances: nodes };
}

interface ReplicaSide {
  readonly leases: Pick<LeaseTable, 'register' | 'renew' | 'hasOthers' | 'remove'>;
  readonly owners: Pick<OwnerTable, 'claim' | 'release' | 'fingerprint' | 'list' | 'endDead'>;
  readonly relays: ReadonlyMap<string, Pick<RelayTable, keyof RelayTable>>;
  /** Everything that has a time is so much older. */
  age(byMs: number): Promise<void>;
  print: string;
}

const replicas = ['r1', 'r2'];

function openReplicas(store: Store, clock: ManualClock): { real: ReplicaSide; memory: ReplicaSide } {
  const records = new ReplicaRecords({ now: () => Date.now() });
  return {
    real: {
      leases: new LeaseTable(store, clock),
      owners: new OwnerTable(store, clock),
      relays: new Map(replicas.map((id) => [id, new RelayTable(store, clock, id)])),
      age: async (byMs) => {
        await sql`update replicas set lease_until = lease_until - ${sql.lit(byMs)}`.execute(store.db);
        await sql`update tunnel_owners set released_at = released_at - ${sql.lit(byMs)}`.execute(store.db);
        await sql`update relayed_commands set deadline = deadline - ${sql.lit(byMs)}`.execute(store.db);
      },
      print: '',
    },
    memory: {
      leases: new MemoryLeases(records),
      owners: new MemoryOwners(records),
      relays: new Map(replicas.map((id) => [id, new MemoryRelays(records, id)])),
      age: async (byMs) => {
        for (const lease of records.replicas.values()) lease.until -= byMs;
        for (const row of records.owners.values()) if (row.releasedAt !== null) row.releasedAt -= byMs;
        for (const [id, row] of records.relays) records.relays.set(id, { ...row, deadline: row.deadline - byMs });
      },
      print: '',
    },
  };
}

async function stepReplicas(
  { real, memory }: { real: ReplicaSide; memory: ReplicaSide },
  random: SeededRandom,
  name: string,
): Promise<[unknown, unknown]> {
  const both = async <T>(run: (side: ReplicaSide) => Promise<T>): Promise<[T, T]> => [
    await run(real),
    await run(memory),
  ];
  const replica = pick(random, replicas);
  const other = pick(random, replicas);
  const found = pick(random, instances);
  const epoch = random.between(1, 4);
  const id = `c${random.between(1, 6)}`;
  const relaysOf = (side: ReplicaSide) => side.relays.get(replica) ?? side.relays.get('r1');
  const steps: readonly (() => Promise<[unknown, unknown]>)[] = [
    () => both(({ leases }) => leases.register(replica, 60_000)),
    () => both(({ leases }) => leases.renew(replica, 60_000)),
    () => both(({ leases }) => leases.remove(replica)),
    () => both(({ owners }) => owners.endDead()),
    () => {
      // Far from every limit, so that the milliseconds between the two sides decide nothing.
      const byMs = pick(random, [7_000, 40_000]);
      return both((side) => side.age(byMs));
    },
    () => {
      const session = { generation: random.between(1, 9), now: 1, description: nothingSaid };
      return both(({ owners }) => owners.claim(replica, found, session));
    },
    () => both(({ owners }) => owners.release(replica, found, { epoch, isMoving: epoch > 2 })),
    () => both(async ({ owners }) => inOrder(await owners.list())),
    () => both(async ({ owners }) => inOrder(await owners.list({ parts: [found, { organization: 'another' }] }))),
    () => both(({ leases }) => leases.hasOthers(replica)),
    () => both(async ({ owners }) => inOrder(await owners.list({ parts: [{ organization: 'another' }] }))),
    // The sums hold times that differ by milliseconds; that they change is what is promised.
    () =>
      both(async (side) => {
        const before = side.print;
        side.print = await side.owners.fingerprint();
        return side.print === before;
      }),
    () => {
      const command = { id: name, to: other, organization, instance: found.instance, epoch, request: '{}' };
      return both((side) => relaysOf(side)?.add({ ...command, name: 'health.run', timeoutMs: 20_000 }) ?? missing());
    },
    () => both(async (side) => withoutTime(await (relaysOf(side)?.take() ?? missing()))),
    () => both(async (side) => relaysOf(side)?.listOwn('from_replica')),
    () => both(async (side) => relaysOf(side)?.listOwn('to_replica')),
    () => both(async (side) => (await (relaysOf(side)?.listOver() ?? missing())).toSorted()),
    () => both(async (side) => relaysOf(side)?.sweep()),
    () =>
      both(async (side) => {
        const [first = id] = [...((await relaysOf(side)?.listOwn('to_replica')) ?? [])].toSorted();
        return relaysOf(side)?.answer({ id: first, from: other }, { answer: name });
      }),
    () =>
      both(async (side) => {
        const [first = id] = [...((await relaysOf(side)?.listOwn('from_replica')) ?? [])].toSorted();
        return epoch > 2 ? relaysOf(side)?.fetch(first) : relaysOf(side)?.cancel(first, other);
      }),
  ];
  return pick(random, steps)();
}

function withoutTime(taken: readonly TakenCommand[]): unknown {
  return taken.map(({ timeoutMs: _timeoutMs, ...command }) => command).toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

function missing(): never {
  throw new Error('a replica is missing');
}
