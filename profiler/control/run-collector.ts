/**
 * Runs `ptop` once. What it prints is read line by line with caps; what ends it (its own exit, a
 * signal, our time limit, an abort) is told apart; nothing it prints is trusted further than its schema.
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { z } from 'zod';

export interface CollectorRun {
  readonly file: string;
  readonly pids: readonly number[];
  readonly durationSec: number;
  readonly warmupSec: number;
  /** Where the record is written. */
  readonly out: string;
  readonly onPhase: (phase: string, elapsedSec: number) => void;
  readonly signal: AbortSignal;
}

export type CollectorEnd =
  | { readonly end: 'finished'; readonly peakRssBytes: number }
  | { readonly end: 'exited'; readonly status: number; readonly code: string; readonly message: string }
  | { readonly end: 'killed'; readonly signal: string; readonly peakRssBytes: number | undefined }
  | { readonly end: 'timeout' }
  | { readonly end: 'aborted' }
  | { readonly end: 'not_started'; readonly message: string };

const Line = z.discriminatedUnion('type', [
  z.object({ type: z.literal('progress'), phase: z.string().max(40), elapsed_sec: z.number() }),
  z.object({ type: z.literal('summary'), memory: z.object({ peak_rss_bytes: z.number().int().nonnegative() }) }),
  z.object({ type: z.literal('error'), code: z.string().max(60), message: z.string().max(2000) }),
]);
type Line = z.infer<typeof Line>;

/** Beyond warm-up and window: attaching, canaries, draining, names. */
const allowanceSec = 120;
const maxLineChars = 1 << 20;

export function runCollector(run: CollectorRun): Promise<CollectorEnd> {
  const { promise, resolve } = Promise.withResolvers<CollectorEnd>();
  const args = ['capture', ...run.pids.flatMap((pid) => ['--pid', String(pid)]), '--duration', String(run.durationSec)];
  args.push('--warmup', String(run.warmupSec), '--out', run.out, '--json');
  // The pipe on standard input closes when this process dies, whatever kills it: the collector then stops.
  const child = spawn(run.file, args, { stdio: ['pipe', 'pipe', 'pipe'], env: {} });
  let summary: Extract<Line, { type: 'summary' }> | undefined;
  let failure: Extract<Line, { type: 'error' }> | undefined;
  let stopped: 'timeout' | 'aborted' | undefined;
  let words = '';

  const stop = (why: 'timeout' | 'aborted'): void => {
    stopped ??= why;
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), 5000).unref();
  };
  const limit = setTimeout(() => stop('timeout'), (run.durationSec + run.warmupSec + allowanceSec) * 1000);
  const onAbort = (): void => stop('aborted');
  run.signal.addEventListener('abort', onAbort, { once: true });

  createInterface({ input: child.stdout }).on('line', (text) => {
    const line = parseLine(text);
    if (line?.type === 'progress') run.onPhase(line.phase, line.elapsed_sec);
    else if (line?.type === 'summary') summary = line;
    else if (line?.type === 'error') failure = line;
  });
  child.stderr.on('data', (part: Buffer) => {
    if (words.length < 4000) words += part.toString('utf8');
  });
  child.stdin.on('error', () => undefined);
  child.once('error', (error) => {
    clearTimeout(limit);
    resolve({ end: 'not_started', message: error.message });
  });
  child.once('close', (status, signal) => {
    clearTimeout(limit);
    run.signal.removeEventListener('abort', onAbort);
    if (stopped !== undefined) resolve({ end: stopped });
    else if (signal !== null) resolve({ end: 'killed', signal, peakRssBytes: summary?.memory.peak_rss_bytes });
    else if (status === 0 && summary !== undefined) {
      resolve({ end: 'finished', peakRssBytes: summary.memory.peak_rss_bytes });
    } else {
      resolve({
        end: 'exited',
        status: status ?? -1,
        code: failure?.code ?? 'unknown',
        message: (failure?.message ?? words.trim()).slice(0, 2000),
      });
    }
  });
  return promise;
}

function parseLine(text: string): Line | undefined {
  if (text.length > maxLineChars || !text.startsWith('{')) return undefined;
  try {
    return Line.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
