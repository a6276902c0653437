/**
 * The gate every question passes, in this order and no other: known in the catalog, allowed and reviewed
 * by the customer, one source, strict arguments, guards, secrets, I/O, shape of the result, redaction, audit
 * record, answer. A step that refuses leaves what comes after it untouched. Never rejects.
 */
import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { Catalog, OperationName } from '../../../catalog/index.ts';
import type { PlannedConnector } from '../../../connectors/planned.ts';
import type { Clock } from '../../core/clock.ts';
import { Fault, toFault } from '../../core/fault.ts';
import type { Log } from '../../core/log.ts';
import type { Redactor } from '../../core/redact.ts';
import { type OperationAnswer, type OperationResult, type OperationRun, WireFault } from '../../tunnel/messages.ts';
import type { AuditEntry } from '../audit-log.ts';
import type { ConnectorHost } from '../connector-host.ts';
import { inTime } from '../in-time.ts';
import { buildResult, countRows } from './build-result.ts';
import { type AllowList, checkEnabled, type InertOperations } from './check-enabled.ts';
import { checkGuards } from './check-guards.ts';
import { chooseSource } from './choose-source.ts';
import { findOperation, printableName } from './find-operation.ts';
import { type Arguments, parseArguments } from './parse-arguments.ts';

export interface DispatcherPorts {
  readonly catalog: Catalog;
  readonly allowed: AllowList;
  /** What the lock file leaves inert; nothing without one. */
  readonly inert?: InertOperations;
  readonly hosts: readonly ConnectorHost[];
  /** Systems without a connector in this version, so that a question for one is told so. */
  readonly planned?: readonly PlannedConnector[];
  readonly audit: { append(entry: AuditEntry): Promise<void> };
  readonly redactor: Redactor;
  readonly clock: Clock;
  readonly log: Log;
}

type Question = z.infer<typeof OperationRun>;

/** What the audit record tells of a question, filled in as the steps go. */
interface Trace {
  source?: string;
  argumentsDigest?: string;
  upstreamCalls: () => number;
  rows: number;
  resultBytes: number;
}

const nothing: InertOperations = new Map();

export class Dispatcher {
  readonly #ports: DispatcherPorts;
  readonly #running = new Set<Promise<OperationAnswer>>();

  constructor(ports: DispatcherPorts) {
    this.#ports = ports;
  }

  run(question: Question, { signal }: { signal: AbortSignal }): Promise<OperationAnswer> {
    const running = this.#run(question, signal).finally(() => this.#running.delete(running));
    this.#running.add(running);
    return running;
  }

  /** Resolves when every question so far is answered and recorded, or after this long. */
  async settle(withinMs: number): Promise<void> {
    let stopWaiting = (): void => undefined;
    const patience = new Promise<void>((resolve) => (stopWaiting = this.#ports.clock.after(withinMs, resolve)));
    await Promise.race([Promise.all(this.#running), patience]);
    stopWaiting();
  }

  async #run(question: Question, signal: AbortSignal): Promise<OperationAnswer> {
    const { clock, log, redactor } = this.#ports;
    const started = clock.monotonic();
    const trace: Trace = { upstreamCalls: () => 0, rows: 0, resultBytes: 0 };
    const answer = await this.#decide(question, trace, signal);
    const entry: AuditEntry = {
      requestId: printableName(redactor.text(question.request_id)),
      operation: printableName(redactor.text(question.operation)),
      source: trace.source,
      outcome: answer.ok ? 'answered' : answer.fault.code,
      argumentsDigest: trace.argumentsDigest,
      upstreamCalls: trace.upstreamCalls(),
      rows: trace.rows,
      answerBytes: answer.ok ? trace.resultBytes : Buffer.byteLength(JSON.stringify(answer.fault)),
      durationMs: Math.round(clock.monotonic() - started),
    };
    try {
      await this.#ports.audit.append(entry);
    } catch (error) {
      log.error({ err: error, entry }, 'the audit record could not be written; the answer is withheld');
      return this.#refuse(unrecorded());
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
          'an operation failed on a bug',
        );
      }
      return this.#refuse(fault);
    }
  }

  async #answer(question: Question, trace: Trace, signal: AbortSignal): Promise<OperationResult> {
    const { catalog, allowed, inert = nothing, hosts, planned = [], redactor, clock } = this.#ports;
    const operation = findOperation(catalog, question.operation, redactor);
    checkEnabled(operation, { allowed, inert });
    const { host, binding } = chooseSource(operation, { hosts, planned }, question.source);
    trace.source = host.id;
    const args = parseArguments(operation, question.args);
    trace.argumentsDigest = digestOf(args);
    const handler = (await host.load()).handlers[operation.name as OperationName];
    if (handler === undefined) throw new Error(`${host.id} binds ${operation.name} and has no code for it`);
    const window = await checkGuards({ args, binding, handler, nowMs: clock.now() });
    host.limits.admitOperation();
    await host.readSecrets();
    const deadline = AbortSignal.timeout(binding.totalMs ?? host.setup.manifest.limits.totalMs);
    const { context, gate } = host.openContext(
      binding.upstream,
      AbortSignal.any([signal, deadline]),
      binding.upstreamCalls,
    );
    trace.upstreamCalls = gate.count;
    const running = handler.run(args, { ...context, nowMs: clock.now(), window });
    const answer = await inTime(running, { caller: signal, deadline });
    const built = buildResult({ operation, answer, source: host.id, window, upstreamCalls: gate.count() }, redactor);
    trace.resultBytes = built.bytes;
    trace.rows = countRows(built.result.data);
    return built.result;
  }

  #refuse(fault: Fault): OperationAnswer & { ok: false } {
    return { ok: false, fault: WireFault.parse(this.#ports.redactor.value(fault.toWire())) };
  }
}

function unrecorded(): Fault {
  return new Fault(
    'refused',
    { rule: 'audit_record_written' },
    'The Agent answers nothing that it cannot record: make room on the volume of RUNNER_IDENTITY_DIR and restart it.',
  );
}

function digestOf(args: Arguments): string {
  return createHash('sha256').update(JSON.stringify(args)).digest('hex');
}
