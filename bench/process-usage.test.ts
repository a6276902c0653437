import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { readCpuNs, readProcessMemory } from './process-usage.ts';

test('counts every thread of the process, in nanoseconds', async () => {
  const before = readCpuNs(process.pid);
  const worker = new Worker(
    `const { parentPort } = require('node:worker_threads');
     const used = () => process.threadCpuUsage().user + process.threadCpuUsage().system;
     while (used() < 100_000) for (let i = 0; i < 1e5; i++);
     parentPort.postMessage('used');
     setInterval(() => undefined, 1000);`,
    { eval: true },
  );
  await new Promise((resolve) => worker.once('message', resolve));
  const used = readCpuNs(process.pid) - before;
  await worker.terminate();
  expect(used).toBeGreaterThanOrEqual(90_000_000);
});

test('reads what Node says of itself, in bytes', () => {
  const held = Buffer.alloc(64 << 20, 1);
  const { rssBytes, pssBytes } = readProcessMemory(process.pid);
  expect(rssBytes).toBeGreaterThan(held.length);
  expect(pssBytes).toBeGreaterThan(held.length);
  // A page that is shared counts less than whole. Between the two readings a few pages may come.
  expect(pssBytes).toBeLessThanOrEqual(rssBytes + (8 << 20));
});

test('a process that does not exist is an error', () => {
  expect(() => readProcessMemory(2 ** 22 + 1)).toThrow(/ENOENT/u);
});
