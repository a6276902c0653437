/**
 * Asks a live Agent one operation. Who may ask what is decided here; what may be asked at all is enforced by the Agent:
 * the refusal a person sees is the Agent's own, with its code, and the control plane cannot be talked into more than the
 * Agent allows. Every question is recorded before it is answered.
 */
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { catalog } from '../../../catalog/index.ts';
import { OperationRefusal, OperationRequest, OperationResponse } from '../api/api.ts';
import { SourcesRequest, SourcesResponse } from '../api/sources.ts';
import { askMeasured } from '../asking/ask-recorded.ts';
import { askSources, type SideBySide, type SourcesDeps } from '../asking/ask-sources.ts';
import { checkNesting, acceptNul } from '../http/validate.ts';
import type { Asker } from '../people/asker.ts';
import { askerOf } from '../http/person-guard.ts';
import {
  type Asking,
  follow,
  type FollowedQuestion,
  type QuestionEnd,
  recordRefusal,
} from '../questions/question-recorder.ts';
import { digestJson } from '../../core/digest-json.ts';
import { believedSec } from '../../core/retry-after.ts';
import type { Given } from '../operations/ask-operation.ts';
import type { Asked, AskedOperations, GivenAnswer } from '../operations/asked-operations.ts';
import { idempotencyHeader, readIdempotencyKey } from '../operations/idempotency-key.ts';
import { findObstacle } from '../operations/may-ask.ts';

export interface OperationDeps extends SourcesDeps {
  readonly asked: AskedOperations;
}

// The Agent refuses an unknown one; its record and ours have the name in a printable form.
const Params = acceptNul(z.strictObject({ name: z.string().min(1).max(200) }));
type Ask = FastifyRequest<{ Body: z.infer<typeof OperationRequest>; Params: z.infer<typeof Params> }>;

export function operationRoutes(app: FastifyInstance, deps: OperationDeps): void {
  app.withTypeProvider<ZodTypeProvider>().route({
    method: 'POST',
    url: '/api/operations/:name',
    config: {
      access: 'asker',
      summary:
        'Run one operation of the catalog on a live Agent. Members ask reads; writes need an owner or admin. A read token needs the scope operations, or that of the write. With the header Idempotency-Key, a repeated request returns the stored answer.',
    },
    schema: {
      params: Params,
      body: OperationRequest,
      response: { 200: OperationResponse, '4xx': OperationRefusal, '5xx': OperationRefusal },
    },
    onRequest: (request) => requireMayAsk(request, deps),
    handler: async (request, reply) => {
      const { args, source } = request.body;
      checkNesting(args, 'args');
      const asking = askingOf(request);
      const given = await follow(deps, { asking, body: { args, source }, log: request.log }, async (question) => {
        const leave = await deps.starts.enter(asking.asker.organization);
        try {
          return await answerAsked({ request, reply, deps, question, onWaiting: leave });
        } finally {
          leave();
        }
      });
      return sendGiven(reply, given);
    },
  });

  app.withTypeProvider<ZodTypeProvider>().route({
    method: 'POST',
    url: '/api/operations/:name/sources',
    config: {
      access: 'asker',
      summary:
        'Ask several sources, or all of them, one read. Each answer or failure is under its source, and complete is true only if every source was asked and every answer is complete.',
    },
    schema: { params: Params, body: SourcesRequest, response: { 200: SourcesResponse } },
    onRequest: (request) => requireMayAsk(request, deps),
    handler: async (request, reply) => {
      const { args, sources: wanted, instance } = request.body;
      checkNesting(args, 'args');
      const asking = askingOf(request);
      const { log } = request;
      const signal = signalOf(reply);
      const side = await askSources({ asking, args, wanted, instance, log, signal, maxBytes: mostBytes }, deps);
      return sendBody(reply.code(200), renderSides(asking.name, side));
    },
  });
}

/** Of all results of several sources. */
const mostBytes = 32 << 20;

/** `result` goes on as the bytes that were checked, as that of a single question does. */
function renderSides(operation: string, { outcomes, complete, because }: SideBySide): Buffer {
  const head = { operation, complete, ...(because !== undefined && { because }) } satisfies Partial<SourcesResponse>;
  const answers = outcomes.flatMap((outcome, at): readonly Uint8Array[] => {
    const comma = Buffer.from(at === 0 ? '' : ',');
    const { source, instance, failure: error } = outcome;
    if (error !== undefined) return [comma, Buffer.from(JSON.stringify({ source, instance, error }))];
    // Of `{operation, instance, result}`.
    const { body } = outcome.answered;
    const start = Buffer.from(`${JSON.stringify({ source, instance }).slice(0, -1)},`);
    return [comma, start, body.subarray(body.indexOf('"result":'))];
  });
  return Buffer.concat([
    Buffer.from(`${JSON.stringify(head).slice(0, -1)},"answers":[`),
    ...answers,
    Buffer.from(']}'),
  ]);
}

/** Before the body is read. @throws ApiProblem, recorded. */
async function requireMayAsk(
  request: FastifyRequest<{ Params: z.infer<typeof Params> }>,
  deps: OperationDeps,
): Promise<void> {
  const asking = askingOf(request);
  const { name: operation } = request.params;
  const obstacle = findObstacle(asking.asker, { operation, access: asking.operation?.access });
  if (obstacle === undefined) return;
  await recordRefusal(deps, asking, obstacle.code);
  request.log.info({ by: whoOf(asking.asker), operation, code: obstacle.code }, 'operation refused');
  throw obstacle;
}

/** The cookie of a session is what a page has. */
function askingOf(request: FastifyRequest<{ Params: z.infer<typeof Params> }>): Asking {
  const asker = askerOf(request);
  const { name } = request.params;
  const via = asker.type === 'person' ? 'page' : 'api';
  return { id: request.id, asker, via, name, operation: catalog.get(name) };
}

function whoOf({ type, id }: Asker): { readonly type: Asker['type']; readonly id: string } {
  return { type, id };
}

interface AnsweredAsked {
  readonly given: GivenAnswer;
  readonly end: QuestionEnd;
}

interface Answering {
  readonly request: Ask;
  readonly reply: FastifyReply;
  readonly deps: OperationDeps;
  readonly question: FollowedQuestion;
  readonly onWaiting: () => void;
}

async function answerAsked({ request, reply, deps, question, onWaiting }: Answering): Promise<AnsweredAsked> {
  const key = readIdempotencyKey(request.headers[idempotencyHeader]);
  // With a key the caller comes back for the answer, so its leaving does not end the operation.
  if (key === undefined) return answerOnce(request, deps, { signal: signalOf(reply), onWaiting, question });
  let end: QuestionEnd | undefined;
  const run = async (): Promise<Given> => {
    const { given, end: ended } = await answerOnce(request, deps, { signal: undefined, onWaiting, question });
    end = ended;
    return given;
  };
  const given = await deps.asked.once(askedUnder(key, request), run, { onWaiting });
  if (given.isRepeated) void reply.header('idempotency-replayed', 'true');
  return { given, end: end ?? endOf(given) };
}

/** A person's key and a token's are never the same: the id of a person has no colon. */
function askedUnder(key: string, request: Ask): Asked {
  const { type, id, organization } = askerOf(request);
  const { args, source, instance } = request.body;
  const digest = digestJson([request.params.name, args ?? null, source ?? null, instance ?? null]);
  return { organization, asker: type === 'person' ? id : `token:${id}`, key, digest };
}

async function answerOnce(
  request: Ask,
  deps: OperationDeps,
  how: {
    readonly signal: AbortSignal | undefined;
    readonly onWaiting: () => void;
    readonly question: FollowedQuestion;
  },
): Promise<{ readonly given: Given; readonly end: QuestionEnd }> {
  const { question, ...waiting } = how;
  const onSending = (to: string): Promise<void> => question.sent(to);
  const asked = { asking: askingOf(request), body: request.body, log: request.log, onSending, ...waiting };
  const { answered, end } = await askMeasured(asked, deps);
  const { status, body, isFinal } = answered;
  return { given: { status, body, isFinal }, end };
}

/** Of an answer that was stored under the key: no Agent was asked. */
function endOf({ status, body }: GivenAnswer): QuestionEnd {
  return { outcome: status === 200 ? 'ok' : OperationRefusal.parse(JSON.parse(body.toString())).error.code };
}

function sendGiven(reply: FastifyReply, { status, body: given }: GivenAnswer): FastifyReply {
  const refusal = status === 200 ? undefined : OperationRefusal.parse(JSON.parse(given.toString()));
  const body = refusal === undefined ? given : namingLayer(refusal);
  const waitSec = believedSec(Number(refusal?.error.data['retryAfterSec'] ?? Number.NaN));
  if (waitSec !== undefined) void reply.header('retry-after', String(waitSec));
  return sendBody(reply.code(status), body);
}

/** `body`: JSON in UTF-8. */
function sendBody(reply: FastifyReply, body: Buffer): FastifyReply {
  void reply.type('application/json; charset=utf-8').header('content-length', body.length);
  return reply.send(body.length > pieceBytes ? Readable.from(inPieces(body)) : body);
}

/** Named when it is sent and not when it is stored: an older replica that repeats a stored refusal would not read it. */
function namingLayer({ error }: OperationRefusal): Buffer {
  const named: OperationRefusal = { error: { ...error, layer: 'agent' } };
  return Buffer.from(JSON.stringify(named));
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
