/**
 * `farol-agent`: connectors, run beside the systems they read, with credentials that stay here.
 * Standard output carries events for programs, standard error the log and the words for people.
 */
import path from 'node:path';
import { knownDigest } from '../../catalog/known-digest.ts';
import { catalog } from '../../catalog/index.ts';
import { registry } from '../../connectors/registry.ts';
import { systemClock } from '../core/clock.ts';
import { codesOf, instanceExits } from '../core/exit-codes.ts';
import { createLog, type Log } from '../core/log.ts';
import { createAgents } from '../core/network-agent.ts';
import { Redactor } from '../core/redact.ts';
import type { Secret } from '../core/secret.ts';
import { readVersion } from '../core/version.ts';
import { enrol } from '../tunnel/instance/enrol.ts';
import { EnrolmentRefused } from '../tunnel/instance/enrolment-refused.ts';
import { explanationOf } from '../tunnel/instance/explained-error.ts';
import type { HealthReport } from '../tunnel/messages.ts';
import type { CommandHandlers, TunnelClient } from '../tunnel/port.ts';
import { tokenVariable } from './boot/agent-variables.ts';
import { agentAuditName } from './audit/audit-files.ts';
import { boot, type Booted } from './boot/boot.ts';
import type { BootProblem } from './boot/judge-boot.ts';
import { openAudit } from './boot/open-audit.ts';
import { startRecord, summarizeEnabled } from './boot/read-settings.ts';
import type { Environment } from './connectors/connector-setup.ts';
import { runChecksInWorker } from './health/run-checks-in-worker.ts';
import { fitReport } from './health/fit-report.ts';
import { HealthScheduler } from './health/health-scheduler.ts';
import { openAuditedTunnel, RefusedCommands } from './tunnel/record-refused-commands.ts';
import { wordsOf } from './connectors/sources.ts';
import { SourceStore } from './connectors/source-store.ts';
import { createOperationGate, createHosts } from './connectors/wire-connectors.ts';
import { agentJournalName, WriteJournal } from './writes/write-journal.ts';

const exits = codesOf(instanceExits);

/** Runs until SIGTERM, SIGINT or an end by the control plane; returns one of `instanceExits`. Never rejects. */
export async function runAgent(env: Environment): Promise<number> {
  const redactor = new Redactor();
  const log = createLog('farol-agent', { level: env['LOG_LEVEL'], redactor });
  const stopping = waitForStop();
  try {
    const started = await boot({ env, args: process.argv.slice(2), registry, redactor, log });
    if (started.booted === undefined) {
      sayRefusal(started.refusals, started.warnings);
      return exits.bootRefused;
    }
    sayBoot(started.booted);
    return await serve(started.booted, { env, redactor, log, stop: stopping.signal });
  } catch (error) {
    if (stopping.signal.aborted) return exits.stopped;
    log.error(explanationOf(error) ?? { err: error }, 'the agent failed');
    const words = error instanceof Error ? redactor.text(error.message) : 'unknown cause';
    process.stderr.write(`The Agent failed: ${words}\n`);
    return error instanceof EnrolmentRefused ? exits.enrolmentRefused : exits.failed;
  } finally {
    stopping.forget();
  }
}

interface Surroundings {
  readonly env: Environment;
  readonly redactor: Redactor;
  readonly log: Log;
  readonly stop: AbortSignal;
}

async function serve(booted: Booted, { env, redactor, log, stop }: Surroundings): Promise<number> {
  const { config } = booted;
  const clock = systemClock;
  const agents = createAgents({ ca: config.ca, env });
  const common = { config, agent: agents.https, clock, log };
  const identity = await enrol({ ...common, class: 'agent', token: () => readToken(booted), signal: stop });
  const auditFile = path.join(config.identityDir, agentAuditName);
  const audit = await openAudit(auditFile, {
    clock,
    limits: booted.audit,
    log,
    first: startRecord(booted, knownDigest),
  });
  log.info({ audit_head: audit.head }, 'the audit log is open');
  const store = new SourceStore({ folder: config.identityDir, clock });
  const wiring = { agents, clock, log, redactor, store };
  const hosts = createHosts(booted, wiring);
  const journal = new WriteJournal({ file: path.join(config.identityDir, agentJournalName), clock, log });
  const operationGate = createOperationGate(booted, { ...wiring, instance: config.instance, hosts, audit, journal });
  const link: { tunnel?: TunnelClient } = {};
  // Stored by the control plane, it reveals records cut from the log of this machine.
  const about = wordsOf(booted.sources);
  const anchored = (report: HealthReport): HealthReport => fitReport({ ...report, ...about, audit: audit.head });
  const health = new HealthScheduler({
    check: (run) => runChecksInWorker({ hosts, named: booted.named, env, ca: config.ca, redactor, clock, log }, run),
    clock,
    log,
    send: (report) =>
      link.tunnel?.report('health.report', anchored(report)) ?? Promise.reject(new Error('no tunnel yet')),
  });
  const handlers: CommandHandlers<'operation.run' | 'health.run'> = {
    'operation.run': (question, { signal }) => operationGate.run(question, { signal: AbortSignal.any([signal, stop]) }),
    'health.run': async () => anchored(await health.run()),
  };
  const refused = new RefusedCommands({ audit, clock, log });
  const tunnel = openAuditedTunnel(
    { ...common, identity, versions: { agent: readVersion() }, catalogDigest: knownDigest, handlers },
    refused,
  );
  link.tunnel = tunnel;
  const ended = await untilEnd(tunnel, health, stop);
  health.stop();
  await tunnel.close();
  refused.flush();
  // Reads were ended with the tunnel, writes go on for a while; the record of each comes before the log is closed.
  await operationGate.settle(recordWaitMs);
  await journal.close();
  await audit.close();
  // Logs leave this machine, so this reveals records that were cut from the end.
  log.info({ audit_head: audit.head }, 'the audit log is closed');
  agents.close();
  booted.secretStore.close();
  if (ended === 'signal') return exits.stopped;
  process.stderr.write(`The control plane ended this instance (${ended.code}). ${ended.remedy}\n`);
  return exits.ended;
}

const recordWaitMs = 5_000;

function readToken({ token }: Booted): Promise<Secret> {
  if (token === undefined) throw new Error(`${tokenVariable} is needed to enrol`);
  return token.read();
}

function untilEnd(
  tunnel: TunnelClient,
  health: HealthScheduler,
  stop: AbortSignal,
): Promise<'signal' | { code: string; remedy: string }> {
  return new Promise((resolve) => {
    const look = (state: ReturnType<TunnelClient['state']>): void => {
      if (state.state === 'live') health.start();
      else health.pause();
      if (state.state === 'stopped') resolve({ code: state.code, remedy: state.remedy });
    };
    stop.addEventListener('abort', () => resolve('signal'), { once: true });
    if (stop.aborted) resolve('signal');
    tunnel.onState(look);
    look(tunnel.state());
  });
}

function sayBoot({ sources, allowed, inert, warnings }: Booted): void {
  const enabled = summarizeEnabled(catalog, { allowed, inert });
  const ready = sources.filter(({ setup }) => setup.missing === undefined).map(({ setup }) => setup.source);
  process.stderr.write(
    `Farol Agent, class agent; sources ready: ${ready.join(', ') || 'none'}; ` +
      `enabled: ${enabled.reads} reads, writes: ${enabled.writes.join(', ') || 'none'}.\n`,
  );
  for (const warning of warnings) process.stderr.write(`Warning: ${sentence(warning)}\n`);
  say({
    event: 'booted',
    class: 'agent',
    connectors: ready,
    allow_list: allowed === undefined ? null : [...allowed],
    enabled,
    warnings,
  });
}

function sayRefusal(refusals: readonly BootProblem[], warnings: readonly BootProblem[]): void {
  const count = `${refusals.length} ${refusals.length === 1 ? 'problem' : 'problems'}`;
  process.stderr.write(`The Agent refuses to boot: ${count}.\n`);
  for (const problem of refusals) process.stderr.write(`- ${sentence(problem)}\n`);
  say({ event: 'boot_refused', class: 'agent', problems: refusals, warnings });
}

function sentence({ cause, cost, fix }: BootProblem): string {
  return `${cause}. Cost: ${cost}. ${fix}`;
}

function say(event: object): void {
  process.stdout.write(`${JSON.stringify(event)}\n`);
}

function waitForStop(): { signal: AbortSignal; forget: () => void } {
  const controller = new AbortController();
  const end = (): void => controller.abort(new Error('the Agent was asked to stop'));
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  return {
    signal: controller.signal,
    forget: () => {
      process.off('SIGTERM', end);
      process.off('SIGINT', end);
    },
  };
}
