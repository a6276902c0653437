import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server } from 'node:net';
import { ConnectionGuard, type ConnectionLimits } from './connection-guard.ts';

/**
 * Guards a server of HTTP: a connection proves itself by the head of a request, and is idle between two of them. A
 * body that does not come is cut off by the server's own limit for a whole request.
 */
export function guardRequests(server: Server, limits: ConnectionLimits): void {
  const guard = new ConnectionGuard(server, limits);
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    guard.keep(socket);
    response.once('close', () => guard.rest(socket));
  });
}
