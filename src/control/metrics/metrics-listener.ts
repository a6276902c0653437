/**
 * Metrics have a listener of their own, on loopback unless the operator says otherwise: on the port
 * of the app, a reverse proxy on the same machine would make every visitor look local.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';
import { guardRequests } from '../peers/guard-requests.ts';

/** One scraper needs one. */
export const maxConnections = 32;

export interface MetricsListener {
  readonly url: string;
  close(): Promise<void>;
}

/** Rejects when the address cannot be bound. A scrape that fails is answered 500 and reported to `onError`. */
export async function listenForScrapes(
  registry: Registry,
  at: { host: string; port: number },
  onError: (error: unknown) => void,
): Promise<MetricsListener> {
  const timeouts = { requestTimeout: 8000, headersTimeout: 8000, connectionsCheckingInterval: 1000 };
  const server = createServer(timeouts, (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      (error: unknown) => {
        onError(error);
        response.writeHead(500).end();
      },
    );
  });
  guardRequests(server, { max: maxConnections, maxOfAddress: maxConnections, forKnown: 0 });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(at.port, at.host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  const host = at.host.includes(':') ? `[${at.host}]` : at.host;
  return { url: `http://${host}:${port}/metrics`, close: () => closeServer(server) };
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
