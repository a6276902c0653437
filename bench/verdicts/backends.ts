/** What the servers talk to: a backend that knows prices, and an audit peer at an address of its own. */
import { createServer, type Server } from 'node:net';

/** Not handed out by a kernel, so that a run that is resumed gets the same ones. */
export const portsOf = {
  backend: 18_101,
  audit: 18_102,
  server: { c: 18_111, go: 18_112, node: 18_113, python: 18_114, java: 18_115 },
} as const;

/** @throws Error when a port is in use. */
export async function startBackends(): Promise<() => Promise<void>> {
  const backend = await listen(portsOf.backend, '127.0.0.1', (item) => `${1000 + ((item * 7919) % 90_000)}\n`);
  const audit = await listen(portsOf.audit, '127.0.0.2', () => 'noted\n');
  return async () => {
    await Promise.all([backend, audit].map(close));
  };
}

function listen(port: number, address: string, answer: (number: number) => string): Promise<Server> {
  const server = createServer((socket) => {
    let partial = '';
    // A peer that is ended breaks its connection; nothing is owed to it then.
    socket
      .setNoDelay(true)
      .setEncoding('utf8')
      .on('error', () => socket.destroy());
    socket.on('data', (text: string) => {
      const lines = (partial + text).split('\n');
      partial = lines.pop() ?? '';
      for (const line of lines) socket.write(answer(Number(line)));
    });
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, address, () => resolve(server));
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}
