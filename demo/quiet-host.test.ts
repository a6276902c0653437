import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { parseCpuTimes, QuietHost } from './quiet-host.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'farol-quiet-host-'));
const statFile = path.join(folder, 'stat');
let said: string[] = [];
let idle = 0;
let stolen = 0;

beforeEach(() => {
  said = [];
  [idle, stolen] = [1000, 10];
  write();
});
afterAll(() => rmSync(folder, { recursive: true }));

const write = (): void => writeFileSync(statFile, `cpu  0 0 0 ${idle} 0 0 0 ${stolen} 7 7\ncpu0 1 2 3\n`);

/** Until it is ended, the hypervisor keeps this part of the time that passes. */
function pass(stolenOfHundred: number): () => void {
  const timer = setInterval(() => {
    idle += 100 - stolenOfHundred;
    stolen += stolenOfHundred;
    write();
  }, 5);
  return () => clearInterval(timer);
}

test('reads the times of this machine', () => {
  expect(parseCpuTimes('cpu  1 2 3 4 5 6 7 8 9 10\ncpu0 1 1 1 1')).toEqual({ stolen: 8, all: 36 });
  expect(parseCpuTimes(readFileSync('/proc/stat', 'utf8')).all).toBeGreaterThan(0);
});

test('does not sample where nothing was ever stolen', async () => {
  stolen = 0;
  write();
  await new QuietHost({ say: (text) => said.push(text), statFile, sampleMs: 60_000 }).wait();
  expect(said).toEqual([]);
});

test('goes on at once on a quiet host', async () => {
  const end = pass(1);
  try {
    await new QuietHost({ say: (text) => said.push(text), statFile, sampleMs: 50, mostMs: 10_000 }).wait();
  } finally {
    end();
  }
  expect(said).toEqual([]);
});

test('waits while too much is stolen, says so once, and goes on when it is quiet', async () => {
  let end = pass(30);
  const waiting = new QuietHost({ say: (text) => said.push(text), statFile, sampleMs: 50, mostMs: 10_000 }).wait();
  try {
    await expect.poll(() => said).toHaveLength(1);
    await sleep(150);
    end();
    end = pass(0);
    await waiting;
  } finally {
    end();
  }
  expect(said).toEqual([
    'waiting: the hypervisor keeps 30 % of the CPU time of this machine, and a comparison confirms CPU time up to 2 %',
  ]);
});

test('stops waiting when its time is over, all waits together', async () => {
  const end = pass(30);
  try {
    const host = new QuietHost({ say: (text) => said.push(text), statFile, sampleMs: 50, mostMs: 100 });
    await host.wait();
    expect(said).toHaveLength(2);
    expect(said[1]).toContain('may be suspected only');
    await host.wait();
    expect(said).toHaveLength(3);
  } finally {
    end();
  }
});
