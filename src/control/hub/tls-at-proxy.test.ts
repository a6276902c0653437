/** The tunnel port behind a proxy that ends TLS. The proxy is a small one of this file, and speaks TLS itself. */
import { connect, type AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:tls';
import path from 'node:path';
import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { startTestControl, type TestControl } from '../../../test/control-plane.ts';
import { startInstance } from '../../../test/instance.ts';
import { findFreePorts } from '../../../demo/free-ports.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** Connects to the tunnel port from this loopback address. */
function startProxy(folder: string, at: { port: number; tunnelPort: number; from: string }): Promise<Server> {
  const [key = '', cert = ''] = readFileSync(path.join(folder, 'tls', 'server.pem'), 'utf8').split(
    /(?=-----BEGIN CERTIFICATE)/u,
  );
  const server = createServer({ key, cert }, (client) => {
    const upstream = connect({ port: at.tunnelPort, host: '127.0.0.1', localAddress: at.from });
    client.on('error', () => upstream.destroy());
    upstream.on('error', () => client.destroy());
    client.pipe(upstream).pipe(client);
  });
  closing.push(() => server.close());
  return new Promise((resolve) => server.listen(at.port, '127.0.0.1', () => resolve(server)));
}

async function startBehindProxy(from: string): Promise<TestControl> {
  const [port = 0, tunnelPort = 0] = await findFreePorts(2);
  const running = await startTestControl({
    FAROL_TUNNEL_TLS: 'proxy',
    FAROL_TUNNEL_PORT: String(tunnelPort),
    FAROL_TUNNEL_URL: `wss://127.0.0.1:${port}`,
    FAROL_TRUSTED_PROXIES: '127.0.0.7',
  });
  closing.push(() => running.close());
  const proxy = await startProxy(running.folder, { port, tunnelPort, from });
  expect((proxy.address() as AddressInfo).port).toBe(port);
  return running;
}

async function connectOne(running: TestControl) {
  const owner = await running.signIn('owner');
  const tunnel = await startInstance(running, { class: 'agent', instance: 'agent-1', owner, handlers: {} });
  closing.push(() => tunnel.close());
  return tunnel;
}

test('an instance connects through a trusted proxy, which alone speaks TLS', async () => {
  const tunnel = await connectOne(await startBehindProxy('127.0.0.7'));
  await expect.poll(() => tunnel.state().state, { timeout: 5000 }).toBe('live');
});

test('a client that is not a trusted proxy is disconnected before a byte is read', async () => {
  const tunnel = await connectOne(await startBehindProxy('127.0.0.8'));
  await expect.poll(() => tunnel.state().state, { timeout: 5000 }).toBe('waiting');
  expect(await new Promise((resolve) => tunnel.onState(({ state }) => resolve(state)))).not.toBe('live');
});
