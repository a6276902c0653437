import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { startChild } from './child-process.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'farol-child-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function startScript(name: string, script: string, identity?: { uid: number; gid: number }) {
  return startChild({
    name,
    command: '/bin/sh',
    args: ['-c', script],
    env: { PATH: '/usr/bin:/bin' },
    cwd: '/',
    logFile: path.join(folder, `${name}.log`),
    identity,
  });
}

describe('a program of the demo', () => {
  test('answers with the first of several events, also when it came before anyone waited', async () => {
    const child = startScript('early', `echo '{"event":"refused","why":"x"}'; sleep 5`);
    await child.waitFor('refused', 3000);
    expect(await child.waitFor(['booted', 'refused'], 3000)).toEqual({ event: 'refused', why: 'x' });
    await child.stop();
  });

  test('that ends without the event rejects with its status and last words', async () => {
    const child = startScript('short', `echo 'no such directory' >&2; exit 3`);
    await expect(child.waitFor('listening', 3000)).rejects.toThrow(/status 3.*\n.*no such directory/u);
    expect(child.exitCode()).toBe(3);
  });

  test('that cannot be started rejects instead of waiting', async () => {
    const child = startChild({
      name: 'absent',
      command: '/nonexistent/program',
      args: [],
      env: {},
      cwd: '/',
      logFile: path.join(folder, 'absent.log'),
      identity: undefined,
    });
    await expect(child.waitFor('listening', 3000)).rejects.toThrow(/status 127/u);
  });

  test('keeps all of its output in the log file and takes text that only looks like JSON as text', async () => {
    const child = startScript('talker', `echo '{broken'; echo '{"noevent":1}'; echo '{"event":"done"}'`);
    await child.waitFor('done', 3000);
    await expect.poll(() => child.exitCode()).toBe(0);
    expect(readFileSync(child.logFile, 'utf8').trim().split('\n')).toEqual([
      '{broken',
      '{"noevent":1}',
      '{"event":"done"}',
    ]);
    expect(child.tail()).toBe('{broken\n{"noevent":1}');
  });

  test('is ended by its own pid', async () => {
    const child = startScript('sleeper', `echo '{"event":"up"}'; exec sleep 60`);
    await child.waitFor('up', 3000);
    expect(() => process.kill(child.pid, 0)).not.toThrow();
    await child.stop();
    expect(() => process.kill(child.pid, 0)).toThrow(/ESRCH/u);
  });
});
