/**
 * Whether everything is counted: a target that does each kind of thing exactly n times, captured again and again.
 * The suite does the same in `completeness.rs`, fewer times, and there a wrong count is a failure.
 */
import { execFile, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { CollectorRecord } from '../profiler/witness/bundle/record/collector-record.ts';
import type { Findings, Row } from './bench-report.ts';
import { type Bench, inFreshCgroup } from './bench.ts';
import { judgeCount, Kind } from './judge-count.ts';
import { whileCapturing } from './while-capturing.ts';

/** The target's end is the window's end, so that no run depends on how fast the machine is. */
const longestSec = 120;

export async function measureCompleteness(bench: Bench): Promise<Findings> {
  const folder = path.join(bench.repository, 'profiler/ptop');
  const kinds = z.array(Kind).parse(JSON.parse(readFileSync(path.join(folder, 'bench/completeness.json'), 'utf8')));
  const build = ['build', '--release', '--locked', '--quiet', '-p', 'ptop', '--example', 'known'];
  await promisify(execFile)('cargo', build, { cwd: folder, signal: bench.signal });
  const runs: CollectorRecord[] = [];
  for (let round = 1; round <= bench.repeat; round++) {
    if (round % 10 === 1) bench.narrator.say(`run ${round} of ${bench.repeat}`);
    runs.push(await captureKnown(bench, path.join(folder, 'target/release/examples/known'), kinds));
  }
  return { rows: kinds.flatMap((kind) => renderRows(kind, runs)), unmeasured: [] };
}

function renderRows(kind: Kind, runs: readonly CollectorRecord[]): Row[] {
  const judged = runs.map((run) => judgeCount(kind, run));
  const name = `${kind.times} ${kind.kind}`;
  const peer = { name: 'runs', samples: [runs.length] };
  const exact = judged.filter((one) => one === 'exact').length;
  const explained = judged.filter((one) => one !== 'wrong').length;
  return [
    { name: `${name}: counted exactly`, unit: 'runs', samples: [exact], peer },
    { name: `${name}: exactly, or short by what the loss counters say`, unit: 'runs', samples: [explained], peer },
  ];
}

async function captureKnown(bench: Bench, program: string, kinds: readonly Kind[]): Promise<CollectorRecord> {
  const target = spawn(program, { stdio: ['pipe', 'pipe', 'inherit'] });
  const { pid } = target;
  if (pid === undefined) throw new Error(`${program} does not start`);
  const end = (): void => void target.kill('SIGKILL');
  bench.onStarted(end);
  const answers = createInterface({ input: target.stdout })[Symbol.asyncIterator]();
  const axes = [
    ...new Set(kinds.flatMap(({ list: [first, axis] }) => (first === 'axes' && axis !== undefined ? [axis] : []))),
  ];
  const act = async (): Promise<void> => {
    for (const command of kinds.flatMap(({ commands }) => commands)) {
      target.stdin.write(`${command}\n`);
      const answer: IteratorResult<string, undefined> = await answers.next();
      if (answer.value !== 'done') throw new Error(`the target did not do ${command}`);
    }
  };
  const { repository, workspace, signal } = bench;
  return inFreshCgroup(async (cgroup) => {
    const out = path.join(workspace.folder, 'completeness.json');
    const run = { repository, pids: [pid], durationSec: longestSec, axes: axes.join(','), out, signal };
    const { capture } = await whileCapturing(run, cgroup, () => act().finally(end)).finally(end);
    return capture.record;
  });
}
