import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { readChildrenCpuSec, readChildrenPeakRss } from './child-usage.ts';

test('the processor time of a child is there when it has ended', () => {
  const before = readChildrenCpuSec(process.pid);
  spawnSync(process.execPath, ['-e', 'const end = Date.now() + 300; while (Date.now() < end);']);
  expect(readChildrenCpuSec(process.pid) - before).toBeGreaterThan(0.02);
});

test('the peak of a child is there while it runs', async () => {
  const child = spawn(process.execPath, [
    '-e',
    'Buffer.alloc(60 << 20, 1); console.log(1); setTimeout(() => {}, 60000)',
  ]);
  await once(child.stdout, 'data');
  const peak = readChildrenPeakRss(process.pid);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(peak).toBeGreaterThan(60 << 20);
});
