/** What the programs that a process started have cost, as the kernel tells it. */
import { readFileSync } from 'node:fs';

/** Clock ticks in a second, for programs: the same on every Linux that Node runs on. */
const ticksPerSec = 100;

/** Seconds of processor time of the children that have ended and been waited for, with theirs. */
export function readChildrenCpuSec(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name may hold spaces and brackets: the fields are counted from behind it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) / ticksPerSec;
}

/** High-water mark of the largest child that runs now, in bytes; 0 when there is none. */
export function readChildrenPeakRss(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  return Math.max(0, ...children.map((child) => readPeak(Number(child))));
}

function readPeak(pid: number): number {
  try {
    return Number(/^VmHWM:\s+(\d+) kB$/mu.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
  } catch {
    // It ended since it was listed.
    return 0;
  }
}
