/**
 * What honest users of a control plane notice while somebody attacks it: how late its event loop is, how long the
 * health route of the other port, an operation and an outcome of 300 KB take, and how many tunnels are lost. Each
 * beside the same without an attack; attacks of enrolled instances also beside a peer that is as busy and honest.
 */
import { randomUUID } from 'node:crypto';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { Agent } from 'node:https';
import path from 'node:path';
import { CaptureQueue } from '../../src/control/captures/capture-queue.ts';
import { systemClock } from '../../src/core/clock.ts';
import type { Findings, Row, Unit, Unmeasured } from '../bench-report.ts';
import type { Bench } from '../bench.ts';
import { pause } from '../fleet/machine-time.ts';
import { ask } from '../own-control.ts';
import {
  ahead,
  type AttackedControl,
  hostileAgent,
  processors,
  startAttackedControl,
  tenant,
} from './attacked-control.ts';
import { type Attack, type AttackName, attackNames, attacks } from './attacks.ts';
import type { AttackOrder } from './attacker.ts';

/** After an attack what it left must be gone before the next begins. */
const betweenMs = 12_000;
const settleMs = 1500;

interface Seen {
  readonly loopP99: number;
  readonly loopMax: number;
  readonly health: readonly number[];
  readonly operations: readonly number[];
  readonly outcomes: readonly number[];
  readonly failures: number;
  readonly lostTunnels: number;
}

export async function measureHostile(bench: Bench): Promise<Findings> {
  if (spawnSync('nproc', { encoding: 'utf8' }).stdout.trim() === '1') {
    return { rows: [], unmeasured: [{ name: 'all of it', why: 'attackers need a processor of their own' }] };
  }
  const control = await startAttackedControl(bench);
  // What measures shares the processor of the attackers, and goes before them and whatever else runs here.
  spawnSync('taskset', ['-a', '-p', '-c', processors.others, String(process.pid)]);
  spawnSync('renice', ['-n', String(ahead), '-p', String(process.pid)]);
  const quiet = await watch(control, bench, undefined);
  const busy = await whileAttacked(control, bench, 'busy');
  const rows: Row[] = [
    ...describe('nobody attacks', quiet, undefined),
    ...describe('a busy honest peer', busy, { name: 'quiet', seen: quiet }),
  ];
  const unmeasured: Unmeasured[] = [];
  for (const attack of attackNames.filter((name) => name.includes(bench.attack))) {
    bench.narrator.say(attack);
    if (bench.signal.aborted) break;
    const beside = attacks[attack].isEnrolled
      ? { name: 'busy honest peer', seen: busy }
      : { name: 'quiet', seen: quiet };
    try {
      rows.push(...describe(attack, await whileAttacked(control, bench, attack), beside));
    } catch (error) {
      unmeasured.push({ name: attack, why: error instanceof Error ? error.message : String(error) });
    }
    await pause(betweenMs);
  }
  return { rows, unmeasured };
}

async function whileAttacked(control: AttackedControl, bench: Bench, attack: AttackName | 'busy'): Promise<Seen> {
  const { ca, ports, identityDirs } = control;
  const file = path.join(bench.workspace.folder, 'attack.json');
  const order: AttackOrder = { attack, ca, ports, tenant, identityDirs };
  writeFileSync(file, JSON.stringify(order));
  const entry = path.join(import.meta.dirname, `attacker${path.extname(import.meta.filename)}`);
  const attacker = spawn('nice', ['-n', '10', 'taskset', '-c', processors.others, process.execPath, entry, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  bench.onStarted(() => void attacker.kill('SIGKILL'));
  const ended = once(attacker, 'exit');
  await Promise.race([once(attacker.stdout, 'data'), ended]);
  await pause(settleMs);
  let seen: Seen;
  let hasStayed = false;
  try {
    if (attack === 'bundles that inflate, for requests that were offered') await offerCaptures(control);
    seen = await watch(control, bench, attack === 'busy' ? undefined : attack);
    hasStayed = attacker.exitCode === null && attacker.signalCode === null;
  } finally {
    attacker.kill('SIGTERM');
    await ended;
  }
  // What was measured would be a quiet control plane.
  if (!hasStayed) throw new Error(`the attacker of "${attack}" ended by itself`);
  return seen;
}

/** As many as an hour allows. */
async function offerCaptures({ store, organization }: AttackedControl): Promise<void> {
  const queue = new CaptureQueue(store, systemClock);
  const by = { type: 'token', name: 'bench' } as const;
  for (let at = 0; at < 20; at += 1) {
    const body = {
      workload: 'app',
      version: `1.${at}`,
      env: '',
      kind: 'head',
      duration_sec: 60,
      warmup_sec: 5,
    } as const;
    await queue.enqueue(organization, body, by);
  }
}

async function watch(control: AttackedControl, bench: Bench, attack: AttackName | undefined): Promise<Seen> {
  const { agents, profiler, ports, ca } = control;
  const endAt = performance.now() + bench.windowSec * 1000;
  let lostTunnels = 0;
  const unsubscribe = [...agents, profiler].map((one) =>
    one.onState(({ state }) => {
      if (state === 'waiting') lostTunnels += 1;
    }),
  );
  await control.scrape();
  const tunnelHealth = new URL(`https://localhost:${ports.tunnel}/`);
  const { port, isAsked = false }: Partial<Attack> = attack === undefined ? {} : attacks[attack];
  const isAppAttacked = port === 'app';
  let failures = 0;
  const every = async (everyMs: number, run: () => Promise<boolean>): Promise<number[]> => {
    const took: number[] = [];
    while (performance.now() < endAt && !bench.signal.aborted) {
      const began = performance.now();
      const isFine = await run().catch(() => false);
      if (isFine) took.push(performance.now() - began);
      else failures += 1;
      await pause(Math.max(0, everyMs - (performance.now() - began)));
    }
    return took;
  };
  const outcome = (): Parameters<typeof profiler.report<'capture.outcome'>>[1] => ({
    request_id: randomUUID(),
    outcome: 'pushed',
    reason: { code: 'measured', text: 'x' },
    bundle: 'x'.repeat(300 * 1024),
  });
  const operation = { method: 'POST', path: '/api/operations/metrics.query', body: { args: {} } };
  const askHostile = async (): Promise<void> => {
    const body = { args: {}, instance: hostileAgent };
    while (isAsked && performance.now() < endAt && !bench.signal.aborted) {
      const { status } = await control.send({ ...operation, body });
      if (status !== 200) throw new Error(`the hostile Agent's answer was refused with status ${status}`);
    }
  };
  const [health, operations, outcomes] = await Promise.all([
    every(100, async () =>
      isAppAttacked
        ? (await ask(tunnelHealth, { headers: {}, agent: new Agent({ ca }) })).status === 426
        : (await control.send({ path: '/healthz', fresh: true })).status === 200,
    ),
    every(20, async () => (await control.send(operation)).status === 200),
    every(300, async () => (await profiler.report('capture.outcome', outcome())).stored),
    askHostile(),
  ]);
  const metrics = await control.scrape();
  for (const stop of unsubscribe) stop();
  return {
    loopP99: readMetric(metrics, 'nodejs_eventloop_lag_p99_seconds') * 1000,
    loopMax: readMetric(metrics, 'nodejs_eventloop_lag_max_seconds') * 1000,
    health,
    operations,
    outcomes,
    failures,
    lostTunnels,
  };
}

function readMetric(text: string, name: string): number {
  const value = new RegExp(`^${name} (\\S+)$`, 'mu').exec(text)?.[1];
  if (value === undefined) throw new Error(`the control plane does not say ${name}`);
  return Number(value);
}

function describe(
  attack: string,
  seen: Seen,
  beside: { readonly name: string; readonly seen: Seen } | undefined,
): Row[] {
  const row = (name: string, unit: Unit, of: (one: Seen) => number): Row => ({
    name: `${attack}: ${name}`,
    unit,
    samples: [of(seen)],
    ...(beside !== undefined && { peer: { name: beside.name, samples: [of(beside.seen)] } }),
  });
  return [
    row('event loop late, p99', 'ms', ({ loopP99 }) => loopP99),
    row('event loop late, at most', 'ms', ({ loopMax }) => loopMax),
    row('health of the other port, p99', 'ms', ({ health }) => p99(health)),
    row('an operation, p99', 'ms', ({ operations }) => p99(operations)),
    row('an outcome of 300 KB, p99', 'ms', ({ outcomes }) => p99(outcomes)),
    row('of these, failed', 'runs', ({ failures }) => failures),
    row('tunnels lost', 'runs', ({ lostTunnels }) => lostTunnels),
  ];
}

/** Infinity where none succeeded. */
function p99(samples: readonly number[]): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.99))] ?? Number.POSITIVE_INFINITY;
}
