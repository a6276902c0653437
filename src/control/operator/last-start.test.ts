import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { completeFromLastStart, rememberStart } from './last-start.ts';

const addresses = { app: 'https://farol.example.test:8444', tunnel: 'wss://farol.example.test:8443' };
let home: string;
let state: { XDG_STATE_HOME: string };

beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'farol-start-'));
  state = { XDG_STATE_HOME: path.join(home, 'state') };
});
afterEach(() => rm(home, { recursive: true, force: true }));

async function start(env: Readonly<Record<string, string>> = {}, name = 'one'): Promise<string> {
  const dataDir = await mkdtemp(path.join(home, name));
  await rememberStart({ dataDir, env: { ...state, FAROL_DATA_DIR: dataDir, ...env }, addresses });
  return dataDir;
}

describe('without variables', () => {
  test('finds the data directory, the organization and the public address of the last start', async () => {
    const dataDir = await start({ FAROL_ORGANIZATION: 'acme', FAROL_HOST: '0.0.0.0' });
    expect(await completeFromLastStart(state)).toEqual({
      ...state,
      FAROL_DATA_DIR: dataDir,
      FAROL_ORGANIZATION: 'acme',
      FAROL_PUBLIC_URL: addresses.app,
      FAROL_TUNNEL_URL: addresses.tunnel,
    });
  });

  test('finds the organization of single sign-on, under a name that is no setting', async () => {
    await start({ FAROL_SSO_ORGANIZATION: 'globex' });
    const found = await completeFromLastStart(state);
    expect(found).toMatchObject({ LAST_SSO_ORGANIZATION: 'globex' });
    expect(found).not.toHaveProperty('FAROL_SSO_ORGANIZATION');
  });

  test('asks which one when this user has started several, and forgets those whose directory is gone', async () => {
    const first = await start();
    const second = await start({}, 'two');
    await expect(completeFromLastStart(state)).rejects.toThrow(`${second}, ${first}`);
    await rm(second, { recursive: true });
    expect(await completeFromLastStart(state)).toMatchObject({ FAROL_DATA_DIR: first });
  });

  test('leaves the variables as they are when nothing was started', async () => {
    expect(await completeFromLastStart(state)).toEqual(state);
  });

  test('writes no password down, and says which variable is missing', async () => {
    const dataDir = await start({ FAROL_DATABASE_URL: 'postgres://farol:s3cret@db.example.test/farol' });
    expect(await readFile(path.join(dataDir, 'last-start.json'), 'utf8')).not.toContain('s3cret');
    await expect(completeFromLastStart(state)).rejects.toThrow('Set FAROL_DATABASE_URL');
  });

  test('uses the file that holds the address of the database', async () => {
    await start({ FAROL_DATABASE_URL_FILE: '/etc/farol/database-url' });
    expect(await completeFromLastStart(state)).toMatchObject({ FAROL_DATABASE_URL_FILE: '/etc/farol/database-url' });
  });
});

test('what the caller sets wins, and completes the start of that data directory', async () => {
  const first = await start();
  await start({}, 'two');
  const given = { ...state, FAROL_DATA_DIR: first, FAROL_PUBLIC_URL: 'https://other.example.test' };
  expect(await completeFromLastStart(given)).toMatchObject({
    FAROL_DATA_DIR: first,
    FAROL_PUBLIC_URL: 'https://other.example.test',
    FAROL_TUNNEL_URL: addresses.tunnel,
  });
});
