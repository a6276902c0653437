/**
 * Processor time of one operation: of the replicas from the request over HTTPS, the store, the signed command and the
 * tunnel to the answer. Every second one is asked at the replica that does not hold the tunnel, and a fifth are writes.
 * The peer is a program that reads, notes, forwards and answers, and checks nothing.
 */
import { randomUUID } from 'node:crypto';
import { Agent } from 'node:https';
import path from 'node:path';
import WebSocket from 'ws';
import { startChild } from '../../demo/child-process.ts';
import type { Row } from '../bench-report.ts';
import { ask } from '../own-control.ts';
import { readCpuNs } from '../process-usage.ts';
import type { BareForwarderOrder } from './bare-forwarder.ts';
import { askedTwice } from './callers.ts';
import { type FleetUnderTest, placesOf } from './fleet-under-test.ts';
import { pause } from './machine-time.ts';

const operations = 600;
const warmUp = 200;
const atOnce = 8;
const writesPart = 0.2;
const quietMs = 5000;
const startMs = 20_000;
const msOf = (ns: number): number => ns / 1e6;

export async function measureOperationCost(fleet: FleetUnderTest): Promise<Row[]> {
  const { callers, population, replicas } = fleet;
  const agents = placesOf(population, (one) => one.class === 'agent');
  const operate = async (): Promise<void> => {
    const one = population.instances[agents[Math.floor(Math.random() * agents.length)] ?? -1];
    if (one === undefined) throw new Error('there is no Agent');
    await callers.operate({ ...one, isWrite: Math.random() < writesPart });
  };
  const pids = replicas.map(({ pid }) => pid);
  await manyTimes(warmUp, operate);
  // What the replicas do for their tunnels and for each other, whether somebody asks or not.
  const idle = await costOf(pids, () => pause(quietMs));
  const asked = await costOf(pids, () => manyTimes(operations, operate));
  const ofTunnels = (idle.cpuMs / idle.tookMs) * asked.tookMs;
  const bare = await measureBare(fleet);
  return [
    {
      name: 'an operation: processor time of the replicas',
      unit: 'ms',
      samples: [(asked.cpuMs - ofTunnels) / (operations * (1 + askedTwice))],
      peer: { name: 'bare program that notes, forwards and answers', samples: [bare] },
    },
  ];
}

async function measureBare({ bench, databaseUrl, replicas }: FleetUnderTest): Promise<number> {
  const [replica] = replicas;
  if (replica === undefined) throw new Error('there is no replica');
  const order: BareForwarderOrder = { pemFile: replica.serverPemFile, databaseUrl };
  const { folder } = bench.workspace;
  const child = startChild({
    name: 'the bare forwarder',
    command: process.execPath,
    args: [
      path.join(import.meta.dirname, `bare-forwarder${path.extname(import.meta.filename)}`),
      JSON.stringify(order),
    ],
    env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin' },
    cwd: folder,
    logFile: path.join(folder, 'bare-forwarder.log'),
    identity: undefined,
  });
  bench.onStarted(() => child.stop());
  const { port } = await child.waitFor('listening', startMs);
  const socket = new WebSocket(`wss://127.0.0.1:${Number(port)}`, { ca: replica.caPem, perMessageDeflate: false });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const result = JSON.stringify({ complete: true, data: { series: [] } });
  socket.on('message', (data: Buffer) => {
    const { id } = JSON.parse(data.toString()) as { id: string };
    socket.send(JSON.stringify({ id, result }));
  });
  const agent = new Agent({ ca: replica.caPem, keepAlive: true });
  const operate = async (): Promise<void> => {
    const body = { id: randomUUID(), args: { expression: 'up' } };
    const { status } = await ask(new URL(`https://localhost:${Number(port)}/`), {
      method: 'POST',
      body,
      headers: {},
      agent,
    });
    if (status !== 200) throw new Error(`the bare forwarder answered ${status}`);
  };
  try {
    await manyTimes(warmUp, operate);
    const asked = await costOf([child.pid], () => manyTimes(operations, operate));
    return asked.cpuMs / operations;
  } finally {
    socket.terminate();
    agent.destroy();
    await child.stop();
  }
}

async function manyTimes(times: number, work: () => Promise<void>): Promise<void> {
  let left = times;
  const one = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await work();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
}

async function costOf(
  pids: readonly number[],
  work: () => Promise<void>,
): Promise<{ readonly cpuMs: number; readonly tookMs: number }> {
  const read = (): number => pids.reduce((sum, pid) => sum + readCpuNs(pid), 0);
  const before = read();
  const startedAt = performance.now();
  await work();
  return { cpuMs: msOf(read() - before), tookMs: performance.now() - startedAt };
}
