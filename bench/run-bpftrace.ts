/** The peers of the axis `syscalls`: bpftrace, with programs that count a process's calls or do nothing. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** Why bpftrace cannot be the peer here; undefined when it can. */
export function findBpftraceProblem(): string | undefined {
  const { error, status, stderr } = spawnSync('bpftrace', ['--version'], { encoding: 'utf8' });
  if (error !== undefined) return 'bpftrace is not installed (Debian package bpftrace)';
  return status === 0 ? undefined : `bpftrace does not start: ${stderr.trim()}`;
}

const startTimeoutMs = 60_000;
/** bpftrace finds tracepoints in tracefs alone: where it is not mounted, it gets a mount that nobody else sees. */
const start = '[ -e /sys/kernel/tracing/events ] || mount -t tracefs nodev /sys/kernel/tracing; exec bpftrace -e "$0"';

/** Counts the calls of a process by number in a hash map. */
export const countCallsOf = (pid: number): string =>
  `tracepoint:raw_syscalls:sys_exit /pid == ${pid}/ { @[args->id] = count(); }`;

/** Programs at both ends of every call that do nothing: what attaching alone costs. */
export const emptyHooks = 'tracepoint:raw_syscalls:sys_enter { } tracepoint:raw_syscalls:sys_exit { }';

/** What `read` says while bpftrace runs this program. */
export async function whileBpftraceRuns<T>(program: string, signal: AbortSignal, read: () => Promise<T>): Promise<T> {
  const begin = String.raw`BEGIN { printf("attached\n"); }`;
  const args = ['--mount', '--propagation', 'private', 'sh', '-c', start, `${begin} ${program}`];
  const child = spawn('unshare', args, { stdio: ['ignore', 'pipe', 'pipe'], signal });
  const words: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => words.push(line));
  const ended = once(child, 'close');
  const attached = new Promise<void>((resolve, reject) => {
    const slow = setTimeout(() => reject(new Error('bpftrace did not attach in time')), startTimeoutMs);
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line !== 'attached') return;
      clearTimeout(slow);
      resolve();
    });
    child.once('error', reject);
    child.once('close', () => reject(new Error(`bpftrace ended: ${words.slice(-3).join(' ')}`)));
  });
  try {
    await attached;
    return await read();
  } finally {
    child.kill('SIGINT');
    await ended;
  }
}
