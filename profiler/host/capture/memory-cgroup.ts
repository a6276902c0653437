/**
 * The memory cgroup this process lives in, version 1 or 2: its limits, its peak and, above all, the
 * kernel's own count of OOM kills, which is the only proof that a SIGKILL was one.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';

export interface CgroupMemory {
  readonly version: 1 | 2;
  readonly limitBytes: number | undefined;
  /** Swap in addition to memory; undefined when unlimited, 0 when swap is off. */
  readonly swapBytes: number | undefined;
  readonly peakBytes: number | undefined;
  /** What may still be used, file cache that would be given up included; undefined when unlimited. */
  readonly freeBytes: number | undefined;
  readonly oomKills: number;
}

export interface CgroupView {
  /** Normally `/proc/self/cgroup`. */
  readonly membership: string;
  /** Normally `/sys/fs/cgroup`. */
  readonly mount: string;
}

export const systemCgroup: CgroupView = { membership: '/proc/self/cgroup', mount: '/sys/fs/cgroup' };

/** A version 1 limit near 2^63 means none. */
const unlimited = 2 ** 60;

/** Undefined where no memory controller can be read. */
export function readCgroupMemory(view: CgroupView = systemCgroup): CgroupMemory | undefined {
  const lines = (attemptText(view.membership) ?? '').split('\n');
  const v1 = lines
    .map((line) => /^\d+:(?:[^:]*,)?memory(?:,[^:]*)?:(.*)$/u.exec(line)?.[1])
    .find((found) => found !== undefined);
  if (v1 !== undefined) return readVersion1(folderOf(path.join(view.mount, 'memory'), v1, 'memory.limit_in_bytes'));
  const v2 = lines.map((line) => /^0::(.*)$/u.exec(line)?.[1]).find((found) => found !== undefined);
  return v2 === undefined ? undefined : readVersion2(folderOf(view.mount, v2, 'memory.events'), view.mount);
}

/** Inside a container the path may be the host's while the mount shows the own cgroup as its root. */
function folderOf(mount: string, membership: string, probe: string): string {
  const full = path.join(mount, membership);
  return attemptText(path.join(full, probe)) === undefined ? mount : full;
}

function readVersion1(folder: string): CgroupMemory | undefined {
  const control = attemptText(path.join(folder, 'memory.oom_control'));
  if (control === undefined) return undefined;
  // A limit further up binds as well; the kernel shows the smallest of all.
  const stat = attemptText(path.join(folder, 'memory.stat')) ?? '';
  const limitBytes = least([
    readLimit(path.join(folder, 'memory.limit_in_bytes')),
    bounded(readField(stat, 'hierarchical_memory_limit')),
  ]);
  const together = least([
    readLimit(path.join(folder, 'memory.memsw.limit_in_bytes')),
    bounded(readField(stat, 'hierarchical_memsw_limit')),
  ]);
  const hasSwapLimit = limitBytes !== undefined && together !== undefined;
  return {
    version: 1,
    limitBytes,
    swapBytes: hasSwapLimit ? Math.max(0, together - limitBytes) : undefined,
    peakBytes: readLimit(path.join(folder, 'memory.max_usage_in_bytes')),
    freeBytes: freeOf(limitBytes, readLimit(path.join(folder, 'memory.usage_in_bytes')), stat, 'total_inactive_file'),
    oomKills: readField(control, 'oom_kill') ?? 0,
  };
}

function readVersion2(folder: string, mount: string): CgroupMemory | undefined {
  const events = attemptText(path.join(folder, 'memory.events'));
  if (events === undefined) return undefined;
  return {
    version: 2,
    limitBytes: least(upwards(folder, mount).map((one) => readLimit(path.join(one, 'memory.max')))),
    swapBytes: least(upwards(folder, mount).map((one) => readLimit(path.join(one, 'memory.swap.max')))),
    peakBytes: readLimit(path.join(folder, 'memory.peak')),
    freeBytes: least(upwards(folder, mount).map((one) => freeIn(one))),
    oomKills: readField(events, 'oom_kill') ?? 0,
  };
}

function freeIn(folder: string): number | undefined {
  const stat = attemptText(path.join(folder, 'memory.stat')) ?? '';
  const used = readLimit(path.join(folder, 'memory.current'));
  return freeOf(readLimit(path.join(folder, 'memory.max')), used, stat, 'inactive_file');
}

/** The cache that was not used lately goes before anything is killed. */
function freeOf(limit: number | undefined, used: number | undefined, stat: string, cache: string): number | undefined {
  if (limit === undefined || used === undefined) return undefined;
  return Math.max(0, limit - used + Math.min(used, readField(stat, cache) ?? 0));
}

/** The folder and those above it, up to the mount: a limit of any of them binds. */
function upwards(folder: string, mount: string): string[] {
  const folders = [folder];
  for (let at = folder; at !== mount && at.startsWith(mount); at = path.dirname(at)) folders.push(path.dirname(at));
  return folders;
}

function readLimit(file: string): number | undefined {
  const text = attemptText(file)?.trim();
  if (text === undefined || text === 'max' || !/^\d+$/u.test(text)) return undefined;
  return bounded(Number(text));
}

function bounded(bytes: number | undefined): number | undefined {
  return bytes === undefined || bytes >= unlimited ? undefined : bytes;
}

function least(limits: readonly (number | undefined)[]): number | undefined {
  const known = limits.filter((one) => one !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}

function readField(text: string, name: string): number | undefined {
  const match = new RegExp(`^${name} (\\d+)$`, 'mu').exec(text);
  return match === null ? undefined : Number(match[1]);
}

function attemptText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** For a reason: `memory limit 512 MiB, no swap beyond it`. */
export function describeLimits({ limitBytes, swapBytes }: CgroupMemory): string {
  const memory = limitBytes === undefined ? 'no memory limit' : `memory limit ${mebibytes(limitBytes)}`;
  if (limitBytes === undefined) return memory;
  if (swapBytes === undefined) return `${memory}, swap not limited`;
  return swapBytes === 0 ? `${memory}, no swap beyond it` : `${memory}, ${mebibytes(swapBytes)} of swap beyond it`;
}

function mebibytes(bytes: number): string {
  return `${Math.round(bytes / (1 << 20))} MiB`;
}
