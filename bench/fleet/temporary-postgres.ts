/**
 * A real PostgreSQL for a measure or a test: Debian's server on a loopback port, in a folder of its own, with
 * fsync on, run by an unprivileged user because the server refuses root.
 */
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { findFreePort } from '../../demo/free-ports.ts';

export interface TemporaryPostgres {
  /** Makes a database and returns its address: an empty one, or a copy of one that nobody is connected to. */
  createDatabase(template?: string): Promise<string>;
  stop(): Promise<void>;
}

/** Rejects when it is not installed or does not start. */
export async function startPostgres(settings: Readonly<Record<string, string>> = {}): Promise<TemporaryPostgres> {
  const bin = globSync('/usr/lib/postgresql/*/bin').toSorted().at(-1);
  if (bin === undefined) throw new Error('PostgreSQL is not installed; ./farol test installs it');
  const folder = mkdtempSync(path.join(os.tmpdir(), 'farol-postgres-'));
  const identity = unprivilegedIdentity();
  if (identity !== undefined) chownSync(folder, identity.uid, identity.gid);
  chmodSync(folder, 0o700);
  const data = path.join(folder, 'data');
  const made = spawnSync(
    path.join(bin, 'initdb'),
    ['-D', data, '-U', 'farol', '-A', 'trust', '-E', 'UTF8', '--no-locale'],
    {
      ...identity,
      cwd: folder,
      encoding: 'utf8',
    },
  );
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);

  const port = await findFreePort();
  const given = { ...settings, listen_addresses: '127.0.0.1', unix_socket_directories: folder };
  const server = spawn(
    path.join(bin, 'postgres'),
    ['-D', data, '-p', String(port), ...Object.entries(given).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...identity, cwd: folder, stdio: 'ignore' },
  );
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const address = (database: string): string => `postgres://farol@127.0.0.1:${port}/${database}`;
  await waitUntilReady(address('postgres'));
  return {
    async createDatabase(template = 'template1') {
      const name = `t${randomBytes(6).toString('hex')}`;
      const client = new Client(address('postgres'));
      await client.connect();
      await client.query(`create database ${name} template ${template}`);
      await client.end();
      return address(name);
    },
    async stop() {
      // Fast shutdown: ends open connections, writes a clean checkpoint.
      server.kill('SIGINT');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The `postgres` user of the package when this runs as root; otherwise the user it runs as. */
function unprivilegedIdentity(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string): number => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);
  return { uid: id('-u'), gid: id('-g') };
}

async function waitUntilReady(url: string): Promise<void> {
  const deadline = Date.now() + 30_000;
  for (;;) {
    const client = new Client(url);
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (Date.now() > deadline) throw new Error('PostgreSQL was not ready within 30 s', { cause: error });
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
