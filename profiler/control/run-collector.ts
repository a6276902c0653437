/**
 * Runs `ptop` once. What it prints is read line by line with caps; what ends it (its own exit, a
 * signal, our time limit, an abort) is told apart; nothing it prints is trusted further than its schema.
 */
import { spawn } from 'node:child_process';
import { z } from 'zod';
import { ProbeResult } from '../witness/collector-record.ts';
import { LineReader } from './line-reader.ts';

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
  | {
      readonly end: 'exited';
      readonly status: number;
      readonly code: string;
      readonly message: string;
      /** What became of each probe, where the collector came that far. */
      readonly probes: readonly ProbeResult[];
    }
  | { readonly end: 'killed'; readonly signal: string }
  | { readonly end: 'timeout' }
  | { readonly end: 'aborted' }
  | { readonly end: 'not_started'; readonly message: string };

const Line = z.discriminatedUnion('type', [
  z.object({ type: z.literal('progress'), phase: z.string().max(40), elapsed_sec: z.number() }),
  z.object({ type: z.literal('summary'), memory: z.object({ peak_rss_bytes: z.number().int().nonnegative() }) }),
  z.object({
    type: z.literal('error'),
    code: z.string().max(60),
    message: z.string(),
    fix: z.string().optional(),
    probes: z.array(ProbeResult).optional(),
  }),
]);
type Line = z.infer<typeof Line>;

/** Beyond warm-up and window: attaching, canaries, draining, names. */
const allowanceSec = 120;
/** From the polite signal to the other one. */
const graceMs = 5000;
const maxLineChars = 1 << 20;
const maxWords = 2000;

/** Never rejects. */
export function runCollector(run: CollectorRun): Promise<CollectorEnd> {
  if (run.signal.aborted) return Promise.resolve({ end: 'aborted' });
  const { promise, resolve } = Promise.withResolvers<CollectorEnd>();
  const args = ['capture', ...run.pids.flatMap((pid) => ['--pid', String(pid)]), '--duration', String(run.durationSec)];
  args.push('--warmup', String(run.warmupSec), '--out', run.out, '--json');
  // The pipe on standard input closes when this process dies, whatever kills it: the collector then stops.
  const child = spawn(run.file, args, { stdio: ['pipe', 'pipe', 'pipe'], env: {} });
  const said = new Said(run.onPhase);
  let stopped: 'timeout' | 'aborted' | undefined;

  const stop = (why: 'timeout' | 'aborted'): void => {
    stopped ??= why;
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), graceMs).unref();
  };
  const limit = setTimeout(() => stop('timeout'), (run.durationSec + run.warmupSec + allowanceSec) * 1000);
  const onAbort = (): void => stop('aborted');
  run.signal.addEventListener('abort', onAbort, { once: true });
  const finish = (end: CollectorEnd): void => {
    clearTimeout(limit);
    run.signal.removeEventListener('abort', onAbort);
    resolve(end);
  };

  child.stdout.on('data', (part: Buffer) => said.read(part));
  child.stderr.on('data', (part: Buffer) => said.readWords(part));
  // A collector that ended before this process did; nothing is ever written to it.
  child.stdin.on('error', () => undefined);
  child.once('error', (error) => {
    if (child.pid === undefined) finish({ end: 'not_started', message: error.message });
  });
  child.once('close', (status, signal) => {
    if (stopped !== undefined) finish({ end: stopped });
    else if (signal !== null) finish({ end: 'killed', signal });
    else finish(said.endOf(status ?? -1));
  });
  return promise;
}

/** What the collector said so far: its last summary and its last error. */
class Said {
  readonly #onPhase: CollectorRun['onPhase'];
  readonly #lines = new LineReader(maxLineChars, (text) => this.#take(parseLine(text)));
  #summary: Extract<Line, { type: 'summary' }> | undefined;
  #failure: Extract<Line, { type: 'error' }> | undefined;
  #words = '';

  constructor(onPhase: CollectorRun['onPhase']) {
    this.#onPhase = onPhase;
  }

  read(part: Buffer): void {
    this.#lines.read(part);
  }

  readWords(part: Buffer): void {
    if (this.#words.length < maxWords) this.#words += part.toString('utf8');
  }

  endOf(status: number): CollectorEnd {
    this.#lines.end();
    if (status === 0 && this.#summary !== undefined) {
      return { end: 'finished', peakRssBytes: this.#summary.memory.peak_rss_bytes };
    }
    const { code = 'unknown', message = this.#words.trim(), fix = '', probes = [] } = this.#failure ?? {};
    return { end: 'exited', status, code, message: `${message} ${fix}`.trim().slice(0, maxWords), probes };
  }

  #take(line: Line | undefined): void {
    if (line?.type === 'progress') this.#onPhase(line.phase, line.elapsed_sec);
    else if (line?.type === 'summary') this.#summary = line;
    else if (line?.type === 'error') this.#failure = line;
  }
}

function parseLine(text: string): Line | undefined {
  if (!text.startsWith('{')) return undefined;
  try {
    return Line.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
