/** A memory cgroup of the reference size for the demo's Profiler, on a version 1 or version 2 hierarchy. */
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export interface MemoryCgroup {
  readonly procs: string;
  remove(): void;
}

const limitBytes = 512 * 1024 * 1024;

/** Undefined when this user cannot make one; the Profiler then warns about the missing limit by itself. */
export function createMemoryCgroup(name: string): MemoryCgroup | undefined {
  const v1 = '/sys/fs/cgroup/memory';
  try {
    if (existsSync(path.join(v1, 'memory.limit_in_bytes'))) {
      return makeCgroup(path.join(v1, name), [
        ['memory.limit_in_bytes', limitBytes],
        ['memory.memsw.limit_in_bytes', limitBytes],
      ]);
    }
    const v2 = '/sys/fs/cgroup';
    if (!readFileSync(path.join(v2, 'cgroup.controllers'), 'utf8').includes('memory')) return undefined;
    writeFileSync(path.join(v2, 'cgroup.subtree_control'), '+memory');
    return makeCgroup(path.join(v2, name), [
      ['memory.max', limitBytes],
      ['memory.swap.max', 0],
    ]);
  } catch {
    return undefined;
  }
}

function makeCgroup(folder: string, limits: readonly (readonly [file: string, bytes: number])[]): MemoryCgroup {
  mkdirSync(folder);
  for (const [file, bytes] of limits) {
    // A kernel without swap accounting has no such file; the limit on memory itself is always there.
    if (existsSync(path.join(folder, file))) writeFileSync(path.join(folder, file), String(bytes));
  }
  return { procs: path.join(folder, 'cgroup.procs'), remove: () => rmdirSync(folder) };
}
