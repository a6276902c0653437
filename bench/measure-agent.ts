/**
 * An Agent that waits: from its start to a live tunnel, and its memory when nothing is asked; with one
 * connector that checks a real Prometheus, and with every connector configured, whose checks all load
 * what they need and fail at once; and what each client library adds when it is loaded. The peer is a bare
 * program on the same Node that keeps one WebSocket over TLS open. All run as the same user; an Agent is
 * enrolled already, as at every start but the first.
 */
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ControlApi } from '../src/control/api/api-client.ts';
import type { ChildOptions } from '../demo/child-process.ts';
import { mintBootstrap, prepareAgent, startControl } from '../demo/fleet.ts';
import { startPrometheus } from '../demo/prometheus.ts';
import { findFreePort } from '../demo/free-ports.ts';
import type { Findings, Row, Unit } from './bench-report.ts';
import { everyConnector } from './every-connector.ts';
import { startIdleServer } from './idle-server.ts';
import { type FirstUse, rowsOfFirstUse, sampleFirstUse } from './measure-first-use.ts';
import { type Bench, takeTurns } from './bench.ts';
import { type CheckedSample, type IdleSample, sampleChecked, sampleIdle } from './sample-program.ts';
import { InstanceWatch } from './watch-instance.ts';

const idleMs = 5000;

interface Samples {
  readonly one: IdleSample[];
  readonly every: CheckedSample[];
  readonly peer: IdleSample[];
  readonly firstUse: FirstUse[];
}

export async function measureAgent(bench: Bench): Promise<Findings> {
  const { narrator, repeat } = bench;
  const samples: Samples = { one: [], every: [], peer: [], firstUse: [] };
  const { one, every, peer, firstUse } = await prepareTurns(bench);
  const turns = [
    async () => samples.one.push(await one()),
    async () => samples.every.push(await every()),
    async () => samples.peer.push(await peer()),
    async () => samples.firstUse.push(await firstUse()),
  ];
  await takeTurns(repeat, turns, (round) => narrator.say(round));
  return {
    rows: [...rowsOfOne(samples), ...rowsOfEvery(samples), ...rowsOfFirstUse(samples.firstUse)],
    unmeasured: [],
  };
}

interface Turns {
  readonly one: () => Promise<IdleSample>;
  readonly every: () => Promise<CheckedSample>;
  readonly peer: () => Promise<IdleSample>;
  readonly firstUse: () => Promise<FirstUse>;
}

/** Control plane, Prometheus, two enrolled Agents and the peer; each turn starts one program and ends it. */
async function prepareTurns(bench: Bench): Promise<Turns> {
  const { workspace, onStarted, narrator, repository } = bench;
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
  const prepare = async (
    instance: string,
    more: { packages?: readonly string[]; folders?: readonly string[] } = {},
  ): Promise<ChildOptions> => {
    const token = await mintBootstrap(owner, 'agent');
    return prepareAgent(bench, instance, { control, caFile, prometheusUrl: prometheus.url, token, ...more });
  };
  const agentOf = (options: ChildOptions, watch: InstanceWatch) => ({
    program: { options, onStarted, untilUp: () => watch.untilState('live') },
    watch,
  });
  const one = agentOf(await prepare('bench-agent'), new InstanceWatch(owner, 'bench-agent'));
  const whole = await prepare('bench-agent-every', { packages: packagesOf(repository), folders: ['bench'] });
  const env = { ...whole.env, ...everyConnector(`127.0.0.1:${await findFreePort()}`) };
  const every = agentOf({ ...whole, env }, new InstanceWatch(owner, 'bench-agent-every'));

  const server = await startIdleServer(workspace.folder);
  onStarted(() => server.close());
  const args = [path.join(whole.cwd, 'dist/bench/idle-peer.js'), server.address, server.caFile];
  const peer: ChildOptions = { ...whole, name: 'the idle peer', args, env: {} };

  narrator.say('enrolling');
  for (const { program, watch } of [one, every]) {
    await sampleIdle(program, 0);
    await watch.untilState('offline');
  }
  return {
    one: async () => {
      const sample = await sampleIdle(one.program, idleMs);
      await one.watch.untilState('offline');
      return sample;
    },
    every: async () => {
      const sample = await sampleChecked(every.program, (sinceMs) => every.watch.untilChecked(sinceMs));
      await every.watch.untilState('offline');
      return sample;
    },
    peer: () => sampleIdle({ options: peer, onStarted, untilUp: () => server.connected() }, idleMs),
    firstUse: () => sampleFirstUse(whole, bench),
  };
}

/** The clients of every connector are among them. */
function packagesOf(repository: string): string[] {
  const text = readFileSync(path.join(repository, 'package.json'), 'utf8');
  return Object.keys((JSON.parse(text) as { dependencies: Record<string, string> }).dependencies);
}

const peerName = 'bare Node with one WebSocket';
const mib = (bytes: number): number => bytes / (1 << 20);

function rowsOfOne({ one, peer }: Samples): Row[] {
  const row = (name: string, unit: Unit, of: (sample: IdleSample) => number): Row => ({
    name,
    unit,
    samples: one.map(of),
    peer: { name: peerName, samples: peer.map(of) },
  });
  return [
    row('start → live tunnel', 'ms', ({ startMs }) => startMs),
    row(`RSS after ${idleMs / 1000} s idle`, 'MiB', ({ rssBytes }) => mib(rssBytes)),
    row(`PSS after ${idleMs / 1000} s idle`, 'MiB', ({ pssBytes }) => mib(pssBytes)),
  ];
}

function rowsOfEvery({ every, peer }: Samples): Row[] {
  const startPeer = { name: peerName, samples: peer.map(({ startMs }) => startMs) };
  const rssPeer = { name: peerName, samples: peer.map(({ rssBytes }) => mib(rssBytes)) };
  const row = (name: string, unit: Unit, of: (sample: CheckedSample) => number, beside?: Row['peer']): Row => ({
    name: `every connector: ${name}`,
    unit,
    samples: every.map(of),
    peer: beside,
  });
  return [
    row('start → live tunnel', 'ms', ({ startMs }) => startMs, startPeer),
    row('RSS when live', 'MiB', ({ rssBytes }) => mib(rssBytes.up), rssPeer),
    row('RSS after a run of the checks', 'MiB', ({ rssBytes }) => mib(rssBytes.checked), rssPeer),
    row('peak RSS of the checks’ own process', 'MiB', ({ checks }) => mib(checks.peakRssBytes)),
    row('CPU of a run of the checks', 's', ({ checks }) => checks.cpuSec),
  ];
}
