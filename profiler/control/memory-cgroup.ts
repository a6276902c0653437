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
  return v2 === undefined ? undefined : readVersion2(folderOf(view.mount, v2, 'memory.events'));
}

/** Inside a container the path may be the host's while the mount shows the own cgroup as its root. */
function folderOf(mount: string, membership: string, probe: string): string {
  const full = path.join(mount, membership);
  return attemptText(path.join(full, probe)) === undefined ? mount : full;
}

function readVersion1(folder: string): CgroupMemory | undefined {
  const control = attemptText(path.join(folder, 'memory.oom_control'));
  if (control === undefined) return undefined;
  const limitBytes = readLimit(path.join(folder, 'memory.limit_in_bytes'));
  const together = readLimit(path.join(folder, 'memory.memsw.limit_in_bytes'));
  const hasSwapLimit = limitBytes !== undefined && together !== undefined;
  return {
    version: 1,
    limitBytes,
    swapBytes: hasSwapLimit ? Math.max(0, together - limitBytes) : undefined,
    peakBytes: readLimit(path.join(folder, 'memory.max_usage_in_bytes')),
    oomKills: readField(control, 'oom_kill'),
  };
}

function readVersion2(folder: string): CgroupMemory | undefined {
  const events = attemptText(path.join(folder, 'memory.events'));
  if (events === undefined) return undefined;
  return {
    version: 2,
    limitBytes: readLimit(path.join(folder, 'memory.max')),
    swapBytes: readLimit(path.join(folder, 'memory.swap.max')),
    peakBytes: readLimit(path.join(folder, 'memory.peak')),
    oomKills: readField(events, 'oom_kill'),
  };
}

function readLimit(file: string): number | undefined {
  const text = attemptText(file)?.trim();
  if (text === undefined || text === 'max' || !/^\d+$/u.test(text)) return undefined;
  const value = Number(text);
  return value >= unlimited ? undefined : value;
}

function readField(text: string, name: string): number {
  const match = new RegExp(`^${name} (\\d+)$`, 'mu').exec(text);
  return match === null ? 0 : Number(match[1]);
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
