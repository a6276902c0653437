/** Announces that a route will end: in its description, and on every response by the headers of RFC 9745 and RFC 8594. */
import type { FastifyInstance } from 'fastify';

/** Days, such as 2027-01-31; both begin at midnight UTC. */
export interface Deprecation {
  readonly since: string;
  /** From this day on the route may be gone. */
  readonly until: string;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    deprecated?: Deprecation;
  }
}

export function announceDeprecation(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { deprecated } = request.routeOptions.config;
    if (deprecated !== undefined) {
      void reply.header('deprecation', `@${Date.parse(deprecated.since) / 1000}`);
      void reply.header('sunset', new Date(deprecated.until).toUTCString());
    }
    done();
  });
}
