/** Many worlds, and what to say of those that broke an invariant. */
import { generateKeyPair } from '../../src/tunnel/identity/key-pair.ts';
import type { Bug } from './bugs.ts';
import { simulateWorld, type WorldReport } from './world.ts';

export interface ManyOptions {
  readonly first: number;
  readonly seeds: number;
  readonly bug?: Bug | undefined;
  /** The trace of every world, not only of the first that is broken. */
  readonly isTraced?: boolean;
  /** So many broken worlds are described; the rest is counted. */
  readonly mostFailures?: number;
}

export interface ManyReport {
  readonly seeds: number;
  readonly failed: number;
  /** Broken invariants, each with its seed. */
  readonly broken: readonly string[];
  /** For a person: how to replay, and the trace of the first broken world. Empty when nothing is to be said. */
  readonly report: string;
  /** What the worlds saw, by name. */
  readonly counts: ReadonlyMap<string, number>;
}

const keys = generateKeyPair();
/** Worlds between two turns of the event loop, which the process around needs. */
const worldsPerTurn = 20;

export async function simulateMany(options: ManyOptions): Promise<ManyReport> {
  const { first, seeds, bug, isTraced = false, mostFailures = 5 } = options;
  // A world refuses and fails often; where in the code is of no interest.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  const counts = new Map<string, number>();
  const broken: string[] = [];
  const lines: string[] = [];
  let failed = 0;
  try {
    for (let seed = first; seed < first + seeds; seed += 1) {
      if (seed % worldsPerTurn === 0) await new Promise(setImmediate);
      const report = await simulateWorld(seed, keys, { bug, isTraced });
      count(counts, report);
      if (isTraced) lines.push(`seed ${seed}`, ...report.trace);
      if (report.broken.length === 0) continue;
      failed += 1;
      broken.push(...report.broken.map((what) => `seed ${seed}: ${what}`));
      if (failed > mostFailures) continue;
      lines.push(...report.broken.map((what) => `seed ${seed}: ${what}`), `replay: ${replayOf(seed, bug)}`);
      // The same seed makes the same world.
      if (failed === 1 && !isTraced) lines.push(...(await simulateWorld(seed, keys, { bug, isTraced: true })).trace);
    }
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
  return { seeds, failed, broken, report: lines.map((line) => `${line}\n`).join(''), counts };
}

function replayOf(seed: number, bug: Bug | undefined): string {
  return `node test/simulation/run.ts --first ${seed} --seeds 1 --trace${bug === undefined ? '' : ` --bug ${bug}`}`;
}

function count(counts: Map<string, number>, { replicas, sent, writes, captures }: WorldReport): void {
  const add = (name: string, more: number): void => void counts.set(name, (counts.get(name) ?? 0) + more);
  add(`worlds with ${replicas} control planes`, 1);
  add('writes that left an Agent', sent);
  for (const [code, times] of writes) add(`write: ${code}`, times);
  for (const [end, times] of captures) add(`capture: ${end}`, times);
}
