import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeRecord } from '../test/made-capture.ts';
import { whileCapturing } from './while-capturing.ts';

const opens = `echo '{"phase":"measuring"}'; sleep 0.2`;

let repository: string;
beforeEach(() => {
  repository = mkdtempSync(path.join(os.tmpdir(), 'farol-bench-'));
  mkdirSync(path.join(repository, 'profiler/ptop/target/release'), { recursive: true });
  writeFileSync(path.join(repository, 'made'), JSON.stringify(makeRecord()));
});
afterEach(() => rmSync(repository, { recursive: true }));

/** A shell script takes the place of the collector, and a plain file that of the kernel's list of a cgroup. */
function capture<T>(script: string, read: () => Promise<T>) {
  const collector = path.join(repository, 'profiler/ptop/target/release/ptop');
  const out = path.join(repository, 'record');
  writeFileSync(collector, `#!/bin/sh\n${script}\n`);
  chmodSync(collector, 0o755);
  // As the kernel's, it is there before the shell has entered.
  writeFileSync(path.join(repository, 'procs'), '');
  return whileCapturing(
    { repository, pids: [1], durationSec: 1, out, signal: new AbortController().signal },
    { procs: path.join(repository, 'procs'), peakBytes: () => undefined, remove: () => undefined },
    read,
  );
}

const record = () => `cp ${repository}/made ${repository}/record`;

test('what is read in the window comes back with the capture', async () => {
  const { capture: captured, reading } = await capture(`${opens}; ${record()}`, async () => 7);
  expect(reading).toBe(7);
  expect(captured.record).toEqual(makeRecord());
});

test('a collector that fails before its window opens ends the wait, and nothing is read', async () => {
  let reads = 0;
  await expect(capture('echo no such process >&2; exit 4', async () => reads++)).rejects.toThrow('no such process');
  expect(reads).toBe(0);
});

test('a collector that ends well without a window ends the wait', async () => {
  await expect(capture(record(), async () => 7)).rejects.toThrow('did not say when its window opened');
});

test('a reading that fails is reported when the collector has ended', async () => {
  const begun = performance.now();
  const failing = async () => {
    await sleep(1);
    throw new Error('nothing was answered');
  };
  await expect(capture(`${opens}; ${record()}`, failing)).rejects.toThrow('nothing was answered');
  expect(performance.now() - begun).toBeGreaterThan(200);
});
