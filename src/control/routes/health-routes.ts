/**
 * What an orchestrator asks. Live: the process answers. Ready: the store answers and the tunnel
 * listens, so that traffic is worth sending. Neither reveals more than that.
 */
import type { FastifyInstance } from 'fastify';

const readyTimeoutMs = 2000;

export interface Readiness {
  /** Rejects when the store does not answer. */
  checkStore(): Promise<void>;
  isTunnelListening(): boolean;
}

export function healthRoutes(app: FastifyInstance, readiness: Readiness): void {
  app.get('/healthz', { config: { access: 'public', summary: 'The process is running.' } }, () => ({ status: 'ok' }));

  app.get(
    '/readyz',
    { config: { access: 'public', summary: 'Store and tunnel are ready.' } },
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
