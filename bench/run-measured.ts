/**
 * Runs one program to its end and measures it from outside, whatever it says of itself: processor time
 * from the shell's own accounting, peak resident set from the kernel's high-water mark. Every program
 * that is compared is measured this one way.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { MemoryCgroup } from '../demo/memory-cgroup.ts';

export interface Run {
  readonly command: string;
  readonly args: readonly string[];
  readonly cgroup: MemoryCgroup;
  readonly timeoutMs: number;
  /** Ends the program at once. */
  readonly signal: AbortSignal;
  readonly onLine?: (line: string) => void;
}

/** What a collector did for what it cost: without it, the one that samples less would look cheaper. */
export interface MeasuredCapture extends Measured {
  readonly stacks: number;
}

export interface Measured {
  /** User and system time of the program and of the programs it waited for. */
  readonly cpuSec: number;
  /** Of the largest of its processes. */
  readonly peakRssBytes: number;
}

/** Enters the cgroup, runs the program, and says its processor time on descriptor 3. */
const script = `echo $$ > "$0" || exit 125
exec 4>&2
TIMEFORMAT='%U %S'
{ time "$@" 2>&4 3>&- 4>&-; } 2>&3`;

const lookMs = 20;

/** @throws Error when the program cannot be started, fails, takes too long or is ended; with its last words. */
export async function runMeasured({ command, args, cgroup, timeoutMs, signal, onLine }: Run): Promise<Measured> {
  const child = spawn('bash', ['-c', script, cgroup.procs, command, ...args], {
    // The collector stops when its standard input closes: it must not outlive this process.
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
  });
  const words: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => onLine?.(line));
  createInterface({ input: child.stderr }).on('line', (line) => {
    words.push(line);
    if (words.length > 5) words.shift();
  });
  let times = '';
  (child.stdio[3] as Readable).on('data', (part: Buffer) => (times += part.toString('utf8')));
  let peakRssBytes = 0;
  const looking = setInterval(() => (peakRssBytes = Math.max(peakRssBytes, readPeakRss(cgroup.procs))), lookMs);
  const endAll = (): void => {
    for (const pid of readPids(cgroup.procs)) attemptKill(pid);
  };
  const end = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  end.addEventListener('abort', endAll, { once: true });
  try {
    const status = await new Promise<number>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => resolve(code ?? -1));
    });
    if (end.aborted) {
      throw new Error(signal.aborted ? 'interrupted' : `${command} took longer than ${timeoutMs / 1000} s`);
    }
    if (status !== 0) throw new Error(`${command} ended with status ${status}: ${words.join(' ')}`);
    const [user = Number.NaN, system = Number.NaN] = times.trim().split(' ').map(Number);
    return { cpuSec: user + system, peakRssBytes };
  } finally {
    clearInterval(looking);
    end.removeEventListener('abort', endAll);
  }
}

function readPids(procs: string): number[] {
  return readFileSync(procs, 'utf8').trim().split('\n').filter(Boolean).map(Number);
}

/** The high-water mark only rises: what is missed is the rise of the last few milliseconds. */
function readPeakRss(procs: string): number {
  let peak = 0;
  for (const pid of readPids(procs)) {
    const status = attemptRead(`/proc/${pid}/status`);
    if (/^Name:\tbash$/mu.test(status)) continue;
    peak = Math.max(peak, Number(/^VmHWM:\s+(\d+) kB$/mu.exec(status)?.[1] ?? 0) * 1024);
  }
  return peak;
}

/** Empty for a process that has ended since it was listed. */
function attemptRead(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function attemptKill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself in the meantime.
  }
}
