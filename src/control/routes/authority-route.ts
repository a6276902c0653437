/** The certificate of the own authority, for browsers, instances and pipelines. It is public: every handshake sends it. */
import type { FastifyInstance } from 'fastify';
import { ApiProblem } from '../problem/api-problem.ts';

/** `caPem`: undefined where the certificate of the servers is the operator's. */
export function authorityRoute(app: FastifyInstance, caPem: () => string | undefined): void {
  app.get(
    '/api/ca.pem',
    { config: { access: 'member', summary: 'The certificate authority of this control plane, as PEM.' } },
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
