/** Starts the process of the simulated instances and asks it. */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Bench } from '../bench.ts';
import { machineMs, pause } from './machine-time.ts';
import type { SimulatorAsk, SimulatorAsks, SimulatorOrder } from './simulator-orders.ts';

export interface Simulator {
  readonly pid: number;
  ask<A extends SimulatorAsk>(what: A, ask: SimulatorAsks[A]['ask']): Promise<SimulatorAsks[A]['answer']>;
  /** Starts all of them, so many a second, and resolves with the number that is live: all, or those within the time. */
  connectAll(perSec: number, timeoutMs: number): Promise<number>;
  end(): void;
}

let made = 0;

export async function startSimulator(bench: Bench, order: SimulatorOrder): Promise<Simulator> {
  made += 1;
  const file = path.join(bench.workspace.folder, `simulator-${made}.json`);
  writeFileSync(file, JSON.stringify(order), { mode: 0o600 });
  const entry = path.join(import.meta.dirname, `simulator-process${path.extname(import.meta.filename)}`);
  const child = spawn(process.execPath, [entry, file], { stdio: ['pipe', 'pipe', 'inherit'] });
  const end = (): void => void child.kill('SIGKILL');
  bench.onStarted(end);
  const waiting = new Map<number, { resolve: (answer: unknown) => void; reject: (error: Error) => void }>();
  const ready = Promise.withResolvers<unknown>();
  waiting.set(0, ready);
  let asked = 0;
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { id, answer } = JSON.parse(line) as { id: number; answer: unknown };
    waiting.get(id)?.resolve(answer);
    waiting.delete(id);
  });
  // A question to a process that has ended is rejected below.
  child.stdin.on('error', () => undefined);
  child.once('close', (code, signal) => {
    for (const { reject } of waiting.values()) reject(new Error(`the simulator ended (${signal ?? code})`));
    waiting.clear();
  });
  await ready.promise;
  const ask = <A extends SimulatorAsk>(
    what: A,
    question: SimulatorAsks[A]['ask'],
  ): Promise<SimulatorAsks[A]['answer']> => {
    asked += 1;
    const id = asked;
    return new Promise((resolve, reject) => {
      if (child.exitCode !== null || child.signalCode !== null) return reject(new Error('the simulator has ended'));
      waiting.set(id, { resolve: resolve as (answer: unknown) => void, reject });
      return child.stdin.write(`${JSON.stringify({ id, what, ask: question })}\n`);
    });
  };
  return {
    pid: child.pid ?? -1,
    ask,
    end,
    connectAll: async (perSec, timeoutMs) => {
      const total = order.instances.length;
      const deadline = machineMs() + timeoutMs;
      const step = Math.max(1, Math.round(perSec / 10));
      for (let from = 0; from < total && !bench.signal.aborted; from += step) {
        await ask('start', { from, to: Math.min(total, from + step) });
        await pause(100);
      }
      for (;;) {
        const { live } = await ask('count', null);
        if (live === total || machineMs() > deadline || bench.signal.aborted) return live;
        await pause(200);
      }
    },
  };
}
