/** A real redis and its own load generator: one command, from connections that each wait for the answer. */
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '../demo/free-ports.ts';
import { needCommand, type RunningProgram, startHere } from './running-program.ts';
import type { Bench } from './bench.ts';

export interface LoadedRedis extends RunningProgram {
  readonly pid: number;
  /** Commands carried out since its start, by its own count. */
  readCommands(): Promise<number>;
}

const loopback = '127.0.0.1';
/** Enough that the server has always work, and no more than fits one turn of its event loop. */
const connections = 20;
const startTimeoutMs = 20_000;

export async function startRedis(bench: Bench): Promise<LoadedRedis> {
  needCommand('redis-server', 'redis-server');
  const port = String(await findFreePort());
  const where = ['--port', port, '--bind', loopback, '--dir', bench.workspace.folder];
  const server = startHere(bench, {
    name: 'redis-server',
    command: 'redis-server',
    args: [...where, '--save', '', '--appendonly', 'no'],
  });
  const readCommands = (): Promise<number> => askCommands(Number(port));
  await untilAnswered(readCommands, () => `redis does not answer:\n${server.tail()}`);
  const load = startHere(bench, {
    name: 'redis-benchmark',
    command: 'redis-benchmark',
    // More requests than any run can need; keys of a range that stays in memory.
    args: ['-h', loopback, '-p', port, '-c', String(connections), '-n', '2000000000', '-r', '10000', '-q', ...command],
  });
  const before = await readCommands();
  await sleep(500);
  if ((await readCommands()) - before < connections) throw new Error(`redis gets no load:\n${load.tail()}`);
  return {
    pid: server.pid,
    pids: () => [server.pid],
    readCommands,
    async stop() {
      await load.stop();
      await server.stop();
    },
  };
}

/** Reads and writes the data set, at the same cost each time. */
const command = ['INCR', 'counter:__rand_int__'];

async function untilAnswered(ask: () => Promise<unknown>, problem: () => string): Promise<void> {
  const deadline = performance.now() + startTimeoutMs;
  for (;;) {
    try {
      await ask();
      return;
    } catch (error) {
      if (performance.now() > deadline) throw new Error(problem(), { cause: error });
      await sleep(50);
    }
  }
}

function askCommands(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, loopback, () => socket.write('INFO stats\r\n'));
    let text = '';
    socket.setTimeout(startTimeoutMs, () => socket.destroy(new Error('redis does not answer')));
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('redis closed the connection')));
    socket.on('data', (part) => {
      text += part.toString('latin1');
      const found = /^total_commands_processed:(\d+)\r$/mu.exec(text);
      if (found === null) return;
      resolve(Number(found[1]));
      socket.destroy();
    });
  });
}
