/** A memory cgroup, on a version 1 or version 2 hierarchy; of the reference size unless set otherwise. */
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export interface MemoryCgroup {
  readonly procs: string;
  /** Highest charge so far; undefined where the kernel does not keep it. */
  peakBytes(): number | undefined;
  remove(): void;
}

const referenceBytes = 512 * 1024 * 1024;

/** Undefined when this user cannot make one; the Profiler then warns about the missing limit by itself. */
export function createMemoryCgroup(
  name: string,
  limitBytes: number | 'unlimited' = referenceBytes,
): MemoryCgroup | undefined {
  const v1 = '/sys/fs/cgroup/memory';
  try {
    if (existsSync(path.join(v1, 'memory.limit_in_bytes'))) {
      return makeCgroup(path.join(v1, name), 'memory.max_usage_in_bytes', [
        ['memory.limit_in_bytes', limitBytes],
        ['memory.memsw.limit_in_bytes', limitBytes],
      ]);
    }
    const v2 = '/sys/fs/cgroup';
    if (!readFileSync(path.join(v2, 'cgroup.controllers'), 'utf8').includes('memory')) return undefined;
    writeFileSync(path.join(v2, 'cgroup.subtree_control'), '+memory');
    return makeCgroup(path.join(v2, name), 'memory.peak', [
      ['memory.max', limitBytes],
      ['memory.swap.max', limitBytes === 'unlimited' ? limitBytes : 0],
    ]);
  } catch {
    return undefined;
  }
}

type Limit = readonly [file: string, bytes: number | 'unlimited'];

function makeCgroup(folder: string, peakFile: string, limits: readonly Limit[]): MemoryCgroup {
  mkdirSync(folder);
  for (const [file, bytes] of limits) {
    if (bytes === 'unlimited') continue;
    // A kernel without swap accounting has no such file; the limit on memory itself is always there.
    if (existsSync(path.join(folder, file))) writeFileSync(path.join(folder, file), String(bytes));
  }
  const peak = path.join(folder, peakFile);
  return {
    procs: path.join(folder, 'cgroup.procs'),
    peakBytes: () => (existsSync(peak) ? Number(readFileSync(peak, 'utf8')) : undefined),
    remove: () => rmdirSync(folder),
  };
}
