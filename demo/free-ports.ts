/**
 * Ports of loopback for programs that get theirs as a setting. They lie below the range from which the kernel takes the
 * near end of outgoing connections: there, a connection could take the port before the program listens.
 */
import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';

/** Above what services of a machine usually have. */
const lowest = 12_000;
const attempts = 100;

/** A port that is free on all these loopback addresses. @throws Error when none is found. */
export async function findFreePort(addresses: readonly string[] = ['127.0.0.1']): Promise<number> {
  const [port = 0] = await findFreePorts(1, addresses);
  return port;
}

/** As `findFreePort`, and no two are the same. */
export async function findFreePorts(count: number, addresses: readonly string[] = ['127.0.0.1']): Promise<number[]> {
  const found = new Set<number>();
  const highest = firstOfConnections();
  let refused = 0;
  while (found.size < count) {
    const port = randomInt(lowest, highest);
    const tried = await Promise.allSettled(addresses.map((address) => listenOnce(port, address)));
    if (tried.every(({ status }) => status === 'fulfilled')) found.add(port);
    else if (++refused === attempts) {
      throw new Error(`no port from ${lowest} to ${highest} is free on all of ${addresses.join(', ')}`);
    }
  }
  return [...found];
}

/** Where the range of outgoing connections begins; where it leaves nothing below, most of it is as good as any. */
function firstOfConnections(): number {
  const [first = 0] = readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').split(/\s+/u).map(Number);
  return first > 2 * lowest ? first : 60_000;
}

function listenOnce(port: number, address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, address, () => server.close(() => resolve()));
  });
}
