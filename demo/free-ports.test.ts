import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { findFreePort, findFreePorts } from './free-ports.ts';

const firstOfConnections = Number(readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').split('\t')[0]);

test('a port is free on every address asked for', async () => {
  const port = await findFreePort(['127.0.0.1', '127.0.0.2']);
  expect(port).toBeGreaterThan(1023);
  for (const address of ['127.0.0.1', '127.0.0.2']) {
    const server = createServer().listen(port, address);
    await once(server, 'listening');
    server.close();
    await once(server, 'close');
  }
});

test('ports differ from each other, and no outgoing connection can take one', async () => {
  const ports = await findFreePorts(200);
  expect(new Set(ports).size).toBe(200);
  for (const port of ports) {
    expect(port).toBeLessThan(firstOfConnections);
  }
});

test('an address that this machine does not have is named', async () => {
  await expect(findFreePorts(1, ['192.0.2.1'])).rejects.toThrow('is free on all of 192.0.2.1');
});
