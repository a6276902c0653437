/** What one replica holds for thousands of tunnels that do nothing, beside a bare server with as many idle WebSockets. */
import { openStore } from '../../src/control/store/database.ts';
import { mostForStrangers } from '../../src/control/peers/connection-guard.ts';
import { readDescriptorLimit, sharePorts } from '../../src/control/peers/port-limits.ts';
import { systemClock } from '../../src/core/clock.ts';
import type { Findings, Row, Unmeasured } from '../bench-report.ts';
import { readProcessMemory } from '../process-usage.ts';
import type { Bench } from '../bench.ts';
import { dialBare, startBareServer } from './bare-peers.ts';
import { FleetReplica } from './fleet-replica.ts';
import { pause } from './machine-time.ts';
import { populate } from './population.ts';
import { startSimulator } from './simulator.ts';
import type { TemporaryPostgres } from './temporary-postgres.ts';

const organizations = 10;
/** Under the pace at which a port begins handshakes, so that nobody is made to try again. */
const perSec = 250;
const connectMs = 120_000;
/** Both ends have said "ping" once by then, and what the handshakes left behind is collected. */
const idleMs = 25_000;
const quietMs = 4000;
const kib = 1024;

export interface IdleMemoryOptions {
  readonly postgres: TemporaryPostgres;
  readonly storeKey: string;
  readonly tunnels: number;
  /** `proxy`: without TLS, as behind a proxy that ends it. */
  readonly tls: 'here' | 'proxy';
}

export async function measureIdleMemory(bench: Bench, options: IdleMemoryOptions): Promise<Findings> {
  const { postgres, storeKey, tls } = options;
  const { max } = sharePorts(readDescriptorLimit()).tunnel;
  const room = Math.min(max - mostForStrangers, readDescriptorLimit() - 200);
  const tunnels = Math.min(options.tunnels, room);
  const databaseUrl = await postgres.createDatabase();
  const env = { FAROL_TUNNEL_TLS: tls, ...(tls === 'proxy' && { FAROL_TUNNEL_URL: 'wss://localhost:8443' }) };
  const replica = await FleetReplica.start(bench, { name: `idle-${tls}`, databaseUrl, storeKey, env });
  const store = await openStore(databaseUrl, { clock: systemClock });
  bench.onStarted(() => store.close());
  const { instances } = await populate(store, {
    name: 'idle',
    organizations,
    agentsOfEach: Math.ceil(tunnels / organizations),
    profilersOfEach: 0,
  });
  await pause(quietMs);
  const before = readProcessMemory(replica.pid);
  const simulator = await startSimulator(bench, {
    ca: tls === 'here' ? replica.caPem : undefined,
    ports: [replica.tunnelPort],
    isBehindProxy: tls === 'proxy',
    instances: instances.slice(0, tunnels),
  });
  const live = await simulator.connectAll(perSec, connectMs);
  bench.narrator.say(`${live} of ${tunnels} tunnels are live (TLS: ${tls}); waiting until they are idle`);
  await pause(idleMs);
  const after = readProcessMemory(replica.pid);
  simulator.end();
  await replica.end();
  if (live === 0) throw new Error('no tunnel became live');
  const bare = await measureBare(bench, replica, { clients: live, tls });
  const rows: Row[] = [
    {
      name: `${live} idle tunnels, TLS ${tls === 'here' ? 'ended here' : 'ended by a proxy'}: each, RSS`,
      unit: 'KiB',
      samples: [(after.rssBytes - before.rssBytes) / live / kib],
      goal: tls === 'here' ? 60 : 12,
      peer: { name: `bare idle WebSocket${tls === 'here' ? ' over TLS' : ''}`, samples: [bare / kib] },
    },
  ];
  const unmeasured: Unmeasured[] =
    live === options.tunnels
      ? []
      : [
          {
            name: `${options.tunnels} idle tunnels`,
            why:
              tunnels < options.tunnels
                ? `the limit of open files allows ${tunnels}; raise it with ulimit -n`
                : `${live} were live within ${connectMs / 1000} s`,
          },
        ];
  return { rows, unmeasured };
}

/** Bytes of the server's resident memory for each connection. */
async function measureBare(
  bench: Bench,
  replica: FleetReplica,
  { clients, tls }: { clients: number; tls: 'here' | 'proxy' },
): Promise<number> {
  const server = await startBareServer(bench, tls === 'here' ? replica.serverPemFile : undefined);
  await pause(quietMs / 2);
  const before = readProcessMemory(server.child.pid);
  const ca = tls === 'here' ? { ca: replica.caPem } : {};
  const { child, took } = await dialBare(bench, { port: server.port, clients, perSec: perSec * 4, ...ca });
  await pause(quietMs);
  const after = readProcessMemory(server.child.pid);
  await Promise.all([child.stop(), server.child.stop()]);
  return (after.rssBytes - before.rssBytes) / Math.max(1, took.length);
}
