/**
 * A document database that nobody here wrote (`secantusdb`), with access control. It is under GPL-2.0: a program
 * that the suite runs, and part of nothing that ships. Started once without it to make users and documents, then again with it.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { MongoClient } from 'mongodb';
import { findFreePort } from '../../../demo/free-ports.ts';
import { installEnvironment } from '../../../test/python-environment.ts';
import { startProcess } from '../../../test/started-process.ts';

export interface NewUser {
  readonly user: string;
  readonly password: string;
  readonly roles: readonly { readonly role: string; readonly db: string }[];
}

export interface Database {
  /** `host:port`. */
  readonly address: string;
  /** A connection string for a user. */
  uriOf(user: string, password: string): string;
  stop(): Promise<void>;
}

/** Returns the folder of its Python environment. */
export const installDatabase = (): string => installEnvironment('mongodb', import.meta.dirname);

/** `fill` is handed a client that may do everything. */
export async function startDatabase(
  users: readonly NewUser[],
  fill: (client: MongoClient) => Promise<void>,
): Promise<Database> {
  const program = path.join(installDatabase(), 'bin/python');
  const folder = mkdtempSync(path.join(os.tmpdir(), 'farol-mongodb-'));
  const port = await findFreePort();
  const address = `127.0.0.1:${port}`;
  const start = (...options: readonly string[]) =>
    startProcess({
      program,
      args: [
        '-m',
        'secantus',
        '--host',
        '127.0.0.1',
        '--port',
        String(port),
        '--storage-path',
        folder,
        '--standalone',
        ...options,
      ],
      isReady: () => saysHello(address),
    });
  const open = await start();
  const client = new MongoClient(`mongodb://${address}/`);
  for (const { user, password, roles } of users) {
    await client.db('admin').command({ createUser: user, pwd: password, roles });
  }
  await fill(client);
  await client.close();
  await open.stop('SIGTERM');
  const guarded = await start('--auth');
  return {
    address,
    uriOf: (user, password) => `mongodb://${user}:${encodeURIComponent(password)}@${address}/?authSource=admin`,
    async stop() {
      await guarded.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function saysHello(address: string): Promise<boolean> {
  const client = new MongoClient(`mongodb://${address}/`, { serverSelectionTimeoutMS: 500 });
  try {
    await client.db('admin').command({ hello: 1 });
    return true;
  } finally {
    await client.close();
  }
}
