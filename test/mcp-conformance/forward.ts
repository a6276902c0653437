/**
 * A server on loopback in front of `/mcp` for clients that cannot send a token and know plain HTTP only. It adds the
 * token, and replaces its own origin by that of the control plane, as a proxy that ends TLS does. Any other Host and
 * Origin goes on as it was sent.
 */
import { createServer } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TestControl } from '../control-plane.ts';

export interface Forwarder {
  /** Of `/mcp`. */
  readonly address: string;
  close(): Promise<void>;
}

/** Without a token where `token` is undefined. */
export async function forwardTo(running: TestControl, token: string | undefined): Promise<Forwarder> {
  const { origin, hostname } = new URL(running.control.addresses.app);
  let own = '';
  const server = createServer((received, response) => {
    const headers = { ...received.headers };
    if (headers.origin === own) headers.origin = origin;
    if (token !== undefined) headers.authorization = `Bearer ${token}`;
    const { method, url = '/' } = received;
    // The certificate is checked against the name of the control plane, whatever Host says.
    const sent = request(new URL(url, origin), { ca: running.caPem, servername: hostname, method, headers });
    sent.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 0, answer.headers);
      answer.pipe(response);
    });
    sent.on('error', (error) => response.destroy(error));
    response.on('close', () => sent.destroy());
    received.pipe(sent);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    address: `${own}/mcp`,
    close: () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      return closed;
    },
  };
}
