import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { describeLimits, readCgroupMemory } from './memory-cgroup.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'farol-cgroup-'));
});
afterEach(() => rmSync(root, { recursive: true }));

function lay(folder: string, files: Readonly<Record<string, string>>): void {
  mkdirSync(path.join(root, folder), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(root, folder, name), `${text}\n`);
}

function readAs(membership: string) {
  const file = path.join(root, 'membership');
  writeFileSync(file, `${membership}\n`);
  return readCgroupMemory({ membership: file, mount: root });
}

const mebibytes = (count: number): string => String(count * 1024 * 1024);
const events = 'low 0\nhigh 3\nmax 412\noom 2\noom_kill 1\noom_group_kill 0';

describe('version 2', () => {
  test('limits, peak and the kernel’s own count of kills', () => {
    lay('a/b', { 'memory.events': events, 'memory.max': mebibytes(512), 'memory.swap.max': '0', 'memory.peak': '123' });
    expect(readAs('0::/a/b')).toEqual({
      version: 2,
      limitBytes: 512 << 20,
      swapBytes: 0,
      peakBytes: 123,
      freeBytes: undefined,
      oomKills: 1,
    });
  });

  test('a container whose mount shows its own cgroup as the root', () => {
    lay('.', { 'memory.events': events, 'memory.max': mebibytes(256), 'memory.swap.max': 'max' });
    expect(readAs('0::/system.slice/docker-abc.scope')).toMatchObject({ limitBytes: 256 << 20, swapBytes: undefined });
    expect(readAs('0::/../../outside')).toMatchObject({ limitBytes: 256 << 20 });
  });

  test('a limit further up binds as well', () => {
    lay('pod', { 'memory.events': events, 'memory.max': mebibytes(300), 'memory.swap.max': '0' });
    lay('pod/main', { 'memory.events': events, 'memory.max': 'max', 'memory.swap.max': 'max' });
    expect(readAs('0::/pod/main')).toMatchObject({ limitBytes: 300 << 20, swapBytes: 0 });
  });

  test('an older kernel without memory.peak, and a root without any limit', () => {
    lay('a', { 'memory.events': 'oom_kill 0', 'memory.max': 'max' });
    expect(readAs('0::/a')).toEqual({
      version: 2,
      limitBytes: undefined,
      swapBytes: undefined,
      peakBytes: undefined,
      freeBytes: undefined,
      oomKills: 0,
    });
  });

  test('what is free is the least of all levels, with the file cache that would be given up', () => {
    const used = { 'memory.events': events, 'memory.current': mebibytes(100) };
    const stat = 'anon 5\nfile 9\ninactive_file 20971520\nactive_file 7';
    lay('pod', { ...used, 'memory.max': mebibytes(150) });
    lay('pod/main', { ...used, 'memory.max': mebibytes(256), 'memory.stat': stat });
    expect(readAs('0::/pod/main')?.freeBytes).toBe(50 << 20);
    lay('pod', { 'memory.max': 'max' });
    expect(readAs('0::/pod/main')?.freeBytes).toBe(176 << 20);
    lay('pod/main', { 'memory.current': mebibytes(300), 'memory.stat': 'inactive_file 0' });
    expect(readAs('0::/pod/main')?.freeBytes).toBe(0);
  });
});

describe('version 1', () => {
  const control = 'oom_kill_disable 0\nunder_oom 0\noom_kill 2';
  const none = '9223372036854771712';

  test('limits, peak and the kernel’s own count of kills', () => {
    lay('memory/a', {
      'memory.oom_control': control,
      'memory.limit_in_bytes': mebibytes(512),
      'memory.memsw.limit_in_bytes': mebibytes(768),
      'memory.max_usage_in_bytes': '99',
      'memory.usage_in_bytes': mebibytes(200),
      'memory.stat': `total_inactive_file ${mebibytes(10)}`,
    });
    expect(readAs('9:cpuset:/x\n4:hugetlb,memory:/a\n0::/')).toEqual({
      version: 1,
      limitBytes: 512 << 20,
      swapBytes: 256 << 20,
      peakBytes: 99,
      freeBytes: 322 << 20,
      oomKills: 2,
    });
  });

  test('a limit further up, which the kernel shows in memory.stat', () => {
    lay('memory/pod/main', {
      'memory.oom_control': control,
      'memory.limit_in_bytes': none,
      'memory.memsw.limit_in_bytes': none,
      'memory.stat': `cache 0\nhierarchical_memory_limit ${mebibytes(64)}\nhierarchical_memsw_limit ${mebibytes(64)}`,
    });
    expect(readAs('4:memory:/pod/main')).toMatchObject({ limitBytes: 64 << 20, swapBytes: 0 });
  });

  test('no limit, and no swap accounting', () => {
    lay('memory', { 'memory.oom_control': control, 'memory.limit_in_bytes': none });
    expect(readAs('4:memory:/gone')).toMatchObject({ limitBytes: undefined, swapBytes: undefined, oomKills: 2 });
  });
});

test('without a memory controller nothing is known', () => {
  expect(readAs('')).toBeUndefined();
  expect(readAs('1:cpu:/')).toBeUndefined();
  expect(readAs('0::/')).toBeUndefined();
  expect(readCgroupMemory({ membership: path.join(root, 'none'), mount: root })).toBeUndefined();
});

test('this machine’s own memory cgroup can be read', () => {
  expect(readCgroupMemory()).toMatchObject({ oomKills: expect.any(Number) as number });
});

test.each([
  [512 << 20, 0, 'memory limit 512 MiB, no swap beyond it'],
  [512 << 20, 256 << 20, 'memory limit 512 MiB, 256 MiB of swap beyond it'],
  [512 << 20, undefined, 'memory limit 512 MiB, swap not limited'],
  [undefined, 0, 'no memory limit'],
])('limits of %s and %s read: %s', (limitBytes, swapBytes, words) => {
  expect(
    describeLimits({ version: 2, limitBytes, swapBytes, peakBytes: undefined, freeBytes: undefined, oomKills: 0 }),
  ).toBe(words);
});
