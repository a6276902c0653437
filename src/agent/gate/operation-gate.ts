/**
 * The gate every question passes, in this order and no other: can be recorded, known in the catalog, allowed and reviewed
 * by the customer, one source, strict arguments, for a write a key of this Agent, guards, for a write what its idempotency key was used for,
 * secrets, for a write its journal record, I/O, shape of the result, redaction, for a write its outcome in
 * the journal, audit record, answer. A step that refuses leaves what comes after it untouched. Never rejects.
 */
import type { z } from 'zod';
import type { Catalog, OperationName } from '../../../catalog/index.ts';
import type { Operation } from '../../../catalog/operation.ts';
import type { Clock } from '../../core/clock.ts';
import { countRows } from '../../core/count-rows.ts';
import { digestJson } from '../../core/digest-json.ts';
import { Fault, toFault } from '../../core/fault.ts';
import type { Log } from '../../core/log.ts';
import { printableName } from '../../core/printable-name.ts';
import type { Redactor } from '../../core/redact.ts';
import { type OperationAnswer, type OperationResult, type OperationRun, WireFault } from '../../tunnel/messages.ts';
import type { AuditEntry, AuditLog } from '../audit/audit-log.ts';
import type { QuestionHost } from '../connectors/connector-host.ts';
import { type ConnectorSetup, isNamed } from '../connectors/connector-setup.ts';
import type { UpstreamGate } from '../connectors/upstream-gate.ts';
import { runWrite } from '../writes/run-write.ts';
import { notAudited, outcomeUnknown } from '../writes/write-faults.ts';
import type { WriteJournal } from '../writes/write-journal.ts';
import { askConnector, type AskedConnector, type Built } from './ask-connector.ts';
import { type AllowList, checkEnabled, type InertOperations } from './check-enabled.ts';
import { checkGuards } from './check-guards.ts';
import { checkKeyOwner } from './check-key-owner.ts';
import { chooseSource } from './choose-source.ts';
import { parseArguments } from './parse-arguments.ts';
import { openCursor } from './source-cursor.ts';

export interface OperationGatePorts {
  readonly catalog: Catalog;
  /** Name of this Agent; left out where no control plane takes part. */
  readonly instance?: string;
  readonly allowed: AllowList;
  /** What the lock file leaves inert; nothing without one. */
  readonly inert?: InertOperations;
  readonly hosts: readonly QuestionHost[];
  readonly audit: Pick<AuditLog, 'append' | 'ready'>;
  /** Of writes alone: nothing of a read is in it. */
  readonly journal: Pick<WriteJournal, 'claim'>;
  readonly redactor: Redactor;
  readonly clock: Clock;
  readonly log: Log;
}

type Question = z.infer<typeof OperationRun>;

/** The fields of the audit record, filled in step by step. */
interface Trace {
  setup?: ConnectorSetup;
  argumentsDigest?: string;
  gate?: UpstreamGate;
  rows: number;
  resultBytes: number;
}

/** For the outcome and the record of what was ended. */
const recordMs = 1000;
const nothing: InertOperations = new Map();

export class OperationGate {
  readonly #ports: OperationGatePorts;
  readonly #running = new Set<Promise<OperationAnswer>>();
  readonly #ending = new AbortController();

  constructor(ports: OperationGatePorts) {
    this.#ports = ports;
  }

  run(question: Question, { signal }: { signal: AbortSignal }): Promise<OperationAnswer> {
    const running = this.#run(question, signal).finally(() => this.#running.delete(running));
    this.#running.add(running);
    return running;
  }

  /** Resolves when every question so far is answered and recorded. What takes longer than this is ended. */
  async settle(withinMs: number): Promise<void> {
    await this.#settled(withinMs);
    this.#ending.abort();
    await this.#settled(recordMs);
  }

  async #settled(withinMs: number): Promise<void> {
    let stopWaiting = (): void => undefined;
    const patience = new Promise<void>((resolve) => (stopWaiting = this.#ports.clock.after(withinMs, resolve)));
    await Promise.race([Promise.all(this.#running), patience]);
    stopWaiting();
  }

  async #run(question: Question, signal: AbortSignal): Promise<OperationAnswer> {
    const { audit, clock, log, redactor } = this.#ports;
    try {
      await audit.ready();
    } catch (error) {
      log.error(
        { err: error, request_id: printableName(question.request_id) },
        'the audit log cannot be written; the request is refused',
      );
      return this.#refuse(notAudited(error));
    }
    const started = clock.monotonic();
    const trace: Trace = { rows: 0, resultBytes: 0 };
    const answer = await this.#decide(question, trace, signal);
    const entry: AuditEntry = {
      requestId: printableName(redactor.text(question.request_id)),
      operation: printableName(redactor.text(question.operation)),
      source: trace.setup?.source,
      outcome: answer.ok ? 'answered' : answer.fault.code,
      argumentsDigest: trace.argumentsDigest,
      upstreamCalls: trace.gate?.count() ?? 0,
      rows: trace.rows,
      answerBytes: answer.ok ? trace.resultBytes : Buffer.byteLength(JSON.stringify(answer.fault)),
      durationMs: Math.round(clock.monotonic() - started),
    };
    try {
      await audit.append(entry);
    } catch (error) {
      log.error({ err: error, entry }, 'the audit record could not be written; the answer is withheld');
      return this.#refuse(withheld(entry, trace, error), trace.setup);
    }
    log.info(entry, answer.ok ? 'operation answered' : 'operation not answered');
    return answer;
  }

  async #decide(question: Question, trace: Trace, signal: AbortSignal): Promise<OperationAnswer> {
    try {
      return { ok: true, result: await this.#answer(question, trace, signal) };
    } catch (error) {
      const fault = toFault(error);
      if (fault.kind === 'bug') {
        this.#ports.log.error(
          { err: error, request_id: printableName(question.request_id) },
          'an operation failed because of a bug',
        );
      }
      return this.#refuse(fault, trace.setup);
    }
  }

  async #answer(question: Question, trace: Trace, signal: AbortSignal): Promise<OperationResult> {
    const { catalog, allowed, inert = nothing, hosts, redactor, clock } = this.#ports;
    const operation = findOperation(catalog, question.operation, redactor);
    checkEnabled(operation, { allowed, inert });
    const { host, declaration } = chooseSource(operation, hosts, question.source);
    trace.setup = host.setup;
    const asGiven = parseArguments(operation, question.args);
    trace.argumentsDigest = digestJson(asGiven);
    const args = openCursor(host.setup, asGiven);
    if (operation.access === 'write') checkKeyOwner(args, question.idempotency, this.#ports.instance);
    const code = (await host.load()).operations[operation.name as OperationName];
    if (code === undefined) throw new Error(`${host.id} declares ${operation.name} but does not implement it`);
    // One instant for everything: a limit that the guard held against it holds in the code too.
    const nowMs = clock.now();
    const window = await checkGuards({ args, declaration, manifest: host.setup.manifest, code, nowMs });
    host.limits.admitOperation();
    const onGate = (gate: UpstreamGate): void => void (trace.gate = gate);
    const asked: AskedConnector = { host, declaration, operation, args, code, nowMs, window, signal, onGate };
    const { result, bytes } = await this.#ask(asked, trace.argumentsDigest);
    trace.resultBytes = bytes;
    trace.rows = countRows(result.data);
    return result;
  }

  #ask(asked: AskedConnector, argumentsDigest: string): Promise<Built> {
    if (asked.operation.access === 'read') return askConnector(asked, this.#ports);
    return runWrite(asked, argumentsDigest, { ...this.#ports, ending: this.#ending.signal });
  }

  /** A fault names variables of a connector; of which source they are is added where the name does not say it. */
  #refuse(fault: Fault, setup?: ConnectorSetup): OperationAnswer & { ok: false } {
    const wire = fault.toWire();
    const data = setup !== undefined && isNamed(setup) ? { ...wire.data, source: setup.source } : wire.data;
    return { ok: false, fault: WireFault.parse(this.#ports.redactor.value({ ...wire, data })) };
  }
}

/** A write that went out may have been done, whatever its answer was. */
function withheld({ operation, source }: AuditEntry, { gate }: Trace, cause: unknown): Fault {
  if (gate?.write() === undefined || source === undefined) return notAudited(cause);
  return outcomeUnknown({ operation, source }, { cause });
}

/** Exactly as spelled, or not at all. The name alone decides; the rest of the request has not been read yet. */
function findOperation(catalog: Catalog, name: string, redactor: Redactor): Operation {
  const operation = catalog.get(name);
  if (operation !== undefined) return operation;
  throw new Fault(
    'not_in_catalog',
    // Redacted before it is cut: half of a secret would not be recognised.
    { operation: printableName(redactor.text(name)) },
    'Use an operation of the catalog. No permission, setting or argument adds another one.',
  );
}
