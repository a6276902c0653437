/**
 * Guards a server of HTTP. A connection proves by a whole request that it is worth a place, and is idle between two of
 * them. Its requests are answered one after the other: the next one begins when the answer before it has left, so that
 * a peer that does not read is owed one answer at most.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { ConnectionGuard, type ConnectionLimits } from './connection-guard.ts';
import { BodyWatch } from './slow-bodies.ts';

/** Requests of one connection that wait for their answers. No client of ours sends a second one before the first is answered. */
export const mostPipelined = 100;

export interface RequestLimits extends ConnectionLimits {
  /** As configured proxies pass it on. */
  readonly clientOf?: (request: IncomingMessage) => string;
}

type Answer = () => void;

/** `clientError` with ERR_HTTP_REQUEST_TIMEOUT is emitted for a body that is too slow. */
export function guardRequests(
  server: Server,
  { clientOf = ({ socket }) => socket.remoteAddress ?? '', ...limits }: RequestLimits,
): ConnectionGuard {
  const guard = new ConnectionGuard(server, limits);
  const bodies = new BodyWatch(server, (socket) => {
    guard.count('slow_body');
    server.emit('clientError', Object.assign(new Error('the body is too slow'), { code: timeoutCode }), socket);
  });
  /** What waits behind the request that is being answered. */
  const waiting = new WeakMap<Socket, Answer[]>();
  const answerNext = (socket: Socket): void => {
    const next = socket.destroyed ? undefined : waiting.get(socket)?.shift();
    if (next === undefined) waiting.delete(socket);
    else next();
  };
  const listeners = server.listeners('request');
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const answer = (): void => {
      guard.receive(socket, clientOf(request));
      bodies.watch(request, response, () => guard.serve(socket));
      response.once('close', () => {
        guard.rest(socket);
        answerNext(socket);
      });
      for (const one of listeners) one.call(server, request, response);
    };
    const queue = waiting.get(socket);
    if (queue === undefined) {
      waiting.set(socket, []);
      answer();
    } else if (queue.length < mostPipelined - 1) {
      queue.push(answer);
    } else {
      guard.cut(socket, 'pipelined');
    }
  });
  return guard;
}

const timeoutCode = 'ERR_HTTP_REQUEST_TIMEOUT';

/** Enough for the words to arrive where somebody reads. */
const lastWordsMs = 1000;

/** Ends a connection with these last words. A peer that keeps its own side open is cut off. */
export function endWith(socket: Duplex, words: string): void {
  const cutOff = setTimeout(() => socket.destroy(), lastWordsMs);
  socket.on('error', () => socket.destroy());
  socket.on('close', () => clearTimeout(cutOff));
  socket.end(words);
}
