/**
 * `farol-profiler`: the unprivileged process that talks to the control plane and starts the collector.
 * Standard output carries events for programs, standard error the log and the words for people.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { systemClock } from '../../src/core/clock.ts';
import { codesOf, instanceExits } from '../../src/core/exit-codes.ts';
import { createLog, type Log } from '../../src/core/log.ts';
import { createAgents } from '../../src/core/network-agent.ts';
import { Redactor } from '../../src/core/redact.ts';
import type { Secret } from '../../src/core/secret.ts';
import { systemDisk } from '../../src/tunnel/identity/disk.ts';
import { enrol } from '../../src/tunnel/instance/enrol.ts';
import { explanationOf } from '../../src/tunnel/instance/explained-error.ts';
import { openTunnel } from '../../src/tunnel/instance/open-tunnel.ts';
import type { TunnelClient } from '../../src/tunnel/port.ts';
import { boot, type Booted, collectorVariable, tokenVariable } from './boot/boot.ts';
import type { BootProblem } from './boot/boot-problem.ts';
import { CaptureRunner } from './capture/capture-runner.ts';
import { Delivery } from './outbox/deliver.ts';
import { describeHealth } from './report-health.ts';
import { Spool } from './outbox/spool.ts';

export const profilerVersion = '0.1.0';
export const defaultCollector = '/usr/local/bin/ptop';

type Environment = Readonly<Record<string, string | undefined>>;

const exits = codesOf(instanceExits);

/** Runs until SIGTERM, SIGINT or an end by the control plane; returns one of `instanceExits`. Never rejects. */
export async function runProfiler(env: Environment): Promise<number> {
  const redactor = new Redactor();
  const log = createLog('farol-profiler', { level: env['LOG_LEVEL'], redactor });
  const stop = waitForStop();
  try {
    const collector = env[collectorVariable] ?? defaultCollector;
    const started = await boot(env, collector, redactor);
    if (!('booted' in started)) {
      sayRefusal(started.refusals, started.warnings);
      return exits.bootRefused;
    }
    const { booted } = started;
    sayBoot(booted);
    return await serve(booted, { env, collector, log, stop: stop.promise });
  } catch (error) {
    log.error(explanationOf(error) ?? { err: error }, 'the profiler failed');
    process.stderr.write(
      `The Profiler failed: ${error instanceof Error ? redactor.text(error.message) : 'unknown cause'}\n`,
    );
    return error instanceof Error && error.name === 'EnrolmentRefused' ? exits.enrolmentRefused : exits.failed;
  } finally {
    stop.forget();
  }
}

interface Surroundings {
  readonly env: Environment;
  readonly collector: string;
  readonly log: Log;
  readonly stop: Promise<'signal'>;
}

async function serve(booted: Booted, { env, collector, log, stop }: Surroundings): Promise<number> {
  const { config, targets, targetsFile, allocationsOf, spoolLimits, collectorVersion } = booted;
  const agent = createAgents({ ca: config.ca, env }).https;
  const common = { config, agent, clock: systemClock, log };
  const enrolling = new AbortController();
  const enrolment = enrol({ ...common, class: 'profiler', token: () => readToken(booted), signal: enrolling.signal });
  const identity = await Promise.race([enrolment, stop]);
  if (identity === 'signal') {
    enrolling.abort();
    // What it still waits for rejects later, which no longer matters.
    enrolment.catch(() => undefined);
    return exits.stopped;
  }
  const spool = await Spool.open(path.join(config.identityDir, 'outcomes'), systemDisk, {
    limits: spoolLimits,
    onGivenUp: ({ requestId, why, isReported }) =>
      log.error(
        { request_id: requestId, code: 'outcome_dropped', why },
        isReported ? 'a bundle was discarded' : 'an outcome was discarded',
      ),
  });
  const workDir = await mkdtemp(path.join(os.tmpdir(), 'farol-profiler-'));
  // Progress and outcomes begin only after the tunnel exists, and the tunnel needs the runner's handlers.
  const link: { tunnel?: TunnelClient; delivery?: Delivery } = {};
  const runner = new CaptureRunner({
    instance: config.instance,
    targets,
    targetsFile,
    allocationsOf,
    collector,
    workDir,
    spool,
    log,
    onPhase: (request_id, phase, elapsed_sec) => {
      link.tunnel
        ?.report('capture.progress', { request_id, phase, elapsed_sec })
        .catch(() => log.debug({ request_id, phase }, 'progress was not delivered'));
    },
    onEnded: () => link.delivery?.wake(),
  });
  const tunnel = openTunnel({
    ...common,
    identity,
    versions: { profiler: profilerVersion, ptop: collectorVersion },
    targets: targets.length,
    handlers: {
      'capture.start': (request) => runner.offer(request),
      'capture.abort': ({ request_id, reason }) => {
        runner.abort(request_id, reason);
        return Promise.resolve({});
      },
    },
  });
  link.tunnel = tunnel;
  link.delivery = new Delivery({ spool, tunnel, clock: systemClock, log });
  link.delivery.wake();
  tunnel.onState(({ state }) => {
    if (state !== 'live') return;
    const report = { at: new Date().toISOString(), checks: describeHealth(booted.warnings, targets.length) };
    tunnel.report('health.report', report).catch(() => log.debug({}, 'health was not delivered'));
  });
  const ended = await Promise.race([stop, waitForEnd(tunnel)]);
  await runner.stop();
  await link.delivery.stop();
  await tunnel.close();
  await rm(workDir, { recursive: true, force: true });
  if (ended === 'signal') return exits.stopped;
  process.stderr.write(`The control plane ended this instance (${ended.code}). ${ended.remedy}\n`);
  return exits.ended;
}

function readToken({ token }: Booted): Promise<Secret> {
  if (token === undefined) throw new Error(`${tokenVariable} is needed to enrol`);
  return token.read();
}

function waitForEnd(tunnel: TunnelClient): Promise<{ code: string; remedy: string }> {
  return new Promise((resolve) => {
    const look = (state: ReturnType<TunnelClient['state']>): void => {
      if (state.state === 'stopped') resolve({ code: state.code, remedy: state.remedy });
    };
    tunnel.onState(look);
    look(tunnel.state());
  });
}

function sayBoot({ targets, warnings }: Booted): void {
  process.stderr.write(
    `Farol Profiler, class profiler, ${targets.length} ${targets.length === 1 ? 'target' : 'targets'} in its list.\n`,
  );
  for (const warning of warnings) process.stderr.write(`Warning: ${sentence(warning)}\n`);
  say({ event: 'booted', class: 'profiler', targets: targets.length, warnings });
}

function sayRefusal(refusals: readonly BootProblem[], warnings: readonly BootProblem[]): void {
  process.stderr.write(
    `The Profiler refuses to boot: ${refusals.length} ${refusals.length === 1 ? 'problem' : 'problems'}.\n`,
  );
  for (const problem of refusals) process.stderr.write(`- ${sentence(problem)}\n`);
  say({ event: 'boot_refused', class: 'profiler', problems: refusals, warnings });
}

function sentence({ cause, cost, fix }: BootProblem): string {
  return `${cause}. Cost: ${cost}. ${fix}`;
}

function say(event: object): void {
  process.stdout.write(`${JSON.stringify(event)}\n`);
}

function waitForStop(): { promise: Promise<'signal'>; forget: () => void } {
  const { promise, resolve } = Promise.withResolvers<'signal'>();
  const end = (): void => resolve('signal');
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  return {
    promise,
    forget: () => {
      process.off('SIGTERM', end);
      process.off('SIGINT', end);
    },
  };
}
