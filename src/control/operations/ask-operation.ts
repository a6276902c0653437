/** One operation as a person asks it: which Agent may be asked, its answer, and what that means for a second try. */
import type { z } from 'zod';
import { catalog as known } from '../../../catalog/index.ts';
import { type FaultKind, faultTable } from '../../core/fault.ts';
import type { Clock } from '../../core/clock.ts';
import type { OperationRefusal, OperationRequest, OperationResponse } from '../api.ts';
import { ApiProblem } from '../problem.ts';
import { type AgentHub, askAgent } from './ask-agent.ts';
import type { GivenAnswer } from './asked-operations.ts';
import { otherAgent } from './idempotency-key.ts';
import type { BoundWrite, BoundWrites } from './write-agents.ts';

export interface AskDeps {
  readonly hub: AgentHub;
  readonly clock: Clock;
  readonly writes: BoundWrites;
  /** True when the organization has this Agent, live or not. */
  readonly isKnownAgent: (organization: string, instance: string) => Promise<boolean>;
  /** Default: the catalog of this version. */
  readonly catalog?: Pick<typeof known, 'get'>;
}

export interface AskedOperation {
  readonly organization: string;
  readonly requestId: string;
  readonly operation: string;
  readonly body: z.infer<typeof OperationRequest>;
  readonly signal?: AbortSignal | undefined;
}

/** `isFinal`: another try would not be another question to the same state of things. */
export type Given = GivenAnswer & { readonly isFinal: boolean };

export interface AnsweredOperation extends Given {
  /** Who answered. */
  readonly instance: string;
  readonly outcome: 'ok' | FaultKind;
}

/** @throws ApiProblem when no Agent could be asked or its answer was lost. */
export async function askOperation(asked: AskedOperation, deps: AskDeps): Promise<AnsweredOperation> {
  const { hub, clock, writes, isKnownAgent, catalog = known } = deps;
  const { organization, operation, requestId, signal } = asked;
  const { args, source, instance } = asked.body;
  if (instance !== undefined && !(await isKnownAgent(organization, instance))) throw unknownAgent();
  const isRead = catalog.get(operation)?.access === 'read';
  const isWrite = catalog.get(operation)?.access === 'write';
  const write = isWrite ? writeOf({ organization, operation, args }) : undefined;
  const bound = write && (await writes.find(write));
  if (bound !== undefined && instance !== undefined && bound !== instance) throw otherAgent(bound);
  const { agent, answer } = await askAgent(hub, clock, {
    organization,
    wanted: instance ?? bound,
    command: { request_id: requestId, operation, args, ...(source !== undefined && { source }) },
    isRead,
    idempotencyKey: write?.idempotencyKey,
    signal,
    onChosen: async (chosen) => {
      const held = write === undefined ? chosen.instance : await writes.bind(write, chosen.instance);
      if (held !== chosen.instance) throw otherAgent(held);
    },
  }).catch((error: unknown) => Promise.reject(unreachable(error)));
  const to = { instance: agent.instance };
  if (answer.ok) {
    const body: z.infer<typeof OperationResponse> = { operation, ...to, result: answer.result };
    return { ...to, outcome: 'ok', status: 200, body, isFinal: true };
  }
  const { fault } = answer;
  const body: z.infer<typeof OperationRefusal> = { error: { ...fault, request_id: requestId } };
  const outcome = kindOf(fault.code);
  return { ...to, outcome, status: refusalStatus(fault.code), body, isFinal: !faultTable[outcome].retry };
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

/** An Agent newer than this control plane may know more kinds; they are told as they are, with the status of a bug. */
function kindOf(code: string): FaultKind {
  return Object.hasOwn(faultTable, code) ? (code as FaultKind) : 'bug';
}

function unknownAgent(): ApiProblem {
  return new ApiProblem({
    status: 404,
    code: 'unknown_instance',
    field: 'instance',
    message: 'This organization has no Agent of this name.',
  });
}

function unreachable(error: unknown): ApiProblem {
  if (error instanceof ApiProblem) return error;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'timeout') {
    return new ApiProblem({
      status: 504,
      code: 'agent_timeout',
      message: 'The Agent did not answer in time. Narrow the question or look at its log under the request id.',
      cause: error,
    });
  }
  if (code === 'not_live' || code === 'closed') {
    return new ApiProblem({
      status: 503,
      code: 'agent_lost',
      message: 'The Agent lost its connection before it answered. Reads can be asked again.',
      cause: error,
    });
  }
  return new ApiProblem({ status: 502, code: 'agent_failed', message: 'The Agent could not be asked.', cause: error });
}
