/**
 * Thousands of instances at two replicas on one PostgreSQL, all on this machine: what callers lose when replicas are
 * killed, how soon instances answer again, how soon captures begin, how soon revoked instances are gone, and what an
 * idle tunnel holds. Each figure beside its goal, and beside what the same machine does without Farol.
 */
import { makeStoreKey } from '../../src/control/keys/store-key.ts';
import { openStore } from '../../src/control/store/database.ts';
import { systemClock } from '../../src/core/clock.ts';
import type { Findings, Row, Unmeasured } from '../bench-report.ts';
import type { Bench } from '../bench.ts';
import { Callers } from './callers.ts';
import { measureChaos } from './chaos.ts';
import { FleetReplica } from './fleet-replica.ts';
import type { FleetUnderTest } from './fleet-under-test.ts';
import { measureOperationCost } from './operation-cost.ts';
import { measureIdleMemory } from './idle-memory.ts';
import { populate } from './population.ts';
import { measureRevocation } from './revocation.ts';
import { startSimulator } from './simulator.ts';
import { measureStartLatency } from './start-latency.ts';
import { startPostgres, type TemporaryPostgres } from './temporary-postgres.ts';

const organizations = 10;
/** The others are Agents. */
const profilersPart = 0.2;
const operationsPerSec = 200;
const killedMinutes = 5;
const mostMinutes = 10;
const idleOfEachInstance = 5;
const connectPerSec = 200;
const connectMs = 60_000;
/** Part by part: of them together the measure takes no longer than twelve minutes. */
const partMs = { start: 90_000, cost: 60_000, revocation: 60_000, memory: 200_000, aroundChaos: 150_000 } as const;

export async function measureFleet(bench: Bench): Promise<Findings> {
  const rows: Row[] = [];
  const unmeasured: Unmeasured[] = [];
  /** What one part cannot measure the others still do. */
  const part = async (name: string, timeoutMs: number, measure: () => Promise<Findings | Row[]>): Promise<void> => {
    if (bench.signal.aborted) return;
    bench.narrator.say(name);
    try {
      const found = await within(timeoutMs, measure());
      rows.push(...('rows' in found ? found.rows : found));
      if ('unmeasured' in found) unmeasured.push(...found.unmeasured);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      bench.narrator.say(`could not be measured: ${why}`);
      unmeasured.push({ name, why });
    }
  };
  const postgres = await startPostgres();
  bench.onStarted(() => postgres.stop());
  const storeKey = makeStoreKey().reveal();
  const fleet = await startFleetUnderTest(bench, postgres, storeKey);
  const lengthMs = Math.min(bench.minutes ?? killedMinutes, mostMinutes) * 60_000;
  await part('request → Profiler begins', partMs.start, () => measureStartLatency(fleet));
  await part('cost of an operation', partMs.cost, () => measureOperationCost(fleet));
  await part('replicas killed in turn', lengthMs + partMs.aroundChaos, () =>
    measureChaos(fleet, { lengthMs, operationsPerSec }),
  );
  await part('revocation', partMs.revocation, () => measureRevocation(fleet));
  fleet.callers.close();
  fleet.simulator.end();
  for (const replica of fleet.replicas) await replica.end();
  const tunnels = bench.instances * idleOfEachInstance;
  for (const tls of ['here', 'proxy'] as const) {
    await part(`idle tunnels, TLS: ${tls}`, partMs.memory, () =>
      measureIdleMemory(bench, { postgres, storeKey, tunnels, tls }),
    );
  }
  return { rows, unmeasured };
}

/** Resolves when every instance is live. */
async function startFleetUnderTest(
  bench: Bench,
  postgres: TemporaryPostgres,
  storeKey: string,
): Promise<FleetUnderTest> {
  const databaseUrl = await postgres.createDatabase();
  const first = await FleetReplica.start(bench, { name: 'replica-a', databaseUrl, storeKey });
  const second = await FleetReplica.start(bench, { name: 'replica-b', databaseUrl, storeKey });
  const replicas = [first, second];
  const store = await openStore(databaseUrl, { clock: systemClock });
  bench.onStarted(() => store.close());
  const ofEach = Math.max(2, Math.round(bench.instances / organizations));
  const profilersOfEach = Math.max(1, Math.round(ofEach * profilersPart));
  const size = { name: 'bench', organizations, agentsOfEach: ofEach - profilersOfEach, profilersOfEach };
  const population = await populate(store, size);
  const simulator = await startSimulator(bench, {
    ca: first.caPem,
    ports: replicas.map(({ tunnelPort }) => tunnelPort),
    isBehindProxy: false,
    instances: population.instances,
  });
  const all = population.instances.length;
  bench.narrator.say(`connecting ${all} instances of ${organizations} organizations`);
  const live = await simulator.connectAll(connectPerSec, connectMs);
  if (live < all) throw new Error(`${live} of ${all} instances were live within ${connectMs / 1000} s`);
  const callers = await Callers.signIn({
    store,
    organizations: population.organizations,
    apps: replicas.map(({ app }) => app),
    ca: first.caPem,
  });
  bench.onStarted(() => callers.close());
  return { bench, databaseUrl, store, replicas, population, simulator, callers };
}

/** @throws when it takes longer. */
async function within<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`it took longer than ${timeoutMs / 1000} s`)), timeoutMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
