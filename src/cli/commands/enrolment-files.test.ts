import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compileCache } from '../../../test/compile-cache.ts';
import { ControlProcess } from '../../../test/control-process.ts';
import { TokenList } from '../../control/api/api.ts';

const entry = path.resolve(import.meta.dirname, '../main.ts');
const folder = mkdtempSync(path.join(os.tmpdir(), 'farol-enrolment-'));
const read = (name: string): string => readFileSync(path.join(folder, name), 'utf8');
let running: ControlProcess;

beforeAll(async () => {
  running = await ControlProcess.prepare(mkdtempSync(path.join(os.tmpdir(), 'farol-enrolment-data-')));
  await running.start();
});
afterAll(async () => {
  await running.kill();
  rmSync(running.folder, { recursive: true });
  rmSync(folder, { recursive: true });
});

test('writes the authority and a token for each class, for their owner only', async () => {
  const { stdout, stderr } = await farol(folder);
  expect(read('ca.pem')).toContain('BEGIN CERTIFICATE');
  for (const name of ['agent-token', 'profiler-token']) {
    expect(read(name)).toMatch(/^rboot_\S+\n$/u);
    expect(statSync(path.join(folder, name)).mode & 0o777).toBe(0o600);
    expect(stdout + stderr).not.toContain(read(name).trim());
  }
  const made = await listTokens();
  expect(made.map((one) => [one.class, one.uses_left])).toEqual(
    expect.arrayContaining([
      ['agent', 1],
      ['profiler', 1],
    ]),
  );
});

test('keeps a token that still works, and replaces one that was revoked', async () => {
  const [agent, profiler] = [read('agent-token'), read('profiler-token')];
  const id = (await listTokens()).find((one) => one.class === 'agent')?.id ?? '';
  await promisify(execFile)(process.execPath, [entry, 'token', 'revoke', id], { env: environment() });
  await farol(folder);
  expect(read('agent-token')).not.toBe(agent);
  expect(read('profiler-token')).toBe(profiler);
});

test('a folder that does not exist, or that it may not write, is refused by name', async () => {
  await expect(farol('/nonexistent/enrolment')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('--dir /nonexistent/enrolment does not exist') as string,
  });
  await expect(farol('/proc')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/--dir \/proc cannot be used \(E[A-Z]+\)/u) as string,
  });
  expect(existsSync('/proc/ca.pem')).toBe(false);
});

function environment(): NodeJS.ProcessEnv {
  return { ...compileCache, PATH: process.env['PATH'], FAROL_DATA_DIR: running.folder, FAROL_ORGANIZATION: 'acme' };
}

async function listTokens() {
  const { stdout } = await promisify(execFile)(process.execPath, [entry, 'token', 'list', '--json'], {
    env: environment(),
  });
  return TokenList.parse(JSON.parse(stdout)).tokens.filter((one) => one.kind === 'bootstrap');
}

function farol(to: string): Promise<{ stdout: string; stderr: string }> {
  const args = [entry, 'control', 'enrolment-files', '--dir', to];
  return promisify(execFile)(process.execPath, args, { env: environment() });
}
