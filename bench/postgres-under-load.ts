/** A real PostgreSQL under the load of its own benchmark; the target is the server with all its processes. */
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '../demo/free-ports.ts';
import { NotInstalled, type RunningProgram, startHere } from './running-program.ts';
import type { Bench } from './bench.ts';

const user = 'bench';
const clients = 2;
const startTimeoutMs = 60_000;

export async function startPostgres(bench: Bench): Promise<RunningProgram> {
  // Debian keeps the programs of each version in a folder of its own, outside of PATH.
  const folder = globSync('/usr/lib/postgresql/*/bin').toSorted().at(-1);
  if (folder === undefined) throw new NotInstalled('PostgreSQL', 'postgresql');
  const { workspace } = bench;
  const data = path.join(workspace.privateFolder('postgres', workspace.workload), 'data');
  const make = [path.join(folder, 'initdb'), '-D', data, '-U', user, '-A', 'trust', '--no-locale', '-E', 'UTF8'];
  // As a shell, so that startHere's user runs it: the server refuses root.
  const made = startHere(bench, {
    name: 'initdb',
    command: '/bin/sh',
    args: ['-c', '"$@" && echo \'{"event":"made"}\'', 'sh', ...make],
  });
  await made.waitFor('made', startTimeoutMs);
  const port = String(await findFreePort());
  const quiet = ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=', '-c', 'autovacuum=off'];
  const server = startHere(bench, {
    name: 'postgres',
    command: path.join(folder, 'postgres'),
    args: ['-D', data, '-p', port, ...quiet],
  });
  const client = ['-h', '127.0.0.1', '-p', port, '-U', user];
  await untilReady(path.join(folder, 'pg_isready'), client, () => server.tail());
  const pgbench = path.join(folder, 'pgbench');
  execFileSync(pgbench, [...client, '-i', '-q', 'postgres'], { stdio: 'ignore' });
  const pids = (): number[] => [server.pid, ...readChildren(server.pid)];
  // Not their number: the server's process for the filling above may still be ending.
  const before = new Set(pids());
  const load = startHere(bench, {
    name: 'pgbench',
    command: pgbench,
    args: [...client, '-S', '-c', String(clients), '-T', '86400', 'postgres'],
  });
  const deadline = performance.now() + startTimeoutMs;
  while (pids().filter((pid) => !before.has(pid)).length < clients) {
    if (performance.now() > deadline) throw new Error(`PostgreSQL gets no load:\n${load.tail()}`);
    await sleep(50);
  }
  return {
    pids,
    async stop() {
      await load.stop();
      await server.stop();
    },
  };
}

function readChildren(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
}

async function untilReady(isReady: string, client: readonly string[], tail: () => string): Promise<void> {
  const deadline = performance.now() + startTimeoutMs;
  for (;;) {
    try {
      execFileSync(isReady, [...client, '-q']);
      return;
    } catch (error) {
      if (performance.now() > deadline) throw new Error(`PostgreSQL does not answer:\n${tail()}`, { cause: error });
      await sleep(100);
    }
  }
}
