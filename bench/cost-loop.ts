/** Programs that do one thing over and over, and say what it costs them; and what a capture adds to that. */
import { spawn, spawnSync } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Row } from './bench-report.ts';
import { type Bench, inFreshCgroup, takeTurns } from './bench.ts';
import { marginSec, whileCapturing } from './while-capturing.ts';

export interface CostLoop {
  readonly pid: number;
  /** Nanoseconds of its processor time for each turn: the mean of all whole batches within this time from now. */
  readCost(durationSec: number): Promise<number>;
  end(): void;
}

export function compileLoop(
  { repository, workspace }: Bench,
  name: 'call_loop' | 'message_loop' | 'switch_loop',
): string {
  const program = path.join(workspace.folder, name);
  const source = path.join(repository, `profiler/ptop/bench/programs/${name}.c`);
  const { error, status, stderr } = spawnSync('cc', ['-O2', '-pthread', '-o', program, source], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${name}.c does not compile: ${error?.message ?? stderr}`);
  return program;
}

export function startLoop({ onStarted }: Bench, program: string, args: readonly string[] = []): CostLoop {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  // One that was stopped does not notice a gentler signal.
  const end = (): void => void child.kill('SIGKILL');
  onStarted(end);
  if (child.pid === undefined) throw new Error(`${program} does not start`);
  let batches: number[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => batches.push(Number(line)));
  return {
    pid: child.pid,
    async readCost(durationSec) {
      batches = [];
      await sleep(durationSec * 1000);
      // The first one began before.
      const whole = batches.slice(1);
      if (whole.length === 0) throw new Error(`not one batch was over within ${durationSec} s`);
      // Not the median: a capture may watch a part of the time only, and all of its cost counts.
      return whole.reduce((sum, cost) => sum + cost, 0) / whole.length;
    },
    end,
  };
}

export type Read = () => Promise<number>;
/** Runs the reading while something measures a process. */
export type Meter = (pid: number, read: Read) => Promise<number>;

export interface Subject {
  readonly name: string;
  /** Who is measured: the loop, or another process. */
  readonly pid: number;
  readonly meter: Meter;
  readonly peer?: { readonly name: string; readonly meter: Meter } | undefined;
}

/** What a turn costs while the subject is measured and while nothing is, and the difference of each pair. */
export async function compareCosts(bench: Bench, loop: CostLoop, { name, pid, meter, peer }: Subject): Promise<Row[]> {
  const bare: number[] = [];
  const measured: number[] = [];
  const byPeer: number[] = [];
  const read: Read = () => loop.readCost(bench.windowSec - marginSec);
  const turns = [
    async () => bare.push(await read()),
    async () => measured.push(await meter(pid, read)),
    async () => peer !== undefined && byPeer.push(await peer.meter(pid, read)),
  ];
  await takeTurns(bench.repeat, turns, (round) => bench.narrator.say(`${name}: ${round}`));
  const added = (samples: readonly number[]): number[] => samples.map((ns, index) => ns - (bare[index] ?? 0));
  const addedByPeer = peer === undefined ? undefined : { name: peer.name, samples: added(byPeer) };
  return [
    { name, unit: 'ns', samples: measured, peer: { name: 'no capture', samples: bare } },
    { name: `${name}: added`, unit: 'ns', samples: added(measured), peer: addedByPeer },
  ];
}

export function captureOf({ repository, workspace, windowSec, signal }: Bench, axes: string | undefined): Meter {
  const out = path.join(workspace.folder, 'loop.json');
  return (pid, read) =>
    inFreshCgroup(async (cgroup) => {
      const run = { repository, pids: [pid], durationSec: windowSec, axes, out, signal };
      return (await whileCapturing(run, cgroup, read)).reading;
    });
}

/** One that waits for ever: what is captured when the loop is not. */
export function startStopped(bench: Bench, program: string): CostLoop {
  const loop = startLoop(bench, program);
  process.kill(loop.pid, 'SIGSTOP');
  return loop;
}
