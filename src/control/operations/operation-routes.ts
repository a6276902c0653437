/**
 * Asks a live Agent one operation. The catalog is enforced by the Agent, not here: the refusal a
 * person sees is the Agent's own, with its code, and the control plane cannot be talked into more
 * than the Agent allows.
 */
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { OperationRefusal, OperationRequest, OperationResponse } from '../api.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { personOf } from '../people/person-guard.ts';
import { type AskDeps, askOperation, type Given } from './ask-operation.ts';
import type { AskedOperations, GivenAnswer } from './asked-operations.ts';
import type { StartGate } from './start-gate.ts';
import { digestOf, idempotencyHeader, readIdempotencyKey } from './idempotency-key.ts';

export interface OperationDeps extends AskDeps {
  readonly asked: AskedOperations;
  readonly metrics: Metrics;
  readonly starts: Pick<StartGate, 'enter'>;
}

type Ask = FastifyRequest<{ Body: z.infer<typeof OperationRequest>; Params: { name: string } }>;

export function operationRoutes(app: FastifyInstance, deps: OperationDeps): void {
  app.withTypeProvider<ZodTypeProvider>().route({
    method: 'POST',
    url: '/api/operations/:name',
    config: {
      access: 'member',
      summary:
        'Run one operation of the catalog on a live Agent. With the header Idempotency-Key, a repeated request returns the stored answer.',
    },
    schema: {
      params: z.strictObject({ name: z.string().min(1).max(200) }),
      body: OperationRequest,
      response: { 200: OperationResponse, '4xx': OperationRefusal, '5xx': OperationRefusal },
    },
    handler: async (request, reply) => {
      const leave = await deps.starts.enter(personOf(request).organization.id);
      try {
        return await answerAsked({ request, reply, deps, onWaiting: leave });
      } finally {
        leave();
      }
    },
  });
}

interface Asking {
  readonly request: Ask;
  readonly reply: FastifyReply;
  readonly deps: OperationDeps;
  readonly onWaiting: () => void;
}

async function answerAsked({ request, reply, deps, onWaiting }: Asking): Promise<FastifyReply> {
  const key = readIdempotencyKey(request.headers[idempotencyHeader]);
  const { organization, person } = personOf(request);
  // With a key the caller comes back for the answer, so its leaving does not end the operation.
  const signal = key === undefined ? signalOf(reply) : undefined;
  const run = (): Promise<Given> => answerOnce(request, deps, { signal, onWaiting });
  if (key === undefined) return sendGiven(reply, await run());
  const { args, source, instance } = request.body;
  const digest = digestOf([request.params.name, args ?? null, source ?? null, instance ?? null]);
  const asked = { organization: organization.id, person: person.id, key, digest };
  const given = await deps.asked.once(asked, run, { onWaiting });
  if (given.isRepeated) void reply.header('idempotency-replayed', 'true');
  return sendGiven(reply, given);
}

async function answerOnce(
  request: Ask,
  deps: OperationDeps,
  how: { readonly signal: AbortSignal | undefined; readonly onWaiting: () => void },
): Promise<Given> {
  const { organization, person } = personOf(request);
  const { name: operation } = request.params;
  const asked = { organization: organization.id, requestId: request.id, operation, body: request.body, ...how };
  const { instance, outcome, ...given } = await askOperation(asked, deps);
  deps.metrics.operations.inc({ result: outcome });
  const to = { organization: organization.id, instance };
  request.log.info({ person: person.id, operation, ...to, outcome }, 'operation asked');
  return given;
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

/** Aborts the operation when the caller disconnects. */
function signalOf(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => controller.abort());
  return controller.signal;
}
