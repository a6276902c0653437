/** Markers: one route that only records, with a token of its own, and one that reads. */
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Clock } from '../../core/clock.ts';
import { MarkerKind, MarkerList, MarkerRecorded } from '../api/markers.ts';
import { ApiProblem } from '../problem/api-problem.ts';
import { identify } from '../peers/fair-gate.ts';
import { CallRate } from '../peers/call-rate.ts';
import { readBearer, readerOf, wrongToken } from '../http/person-guard.ts';
import type { Db } from '../store/database.ts';
import type { AccessTokens, TokenHolder } from '../tokens/access-tokens.ts';
import { listMarkers } from '../markers/list-markers.ts';
import { MarkerBody, markerBodyLimit } from '../markers/marker-body.ts';
import { MarkerLog } from '../markers/marker-log.ts';
import { forbiddenField } from '../tokens/token-scopes.ts';

export interface MarkerRouteDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly tokens: Pick<AccessTokens, 'authenticate'>;
  /** Pages that show markers read them again. */
  readonly onRecorded: (organization: string) => void;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on the route that records markers: whose token it is. */
    incidentToken: TokenHolder | undefined;
  }
}

/** Requests of one token, whatever becomes of them, at this replica. */
const requestRate = { calls: 60, withinSec: 60 } as const;

const Time = z.iso.datetime({ offset: true, error: 'must be a time of RFC 3339, such as 2026-01-31T09:00:00Z' });
const name = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^\P{Cc}*$/u, { error: 'must not contain control characters' });
const MarkersQuery = z.strictObject({
  workload: name(255).min(1).optional(),
  env: name(64).optional(),
  kind: MarkerKind.optional(),
  from: Time.optional().describe('Also what began before and had not ended.'),
  to: Time.optional().describe('Not included.'),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(64).optional(),
});

export function markerRoutes(app: FastifyInstance, { db, clock, tokens, onRecorded }: MarkerRouteDeps): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();
  const log = new MarkerLog(db, clock);
  const rate = new CallRate(clock, requestRate);
  app.decorateRequest('incidentToken', undefined);

  typed.route({
    method: 'POST',
    url: '/api/markers',
    bodyLimit: markerBodyLimit,
    config: {
      access: 'own',
      summary: 'Record a deploy or an incident of a workload, or end an incident, with an incident token.',
    },
    schema: { body: MarkerBody, response: { 200: MarkerRecorded, 201: MarkerRecorded } },
    // Before the body is read: a caller without a token learns nothing about what a body should be.
    onRequest: async (request) => {
      const bearer = readBearer(request.headers.authorization) ?? '';
      const holder = await identify(
        request,
        () => tokens.authenticate('incident', bearer),
        ({ id }) => id,
      );
      if (holder === undefined) throw wrongToken();
      const waitSec = rate.take(holder.id);
      if (waitSec !== undefined) throw tooFast(waitSec);
      request.incidentToken = holder;
    },
    handler: async (request, reply) => {
      const holder = request.incidentToken;
      if (holder === undefined) throw new Error('the route lets no request without a token through');
      const field = forbiddenField(holder.scopes, request.body);
      if (field !== undefined) throw restricted(field);
      const { id, isNew } = await log.record(holder, request.body);
      request.log.info({ token: holder.id, marker: id, kind: request.body.kind, new: isNew }, 'marker recorded');
      onRecorded(holder.organization);
      return reply.code(isNew ? 201 : 200).send({ id });
    },
  });

  typed.route({
    method: 'GET',
    url: '/api/markers',
    config: {
      access: 'reader',
      compress: true,
      summary: 'Deploys and incidents of workloads; the one that began last comes first.',
    },
    schema: { querystring: MarkersQuery, response: { 200: MarkerList } },
    handler: (request) => {
      const { from, to, ...query } = request.query;
      return listMarkers(db, readerOf(request), {
        ...query,
        ...(from !== undefined && { from: Date.parse(from) }),
        ...(to !== undefined && { to: Date.parse(to) }),
      });
    },
  });
}

function restricted(field: 'workload' | 'env'): ApiProblem {
  return new ApiProblem({
    status: 403,
    code: 'token_restricted',
    field,
    message: 'This token is restricted to other workloads or environments. An owner or admin creates another one.',
  });
}

function tooFast(retryAfterSec: number): ApiProblem {
  return new ApiProblem({
    status: 429,
    code: 'too_many_requests',
    message: `A token may send 60 requests in a minute. The next one is accepted in ${retryAfterSec} s.`,
    retryAfterSec,
  });
}
