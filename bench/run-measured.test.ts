import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { MemoryCgroup } from '../demo/memory-cgroup.ts';
import { runMeasured } from './run-measured.ts';

let folder: string;
let cgroup: MemoryCgroup;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'farol-bench-'));
  // A plain file takes the place of the kernel's: it then lists the shell, and no user needs to be root.
  cgroup = { procs: path.join(folder, 'cgroup.procs'), peakBytes: () => undefined, remove: () => undefined };
  // As the kernel's, it is there before the shell has entered.
  writeFileSync(cgroup.procs, '');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const node = (program: string, onLine?: (line: string) => void) =>
  runMeasured({
    command: process.execPath,
    args: ['-e', program],
    cgroup,
    timeoutMs: 20_000,
    signal: new AbortController().signal,
    ...(onLine !== undefined && { onLine }),
  });

test('counts the processor time that the program says it used', async () => {
  const { cpuSec } = await node(`const used = () => process.cpuUsage().user + process.cpuUsage().system;
    while (used() < 200_000) for (let i = 0; i < 1e5; i++);`);
  expect(cpuSec).toBeGreaterThanOrEqual(0.2);
});

test('hands over what the program prints, line by line', async () => {
  const lines: string[] = [];
  await node('console.log("one\\ntwo")', (line) => lines.push(line));
  expect(lines).toEqual(['one', 'two']);
});

test('keeps the standard input of the program open until it ends', async () => {
  const lines: string[] = [];
  const program = `process.stdin.on('end', () => console.log('closed')).resume();
    setTimeout(() => { console.log('still open'); process.exit(0); }, 100);`;
  await node(program, (line) => lines.push(line));
  expect(lines).toEqual(['still open']);
});

test('a program that fails is an error with its status and last words', async () => {
  await expect(node('console.error("no such thing"); process.exit(3)')).rejects.toThrow(
    /ended with status 3: no such thing/u,
  );
});

test('a program that does not exist is an error', async () => {
  const run = { command: '/nonexistent/program', args: [], cgroup, timeoutMs: 5000 };
  await expect(runMeasured({ ...run, signal: new AbortController().signal })).rejects.toThrow(/status 127/u);
});
