/** Processor time of a process and of all its threads, kernel and user, as the scheduler counts it. */
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
