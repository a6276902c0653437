import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { readCpuNs } from './cpu-time.ts';

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
