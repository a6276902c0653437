/**
 * The least that Node does for connections: a server that accepts WebSockets and answers a text with a text, with TLS
 * or without, and clients of it. Its argument is a `BarePeerOrder` as JSON.
 */
import { createServer as createPlainServer } from 'node:http';
import { Agent, createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createSecureContext } from 'node:tls';
import { readFileSync } from 'node:fs';
import WebSocket, { WebSocketServer } from 'ws';
import type { BarePeerOrder } from './bare-peers.ts';
import { machineMs, pause } from './machine-time.ts';
import { loopbackAddress } from './simulated-door.ts';

/** As instances that lost their replica do: uniform within the first bound of their back-off. */
const jitterMs = 500;

const order = JSON.parse(process.argv[2] ?? '') as BarePeerOrder;
if (order.role === 'server') serve(order);
else await dial(order);

function serve({ pemFile }: Extract<BarePeerOrder, { role: 'server' }>): void {
  const server = pemFile === undefined ? createPlainServer() : createServer(readPair(pemFile));
  const sockets = new WebSocketServer({ server, perMessageDeflate: false, clientTracking: false });
  sockets.on('connection', (socket) => {
    socket.on('message', (data) => socket.send(data));
    socket.on('error', () => socket.terminate());
  });
  server.listen(0, '127.0.0.1', () => say({ event: 'listening', port: (server.address() as AddressInfo).port }));
}

function readPair(file: string): { key: string; cert: string } {
  const [key = '', cert = ''] = readFileSync(file, 'utf8').split(/(?=-----BEGIN CERTIFICATE)/u);
  return { key, cert };
}

async function dial({ port, ca, clients, perSec }: Extract<BarePeerOrder, { role: 'clients' }>): Promise<void> {
  const agent =
    ca === undefined ? undefined : new Agent({ secureContext: createSecureContext({ ca }), maxCachedSessions: 0 });
  const startedAt = machineMs();
  const opened: Promise<number>[] = [];
  for (let at = 0; at < clients; at += 1) {
    if (perSec !== undefined && at % 10 === 0) await pause((10 * 1000) / perSec);
    opened.push(open(at));
  }
  const took = (await Promise.allSettled(opened)).flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  say({ event: 'open', took });

  async function open(at: number): Promise<number> {
    if (perSec === undefined) await pause(Math.random() * jitterMs);
    const socket = new WebSocket(`${ca === undefined ? 'ws' : 'wss'}://127.0.0.1:${port}`, {
      ...(agent !== undefined && { agent }),
      localAddress: loopbackAddress(at),
      perMessageDeflate: false,
    });
    return new Promise((resolve, reject) => {
      socket.on('error', reject);
      socket.once('open', () => socket.send('x'));
      socket.once('message', () => resolve(machineMs() - startedAt));
    });
  }
}

function say(event: object): void {
  process.stdout.write(`${JSON.stringify(event)}\n`);
}
