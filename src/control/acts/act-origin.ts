/**
 * From where the work that runs now was asked for. It goes with the request through every call that it makes, so that
 * no act can be recorded without it. Outside a request it is the machine of the control plane.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ActWay } from '../api/api.ts';
// Members of a request that these declare, wherever this module is used.
import type {} from '../peers/fair-gate.ts';
import type {} from '../http/person-guard.ts';

export interface ActOrigin {
  readonly way: ActWay;
  /** Address of the client; undefined on the machine itself. */
  readonly address: string | undefined;
}

const asking = new AsyncLocalStorage<FastifyRequest>();

export function originOf(): ActOrigin {
  const request = asking.getStore();
  if (request === undefined) return { way: 'machine', address: undefined };
  return { way: wayOf(request), address: request.callerAddress };
}

/** Add it before the hooks and routes whose acts it follows. */
export function followOrigins(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => asking.run(request, done));
  // The body arrives as events of the connection, which know no request.
  app.addHook('preValidation', (request, _reply, done) => asking.run(request, done));
}

function wayOf(request: FastifyRequest): ActWay {
  const { url, config } = request.routeOptions;
  if (url === '/mcp') return 'mcp';
  const isToken = config.access === 'own' || request.asker?.type === 'token';
  return isToken ? 'token' : 'page';
}
