/** The Agent's own dispatch and health code around one registry, with what it logs, records and answers kept for looking at. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Catalog, catalog } from '../../catalog/index.ts';
import type { RegisteredConnector } from '../../src/connector/connector.ts';
import { type AuditEntry } from '../../src/agent/audit/audit-log.ts';
import { ConnectorHost } from '../../src/agent/connectors/connector-host.ts';
import { SourceStore } from '../../src/agent/connectors/source-store.ts';
import { type NamedSource, readSources } from '../../src/agent/connectors/sources.ts';
import type { AllowList } from '../../src/agent/gate/check-enabled.ts';
import { OperationGate } from '../../src/agent/gate/operation-gate.ts';
import { runChecks } from '../../src/agent/health/run-check.ts';
import { agentJournalName, WriteJournal } from '../../src/agent/writes/write-journal.ts';
import { type Clock, systemClock } from '../../src/core/clock.ts';
import { createLog } from '../../src/core/log.ts';
import { createAgents, type NetworkAgents, type NetworkOptions } from '../../src/core/network-agent.ts';
import { Redactor } from '../../src/core/redact.ts';
import type { HealthCheck, OperationAnswer } from '../../src/tunnel/messages.ts';

export interface AgentOptions {
  readonly registry: readonly RegisteredConnector[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** As a sources file has them. */
  readonly named?: readonly NamedSource[];
  readonly catalog?: Catalog;
  readonly allowed?: AllowList;
  readonly clock?: Clock;
  readonly operationsPerMinute?: number;
  readonly concurrentCalls?: number;
  /** Its name in the control plane. */
  readonly instance?: string;
  /** Where writes are recorded; a folder of this Agent's own when left out. */
  readonly journalFile?: string;
  /** What outlives this Agent; a folder of its own when left out, none at all for `null`. */
  readonly store?: SourceStore | null;
  /** The way out; straight, trusting what this machine trusts, when left out. */
  readonly network?: NetworkOptions;
}

export interface Asked {
  readonly source?: string;
  readonly idempotency?: { readonly key: string; readonly instance: string };
  readonly signal?: AbortSignal;
}

export class AgentUnderTest {
  /** Everything this Agent wrote or would send, as text. */
  readonly written: string[] = [];
  readonly audited: AuditEntry[] = [];
  readonly hosts: readonly ConnectorHost[];
  readonly redactor = new Redactor();
  readonly #gate: OperationGate;
  readonly #clock: Clock;
  readonly #log;
  readonly #agents: NetworkAgents;
  #journal: WriteJournal | undefined;
  #folder: string | undefined;
  #isAuditBroken = false;
  #hasAuditFailed = false;

  constructor({ registry, env, clock = systemClock, operationsPerMinute = 1000, ...options }: AgentOptions) {
    const { redactor } = this;
    this.#clock = clock;
    this.#agents = createAgents(options.network ?? { env: {} });
    this.#log = createLog('agent', {
      level: 'debug',
      redactor,
      destination: { write: (line) => this.written.push(line) },
    });
    const ports = {
      agents: this.#agents,
      clock,
      random: { next: () => 0 },
      log: this.#log,
      redactor,
      limits: { concurrentCalls: options.concurrentCalls ?? 4, operationsPerMinute },
      ...(options.store !== null && { store: options.store ?? this.#ownStore(clock) }),
    };
    this.hosts = readSources({ registry, env, named: options.named ?? [] }, redactor).map(
      ({ registered, setup }) => new ConnectorHost(registered, setup, ports),
    );
    this.#gate = new OperationGate({
      catalog: options.catalog ?? catalog,
      ...(options.instance !== undefined && { instance: options.instance }),
      allowed: options.allowed,
      hosts: this.hosts,
      audit: {
        ready: () => (this.#hasAuditFailed ? noSpace() : Promise.resolve()),
        append: (entry) => {
          if (this.#isAuditBroken) {
            this.#hasAuditFailed = true;
            return noSpace();
          }
          this.audited.push(entry);
          this.written.push(JSON.stringify(entry));
          return Promise.resolve();
        },
      },
      journal: { claim: (question) => this.#openJournal(options.journalFile, clock).claim(question) },
      redactor,
      clock,
      log: this.#log,
    });
  }

  async ask(operation: string, args: unknown, { signal, ...asked }: Asked = {}): Promise<OperationAnswer> {
    const question = { request_id: 'r-1', operation, args, ...asked };
    const answer = await this.#gate.run(question, { signal: signal ?? new AbortController().signal });
    this.written.push(JSON.stringify(answer));
    return answer;
  }

  /** As one of many runs, after one with these results; as the only one, which judges all it can, when left out. */
  async check(before?: readonly HealthCheck[]): Promise<HealthCheck[]> {
    const { signal } = new AbortController();
    const ports = { redactor: this.redactor, log: this.#log, signal, before, nowMs: this.#clock.now() };
    const results = (await Promise.all(this.hosts.map((host) => runChecks(host, ports)))).flat();
    this.written.push(JSON.stringify(results));
    return results;
  }

  /** The result of one of its checks. */
  async checkNamed(name: string): Promise<HealthCheck> {
    const found = (await this.check()).find(({ check }) => check === name);
    if (found === undefined) throw new Error(`there is no check ${name}`);
    return found;
  }

  settle(withinMs: number): Promise<void> {
    return this.#gate.settle(withinMs);
  }

  /** From here on no audit record can be written, as on a full disk. */
  breakAudit(): void {
    this.#isAuditBroken = true;
  }

  /** Of the folder that is made when something is stored. */
  #ownStore(clock: Clock): Pick<SourceStore, 'withStored'> {
    return {
      withStored: (source, signal, run) => {
        this.#folder ??= mkdtempSync(path.join(tmpdir(), 'farol-agent-'));
        return new SourceStore({ folder: this.#folder, clock }).withStored(source, signal, run);
      },
    };
  }

  /** Few Agents write, so the folder is made for those that do. */
  #openJournal(given: string | undefined, clock: Clock): WriteJournal {
    if (given === undefined) this.#folder ??= mkdtempSync(path.join(tmpdir(), 'farol-agent-'));
    const file = given ?? path.join(this.#folder ?? '', agentJournalName);
    this.#journal ??= new WriteJournal({ file, clock, log: this.#log });
    return this.#journal;
  }

  /** Whether this is the way out of this Agent's own client. */
  owns(httpAgent: unknown): boolean {
    return httpAgent === this.#agents.httpTo(new URL('http://localhost')) || httpAgent === this.#agents.https;
  }

  close(): void {
    const folder = this.#folder;
    const closed = this.#journal?.close() ?? Promise.resolve();
    void closed.finally(() => {
      if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
    });
    this.#agents.close();
  }
}

function noSpace(): Promise<never> {
  return Promise.reject(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }));
}

/** The fault of an answer that must be one. */
export function faultIn(answer: OperationAnswer): (OperationAnswer & { ok: false })['fault'] {
  if (!answer.ok) return answer.fault;
  throw new Error(`expected a fault, got ${JSON.stringify(answer.result)}`);
}

export function resultIn(answer: OperationAnswer): (OperationAnswer & { ok: true })['result'] {
  if (answer.ok) return answer.result;
  throw new Error(`expected a result, got ${JSON.stringify(answer.fault)}`);
}
