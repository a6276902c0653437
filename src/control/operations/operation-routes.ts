/**
 * Asks a live Agent one operation. The catalog is enforced by the Agent, not here: the refusal a
 * person sees is the Agent's own, with its code, and the control plane cannot be talked into more
 * than the Agent allows.
 */
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { type FaultKind, faultTable } from '../../core/fault.ts';
import { catalog } from '../../../catalog/index.ts';
import type { Clock } from '../../core/clock.ts';
import { OperationRefusal, OperationRequest, OperationResponse } from '../api.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { personOf } from '../people/person-guard.ts';
import { ApiProblem } from '../problem.ts';
import { type AnswerDesk } from './answers/answer-desk.ts';
import { type AgentHub, askAgent } from './ask-agent.ts';
import type { AskedOperations, GivenAnswer } from './asked-operations.ts';
import { digestOf, enrolledSince, idempotencyHeader, otherAgent, readIdempotencyKey } from './idempotency-key.ts';
import type { BoundWrite, WriteAgents } from './write-agents.ts';

export interface OperationDeps {
  readonly hub: AgentHub;
  readonly answers: AnswerDesk;
  readonly clock: Clock;
  readonly asked: AskedOperations;
  readonly writes: WriteAgents;
  readonly metrics: Metrics;
  /** True when the organization has this Agent, live or not. */
  readonly isKnownAgent: (organization: string, instance: string) => Promise<boolean>;
  /** When this Agent of the organization was enrolled, live or not; undefined when there is none. */
  readonly enrolledAt: (organization: string, instance: string) => Promise<number | undefined>;
}

type Ask = FastifyRequest<{ Body: z.infer<typeof OperationRequest>; Params: { name: string } }>;

export function operationRoutes(app: FastifyInstance, deps: OperationDeps): void {
  app.withTypeProvider<ZodTypeProvider>().route({
    method: 'POST',
    url: '/api/operations/:name',
    config: {
      access: 'member',
      summary:
        'Ask a live Agent one operation of the catalog. With the header Idempotency-Key, asking again returns the answer that was given.',
    },
    schema: {
      params: z.strictObject({ name: z.string().min(1).max(200) }),
      body: OperationRequest,
      response: { 200: OperationResponse, '4xx': OperationRefusal, '5xx': OperationRefusal },
    },
    handler: async (request, reply) => {
      const key = readIdempotencyKey(request.headers[idempotencyHeader]);
      const { organization, person } = personOf(request);
      const { name } = request.params;
      // With a key the caller comes back for the answer, so its leaving does not end the operation.
      const run = (): Promise<Given> => answerOnce(request, deps, key === undefined ? signalOf(reply) : undefined);
      if (key === undefined) return sendGiven(reply, await run());
      const { args, source, instance } = request.body;
      const digest = digestOf([name, args ?? null, source ?? null, instance ?? null]);
      const given = await deps.asked.once({ organization: organization.id, person: person.id, key, digest }, run);
      if (given.isRepeated) void reply.header('idempotency-replayed', 'true');
      return sendGiven(reply, given);
    },
  });
}

/** `isFinal`: another try would not be another question to the same state of things. */
type Given = GivenAnswer & { readonly isFinal: boolean };

async function answerOnce(request: Ask, deps: OperationDeps, signal: AbortSignal | undefined): Promise<Given> {
  const { hub, clock, answers, writes, metrics, isKnownAgent, enrolledAt } = deps;
  const { organization, person } = personOf(request);
  const { args, source, instance } = request.body;
  const operation = request.params.name;
  if (instance !== undefined && !(await isKnownAgent(organization.id, instance))) throw unknownAgent();
  const write = writeOf({ organization: organization.id, operation, args });
  const bound = write && (await writes.find(write));
  if (bound !== undefined && instance !== undefined && bound.instance !== instance) throw otherAgent(bound.instance);
  const { agent, answer: unread } = await askAgent(hub, clock, {
    organization: organization.id,
    wanted: instance ?? bound?.instance,
    command: { request_id: request.id, operation, args, ...(source !== undefined && { source }) },
    isRead: catalog.get(operation)?.access === 'read',
    idempotencyKey: write?.idempotencyKey,
    signal,
    onChosen: async (chosen) => {
      if (write === undefined) return;
      const held = await writes.bind(write, chosen.instance);
      if (held.instance !== chosen.instance) throw otherAgent(held.instance);
      const enrolled = await enrolledAt(organization.id, held.instance);
      if (enrolled !== undefined && enrolled > held.since) throw enrolledSince(held.instance);
    },
  }).catch((error: unknown) => Promise.reject(unreachable(error)));
  const answer = await answers
    .read(organization.id, unread)
    .catch((error: unknown) => Promise.reject(unreachable(error)));
  const outcome = answer.ok ? 'ok' : kindOf(answer.fault.code);
  metrics.operations.inc({ result: outcome });
  const to = { organization: organization.id, instance: agent.instance };
  request.log.info({ person: person.id, operation, ...to, outcome }, 'operation asked');
  if (answer.ok) {
    return { status: 200, body: renderResponse(operation, agent.instance, answer.result), isFinal: true };
  }
  const { fault } = answer;
  const refusal: z.infer<typeof OperationRefusal> = { error: { ...fault, request_id: request.id } };
  const isFinal = !faultTable[kindOf(fault.code)].retry;
  return {
    status: refusalStatus(fault.code),
    body: Buffer.from(JSON.stringify(OperationRefusal.parse(refusal))),
    isFinal,
  };
}

/** `result`: JSON, already of the shape that `OperationResponse` promises; parsing it again could take long. */
function renderResponse(operation: string, instance: string, result: Uint8Array): Buffer {
  const head: Omit<z.infer<typeof OperationResponse>, 'result'> = { operation, instance };
  return Buffer.concat([Buffer.from(`${JSON.stringify(head).slice(0, -1)},"result":`), result, Buffer.from('}')]);
}

function sendGiven(reply: FastifyReply, { status, body }: GivenAnswer): FastifyReply {
  const refusal = status === 200 ? undefined : OperationRefusal.parse(JSON.parse(body.toString()));
  const retryAfterSec = refusal?.error.data['retryAfterSec'];
  if (typeof retryAfterSec === 'number') void reply.header('retry-after', String(Math.ceil(retryAfterSec)));
  void reply.code(status).type('application/json; charset=utf-8').header('content-length', body.length);
  return reply.send(body.length > pieceBytes ? Readable.from(inPieces(body)) : body);
}

/** Encrypted at once; more would hold up everybody else for as long as that takes. */
const pieceBytes = 256 * 1024;

function* inPieces(body: Buffer): Generator<Buffer> {
  for (let at = 0; at < body.length; at += pieceBytes) yield body.subarray(at, at + pieceBytes);
}

/** Undefined for a read, and for arguments that the Agent will refuse anyway. */
function writeOf({
  organization,
  operation,
  args,
}: {
  organization: string;
  operation: string;
  args: unknown;
}): BoundWrite | undefined {
  const isWrite = catalog.get(operation)?.access === 'write';
  if (!isWrite || typeof args !== 'object' || args === null || !('idempotencyKey' in args)) return undefined;
  const { idempotencyKey } = args;
  const isKey = typeof idempotencyKey === 'string' && idempotencyKey.length > 0 && idempotencyKey.length <= 200;
  return isKey ? { organization, operation, idempotencyKey } : undefined;
}

/** Aborts the operation when whoever asked went away. */
function signalOf(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => controller.abort());
  return controller.signal;
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
