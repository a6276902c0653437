/**
 * Asks a live Agent one operation. The catalog is enforced by the Agent, not here: the refusal a
 * person sees is the Agent's own, with its code, and the control plane cannot be talked into more
 * than the Agent allows.
 */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { type FaultKind, faultTable } from '../../core/fault.ts';
import type { CommandRequest } from '../../tunnel/messages.ts';
import type { TunnelHub } from '../../tunnel/port.ts';
import { OperationRefusal, OperationRequest, OperationResponse } from '../api.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { personOf } from '../people/person-guard.ts';
import { ApiProblem } from '../problem.ts';
import { chooseAgent } from './choose-agent.ts';

/** Longer than any upstream call an Agent makes, shorter than the patience of a proxy. */
const operationTimeoutMs = 55_000;

export interface OperationDeps {
  readonly hub: TunnelHub;
  readonly metrics: Metrics;
  /** True when the organization has this Agent, live or not. */
  readonly isKnownAgent: (organization: string, instance: string) => Promise<boolean>;
}

export function operationRoutes(app: FastifyInstance, { hub, metrics, isKnownAgent }: OperationDeps): void {
  app.withTypeProvider<ZodTypeProvider>().route({
    method: 'POST',
    url: '/api/operations/:name',
    config: { access: 'member', summary: 'Ask a live Agent one operation of the catalog.' },
    schema: {
      params: z.strictObject({ name: z.string().min(1).max(200) }),
      body: OperationRequest,
      response: { 200: OperationResponse, '4xx': OperationRefusal, '5xx': OperationRefusal },
    },
    handler: async (request, reply) => {
      const { organization, person } = personOf(request);
      const { args, source, instance: wanted } = request.body;
      if (wanted !== undefined && !(await isKnownAgent(organization.id, wanted))) throw unknownAgent();
      const agent = chooseAgent(hub.live({ organization: organization.id, class: 'agent' }), wanted);
      const to = { organization: organization.id, instance: agent.instance };
      const command = {
        request_id: request.id,
        operation: request.params.name,
        args,
        ...(source !== undefined && { source }),
        ...idempotencyOf(args, agent.instance),
      };
      const answer = await hub
        .command(to, 'operation.run', command, { timeoutMs: operationTimeoutMs, signal: signalOf(reply) })
        .catch((error: unknown) => Promise.reject(unreachable(error)));
      const outcome = answer.ok ? 'ok' : kindOf(answer.fault.code);
      metrics.operations.inc({ result: outcome });
      request.log.info({ person: person.id, operation: command.operation, ...to, outcome }, 'operation asked');
      if (answer.ok) return { operation: command.operation, instance: agent.instance, result: answer.result };
      const { fault } = answer;
      const retryAfterSec = fault.data['retryAfterSec'];
      if (typeof retryAfterSec === 'number') void reply.header('retry-after', String(Math.ceil(retryAfterSec)));
      return reply.code(refusalStatus(fault.code)).send({ error: { ...fault, request_id: request.id } });
    },
  });
}

/** A write carries its key; the Agent that it was made for is named beside it, so that no other one accepts it. */
function idempotencyOf(args: unknown, instance: string): Pick<CommandRequest<'operation.run'>, 'idempotency'> {
  const key = typeof args === 'object' && args !== null && 'idempotencyKey' in args ? args.idempotencyKey : undefined;
  return typeof key === 'string' && key.length > 0 && key.length <= 200 ? { idempotency: { key, instance } } : {};
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
