import { execFileSync } from 'node:child_process';
import { mkdtempSync, openSync, fsyncSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { cachePart } from './page-cache.ts';

/** Whether reading a page of the file would not wait for the disk. */
function isCached(file: string, page: number): boolean {
  const program = [
    'import os, sys',
    'file = os.open(sys.argv[1], os.O_RDONLY)',
    'try: print(os.preadv(file, [bytearray(4096)], 4096 * int(sys.argv[2]), os.RWF_NOWAIT))',
    'except BlockingIOError: print(0)',
  ].join('\n');
  return execFileSync('python3', ['-c', program, file, String(page)], { encoding: 'utf8' }) === '4096\n';
}

test('a file is put into the page cache and taken out', async () => {
  // Not where temporary files are, which may be in memory alone.
  const folder = mkdtempSync(path.join(import.meta.dirname, '../.farol/page-cache-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'file');
  const descriptor = openSync(file, 'w');
  writeSync(descriptor, Buffer.alloc(4 << 20, 1));
  fsyncSync(descriptor);
  for (const page of [0, 700]) {
    // The kernel keeps a page while another part of it holds that page, as on a machine that is short of memory.
    await expect
      .poll(() => {
        cachePart(file, 'nothing');
        return isCached(file, page);
      })
      .toBe(false);
  }
  cachePart(file, 'all');
  expect([0, 700, 1023].map((page) => isCached(file, page))).toEqual([true, true, true]);
});

test('a file that is not there is an error', () => {
  expect(() => cachePart('/nowhere/file', 'all')).toThrow(/nowhere/u);
});
