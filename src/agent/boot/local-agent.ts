/**
 * The Agent's own gate and checks on the Agent's own machine, for a person with a shell there: the same
 * configuration, the same refusals, an audit log of the same kind. No control plane takes part.
 */
import { randomUUID } from 'node:crypto';
import { chmod, mkdir } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { knownDigest } from '../../../catalog/known-digest.ts';
import { registry } from '../../../connectors/registry.ts';
import { systemClock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import { mapAtMost } from '../../core/map-at-most.ts';
import { createAgents } from '../../core/network-agent.ts';
import type { Redactor } from '../../core/redact.ts';
import type { HealthReport, OperationAnswer } from '../../tunnel/messages.ts';
import { localAuditName } from '../audit/audit-files.ts';
import { AuditLog, type AuditOptions } from '../audit/audit-log.ts';
import { bootLocally, type LocallyBooted, type Refused } from './boot.ts';
import type { Environment } from '../connectors/connector-setup.ts';
import { runChecks } from '../health/run-check.ts';
import { startRecord } from './read-settings.ts';
import { openSourceStore } from '../connectors/source-store.ts';
import { createOperationGate, createHosts } from '../connectors/wire-connectors.ts';
import { localJournalName, WriteJournal } from '../writes/write-journal.ts';

export interface LocalAgentPorts {
  readonly env: Environment;
  readonly redactor: Redactor;
  readonly log: Log;
  /** Reads no secret from a store, so that looking at the settings sends nothing. */
  readonly isOffline?: boolean;
}

export interface LocalQuestion {
  readonly operation: string;
  readonly args: unknown;
  readonly source: string | undefined;
}

export interface LocalAgent {
  readonly settings: LocallyBooted;
  /** Opens the audit log, asks, and closes it. @throws AuditLogInUse when others ask all the time. */
  run(question: LocalQuestion, signal: AbortSignal): Promise<OperationAnswer>;
  /** The same for several, a few at once; the answers in their order. */
  runAll(questions: readonly LocalQuestion[], signal: AbortSignal): Promise<OperationAnswer[]>;
  /** Of one source, of all sources of one connector, or of all. */
  health(of: string | undefined, signal: AbortSignal): Promise<HealthReport>;
  close(): void;
}

const askedAtOnce = 4;
/** How long one command waits for others that ask at the same moment. */
const lockWaitMs = 30_000;

export async function openLocalAgent(ports: LocalAgentPorts): Promise<LocalAgent | Refused> {
  const { env, redactor, log } = ports;
  const started = await bootLocally({ ...ports, registry });
  if (started.booted === undefined) return started;
  const { booted } = started;
  const clock = systemClock;
  const agents = createAgents({ ca: booted.ca, env });
  const wiring = { agents, clock, log, redactor, store: openSourceStore(env, clock) };
  const hosts = createHosts(booted, wiring);
  type Ask = (question: LocalQuestion, signal: AbortSignal) => Promise<OperationAnswer>;
  async function withGate<T>(work: (ask: Ask) => Promise<T>): Promise<T> {
    const audit = await openLocalAudit(env, { limits: booted.audit, log });
    const journal = new WriteJournal({ file: path.join(auditFolderOf(env), localJournalName), clock, log });
    try {
      await audit.note(startRecord(booted, knownDigest));
      const operationGate = createOperationGate(booted, { ...wiring, hosts, audit, journal });
      return await work(({ operation, args, source }, signal) => {
        const question = { request_id: randomUUID(), operation, args, ...(source !== undefined && { source }) };
        return operationGate.run(question, { signal });
      });
    } finally {
      await journal.close();
      await audit.close();
    }
  }
  return {
    settings: booted,
    run: (question, signal) => withGate((ask) => ask(question, signal)),
    runAll: (questions, signal) =>
      withGate((ask) => mapAtMost(askedAtOnce, questions, (question) => ask(question, signal))),
    async health(of, signal) {
      const asked = hosts.filter(({ id, setup }) => of === undefined || id === of || setup.manifest.id === of);
      const nowMs = clock.now();
      const checks = await Promise.all(
        asked.map((host) => runChecks(host, { redactor, log, signal, nowMs, before: undefined })),
      );
      return { at: new Date(clock.now()).toISOString(), checks: checks.flat() };
    },
    close() {
      booted.secretStore.close();
      agents.close();
    },
  };
}

/** Where the records of this machine are: beside the identity, or in the state folder of the user. */
export function auditFolderOf(env: Environment): string {
  const given = env['RUNNER_IDENTITY_DIR'];
  if (given !== undefined && given !== '') return path.resolve(given);
  const state = env['XDG_STATE_HOME'];
  const base = state !== undefined && path.isAbsolute(state) ? state : path.join(os.homedir(), '.local', 'state');
  return path.join(base, 'farol-agent');
}

async function openLocalAudit(env: Environment, options: AuditOptions): Promise<AuditLog> {
  const folder = auditFolderOf(env);
  const made = await mkdir(folder, { recursive: true, mode: 0o700 });
  // The mode of `mkdir` is cut by the umask.
  if (made !== undefined) await chmod(folder, 0o700);
  return AuditLog.open(path.join(folder, localAuditName), systemClock, { ...options, waitMs: lockWaitMs });
}
