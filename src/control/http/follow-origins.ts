/** Tells what a request changes from where it was asked. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { askedFrom } from '../acts/record-act.ts';
import type { ActWay } from '../api/api.ts';
// Members of a request that these declare, wherever this module is used.
import type {} from '../peers/fair-gate.ts';
import type {} from './access.ts';
import type {} from './person-guard.ts';

/** Add it before the hooks and routes whose acts it follows. */
export function followOrigins(app: FastifyInstance): void {
  const follow = (request: FastifyRequest, work: () => void): void =>
    askedFrom(() => ({ way: wayOf(request), address: request.callerAddress }), work);
  app.addHook('onRequest', (request, _reply, done) => follow(request, done));
  // The body arrives as events of the connection, which know no request.
  app.addHook('preValidation', (request, _reply, done) => follow(request, done));
}

function wayOf(request: FastifyRequest): ActWay {
  const { url, config } = request.routeOptions;
  if (url === '/mcp') return 'mcp';
  const isToken = config.access === 'own' || request.asker?.type === 'token';
  return isToken ? 'token' : 'page';
}
