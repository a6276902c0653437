/**
 * An Agent that waits: from its start to a live tunnel, and its memory when nothing is asked. The peer
 * is a bare program on the same Node that keeps one WebSocket over TLS open. Both run as the same user;
 * the Agent is enrolled already, as at every start but the first, and checks a real Prometheus.
 */
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Fleet } from '../../control/api.ts';
import { ControlApi } from '../control-api.ts';
import { type ChildOptions, startChild } from '../demo/child-process.ts';
import { mintBootstrap, prepareAgent, startControl } from '../demo/fleet.ts';
import { startPrometheus } from '../demo/prometheus.ts';
import { findFreePort } from '../demo/workspace.ts';
import type { Findings, Row, Unit } from './bench-report.ts';
import { startIdleServer } from './idle-server.ts';
import { type ProcessMemory, readProcessMemory } from './process-memory.ts';
import type { Bench } from './run-bench.ts';

const instance = 'bench-agent';
const idleMs = 5000;
const lookMs = 5;
const startTimeoutMs = 20_000;

interface Sample extends ProcessMemory {
  readonly startMs: number;
}

type TakeSample = () => Promise<Sample>;

export async function measureAgent(bench: Bench): Promise<Findings> {
  const { workspace, onStarted, narrator, repeat } = bench;
  const control = await startControl(bench);
  const caPem = readFileSync(control.caFile, 'utf8');
  const caFile = path.join(workspace.folder, 'ca.pem');
  writeFileSync(caFile, caPem);
  chmodSync(caFile, 0o644);
  const ports = { workloadPort: await findFreePort(), controlMetrics: control.metricsHost };
  const prometheus = await startPrometheus(workspace, ports);
  onStarted(() => prometheus.child.stop());
  const owner = new ControlApi(control.app, caPem);
  onStarted(() => owner.close());
  await owner.signIn(control.firstLink);
  const token = await mintBootstrap(owner, 'agent');
  const agent = prepareAgent(bench, instance, { control, caFile, prometheusUrl: prometheus.url, token });
  const server = await startIdleServer(workspace.folder);
  onStarted(() => server.close());
  const args = [path.join(agent.cwd, 'dist/src/cli/bench/idle-peer.js'), server.address, server.caFile];
  const peer: ChildOptions = { ...agent, name: 'the idle peer', args, env: {} };

  narrator.say('enrolling');
  await startOnce(bench, agent, () => waitForState(owner, 'live'), 0);
  await waitForState(owner, 'offline');
  const takeAgent: TakeSample = async () => {
    const sample = await startOnce(bench, agent, () => waitForState(owner, 'live'), idleMs);
    await waitForState(owner, 'offline');
    return sample;
  };
  const takePeer: TakeSample = () => startOnce(bench, peer, () => server.connected(), idleMs);
  const samples: { agent: Sample[]; peer: Sample[] } = { agent: [], peer: [] };
  for (let round = 1; round <= repeat; round++) {
    narrator.say(`round ${round} of ${repeat}`);
    const turns = [async () => samples.agent.push(await takeAgent()), async () => samples.peer.push(await takePeer())];
    for (const turn of round % 2 === 1 ? turns : turns.toReversed()) await turn();
  }
  const row = (name: string, unit: Unit, of: (sample: Sample) => number): Row => ({
    name,
    unit,
    samples: samples.agent.map(of),
    peer: { name: 'bare Node with one WebSocket', samples: samples.peer.map(of) },
  });
  return {
    rows: [
      row('start → live tunnel', 'ms', ({ startMs }) => startMs),
      row(`RSS after ${idleMs / 1000} s idle`, 'MiB', ({ rssBytes }) => rssBytes / (1 << 20)),
      row(`PSS after ${idleMs / 1000} s idle`, 'MiB', ({ pssBytes }) => pssBytes / (1 << 20)),
    ],
    unmeasured: [],
  };
}

async function startOnce(
  { onStarted }: Bench,
  program: ChildOptions,
  untilUp: () => Promise<void>,
  restMs: number,
): Promise<Sample> {
  const started = performance.now();
  const child = startChild(program);
  onStarted(() => child.stop());
  const failed = child.waitFor('boot_refused', startTimeoutMs).then(() => {
    throw new Error(`${program.name} refuses to boot:\n${child.tail()}`);
  });
  await Promise.race([untilUp(), failed]);
  const startMs = performance.now() - started;
  await sleep(restMs);
  const memory = readProcessMemory(child.pid);
  await child.stop();
  return { startMs, ...memory };
}

async function waitForState(owner: ControlApi, state: 'live' | 'offline'): Promise<void> {
  const deadline = performance.now() + startTimeoutMs;
  while (performance.now() < deadline) {
    const { instances } = await owner.call({ method: 'GET', path: '/api/fleet' }, Fleet);
    if (instances.some((one) => one.instance === instance && one.state === state)) return;
    await sleep(lookMs);
  }
  throw new Error(`${instance} was not ${state} within ${startTimeoutMs / 1000} s`);
}
