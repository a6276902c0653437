/**
 * Who may call a route, said where the route is declared. A route without it is refused at start, so
 * that nothing is open by omission.
 */
// So that the module below is known wherever this one is.
import type {} from 'fastify';
import type { ZodType } from 'zod';
import type { Role } from '../api/api.ts';

/**
 * `public`: anybody. `reader`: a signed-in person or a read token. `asker`: the same two, and the route asks for more
 * by what is asked. A role: a signed-in person who has
 * at least it; the guard also checks the origin and the CSRF token of requests that change something.
 * `own`: the route authenticates by itself, because it takes other tokens.
 */
export type Access = 'public' | 'reader' | 'asker' | 'own' | Role;

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
    /** One sentence for the interface description. */
    summary?: string;
    /** Media types of a successful answer that no schema describes. */
    media?: readonly string[];
    /** One message of an answer of `text/event-stream`. */
    event?: ZodType;
    /** Of a body that the handler checks itself: for the interface description alone. */
    body?: ZodType;
    /** The answer may be sent compressed: it holds no secret. */
    compress?: true;
  }
}
