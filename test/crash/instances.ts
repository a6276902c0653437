/**
 * An Agent and a Profiler as far as a control plane that dies sees them: they enrol with one key, come
 * back after each death, journal a write before it is sent, and report an outcome until it is acknowledged.
 */
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { encodeBundle } from '../../profiler/witness/bundle/encode.ts';
import { aggregate } from '../../profiler/witness/bundle/aggregate.ts';
import { WriteJournal } from '../../src/agent/writes/write-journal.ts';
import { openLog } from '../../src/control/http/log.ts';
import { systemClock } from '../../src/core/clock.ts';
import { Fault } from '../../src/core/fault.ts';
import { createAgents } from '../../src/core/network-agent.ts';
import { Secret } from '../../src/core/secret.ts';
import type { Identity } from '../../src/tunnel/identity/open-identity.ts';
import { enrol } from '../../src/tunnel/instance/enrol.ts';
import { openTunnel } from '../../src/tunnel/instance/open-tunnel.ts';
import type {
  CaptureOutcome,
  CaptureStart,
  CommandName,
  CommandRequest,
  InstanceClass,
  OperationAnswer,
} from '../../src/tunnel/messages.ts';
import type { CommandHandlers, TunnelClient } from '../../src/tunnel/port.ts';
import type { ControlProcess } from '../control-process.ts';
import { makeRecord } from '../made-capture.ts';

const log = openLog('fatal');

interface Enrolling {
  readonly control: ControlProcess;
  readonly folder: string;
  readonly class: InstanceClass;
  readonly instance: string;
  readonly token: string;
}

/** One instance, whose tunnel is opened again after each death of the control plane, without the waits of a real outage. */
export class LastingInstance {
  readonly identity: Identity;
  readonly #open: () => TunnelClient;
  #tunnel: TunnelClient | undefined;

  static async enrol(
    { control, folder, class: instanceClass, instance, token }: Enrolling,
    handlers: Partial<CommandHandlers<CommandName>>,
  ): Promise<LastingInstance> {
    const ca = control.caPem;
    const common = {
      config: {
        tenant: 'acme',
        instance,
        tunnelUrl: control.tunnel,
        enrollUrl: new URL('/enroll', control.app),
        identityDir: path.join(folder, instance),
        ca,
      },
      agent: createAgents({ ca, env: {} }).https,
      clock: systemClock,
      log,
    };
    const secret = new Secret(token);
    const identity = await enrol({ ...common, class: instanceClass, token: () => Promise.resolve(secret) });
    const versions = { [instanceClass]: '1.2.3' };
    return new LastingInstance(identity, () => openTunnel({ ...common, identity, versions, targets: 1, handlers }));
  }

  private constructor(identity: Identity, open: () => TunnelClient) {
    this.identity = identity;
    this.#open = open;
    this.#tunnel = open();
  }

  get tunnel(): TunnelClient {
    if (this.#tunnel === undefined) throw new Error('it was closed');
    return this.#tunnel;
  }

  async reconnect(): Promise<void> {
    const { state } = this.tunnel.state();
    if (state === 'stopped') return;
    await this.tunnel.close();
    this.#tunnel = this.#open();
  }

  async close(): Promise<void> {
    await this.#tunnel?.close();
  }
}

/** What an Agent does with its operations: a read is answered, a write is done once for each key. */
export class JournalledWrites {
  /** By idempotency key, how often the third party was asked. */
  readonly done = new Map<string, number>();
  readonly #journal: WriteJournal;

  constructor(folder: string) {
    this.#journal = new WriteJournal({ file: path.join(folder, 'writes.jsonl'), clock: systemClock, log });
  }

  async run(question: CommandRequest<'operation.run'>): Promise<OperationAnswer> {
    const { operation, args } = question;
    const result = { complete: true, truncated: false, source: 'things', upstreamCalls: 1 };
    const { idempotencyKey: key, isDown } = args as { idempotencyKey?: string; isDown?: true };
    if (isDown === true) return { ok: false, fault: new Fault('upstream_down', { status: 503 }, 'Wait.').toWire() };
    if (key === undefined) return { ok: true, result: { ...result, data: [1] } };
    const asked = { operation, source: 'things', idempotencyKey: key, argumentsDigest: 'a'.repeat(64) };
    const claim = await this.#journal.claim(asked);
    if (claim.event === 'running') return claim.ended.then(() => this.run(question));
    if (claim.event !== undefined) return { ok: true, result: claim.result };
    await claim.send();
    this.done.set(key, (this.done.get(key) ?? 0) + 1);
    const answer = { ...result, data: `done ${this.done.get(key)}` };
    await claim.end({ event: 'answered', result: answer });
    return { ok: true, result: answer };
  }

  close(): Promise<void> {
    return this.#journal.close();
  }
}

/** What a Profiler does: measures a workload once, declines the others, and delivers until it is acknowledged. */
export class DeliveredCaptures {
  /** How often each request was begun. */
  readonly measured = new Map<string, number>();
  readonly acknowledged = new Set<string>();
  readonly #outcomes = new Map<string, CaptureOutcome>();

  offer(request: CaptureStart): { answer: 'taken'; processes: number } | { answer: 'declined'; reason: Reason } {
    const { request_id: id, workload, version } = request;
    if (workload === 'unknown') {
      return { answer: 'declined', reason: { code: 'not_in_target_list', text: 'It is not in the list.' } };
    }
    if (!this.measured.has(id)) {
      this.measured.set(id, (this.measured.get(id) ?? 0) + 1);
      if (workload !== 'endless') this.#outcomes.set(id, outcomeOf(request, version));
    }
    return { answer: 'taken', processes: 1 };
  }

  /** Until nothing is left to deliver. Rejects as a tunnel does that is not there. */
  async deliver(tunnel: TunnelClient): Promise<void> {
    for (const [id, outcome] of this.#outcomes) {
      if (this.acknowledged.has(id)) continue;
      await tunnel.report(
        'capture.progress',
        { request_id: id, phase: 'measuring', elapsed_sec: 1 },
        { timeoutMs: 5000 },
      );
      await tunnel.report('capture.outcome', outcome, { timeoutMs: 5000 });
      this.acknowledged.add(id);
      await sleep(1);
    }
  }
}

interface Reason {
  readonly code: string;
  readonly text: string;
}

function outcomeOf(request: CaptureStart, version: string): CaptureOutcome {
  const { request_id, workload, env, kind, requested_by, requested_at } = request;
  if (version.startsWith('empty')) {
    const reason = { code: 'no_events', text: `It slept: ${request_id}.` };
    return { request_id, outcome: 'nothing_to_push', reason };
  }
  const asked = { request_id, workload, version, env, kind, requested_by, requested_at };
  const { bytes } = encodeBundle(aggregate(makeRecord(), { request: asked, instance: 'node-1', recorded: true }));
  const reason = { code: 'measured', text: `It was measured: ${request_id}.` };
  return { request_id, outcome: 'pushed', reason, bundle: bytes.toString('base64') };
}
