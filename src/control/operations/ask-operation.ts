/** One operation as a person asks it: which Agent may be asked, its answer, and what that means for a second try. */
import type { z } from 'zod';
import { catalog as known } from '../../../catalog/index.ts';
import { type FaultKind, faultTable } from '../../core/fault.ts';
import type { Clock } from '../../core/clock.ts';
import { OperationRefusal, type OperationRequest, type OperationResponse } from '../api/api.ts';
import { SourceName, type WireFault } from '../../tunnel/messages.ts';
import type { LiveSession } from '../../tunnel/port.ts';
import type { TunnelErrorCode } from '../../tunnel/session/tunnel-error.ts';
import { ApiProblem } from '../problem/api-problem.ts';
import { StoreUnavailable } from '../store/postgres-pool.ts';
import type { AnswerDesk } from './answers/answer-desk.ts';
import type { AnswerFacts } from './answers/check-answer.ts';
import { type AgentHub, askAgent } from './ask-agent.ts';
import type { GivenAnswer } from './asked-operations.ts';
import { enrolledSince, otherAgent } from './idempotency-key.ts';
import type { Binding, BoundWrite, BoundWrites } from './write-agents.ts';

export interface AskDeps {
  readonly hub: AgentHub;
  readonly answers: Pick<AnswerDesk, 'read'>;
  readonly clock: Clock;
  readonly writes: BoundWrites;
  /** True when the organization has this Agent, live or not. */
  readonly isKnownAgent: (organization: string, instance: string) => Promise<boolean>;
  /** Agents that have this source configured or, without one, any connector that answers the operation. */
  readonly ableAgents?: (asked: AskedSource) => Promise<ReadonlySet<string>>;
  /** When this Agent of the organization was enrolled, live or not; undefined when there is none. */
  readonly enrolledAt: (organization: string, instance: string) => Promise<number | undefined>;
  /** Default: the catalog of this version. */
  readonly catalog?: Pick<typeof known, 'get'>;
}

export interface AskedSource {
  readonly organization: string;
  readonly operation: string;
  readonly source: string | undefined;
}

export interface AskedOperation {
  readonly organization: string;
  readonly requestId: string;
  readonly operation: string;
  readonly body: z.infer<typeof OperationRequest>;
  readonly signal?: AbortSignal | undefined;
  /** Called whenever it waits for the Agent. */
  readonly onWaiting?: () => void;
  /** Before what may be a write is sent to this Agent. Rejects when it must not be. */
  readonly onSending?: (instance: string) => Promise<void>;
}

/** `isFinal`: another try would not be another question to the same state of things. */
export type Given = GivenAnswer & { readonly isFinal: boolean };

export interface AnsweredOperation extends Given {
  /** Who answered. */
  readonly instance: string;
  readonly outcome: 'ok' | FaultKind;
  /** `ok`, or the kind of the fault as the Agent names it. */
  readonly code: string;
  readonly facts?: Pick<AnswerFacts, 'source'> & Partial<AnswerFacts>;
  /** Of the Agent's own catalog; undefined where it announced none. */
  readonly catalogDigest: string | undefined;
}

/** @throws ApiProblem when no Agent could be asked or its answer was lost. */
export async function askOperation(asked: AskedOperation, deps: AskDeps): Promise<AnsweredOperation> {
  const { hub, clock, answers, writes, isKnownAgent, catalog = known } = deps;
  const { organization, operation, requestId, signal, onWaiting, onSending } = asked;
  const { args, source, instance } = asked.body;
  if (instance !== undefined && !(await isKnownAgent(organization, instance))) throw unknownAgent();
  const access = catalog.get(operation)?.access;
  const isRead = access === 'read';
  const write = access === 'write' ? writeOf({ organization, operation, args }) : undefined;
  const bound = write && (await findBinding(writes, write, instance));
  const wanted = instance ?? bound?.instance;
  const able = wanted === undefined ? await deps.ableAgents?.({ organization, operation, source }) : undefined;
  const { agent, answer: unread } = await askAgent(hub, clock, {
    organization,
    wanted,
    able,
    command: { request_id: requestId, operation, args, ...(source !== undefined && { source }) },
    isRead,
    idempotencyKey: write?.idempotencyKey,
    signal,
    onWaiting,
    ...(!isRead && {
      onChosen: async ({ instance: chosen }) => {
        if (write !== undefined) await bindTo(chosen, write, deps);
        await onSending?.(chosen);
      },
    }),
  }).catch((error: unknown) => Promise.reject(unreachable(error)));
  const answer = await answers.read(organization, unread).catch((error: unknown) => Promise.reject(unreachable(error)));
  const to = { instance: agent.instance, catalogDigest: agent.catalogDigest };
  if (answer.ok) {
    const body = renderResponse(operation, agent, answer.result);
    return { ...to, outcome: 'ok', code: 'ok', facts: answer.facts, status: 200, body, isFinal: true };
  }
  return refusalOf(answer.fault, { ...to, requestId });
}

interface Refusing extends Pick<AnsweredOperation, 'instance' | 'catalogDigest'> {
  readonly requestId: string;
}

function refusalOf(fault: z.infer<typeof WireFault>, { requestId, ...to }: Refusing): AnsweredOperation {
  const refusal: z.infer<typeof OperationRefusal> = { error: { ...fault, request_id: requestId } };
  const body = Buffer.from(JSON.stringify(OperationRefusal.parse(refusal)));
  const outcome = kindOf(fault.code);
  const source = SourceName.safeParse(fault.data['source']).data;
  return {
    ...to,
    ...(source !== undefined && { facts: { source } }),
    outcome,
    code: fault.code,
    status: refusalStatus(fault.code),
    body,
    isFinal: !faultTable[outcome].retry,
  };
}

/** @throws ApiProblem when the write belongs to another Agent than the one that is wanted. */
async function findBinding(
  writes: BoundWrites,
  write: BoundWrite,
  wanted: string | undefined,
): Promise<Binding | undefined> {
  const bound = await writes.find(write);
  if (bound !== undefined && wanted !== undefined && bound.instance !== wanted) throw otherAgent(bound.instance);
  return bound;
}

/** @throws ApiProblem when this Agent must not be sent the write: its journal would not know an earlier one. */
async function bindTo(chosen: string, write: BoundWrite, { writes, enrolledAt }: AskDeps): Promise<void> {
  const held = await writes.bind(write, chosen);
  if (held.instance !== chosen) throw otherAgent(held.instance);
  const enrolled = await enrolledAt(write.organization, chosen);
  if (enrolled !== undefined && enrolled > held.since) throw enrolledSince(chosen);
}

/** `result`: JSON, already of the shape that `OperationResponse` promises; parsing it again could take long. */
function renderResponse(operation: string, { instance }: Pick<LiveSession, 'instance'>, result: Uint8Array): Buffer {
  const head: Omit<z.infer<typeof OperationResponse>, 'result'> = { operation, instance };
  return Buffer.concat([Buffer.from(`${JSON.stringify(head).slice(0, -1)},"result":`), result, Buffer.from('}')]);
}

/** Undefined for arguments that the Agent will refuse anyway. */
function writeOf({
  organization,
  operation,
  args,
}: {
  organization: string;
  operation: string;
  args: unknown;
}): BoundWrite | undefined {
  if (typeof args !== 'object' || args === null || !('idempotencyKey' in args)) return undefined;
  const { idempotencyKey } = args;
  const isKey = typeof idempotencyKey === 'string' && idempotencyKey.length > 0 && idempotencyKey.length <= 200;
  return isKey ? { organization, operation, idempotencyKey } : undefined;
}

type RefusalStatus = (typeof faultTable)[FaultKind]['status'];

function refusalStatus(code: string): RefusalStatus {
  return faultTable[kindOf(code)].status;
}

/** An Agent newer than this control plane may know more kinds; they are returned unchanged, with the status of a bug. */
function kindOf(code: string): FaultKind {
  return Object.hasOwn(faultTable, code) ? (code as FaultKind) : 'bug';
}

export function unknownAgent(): ApiProblem {
  return new ApiProblem({
    status: 404,
    code: 'unknown_instance',
    field: 'instance',
    message: 'This organization has no Agent of this name.',
  });
}

/** Of errors of the tunnel after which the Agent may have done what it was asked. */
const answeredCodes: ReadonlySet<string> = new Set<TunnelErrorCode>([
  'handler_failed',
  'invalid_answer',
  'payload_dropped',
  'payload_too_large',
]);

function unreachable(error: unknown): Error {
  // Thrown before anything was sent.
  if (error instanceof ApiProblem || error instanceof StoreUnavailable) return error;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'timeout') {
    return new ApiProblem({
      status: 504,
      code: 'agent_timeout',
      message: 'The Agent did not answer in time. Narrow the request, or check its log under the request id.',
      cause: error,
    });
  }
  if (code === 'not_live' || code === 'closed') {
    return new ApiProblem({
      status: 503,
      code: 'agent_lost',
      message: 'The Agent lost its connection before it answered. Reads can be repeated.',
      cause: error,
    });
  }
  if (typeof code === 'string' && answeredCodes.has(code)) {
    return new ApiProblem({
      status: 502,
      code: 'agent_answer_unreadable',
      actor: 'operator',
      message:
        'The Agent was asked, and its answer cannot be read. A write may have been done: check the upstream system. The operator of the Agent finds the request id in its log, and updates it.',
      cause: error,
    });
  }
  return new ApiProblem({
    status: 502,
    code: 'agent_failed',
    message: 'The request could not be sent to the Agent.',
    cause: error,
  });
}
