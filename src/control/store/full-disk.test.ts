/** A control plane whose disk is full: what it says, what still works, and that nothing it acknowledged is lost. */
import { spawnSync } from 'node:child_process';
import { copyFile, mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ControlProcess } from '../../../test/control-process.ts';
import { systemClock } from '../../core/clock.ts';
import { ControlApi } from '../api/api-client.ts';
import { MarkerList, MarkerRecorded, Me, TokenCreated } from '../api/api.ts';
import { openStore } from './database.ts';

const canMount = spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0;

let folder: string;
let control: ControlProcess;
let owner: ControlApi;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'farol-full-'));
  if (!canMount) return;
  control = await ControlProcess.prepare(folder, {}, { volumeMegabytes: 16 });
  const link = await control.start();
  owner = new ControlApi(control.app, control.caPem);
  await owner.signIn(link);
}, 60_000);
afterAll(async () => {
  owner?.close();
  await control?.kill();
  await rm(folder, { recursive: true, force: true });
});

/** Fills the volume but for that many bytes. */
async function fill(leftBytes: number): Promise<string> {
  const file = control.fileOf('filler');
  const filler = await open(file, 'w');
  const block = Buffer.alloc(64 * 1024);
  try {
    for (;;) await filler.write(block);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
  await filler.truncate((await stat(file)).size - leftBytes);
  await filler.close();
  return file;
}

async function incidentToken(): Promise<ControlApi> {
  const body = { kind: 'incident', name: 'pager' };
  const { value } = await owner.call({ method: 'POST', path: '/api/tokens', body }, TokenCreated);
  const pager = new ControlApi(control.app, control.caPem);
  pager.useToken(value);
  return pager;
}

test.skipIf(!canMount)(
  'a full disk refuses what must be stored by name, answers reads, loses nothing, and ends when there is room',
  { timeout: 60_000 },
  async () => {
    const pagers = [await incidentToken(), await incidentToken(), await incidentToken()];
    const filler = await fill(256 * 1024);
    const kept: string[] = [];
    const record = async (pager: ControlApi): Promise<string> => {
      const key = `${'k'.repeat(60)}-${kept.length}`;
      const body = { kind: 'incident', key, workload: 'app', title: 't'.repeat(180) };
      return (await pager.call({ method: 'POST', path: '/api/markers', body }, MarkerRecorded)).id;
    };
    let refused: unknown;
    for (let at = 0; at < 570 && refused === undefined; at += 1) {
      await record(pagers[at % 3]!).then(
        (id) => kept.push(id),
        (error: unknown) => (refused = error),
      );
    }
    expect(refused).toMatchObject({ status: 503, code: 'store_full' });
    expect(control.errors).toContain('database or disk is full');
    expect(kept.length).toBeGreaterThan(3);
    expect((await owner.call({ method: 'GET', path: '/api/me' }, Me)).person.role).toBe('owner');
    const list = await owner.call({ method: 'GET', path: '/api/markers' }, MarkerList);
    expect(list.markers.length).toBeGreaterThan(0);
    await rm(filler);
    kept.push(await record(pagers[0]!));
    control.pause();
    for (const name of ['farol.db', 'farol.db-wal']) await copyFile(control.fileOf(name), path.join(folder, name));
    control.resume();
    const store = await openStore(`sqlite:${path.join(folder, 'farol.db')}`, { clock: systemClock });
    const rows = await store.db.selectFrom('markers').select('id').execute();
    await store.close();
    expect(rows.map(({ id }) => id).toSorted()).toEqual(kept.toSorted());
    for (const pager of pagers) pager.close();
  },
);
