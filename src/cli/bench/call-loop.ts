/** A program that does nothing but the cheapest system call, and says what one costs it. */
import { spawn, spawnSync } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench } from './run-bench.ts';

export interface CallLoop {
  readonly pid: number;
  /** Nanoseconds of its processor time for each call: the mean of all whole batches within this time from now. */
  readCost(durationSec: number): Promise<number>;
}

export function compileCallLoop({ repository, workspace }: Bench): string {
  const program = path.join(workspace.folder, 'call_loop');
  const source = path.join(repository, 'profiler/ptop/bench/programs/call_loop.c');
  const { error, status, stderr } = spawnSync('cc', ['-O2', '-o', program, source], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`call_loop.c does not compile: ${error?.message ?? stderr}`);
  return program;
}

export function startCallLoop({ onStarted }: Bench, program: string): CallLoop {
  const child = spawn(program, { stdio: ['ignore', 'pipe', 'inherit'] });
  // One that was stopped does not notice a gentler signal.
  onStarted(() => void child.kill('SIGKILL'));
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
      if (whole.length === 0) throw new Error(`not one batch of calls was over within ${durationSec} s`);
      // Not the median: a capture may watch a part of the time only, and all of its cost counts.
      return whole.reduce((sum, cost) => sum + cost, 0) / whole.length;
    },
  };
}
