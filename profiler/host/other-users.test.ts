/** What other users of the machine of a Profiler can do with a state directory that they may write to, and what they can read of it. */
import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { generateKeyPair } from '../../src/tunnel/identity/key-pair.ts';
import { writeIdentity } from '../../src/tunnel/identity/identity-file.ts';
import { systemDisk } from '../../src/tunnel/identity/disk.ts';
import { runProcess } from './capture/collector-process.ts';
import { Spool } from './outbox/spool.ts';

let folder: string;
let victim: string;
let umask: number;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'farol-users-'));
  victim = path.join(folder, 'victim');
  writeFileSync(victim, 'precious', { mode: 0o644 });
  umask = process.umask(0);
});
afterEach(() => {
  process.umask(umask);
  rmSync(folder, { recursive: true });
});

const stamp = { tenant: 'acme', instance: 'node-1', class: 'profiler' } as const;
const state = (): string => path.join(folder, 'state');

async function useAll(): Promise<void> {
  const keys = generateKeyPair();
  await systemDisk.makeDirectory(state());
  await writeIdentity(systemDisk, state(), { stamp, keys, enrolment: undefined });
  const spool = await Spool.open(path.join(state(), 'outcomes'));
  await spool.take('r1');
  await spool.end({ request_id: 'r1', outcome: 'failed', reason: { code: 'x', text: 'x' } });
}

test.each([
  ['a symbolic link', symlinkSync],
  ['a hard link', linkSync],
])('%s in the place of a file that is written reaches no file of somebody else', async (_what, link) => {
  mkdirSync(path.join(state(), 'outcomes'), { recursive: true });
  for (const name of ['identity.json.new', 'outcomes.spare', 'outcomes/r1.json.new', 'generation.json.new']) {
    link(victim, path.join(state(), name));
  }
  await useAll();
  expect(readFileSync(victim, 'utf8')).toBe('precious');
  expect(statSync(victim).mode & 0o777).toBe(0o644);
});

test('nobody else may read what it writes, whatever the umask is', async () => {
  await useAll();
  const names = await readdir(state(), { recursive: true });
  expect(names.length).toBeGreaterThan(2);
  for (const name of names) {
    const { mode } = statSync(path.join(state(), name));
    expect([name, mode & 0o077]).toEqual([name, 0]);
  }
  expect(statSync(state()).mode & 0o077).toBe(0);
  expect(existsSync(path.join(state(), 'identity.json.new'))).toBe(false);
});

test('the environment of the collector is empty, as /proc shows it to its user', async () => {
  const said: Buffer[] = [];
  const onOutput = (part: Buffer): void => void said.push(part);
  const signal = AbortSignal.timeout(10_000);
  const run = { file: '/bin/cat', args: ['/proc/self/environ'], limitMs: 10_000, signal, onOutput, onWords: onOutput };
  process.env['RUNNER_BOOTSTRAP_TOKEN'] = 'canary';
  expect(await runProcess(run)).toEqual({ end: 'closed', status: 0 });
  delete process.env['RUNNER_BOOTSTRAP_TOKEN'];
  expect(Buffer.concat(said).toString()).toBe('');
});
