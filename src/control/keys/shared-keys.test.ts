import { copyFile, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startPostgres, type TestPostgres } from '../../../test/postgres.ts';
import { ControlApi } from '../api/api-client.ts';
import { systemClock } from '../../core/clock.ts';
import { Secret } from '../../core/secret.ts';
import { parseControlConfig } from '../config/config.ts';
import { openLog } from '../http/log.ts';
import { openOperatorKeys } from '../operator/operator-keys.ts';
import { type RunningControl, startControl } from '../start-control.ts';
import { openStore, type Store } from '../store/database.ts';
import { KeyCustody } from './key-custody.ts';
import { makeStoreKey, StoreKey } from './store-key.ts';

let postgres: TestPostgres;
let folder: string;
let running: RunningControl[];
let log: string[];

beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'farol-keys-'));
  running = [];
  log = [];
});
afterEach(async () => {
  for (const one of running) await one.close();
  await rm(folder, { recursive: true, force: true });
});

const dirOf = (replica: string): string => path.join(folder, replica);
const urls = {
  sqlite: () => Promise.resolve(`sqlite:${path.join(folder, 'farol.db')}`),
  postgres: () => postgres.createDatabase(),
};

/** A replica with a data directory of its own. */
async function start(replica: string, url: string, env: Record<string, string> = {}): Promise<RunningControl> {
  const config = parseControlConfig({
    FAROL_DATA_DIR: dirOf(replica),
    FAROL_DATABASE_URL: url,
    FAROL_ORGANIZATION: 'acme',
    FAROL_PORT: '0',
    FAROL_TUNNEL_PORT: '0',
    FAROL_WEB_DIR: path.join(folder, 'web'),
    ...env,
  });
  const logger = openLog('debug', { write: (line) => log.push(line) });
  const control = await startControl(config, { log: logger, wall: systemClock });
  running.push(control);
  return control;
}

async function stopAll(): Promise<void> {
  for (const one of running.splice(0)) await one.close();
}

const caOf = (control: RunningControl): Promise<string> => readFile(control.caFile!, 'utf8');

async function read<T>(url: string, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(url, { clock: systemClock });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
const keysIn = (url: string) => read(url, ({ db }) => db.selectFrom('control_keys').selectAll().execute());
const commandKeyIn = async (url: string): Promise<string> =>
  (await keysIn(url)).find(({ purpose }) => purpose === 'command')!.public_part;

const idOf = ({ sealed }: { readonly sealed: string | null }): string | undefined => sealed?.split('.')[3];

describe('without FAROL_STORE_KEY', () => {
  test('a second replica without the keys is refused: which file is missing, and what to do', async () => {
    const url = await postgres.createDatabase();
    await start('a', url);
    await expect(start('b', url)).rejects.toThrow(
      new RegExp(`${dirOf('b')}/tls/authority\\.pem is missing.*fingerprint [0-9a-f]{64}.*FAROL_STORE_KEY`, 'u'),
    );
    await rm(dirOf('b'), { recursive: true });
    await mkdir(path.join(dirOf('b'), 'tls'), { recursive: true });
    await copyFile(path.join(dirOf('a'), 'tls', 'authority.pem'), path.join(dirOf('b'), 'tls', 'authority.pem'));
    await expect(start('b', url)).rejects.toThrow(`${dirOf('b')}/command-key.pem is missing`);
  });

  test('a second replica with other keys is refused with both fingerprints and the file', async () => {
    const [url, elsewhere] = [await postgres.createDatabase(), await postgres.createDatabase()];
    await start('a', url);
    await start('b', elsewhere);
    const ours = (await keysIn(url)).find(({ purpose }) => purpose === 'authority')!.fingerprint;
    const theirs = (await keysIn(elsewhere)).find(({ purpose }) => purpose === 'authority')!.fingerprint;
    const refused = start('b', url);
    await expect(refused).rejects.toMatchObject({ name: 'KeyRefusal' });
    await expect(refused).rejects.toThrow(
      new RegExp(`${dirOf('b')}/tls/authority\\.pem and the store differ.*${theirs}.*${ours}.*FAROL_DATABASE_URL`, 'u'),
    );
    await copyFile(path.join(dirOf('a'), 'tls', 'authority.pem'), path.join(dirOf('b'), 'tls', 'authority.pem'));
    await expect(start('b', url)).rejects.toThrow(`${dirOf('b')}/command-key.pem and the store differ`);
  });

  test('a replica that was given the files of the first one starts', async () => {
    const url = await postgres.createDatabase();
    const first = await start('a', url);
    await mkdir(path.join(dirOf('b'), 'tls'), { recursive: true });
    for (const file of ['command-key.pem', 'tls/authority.pem']) {
      await copyFile(path.join(dirOf('a'), file), path.join(dirOf('b'), file));
    }
    expect(await caOf(await start('b', url))).toBe(await caOf(first));
  });

  test('an embedded store keeps its keys in files, and a restart uses them', async () => {
    const url = await urls.sqlite();
    const ca = await caOf(await start('a', url));
    const key = await commandKeyIn(url);
    await stopAll();
    expect(await caOf(await start('a', url))).toBe(ca);
    expect(await commandKeyIn(url)).toBe(key);
    expect((await keysIn(url)).map(({ sealed }) => sealed)).toEqual([null, null]);
    expect(await readdir(dirOf('a'))).toContain('command-key.pem');
  });
});

describe.each(['sqlite', 'postgres'] as const)('with FAROL_STORE_KEY on %s', (dialect) => {
  const env = { FAROL_STORE_KEY: makeStoreKey().reveal() };

  test('the keys are in the store only, encrypted, and a new data directory starts with them', async () => {
    const url = await urls[dialect]();
    const ca = await caOf(await start('a', url, env));
    const key = await commandKeyIn(url);
    await stopAll();
    expect(await caOf(await start('b', url, env))).toBe(ca);
    expect(await commandKeyIn(url)).toBe(key);
    for (const { sealed, public_part } of await keysIn(url)) {
      expect(sealed).toMatch(/^farol\.sealed\.v1\./u);
      expect(public_part).not.toContain('PRIVATE KEY');
    }
    const files = [...(await readdir(dirOf('a'))), ...(await readdir(path.join(dirOf('a'), 'tls')))];
    expect(files.filter((file) => /authority|command-key/u.test(file))).toEqual([]);
    expect(log.join('')).not.toContain(env.FAROL_STORE_KEY);
  });

  test('files of an earlier start move into the store, once, and are set aside', async () => {
    const url = await urls[dialect]();
    const ca = await caOf(await start('a', url));
    const key = await commandKeyIn(url);
    await stopAll();
    expect(await caOf(await start('a', url, env))).toBe(ca);
    expect(await commandKeyIn(url)).toBe(key);
    expect((await readdir(dirOf('a'))).filter((file) => file.startsWith('command-key'))).toEqual([
      'command-key.pem.imported',
    ]);
    expect(log.filter((line) => line.includes('remove its file'))).toHaveLength(2);
    await stopAll();
    expect(await caOf(await start('b', url, env))).toBe(ca);
  });

  test('a start with another key, or none, is refused and says which', async () => {
    const url = await urls[dialect]();
    await start('a', url, env);
    await stopAll();
    await expect(start('b', url, { FAROL_STORE_KEY: makeStoreKey().reveal() })).rejects.toThrow(
      /FAROL_STORE_KEY is not the key of this store: it has id [0-9a-f]{16}.*of id [0-9a-f]{16}/u,
    );
    await expect(start('b', url)).rejects.toThrow(/FAROL_STORE_KEY is not set/u);
  });

  const changeStoreKey = async (url: string, present: string, next?: string): Promise<number> => {
    const keys = await openOperatorKeys({
      FAROL_DATA_DIR: dirOf('operator'),
      FAROL_DATABASE_URL: url,
      FAROL_STORE_KEY: present,
      ...(next !== undefined && { FAROL_STORE_KEY_NEW: next }),
    });
    try {
      return await keys.changeStoreKey();
    } finally {
      await keys.close();
    }
  };

  test('another store key encrypts the same keys; what runs goes on, and a restart needs the new one', async () => {
    const url = await urls[dialect]();
    const control = await start('a', url, env);
    const [ca, key] = [await caOf(control), await commandKeyIn(url)];
    const next = makeStoreKey().reveal();
    const storeKey = StoreKey.parse(new Secret(env.FAROL_STORE_KEY))!;
    await read(url, async (store) => {
      const options = { store, dataDir: dirOf('a'), storeKey, clock: systemClock, onImported: () => undefined };
      const running = await KeyCustody.open(options);
      const authority = await running.openAuthority(systemClock);
      const pem = await authority.read();
      expect(await changeStoreKey(url, env.FAROL_STORE_KEY, next)).toBe(2);
      expect(await authority.read()).toBe(pem);
      // It would be encrypted with the key before, and the others could not open it.
      await expect(authority.write(pem!)).rejects.toThrow(/FAROL_STORE_KEY is not the key of this store/u);
    });
    expect((await read(url, ({ db }) => db.selectFrom('control_keys').select('sealed').execute())).map(idOf)).toEqual(
      Array.from({ length: 2 }, () => StoreKey.parse(new Secret(next))!.id),
    );
    const api = new ControlApi(control.addresses.app, ca);
    expect(await api.callRaw({ method: 'GET', path: '/healthz' })).toEqual({ status: 200, body: { status: 'ok' } });
    api.close();
    await stopAll();
    await expect(start('a', url, env)).rejects.toThrow(
      /FAROL_STORE_KEY is not the key of this store: it has id [0-9a-f]{16}.*Set that key on every replica/u,
    );
    expect(await caOf(await start('a', url, { FAROL_STORE_KEY: next }))).toBe(ca);
    expect(await commandKeyIn(url)).toBe(key);
    expect(log.join('')).not.toContain(next);
  });

  test('a key that cannot be opened leaves every key as it was', async () => {
    const url = await urls[dialect]();
    await start('a', url, env);
    await read(url, ({ db }) =>
      db
        .updateTable('control_keys')
        .set((row) => ({
          sealed: row.fn<string>('replace', ['sealed', row.val('farol.sealed.v1.'), row.val('farol.x.')]),
        }))
        .where('purpose', '=', 'command')
        .execute(),
    );
    const before = await keysIn(url);
    await expect(changeStoreKey(url, env.FAROL_STORE_KEY, makeStoreKey().reveal())).rejects.toThrow(/is damaged/u);
    expect(await keysIn(url)).toEqual(before);
    await expect(changeStoreKey(url, env.FAROL_STORE_KEY)).rejects.toThrow(/FAROL_STORE_KEY_NEW is not set/u);
    await expect(changeStoreKey(url, env.FAROL_STORE_KEY, env.FAROL_STORE_KEY)).rejects.toThrow(/is the same key/u);
    await expect(changeStoreKey(url, makeStoreKey().reveal(), makeStoreKey().reveal())).rejects.toThrow(
      /FAROL_STORE_KEY is not the key of this store/u,
    );
  });

  test('a data directory with keys of another control plane is refused', async () => {
    const url = await urls[dialect]();
    await start('a', url, env);
    await stopAll();
    await start('b', `sqlite:${path.join(folder, 'other.db')}`);
    await stopAll();
    await expect(start('b', url, env)).rejects.toThrow(
      new RegExp(`remove ${dirOf('b')}/tls/authority\\.pem: the key is in the store`, 'u'),
    );
  });
});

test('six replicas that start at once on an empty store make one set of keys', { tags: ['deep'] }, async () => {
  const url = await postgres.createDatabase();
  const env = { FAROL_STORE_KEY: makeStoreKey().reveal() };
  const replicas = ['a', 'b', 'c', 'd', 'e', 'f'];
  const started = await Promise.all(replicas.map((replica) => start(replica, url, env)));
  const authorities = await Promise.all(started.map(caOf));
  expect(new Set(authorities).size).toBe(1);
  expect((await keysIn(url)).map(({ purpose }) => purpose).toSorted((a, b) => a.localeCompare(b))).toEqual([
    'authority',
    'command',
  ]);
});
