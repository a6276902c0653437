/** Processor time and memory of a process, as the kernel counts them. */
import { readdirSync, readFileSync } from 'node:fs';

/**
 * Nanoseconds since each thread started. `utime` and `stime` come in hundredths of a second, too coarse
 * for a window of seconds; the scheduler's own sum, from which the kernel derives both, is exact.
 * Threads that have ended are not in it.
 */
export function readCpuNs(pid: number): number {
  let total = 0;
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const [ns = ''] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ');
    total += Number(ns);
  }
  return total;
}

export interface ProcessMemory {
  readonly rssBytes: number;
  /** Shared pages counted in parts: what ending the process would free, about. */
  readonly pssBytes: number;
}

/** Of a running process of this user, or of any when this is root. @throws Error when it cannot be read. */
export function readProcessMemory(pid: number): ProcessMemory {
  return {
    rssBytes: readKib(`/proc/${pid}/status`, 'VmRSS') * 1024,
    pssBytes: readKib(`/proc/${pid}/smaps_rollup`, 'Pss') * 1024,
  };
}

function readKib(file: string, field: string): number {
  const found = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'mu').exec(readFileSync(file, 'utf8'));
  if (found === null) throw new Error(`${file} has no field ${field}`);
  return Number(found[1]);
}
