/** What this control plane says of itself: whether it works, its interface, and its certificate authority. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { type DescribedRoute, renderOpenApi } from '../http/openapi.ts';
import { ApiProblem } from '../problem/api-problem.ts';

const readyTimeoutMs = 2000;

const State = z.enum(['ok', 'failed']);
const Live = z.strictObject({ status: z.literal('ok') });
const Ready = z.strictObject({ status: State, store: State, tunnel: State });

export interface Readiness {
  /** Rejects when the store does not answer. */
  checkStore(): Promise<void>;
  isTunnelListening(): boolean;
}

/**
 * What an orchestrator asks. Live: the process answers. Ready: the store answers and the tunnel
 * listens, so that traffic is worth sending. Neither reveals more than that.
 */
export function healthRoutes(app: FastifyInstance, readiness: Readiness): void {
  app.get(
    '/healthz',
    { config: { access: 'public', summary: 'The process is running.' }, schema: { response: { 200: Live } } },
    () => ({ status: 'ok' }),
  );

  app.get(
    '/readyz',
    {
      config: { access: 'public', summary: 'Store and tunnel are ready.' },
      schema: { response: { 200: Ready, 503: Ready } },
    },
    async (request, reply) => {
      const store = await withTimeout(readiness.checkStore()).then(
        () => 'ok' as const,
        (error: unknown) => {
          request.log.error({ err: error }, 'store is not responding');
          return 'failed' as const;
        },
      );
      const tunnel = readiness.isTunnelListening() ? 'ok' : 'failed';
      const isReady = store === 'ok' && tunnel === 'ok';
      return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ok' : 'failed', store, tunnel });
    },
  );
}

async function withTimeout(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${readyTimeoutMs} ms`)), readyTimeoutMs);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The interface as it is, for people and code generators. `routes` may still grow after this call; the description is rendered at the first request. */
export function descriptionRoute(
  app: FastifyInstance,
  routes: readonly DescribedRoute[],
  publicOrigin: () => string,
): void {
  let rendered: string | undefined;
  app.get(
    '/api/openapi.json',
    { config: { access: 'public', summary: 'This description.', media: ['application/json'], compress: true } },
    (_request, reply) => {
      rendered ??= JSON.stringify(renderOpenApi(routes, publicOrigin()));
      return reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache').send(rendered);
    },
  );
}

/** The certificate of the own authority, which is no secret: a setup reads it before it trusts anything, and compares its fingerprint. `caPem`: undefined where the certificate of the servers is the operator's. */
export function authorityRoute(app: FastifyInstance, caPem: () => string | undefined): void {
  app.get(
    '/api/ca.pem',
    {
      config: {
        access: 'public',
        summary: 'The certificate authority of this control plane, as PEM.',
        media: ['application/x-pem-file'],
      },
    },
    (_request, reply) => {
      const pem = caPem();
      if (pem === undefined) {
        throw new ApiProblem({
          status: 404,
          code: 'no_own_authority',
          message: 'This control plane presents a certificate of the operator, and has no authority of its own.',
        });
      }
      return reply
        .type('application/x-pem-file')
        .header('content-disposition', 'attachment; filename="ca.pem"')
        .header('cache-control', 'no-cache')
        .send(pem);
    },
  );
}
