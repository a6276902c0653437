/** Bodies of requests have a minimum rate from the moment somebody reads them. Their end is the server's limit for a whole request. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { attend } from './attended-time.ts';

export const graceMs = 2000;
/** After the grace. Every body that is accepted is smaller than a few seconds of it. */
export const leastBytesPerSec = 4096;

interface Body {
  readonly request: IncomingMessage;
  /** The time of `attend` at which somebody began to read it, and what the connection had sent until then. */
  read?: { readonly atMs: number; readonly bytes: number };
}

export class BodyWatch {
  readonly #bodies = new Set<Body>();
  readonly #onSlow: (socket: Socket) => void;

  constructor(server: Server, onSlow: (socket: Socket) => void) {
    this.#onSlow = onSlow;
    attend(server, (now) => this.#sweep(now));
  }

  /** `onWhole` is called when all of it has come. */
  watch(request: IncomingMessage, response: ServerResponse, onWhole: () => void): void {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
    if ((length === undefined || length === '0') && encoding === undefined) {
      onWhole();
      return;
    }
    const body: Body = { request };
    this.#bodies.add(body);
    const forget = (): void => void this.#bodies.delete(body);
    request.once('end', () => {
      forget();
      onWhole();
    });
    response.once('close', forget);
  }

  #sweep(now: number): void {
    for (const body of this.#bodies) {
      const { request } = body;
      // What nobody reads yet is late by our doing.
      if (request.readableFlowing === null || request.complete) continue;
      const { socket } = request;
      body.read ??= { atMs: now, bytes: socket.bytesRead };
      const least = ((now - body.read.atMs - graceMs) / 1000) * leastBytesPerSec;
      if (socket.bytesRead - body.read.bytes >= least) continue;
      this.#bodies.delete(body);
      this.#onSlow(socket);
    }
  }
}
