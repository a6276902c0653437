/**
 * Runs `ptop capture` once. What it prints is read line by line with caps, and nothing of it is
 * trusted further than its schema.
 */
import { z } from 'zod';
import { ProbeResult } from '../../witness/bundle/record/collector-record.ts';
import { type ProcessEnd, runProcess } from './collector-process.ts';
import { LineReader } from './line-reader.ts';

/** A process for good: its pid may be given to another one, and then with another start. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Clock ticks since boot. */
  readonly startTicks: number;
}

export interface CollectorRun {
  readonly file: string;
  /** The target list, which the collector reads itself. */
  readonly targetsFile: string;
  readonly processes: readonly ProcessIdentity[];
  readonly durationSec: number;
  readonly warmupSec: number;
  /** Beside the axes that every capture has. */
  readonly countsAllocations: boolean;
  /** Memory the capture may use; without it there is no limit. */
  readonly memoryLimitBytes: number | undefined;
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
  | Exclude<ProcessEnd, { end: 'closed' }>;

/** Every way a run can end without an answer. */
export type CollectorFailure = Exclude<CollectorEnd, { end: 'finished' }>;

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
const maxLineChars = 1 << 20;
const maxWords = 2000;

/** Never rejects. */
export async function runCollector(run: CollectorRun): Promise<CollectorEnd> {
  const processes = run.processes.flatMap(({ pid, startTicks }) => ['--pid', `${pid}:${startTicks}`]);
  const args = ['capture', ...processes, '--duration', String(run.durationSec)];
  args.push('--warmup', String(run.warmupSec), '--out', run.out, '--json');
  args.push('--targets', run.targetsFile);
  if (run.countsAllocations) args.push('--also', 'allocations');
  if (run.memoryLimitBytes !== undefined) args.push('--memory-limit', String(inMebibytes(run.memoryLimitBytes)));
  const said = new Said(run.onPhase);
  const end = await runProcess({
    file: run.file,
    args,
    limitMs: (run.durationSec + run.warmupSec + allowanceSec) * 1000,
    signal: run.signal,
    onOutput: (part) => said.read(part),
    onWords: (part) => said.readWords(part),
  });
  return end.end === 'closed' ? said.endOf(end.status) : end;
}

/** The collector takes whole ones, and no fewer than one. */
function inMebibytes(bytes: number): number {
  return Math.max(1, Math.floor(bytes / (1 << 20)));
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
