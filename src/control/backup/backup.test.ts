import { copyFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createWriteStream } from 'node:fs';
import { createGzip } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { amountOf } from '../../../test/layer.ts';
import { startPostgres, type TestPostgres } from '../../../test/postgres.ts';
import { runFarol } from '../../../test/run-farol.ts';
import { waitForState } from '../../../test/tunnel.ts';
import { findFreePorts } from '../../../demo/free-ports.ts';
import { systemClock } from '../../core/clock.ts';
import { createAgents } from '../../core/network-agent.ts';
import { Secret } from '../../core/secret.ts';
import { enrol } from '../../tunnel/instance/enrol.ts';
import { openTunnel } from '../../tunnel/instance/open-tunnel.ts';
import type { TunnelClient } from '../../tunnel/port.ts';
import { parseControlConfig } from '../config/config.ts';
import { openLog } from '../http/log.ts';
import { makeStoreKey, StoreKey } from '../keys/store-key.ts';
import { backUp, migrateToPostgres, restore } from '../operator/operator-backup.ts';
import { openOperatorStore } from '../operator/operator-store.ts';
import { type RunningControl, startControl } from '../start-control.ts';
import { openStore, type Store } from '../store/database.ts';
import type { Migration } from '../store/migrations/migration.ts';
import { migrate } from '../store/migrate.ts';
import { migrations } from '../store/migrations.ts';
import { writeArchive } from './archive.ts';
import { encryptArchive } from './archive-cipher.ts';
import { BackupRefused } from './copy-store.ts';

type Kind = 'sqlite' | 'postgres';
type Environment = Record<string, string>;

const clock = systemClock;
const storeKey = makeStoreKey().reveal();
let postgres: TestPostgres;
let folder: string;
let ports: { app: number; tunnel: number };
let running: RunningControl | undefined;
let client: TunnelClient | undefined;
let log: string[];

beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'farol-backup-'));
  const [app = 0, tunnel = 0] = await findFreePorts(2);
  ports = { app, tunnel };
  log = [];
});
const maskBefore = process.umask();
afterEach(async () => {
  // The commands that write archives let nobody else read what their process writes from then on.
  process.umask(maskBefore);
  await client?.close();
  await stop();
  client = undefined;
  await rm(folder, { recursive: true, force: true });
});

/** Of a machine of its own: data directory and store. */
async function machine(name: string, kind: Kind, changes: Environment = {}): Promise<Environment> {
  return {
    FAROL_DATA_DIR: path.join(folder, name),
    ...(kind === 'postgres' && { FAROL_DATABASE_URL: await postgres.createDatabase() }),
    FAROL_ORGANIZATION: 'acme',
    FAROL_PORT: String(ports.app),
    FAROL_TUNNEL_PORT: String(ports.tunnel),
    FAROL_WEB_DIR: path.join(folder, 'web'),
    ...changes,
  };
}

async function start(env: Environment): Promise<string> {
  const logger = openLog('debug', { write: (line) => log.push(line) });
  running = await startControl(parseControlConfig(env), { log: logger, wall: clock });
  return readFile(running.caFile!, 'utf8');
}

async function stop(): Promise<void> {
  await running?.close();
  running = undefined;
}

async function withStore<T>(env: Environment, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(parseControlConfig(env).databaseUrl.reveal(), { clock });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** A real Agent that enrols and stays connected. */
async function connectAgent(env: Environment, ca: string): Promise<TunnelClient> {
  const operator = await openOperatorStore(env);
  const { value } = await operator.createToken({ kind: 'bootstrap', class: 'agent', name: 'agent-1' });
  await operator.close();
  const common = {
    config: {
      tenant: 'acme',
      instance: 'agent-1',
      tunnelUrl: new URL(`wss://127.0.0.1:${ports.tunnel}`),
      enrollUrl: new URL(`https://127.0.0.1:${ports.app}/enroll`),
      identityDir: path.join(folder, 'identity'),
      ca,
    },
    agent: createAgents({ ca, env: {} }).https,
    clock,
    log: openLog('silent'),
  };
  const token = () => Promise.resolve(new Secret(value));
  const identity = await enrol({ ...common, class: 'agent', token, maxAttempts: 1 });
  const opened = openTunnel({ ...common, identity, versions: { agent: '1.2.3' }, handlers: {} });
  await waitForState(opened, 'live');
  return opened;
}

const odd = Uint8Array.from({ length: 70_000 }, (_, at) => (at * 7) % 256);
async function fill({ db }: Store): Promise<void> {
  const { id } = await db.selectFrom('organizations').select('id').executeTakeFirstOrThrow();
  const at = Date.UTC(2026, 0, 1);
  await db.insertInto('bundles').values({ organization_id: id, id: 'x', bytes: odd, stored_at: at }).execute();
  const person = { id: 'p', organization_id: id, name: 'Zoë \u2028"\\\n', role: 'owner', created_at: at } as const;
  await db
    .insertInto('people')
    .values({ ...person, removed_at: null })
    .execute();
}

const archive = (): string => path.join(folder, 'farol.backup');
const options = () => ({ file: archive(), keyFile: undefined });

const moves: readonly [Kind, Kind][] = [
  ['sqlite', 'postgres'],
  ['postgres', 'sqlite'],
  ['sqlite', 'sqlite'],
  ['postgres', 'postgres'],
];
test.each(moves.slice(0, amountOf(1, moves.length)))(
  'a backup of %s, taken while it runs, restores into an empty %s, and the Agent goes on',
  async (from, to) => {
    const old = await machine('old', from, { FAROL_STORE_KEY: storeKey });
    const ca = await start(old);
    client = await connectAgent(old, ca);
    await withStore(old, fill);
    const written = await backUp(old, options());
    expect((await stat(archive())).mode & 0o777).toBe(0o600);
    // Sessions after the backup: the instance is ahead of what will be restored.
    await stop();
    await start(old);
    await expect.poll(() => client!.state(), { timeout: 20_000 }).toMatchObject({ state: 'live', generation: 2 });
    await stop();

    const next = await machine('new', to, { FAROL_STORE_KEY: storeKey });
    const restored = await restore(next, options());
    expect(restored.sums).toEqual(written);
    expect(restored.files).toEqual([]);
    expect(restored.sums).toMatchObject({ bundles: { rows: 1 }, instances: { rows: 1 }, control_keys: { rows: 2 } });
    await withStore(next, async ({ db }) => {
      const bundle = await db.selectFrom('bundles').selectAll().executeTakeFirstOrThrow();
      expect(Buffer.from(bundle.bytes).equals(odd)).toBe(true);
      expect((await db.selectFrom('people').select('name').execute()).map(({ name }) => name)).toEqual([
        'Zoë \u2028"\\\n',
      ]);
    });
    log = [];
    expect(await start(next)).toBe(ca);
    await expect.poll(() => client!.state(), { timeout: 20_000 }).toMatchObject({ state: 'live', generation: 3 });
    expect(log.join('')).toContain('was the store restored from a backup?');
  },
);

test('key files are in the backup of a control plane without FAROL_STORE_KEY, under a key of its own', async () => {
  const keyFile = path.join(folder, 'backup-key');
  await writeFile(keyFile, `${makeStoreKey().reveal()}\n`);
  const old = await machine('old', 'sqlite');
  const ca = await start(old);
  client = await connectAgent(old, ca);
  await expect(backUp(old, options())).rejects.toThrow(/always encrypted. Set FAROL_STORE_KEY, or name .* --key-file/u);
  await backUp(old, { file: archive(), keyFile });
  await stop();
  const next = await machine('new', 'sqlite');
  const { files } = await restore(next, { file: archive(), keyFile });
  expect(files.map((file) => path.relative(path.join(folder, 'new'), file))).toEqual([
    path.join('tls', 'authority.pem'),
    'command-key.pem',
  ]);
  for (const file of files) expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await start(next)).toBe(ca);
  await expect.poll(() => client!.state(), { timeout: 20_000 }).toMatchObject({ state: 'live', generation: 2 });
});

test.each<[Kind]>([['sqlite'], ['postgres']])('a backup of a busy %s is one moment of it', async (kind) => {
  const old = await machine('old', kind, { FAROL_STORE_KEY: storeKey });
  await start(old);
  let isOver = false;
  const writing = withStore(old, async (store) => {
    const { id } = await store.db.selectFrom('organizations').select('id').executeTakeFirstOrThrow();
    for (let at = 0; !isOver; at += 1) {
      // The embedded store works without waiting: without this the backup would get no turn.
      await new Promise((resolve) => setImmediate(resolve));
      await store.exclusive('pairs', async (db) => {
        await db
          .insertInto('organizations')
          .values({ id: `o${at}`, name: `o${at}`, created_at: at })
          .execute();
        const bundle = { organization_id: id, id: `b${at}`, bytes: Uint8Array.of(1), stored_at: at };
        await db.insertInto('bundles').values(bundle).execute();
      });
    }
    return store.db.selectFrom('bundles').select('id').execute();
  });
  // In a process of its own, as an operator runs it.
  const made = await runFarol(['control', 'backup', '--out', archive()], {
    env: { PATH: process.env['PATH'] ?? '', ...old },
  }).finally(() => (isOver = true));
  expect([made.code, made.stderr]).toEqual([0, expect.stringContaining('is complete')]);
  const rowsOf = (table: string): number => Number(new RegExp(`(\\d+) {2}${table}$`, 'mu').exec(made.stdout)?.[1]);
  const all = await writing;
  expect(rowsOf('organizations') - 1).toBe(rowsOf('bundles'));
  expect(all.length).toBeGreaterThan(0);
});

describe('nothing is restored', () => {
  let old: Environment;
  let next: Environment;
  beforeEach(async () => {
    old = await machine('old', 'sqlite', { FAROL_STORE_KEY: storeKey });
    next = await machine('new', 'sqlite', { FAROL_STORE_KEY: storeKey });
    await start(old);
    await withStore(old, fill);
    await backUp(old, options());
    await stop();
  });

  const refusal = async (env = next): Promise<string> => {
    const error: unknown = await restore(env, options()).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(BackupRefused);
    return (error as Error).message;
  };
  const isEmpty = () =>
    withStore(next, async ({ db }) => {
      expect(await db.selectFrom('organizations').selectAll().execute()).toEqual([]);
      expect(await db.selectFrom('control_keys').selectAll().execute()).toEqual([]);
    });

  test('from a file that was changed or cut anywhere', async () => {
    const whole = await readFile(archive());
    const changes = [100, 1_000, Math.floor(whole.length / 2), whole.length - 1].map((at) => {
      const changed = Buffer.from(whole);
      changed.writeUInt8(whole.readUInt8(at) ^ 1, at);
      return changed;
    });
    const cuts = [whole.length - 1, whole.length - 1_000, 90, 40, 0].map((end) => whole.subarray(0, end));
    for (const bytes of [...changes, ...cuts, Buffer.concat([whole, Buffer.of(0)])]) {
      await writeFile(archive(), bytes);
      expect(await refusal()).toMatch(/damaged or was cut off/u);
    }
    await isEmpty();
  });

  test('from another file, with another key, or without one', async () => {
    expect(await refusal({ ...next, FAROL_STORE_KEY: makeStoreKey().reveal() })).toMatch(/key of id [0-9a-f]{16}/u);
    await writeFile(archive(), 'x'.repeat(500));
    expect(await refusal()).toMatch(/is not a backup/u);
    await rm(archive());
    expect(await refusal()).toMatch(/cannot be read \(ENOENT\)/u);
    await isEmpty();
  });

  test('into a store or a data directory that is in use', async () => {
    expect(await refusal(old)).toMatch(/not empty: it has rows in .*organizations/u);
    await start(await machine('files', 'sqlite'));
    await stop();
    const file = path.join(folder, 'files', 'command-key.pem');
    await copyFile(file, path.join(folder, 'new', 'command-key.pem')).catch(() => undefined);
    await restore(next, options());
    expect(await refusal()).toMatch(/not empty/u);
    const used = { ...next, FAROL_DATA_DIR: path.join(folder, 'files'), FAROL_DATABASE_URL: `sqlite:${folder}/e.db` };
    expect(await refusal(used)).toMatch(/authority\.pem already exists/u);
  });

  test('of a version with other tables', async () => {
    await rm(archive());
    const head = {
      format: 'farol.backup.v1',
      created_at: '2026-11-21T00:00:00Z',
      version: '9.9.9',
      dialect: 'sqlite',
      migrations: ['9999-from-the-future'],
      key_files: [],
    } as const;
    const none = (async function* () {})();
    const lines = writeArchive({ ...head, migrations: [...head.migrations], key_files: [] }, none, () => undefined);
    await pipeline(
      Readable.from(lines),
      createGzip(),
      (plain: AsyncIterable<Uint8Array>) => encryptArchive(plain, StoreKey.parse(new Secret(storeKey))!),
      createWriteStream(archive()),
    );
    expect(await refusal()).toMatch(/created by a newer version \(9\.9\.9\)/u);
    await isEmpty();
  });

  test.each<[Kind]>([['sqlite'], ['postgres']])(
    'by the older of two versions that work on a %s: the newer one, which knows all tables, restores',
    async (kind) => {
      await rm(archive());
      const upgraded = await machine('upgraded', kind, { FAROL_STORE_KEY: storeKey });
      const colour: Migration = {
        id: '9998-adds-a-column',
        isCompatible: true,
        up: (db) => db.schema.alterTable('organizations').addColumn('colour', 'text').execute(),
      };
      const upgrade = (env: Environment) =>
        withStore(env, ({ db, dialect }) =>
          migrate(db as never, dialect, { clock, known: [...migrations, colour], version: '9.8.7' }),
        );
      await start(upgraded);
      await stop();
      await upgrade(upgraded);
      // The way back, on which captures and backups go on.
      await start(upgraded);
      expect(log.join('')).toMatch(/"migrations":\["9998-adds-a-column"\],"version":"9\.8\.7"/u);
      await backUp(upgraded, options());
      await stop();
      expect(await refusal()).toMatch(/created by a newer version \(9\.8\.7\) .* Restore it with that version/u);
      await isEmpty();
    },
  );

  test('over a file that exists, or from an unused store', async () => {
    await expect(backUp(old, options())).rejects.toThrow(/already exists and is not overwritten/u);
    const other = { file: `${archive()}2`, keyFile: undefined };
    // As a run that was killed leaves it: the name is free, and the next run says what is in the way.
    await writeFile(`${other.file}.unfinished`, '');
    await expect(backUp(old, other)).rejects.toThrow(/\.unfinished exists: another backup .* or one was interrupted/u);
    await rm(`${other.file}.unfinished`);
    await expect(backUp(next, other)).rejects.toThrow(/There is no store at .*farol\.db/u);
    const unused = { ...next, FAROL_DATABASE_URL: await postgres.createDatabase() };
    await expect(backUp(unused, other)).rejects.toThrow(/No control plane has been started/u);
    await expect(backUp(old, { file: path.join(folder, 'no', 'x'), keyFile: undefined })).rejects.toThrow(/ENOENT/u);
  });
});

test('an embedded store moves into an empty PostgreSQL once it is stopped, and the Agent goes on', async () => {
  const old = await machine('old', 'sqlite');
  const ca = await start(old);
  client = await connectAgent(old, ca);
  await withStore(old, fill);
  const url = await postgres.createDatabase();
  await expect(migrateToPostgres(old, url)).rejects.toThrow(/is in use by a control plane/u);
  await stop();
  const sums = await migrateToPostgres(old, url);
  expect(sums).toMatchObject({ bundles: { rows: 1 }, instances: { rows: 1 }, control_keys: { rows: 2 } });
  await expect(migrateToPostgres(old, url)).rejects.toThrow(/not empty/u);
  await expect(migrateToPostgres(old, 'postgres://farol:hunter2@db/farol')).rejects.toThrow(
    /^--to contains a password, .* PGPASSWORD/u,
  );
  await expect(migrateToPostgres({ ...old, FAROL_DATA_DIR: path.join(folder, 'none') }, url)).rejects.toThrow(
    /There is no store at/u,
  );
  expect(await start({ ...old, FAROL_DATABASE_URL: url })).toBe(ca);
  await expect.poll(() => client!.state(), { timeout: 20_000 }).toMatchObject({ state: 'live', generation: 2 });
});
