/** The capture interface: queue from a pipeline or the form, read records, bundles and comparisons. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { Diff } from '../../../profiler/witness/diff/diff.ts';
import type { BundleDesk } from '../bundles/bundle-desk.ts';
import {
  CapturedVersions,
  CaptureAccepted,
  CaptureForm,
  CaptureList,
  CaptureOverview,
  CaptureProcesses,
  CaptureRecord,
  CaptureRequest,
  ComparisonSummary,
  ComparisonTable,
  ProfilingVerdicts,
} from '../api/api.ts';
import { identify } from '../peers/fair-gate.ts';
import { personOf, readBearer, readerOf, wrongToken } from '../http/person-guard.ts';
import { ApiProblem } from '../problem/api-problem.ts';
import type { AccessTokens, TokenHolder } from '../tokens/access-tokens.ts';
import { type CaptureBody, captureBodyLimit, parseCaptureBody, parseCaptureForm } from '../captures/capture-body.ts';
import type { CaptureDiff } from '../captures/capture-diff.ts';
import { type CancelRouteDeps, cancelRoute } from './cancel-route.ts';
import {
  BundleQuery,
  CaptureParams,
  CaptureQuery,
  DiffQuery,
  SummaryQuery,
  TableQuery,
} from '../captures/capture-queries.ts';
import type { CaptureQueue, Requester } from '../captures/capture-queue.ts';
import type { HourUse } from '../captures/hourly-ceiling.ts';
import type { CaptureReader } from '../captures/capture-reader.ts';
import { flameRoutes } from './flame-routes.ts';
import type { TargetVerdicts } from '../captures/target-verdicts.ts';
import { replicateRoute } from './replicate-route.ts';
import { sendJson, sendText, readOfBundle, noSuchCapture } from './bundle-answers.ts';

export interface CaptureRouteDeps {
  readonly queue: CaptureQueue;
  readonly reader: CaptureReader;
  readonly diff: CaptureDiff;
  readonly verdicts: TargetVerdicts;
  readonly bundles: BundleDesk;
  readonly tokens: AccessTokens;
  readonly isProfilerEnabled: (organization: string) => Promise<boolean>;
  readonly cancel: CancelRouteDeps['cancel'];
  /** Called with each newly queued request. */
  readonly onQueued: (organization: string, requestId: string) => void;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on the capture route: whose token it is. */
    captureToken: TokenHolder | undefined;
  }
}

export function captureRoutes(app: FastifyInstance, deps: CaptureRouteDeps): void {
  app.decorateRequest('captureToken', undefined);
  queueRoutes(app, deps);
  cancelRoute(app, deps);
  readRoutes(app, deps);
  flameRoutes(app, deps);
}

function queueRoutes(app: FastifyInstance, deps: CaptureRouteDeps): void {
  const { queue, tokens, isProfilerEnabled, onQueued } = deps;
  const enqueue = async (organization: string, body: CaptureBody, by: Requester): Promise<CaptureAccepted> => {
    const enqueued = await queue.enqueue(organization, body, by);
    if (enqueued.answer === 'not_enabled') throw notEnabled();
    if (enqueued.answer === 'over_ceiling') {
      throw overCeiling(enqueued.retryAfterSec, await queue.hourUse(organization));
    }
    if (!enqueued.deduped) onQueued(organization, enqueued.id);
    return { request_id: enqueued.id, status: 'queued', deduped: enqueued.deduped };
  };
  const requireEnabled = async (organization: string): Promise<void> => {
    if (!(await isProfilerEnabled(organization))) throw notEnabled();
  };
  app.route<{ Body: CaptureBody }>({
    method: 'POST',
    url: '/api/profiling/captures',
    bodyLimit: captureBodyLimit,
    config: {
      access: 'own',
      summary: 'Queue a capture with a capture token, in the header or as the query parameter token.',
    },
    schema: { body: CaptureRequest, response: { 202: CaptureAccepted } },
    validatorCompiler: () => parseWith(parseCaptureBody),
    // Before the body is read: a caller without a token learns nothing about what a body should be.
    onRequest: async (request) => {
      const holder = await identify(
        request,
        () => tokens.authenticate('capture', captureTokenOf(request)),
        ({ id }) => id,
      );
      if (holder === undefined) throw wrongToken();
      await requireEnabled(holder.organization);
      request.captureToken = holder;
    },
    handler: async (request, reply) => {
      const holder = request.captureToken;
      if (holder === undefined) throw new Error('the route lets no request without a token through');
      const by = { type: 'token', name: holder.name, tokenId: holder.id } as const;
      void reply.code(202);
      return enqueue(holder.organization, request.body, by);
    },
  });

  app.route<{ Body: CaptureBody }>({
    method: 'POST',
    url: '/api/profiling/requests',
    bodyLimit: captureBodyLimit,
    config: { access: 'member', summary: 'Queue a capture from the form: process, version and environment.' },
    schema: { body: CaptureForm, response: { 202: CaptureAccepted } },
    validatorCompiler: () => parseWith(parseCaptureForm),
    handler: async (request, reply) => {
      const { person, organization } = personOf(request);
      await requireEnabled(organization.id);
      const by = { type: 'person', name: person.name, id: person.id } as const;
      void reply.code(202);
      return enqueue(organization.id, request.body, by);
    },
  });

  replicateRoute(app, { reader: deps.reader, enqueue });
}

function readRoutes(app: FastifyInstance, { reader, diff, verdicts, bundles }: CaptureRouteDeps): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();

  typed.route({
    method: 'GET',
    url: '/api/profiling/versions',
    config: { access: 'reader', summary: 'Versions with pushed captures, by process and environment.', compress: true },
    schema: { response: { 200: CapturedVersions } },
    handler: (request) => reader.versions(readerOf(request)),
  });

  typed.route({
    method: 'GET',
    url: '/api/profiling/verdicts',
    config: {
      access: 'reader',
      summary: 'How the latest two versions of each process compare, and the CPU time of its last versions.',
      compress: true,
    },
    schema: { response: { 200: ProfilingVerdicts } },
    handler: (request) => verdicts.read(readerOf(request)),
  });

  typed.route({
    method: 'GET',
    url: '/api/profiling/captures',
    config: { access: 'reader', summary: 'Capture requests, newest first.', compress: true },
    schema: { querystring: CaptureQuery, response: { 200: CaptureList } },
    handler: (request) => reader.list(readerOf(request), request.query),
  });

  typed.route({
    method: 'GET',
    url: '/api/profiling/captures/:id',
    config: { access: 'reader', summary: 'One capture request with each node’s result.', compress: true },
    schema: { params: CaptureParams, response: { 200: CaptureRecord } },
    handler: async (request) => {
      const record = await reader.find(readerOf(request), request.params.id);
      if (record === undefined) throw noSuchCapture();
      return record;
    },
  });

  typed.route({
    method: 'GET',
    url: '/api/profiling/captures/:id/bundle',
    config: {
      access: 'reader',
      summary: 'The bundle of a pushed capture: gzip of canonical JSON, as stored.',
      media: ['application/gzip'],
    },
    schema: { params: CaptureParams, querystring: BundleQuery },
    handler: async (request, reply) => {
      const bundle = await reader.bundle(readerOf(request), request.params.id, request.query.instance);
      if (bundle === undefined) throw noSuchCapture();
      const etag = `"${bundle.id}"`;
      void reply.header('etag', etag);
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      return reply
        .type('application/gzip')
        .header('content-disposition', `attachment; filename="${bundle.id}.json.gz"`)
        .serializer((bytes: unknown) => bytes as string)
        .send(Buffer.from(bundle.bytes));
    },
  });

  typed.route({
    method: 'GET',
    url: '/api/profiling/captures/:id/processes',
    config: {
      access: 'reader',
      summary: 'What each process of a pushed capture’s target did, the busiest first.',
      compress: true,
    },
    schema: { params: CaptureParams, querystring: BundleQuery, response: { 200: CaptureProcesses } },
    handler: async (request, reply) => sendJson(reply, await readOfBundle({ reader, bundles }, 'processes', request)),
  });

  typed.route({
    method: 'GET',
    url: '/api/profiling/captures/:id/overview',
    config: {
      access: 'reader',
      summary: 'Each measurement of a pushed capture as one number, and the builds that were measured.',
      compress: true,
    },
    schema: { params: CaptureParams, querystring: BundleQuery, response: { 200: CaptureOverview } },
    handler: async (request, reply) => sendJson(reply, await readOfBundle({ reader, bundles }, 'overview', request)),
  });

  typed.route({
    method: 'GET',
    url: '/api/profiling/diff',
    config: {
      access: 'reader',
      summary: 'What changed between two versions of a workload, as JSON, Markdown or SARIF.',
      compress: true,
    },
    schema: { querystring: DiffQuery, response: { 200: Diff } },
    handler: async (request, reply) => {
      const text = await diff.read(readerOf(request), request.query);
      return sendText(reply, mediaTypes[request.query.format], text);
    },
  });

  typed.route({
    method: 'GET',
    url: '/api/profiling/diff/summary',
    config: {
      access: 'reader',
      summary: 'What changed between two versions of a workload, without the rows of its measurements.',
      compress: true,
    },
    schema: { querystring: SummaryQuery, response: { 200: ComparisonSummary } },
    handler: async (request, reply) => sendJson(reply, await diff.readSummary(readerOf(request), request.query)),
  });

  typed.route({
    method: 'GET',
    url: '/api/profiling/diff/table',
    config: {
      access: 'reader',
      summary: 'The rows of one measurement of a comparison, of the captures that its summary is of.',
      compress: true,
    },
    schema: { querystring: TableQuery, response: { 200: ComparisonTable } },
    handler: async (request, reply) => sendJson(reply, await diff.readTable(readerOf(request), request.query)),
  });
}

const mediaTypes = {
  json: 'application/json',
  markdown: 'text/markdown',
  sarif: 'application/sarif+json',
} as const;

/** The schema only describes the body; the parser knows the aliases and names the field as the caller spelt it. */
function parseWith(parse: (body: unknown) => CaptureBody) {
  return (body: unknown): { value: CaptureBody } | { error: Error } => {
    try {
      return { value: parse(body) };
    } catch (error) {
      if (error instanceof ApiProblem) return { error };
      throw error;
    }
  };
}

/** The header wins; the query parameter serves pipelines that cannot set one. */
function captureTokenOf(request: FastifyRequest): string {
  const bearer = readBearer(request.headers.authorization);
  if (bearer !== undefined) return bearer;
  const query = request.query as { token?: unknown };
  return typeof query.token === 'string' ? query.token : '';
}

/** Workloads that are named; the rest is counted. */
const namedWorkloads = 5;

function overCeiling(retryAfterSec: number, { perHour, workloads }: HourUse): ApiProblem {
  const named = workloads.slice(0, namedWorkloads).map(({ workload, requests }) => `${workload} ${requests}`);
  const others = workloads.slice(namedWorkloads).reduce((sum, { requests }) => sum + requests, 0);
  const used = [...named, ...(others > 0 ? [`others ${others}`] : [])].join(', ');
  return new ApiProblem({
    status: 429,
    code: 'too_many_captures',
    message: `An organization may queue ${perHour} captures in an hour. Used: ${used}. The next one is accepted in ${retryAfterSec} s.`,
    retryAfterSec,
  });
}

function notEnabled(): ApiProblem {
  return new ApiProblem({
    status: 403,
    code: 'profiler_not_enabled',
    message:
      'The Profiler is not enabled for this organization. An owner or admin enables it under Settings, Profiler.',
  });
}
