/** Starts the peers that show what this machine and Node cost without Farol. */
import path from 'node:path';
import { type Child, startChild } from '../../demo/child-process.ts';
import type { Bench } from '../bench.ts';
import type { FleetUnderTest } from './fleet-under-test.ts';
import { percentile } from './machine-time.ts';

export type BarePeerOrder =
  /** `pemFile`: key and certificate; undefined without TLS. */
  | { readonly role: 'server'; readonly pemFile?: string }
  /** `perSec`: how fast they come; undefined for all at once. */
  | {
      readonly role: 'clients';
      readonly port: number;
      readonly ca?: string;
      readonly clients: number;
      readonly perSec?: number;
    };

const startMs = 20_000;
const openMs = 120_000;

export function startBarePeer({ workspace, onStarted }: Bench, order: BarePeerOrder): Child {
  const entry = path.join(import.meta.dirname, `bare-peer-process${path.extname(import.meta.filename)}`);
  const child = startChild({
    name: `the bare ${order.role}`,
    command: process.execPath,
    args: [entry, JSON.stringify(order)],
    env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin' },
    cwd: workspace.folder,
    logFile: path.join(workspace.folder, 'bare-peer.log'),
    identity: undefined,
  });
  onStarted(() => child.stop());
  return child;
}

export async function startBareServer(
  bench: Bench,
  pemFile: string | undefined,
): Promise<{ child: Child; port: number }> {
  const child = startBarePeer(bench, { role: 'server', ...(pemFile !== undefined && { pemFile }) });
  const { port } = await child.waitFor('listening', startMs);
  return { child, port: Number(port) };
}

/** Resolves once all of them are connected, with the time that each took in milliseconds. */
export async function dialBare(
  bench: Bench,
  order: Omit<Extract<BarePeerOrder, { role: 'clients' }>, 'role'>,
): Promise<{ child: Child; took: readonly number[] }> {
  const child = startBarePeer(bench, { role: 'clients', ...order });
  const { took } = await child.waitFor('open', openMs);
  return { child, took: took as readonly number[] };
}

/** As many clients as a killed replica held, back at once, at a server that does nothing else. */
export async function measureHandshakeFloor(
  { bench, replicas }: FleetUnderTest,
  clients: number,
): Promise<{ clients: number; p99: number }> {
  const [replica] = replicas;
  if (replica === undefined) throw new Error('there is no replica');
  const server = await startBareServer(bench, replica.serverPemFile);
  const { child, took } = await dialBare(bench, { port: server.port, ca: replica.caPem, clients });
  await Promise.all([child.stop(), server.child.stop()]);
  return { clients, p99: percentile(took, 0.99) };
}
