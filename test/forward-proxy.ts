/** A forward proxy on loopback, as companies have them: relays plain requests, opens tunnels for TLS, and notes both. */
import { createServer, request as requestHttp } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

export interface ForwardProxy {
  /** Of HTTPS_PROXY and HTTP_PROXY. */
  readonly url: string;
  readonly port: number;
  /** First lines of what it was asked: `CONNECT host:443`, `GET http://host/path`. */
  readonly asked: string[];
  close(): Promise<void>;
}

export async function startForwardProxy(): Promise<ForwardProxy> {
  const asked: string[] = [];
  const tunnels = new Set<Socket>();
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const { method, headers } = request;
    const relayed = requestHttp(request.url ?? '', { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    relayed.on('error', () => response.destroy());
    request.pipe(relayed);
  });
  server.on('connect', (request, socket: Socket) => {
    asked.push(`CONNECT ${request.url}`);
    const { hostname, port } = new URL(`http://${request.url}`);
    const onward = connect(Number(port), hostname.replaceAll(/^\[|\]$/gu, ''), () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    for (const one of [socket, onward]) {
      tunnels.add(one);
      one.once('close', () => tunnels.delete(one));
    }
    onward.on('error', () => socket.destroy());
    socket.on('error', () => onward.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    asked,
    close() {
      for (const one of tunnels) one.destroy();
      server.closeAllConnections();
      return new Promise((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}
