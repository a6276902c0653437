/** One request on the wire, up to the head of its answer. Knows about sockets; decides nothing. */
import type { IncomingMessage, RequestOptions } from 'node:http';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { NetworkAgents } from './network-agent.ts';
import { http, https } from './node-http.ts';

export interface ExchangeOptions {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly agents: NetworkAgents;
  readonly signal: AbortSignal;
  readonly connectMs: number;
  readonly text: string | Uint8Array | undefined;
}

/** Rejects with Node's own error, a Fault of the proxy's settings, or code ETIMEDOUT for a connection that takes too long. */
export async function openExchange(url: URL, options: ExchangeOptions): Promise<IncomingMessage> {
  const { method, headers, agents, signal, connectMs, text } = options;
  const isTls = url.protocol === 'https:';
  const agent = isTls ? agents.https : agents.httpTo(url);
  // The time-out covers the connection through a proxy, which Node otherwise waits for without limit.
  const sent: RequestOptions = { method, headers, agent, signal, timeout: connectMs };
  return new Promise((resolve, reject) => {
    const outgoing = (isTls ? https : http).request(url, sent, resolve);
    // While a proxy has not opened the way there is no socket, and Node does not abort such a request.
    const endWith = (error: Error): void => {
      outgoing.destroy(error);
      reject(error);
    };
    const timer = setTimeout(() => {
      endWith(Object.assign(new Error('no connection in time'), { code: 'ETIMEDOUT' }));
    }, connectMs);
    const onAbort = (): void => {
      endWith(Object.assign(new Error('ended by its caller', { cause: signal.reason }), { code: 'ABORT_ERR' }));
    };
    signal.addEventListener('abort', onAbort, { once: true });
    const stop = (): void => clearTimeout(timer);
    outgoing.once('socket', (socket) => onceConnected(socket, stop));
    outgoing.once('close', () => {
      stop();
      signal.removeEventListener('abort', onAbort);
    });
    outgoing.on('error', reject);
    outgoing.end(text);
  });
}

function onceConnected(socket: Socket, run: () => void): void {
  if (isInHandshake(socket)) socket.once('secureConnect', run);
  else if (socket.connecting) socket.once('connect', run);
  else run();
}

/** The flag is Node's own and documented nowhere else than in its behaviour: it is true until `secureConnect`. */
function isInHandshake(socket: Socket): boolean {
  return socket instanceof TLSSocket && 'secureConnecting' in socket && socket.secureConnecting === true;
}
