/** One question to one connector, from its secrets to an answer that has the promised shape and holds no secret. */
import type { Operation } from '../../../catalog/operation.ts';
import type { ResolvedWindow } from '../../../catalog/window.ts';
import type { ConnectorOperation } from '../../connector/connector.ts';
import { type Clock, deadlineAfter } from '../../core/clock.ts';
import type { Redactor } from '../../core/redact.ts';
import type { OperationResult } from '../../tunnel/messages.ts';
import { explainEarlyEnd } from '../connectors/explain-early-end.ts';
import { admissibleFor, type UpstreamGate } from '../connectors/upstream-gate.ts';
import { buildResult } from './build-result.ts';
import type { Source } from './choose-source.ts';
import type { Arguments } from './parse-arguments.ts';
import { sealCursor } from './source-cursor.ts';

export interface AskedConnector extends Source {
  readonly operation: Operation;
  readonly args: Arguments;
  readonly code: ConnectorOperation;
  /** The instant at which the window was resolved. */
  readonly nowMs: number;
  readonly window: ResolvedWindow | undefined;
  readonly signal: AbortSignal;
  /** Called with the gate that every request of this operation passes. */
  readonly onGate: (gate: UpstreamGate) => void;
}

export interface AskPorts {
  readonly redactor: Redactor;
  readonly clock: Clock;
}

export interface Built {
  readonly result: OperationResult;
  readonly bytes: number;
}

/** `beforeIo` comes after the secrets and before anything is sent. */
export async function askConnector(
  { host, declaration, operation, args, code, nowMs, window, signal, onGate }: AskedConnector,
  { redactor, clock }: AskPorts,
  beforeIo: () => Promise<void> = () => Promise.resolve(),
): Promise<Built> {
  await host.readSecrets();
  await beforeIo();
  const deadline = deadlineAfter(clock, declaration.totalMs ?? host.setup.manifest.limits.totalMs);
  const { reads, writes } = admissibleFor(operation.access, declaration);
  const { context, gate, unread } = host.openContext(reads, AbortSignal.any([signal, deadline.signal]), {
    writes,
    maxCalls: declaration.upstreamCalls,
  });
  onGate(gate);
  try {
    const running = code.run(args, { ...context, nowMs, window });
    const answered = await explainEarlyEnd(running, { caller: signal, deadline: deadline.signal });
    const { nextCursor: place } = answered;
    const answer = place === undefined ? answered : { ...answered, nextCursor: sealCursor(host.setup, place) };
    return buildResult({ operation, answer, unread, source: host.id, window, upstreamCalls: gate.count() }, redactor);
  } finally {
    deadline.cancel();
  }
}
