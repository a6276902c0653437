import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hurriedClock } from '../../../test/hurried-clock.ts';
import { Fault } from '../../core/fault.ts';
import { SourceStore } from './source-store.ts';

let folder: string;
let store: SourceStore;
const { signal } = new AbortController();

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'farol-source-store-'));
  store = new SourceStore({ folder, clock: hurriedClock });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('holds one text for each source, for a store that is opened later too', async () => {
  await store.withStored('slack', signal, (stored) => stored.replace('of slack'));
  await store.withStored('slack-eu', signal, (stored) => stored.replace('of slack-eu'));
  const later = new SourceStore({ folder, clock: hurriedClock });
  expect(await later.withStored('slack', signal, (stored) => stored.read())).toBe('of slack');
  expect(await later.withStored('jira', signal, (stored) => stored.read())).toBeUndefined();
});

test('lets in one after another, and the next also after a failure', async () => {
  const steps: string[] = [];
  const turn = (name: string) =>
    store.withStored('slack', signal, async () => {
      steps.push(`${name} begins`);
      await new Promise((resolve) => setTimeout(resolve, 20));
      steps.push(`${name} ends`);
      throw new Error(name);
    });
  const ended = await Promise.allSettled([turn('one'), turn('two')]);
  expect(ended.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(steps).toHaveLength(4);
  expect([0, 2].map((at) => steps[at]?.replace('begins', 'ends'))).toEqual([steps[1], steps[3]]);
});

test('waits for another process, and has its turn when that was killed', async () => {
  const file = path.join(folder, 'source-slack.json.lock');
  const script = `
    const { DatabaseSync } = require('node:sqlite');
    const database = new DatabaseSync(${JSON.stringify(file)});
    database.exec('BEGIN EXCLUSIVE');
    console.log('held');
    setInterval(() => database, 1000);`;
  const other = spawn(process.execPath, ['--no-warnings', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise((resolve) => other.stdout.once('data', resolve));
  const fault: unknown = await store
    .withStored('slack', AbortSignal.abort(), () => Promise.resolve())
    .catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(Fault);
  expect(fault).toMatchObject({ kind: 'not_recorded', data: { file: 'source-slack.json' } });
  const turn = store.withStored('slack', signal, () => Promise.resolve('mine'));
  other.kill('SIGKILL');
  expect(await turn).toBe('mine');
});

test('says what is wrong with a directory that is not there', async () => {
  const nowhere = new SourceStore({ folder: path.join(folder, 'none'), clock: hurriedClock });
  await expect(nowhere.withStored('slack', signal, (stored) => stored.read())).rejects.toMatchObject({
    kind: 'not_recorded',
    remedy: expect.stringContaining('RUNNER_IDENTITY_DIR') as string,
  });
});
