/**
 * One run of the collector as a process: an argument list and no shell, an empty environment, a time
 * limit, an abort. The causes of its end are distinguished; its output is passed on and judged elsewhere.
 */
import { spawn } from 'node:child_process';

export interface CollectorProcess {
  readonly file: string;
  readonly args: readonly string[];
  readonly limitMs: number;
  readonly signal: AbortSignal;
  readonly onOutput: (part: Buffer) => void;
  readonly onWords: (part: Buffer) => void;
}

export type ProcessEnd =
  | { readonly end: 'closed'; readonly status: number }
  | { readonly end: 'killed'; readonly signal: string }
  | { readonly end: 'timeout' }
  | { readonly end: 'aborted' }
  | { readonly end: 'not_started'; readonly message: string };

/** From the polite signal to the other one. */
const graceMs = 5000;

/** Never rejects. Resolves after the last byte of output was handed on. */
export function runProcess(run: CollectorProcess): Promise<ProcessEnd> {
  if (run.signal.aborted) return Promise.resolve({ end: 'aborted' });
  const { promise, resolve } = Promise.withResolvers<ProcessEnd>();
  // The pipe on standard input closes when this process dies, whatever kills it: the collector then stops.
  const child = spawnSafely(run);
  if (typeof child === 'string') return Promise.resolve({ end: 'not_started', message: child });
  let stopped: 'timeout' | 'aborted' | undefined;

  const stop = (why: 'timeout' | 'aborted'): void => {
    stopped ??= why;
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), graceMs).unref();
  };
  const limit = setTimeout(() => stop('timeout'), run.limitMs);
  const onAbort = (): void => stop('aborted');
  run.signal.addEventListener('abort', onAbort, { once: true });
  const finish = (end: ProcessEnd): void => {
    clearTimeout(limit);
    run.signal.removeEventListener('abort', onAbort);
    resolve(end);
  };

  child.stdout.on('data', run.onOutput);
  child.stderr.on('data', run.onWords);
  // A collector that ended before this process did; nothing is ever written to it.
  child.stdin.on('error', () => undefined);
  child.once('error', (error) => {
    if (child.pid === undefined) finish({ end: 'not_started', message: error.message });
  });
  child.once('close', (status, signal) => {
    if (stopped !== undefined) finish({ end: stopped });
    else if (signal !== null) finish({ end: 'killed', signal });
    else finish({ end: 'closed', status: status ?? -1 });
  });
  return promise;
}

/** The child, or why there is none: arguments that no process can be given are refused before one exists. */
function spawnSafely({ file, args }: CollectorProcess) {
  try {
    return spawn(file, args, { stdio: ['pipe', 'pipe', 'pipe'], env: {} });
  } catch (error) {
    return error instanceof Error ? error.message : 'unknown cause';
  }
}
