/**
 * A real PostgreSQL for a measure or a test: Debian's server on a loopback port, in a folder of its own, with
 * fsync on unless a setting says otherwise, run by an unprivileged user because the server refuses root.
 */
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, globSync, mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { findFreePort } from '../../demo/free-ports.ts';

export interface TemporaryPostgres {
  /** Makes a database and returns its address: an empty one, or a copy of one that nobody is connected to. */
  createDatabase(template?: string): Promise<string>;
  /** Ends the connections to the database of that address, and removes it. */
  dropDatabase(address: string): Promise<void>;
  stop(): Promise<void>;
}

interface Place {
  readonly folder?: string;
  /** A free one by default. */
  readonly port?: number;
}

/** In an empty `folder`, which is removed with it. Rejects when it is not installed or does not start. */
export async function startPostgres(
  settings: Readonly<Record<string, string>> = {},
  { folder = mkdtempSync(path.join(os.tmpdir(), 'farol-postgres-')), port: fixedPort }: Place = {},
): Promise<TemporaryPostgres> {
  const bin = globSync('/usr/lib/postgresql/*/bin').toSorted().at(-1);
  if (bin === undefined) throw new Error('PostgreSQL is not installed; ./farol test installs it');
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

  const port = fixedPort ?? (await findFreePort());
  const given = { ...settings, listen_addresses: '127.0.0.1', unix_socket_directories: folder };
  const options = Object.entries(given).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  // The server ends, and its folder is removed, when its standard input does: by `stop`, or however this process ends.
  const watched =
    'folder=$1; shift; "$@" & server=$!; cat >/dev/null; kill -INT $server; wait $server; rm -rf "$folder"';
  const server = spawn(
    '/bin/sh',
    ['-c', watched, 'sh', folder, path.join(bin, 'postgres'), '-D', data, '-p', String(port), ...options],
    { ...identity, cwd: folder, stdio: ['pipe', 'ignore', 'ignore'] },
  );
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const address = (database: string): string => `postgres://farol@127.0.0.1:${port}/${database}`;
  await waitUntilReady(address('postgres'));
  const administer = async (statement: string): Promise<void> => {
    const client = new Client(address('postgres'));
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  return {
    async createDatabase(template = 'template1') {
      const name = `t${randomBytes(6).toString('hex')}`;
      await administer(`create database ${name} template ${template}`);
      return address(name);
    },
    dropDatabase: (url) => administer(`drop database if exists ${new URL(url).pathname.slice(1)} with (force)`),
    async stop() {
      // Fast shutdown: ends open connections, writes a clean checkpoint.
      server.stdin.end();
      await ended;
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
