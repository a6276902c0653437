import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ConnectionGuard, type ConnectionLimits } from './connection-guard.ts';

let server: Server;
let guard: ConnectionGuard;
/** The server's ends, oldest first. */
let accepted: Socket[];
let opened: Socket[];

beforeEach(() => {
  accepted = [];
  opened = [];
});
afterEach(async () => {
  for (const socket of [...opened, ...accepted]) socket.destroy();
  const closed = once(server, 'close');
  server.close();
  await closed;
});

async function listen(limits: Partial<ConnectionLimits>): Promise<void> {
  server = createServer((socket) => {
    socket.on('error', () => undefined);
    accepted.push(socket);
  });
  guard = new ConnectionGuard(server, { max: 100, maxOfAddress: 100, forKnown: 0, ...limits });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
}

/** Resolves when the server has accepted it or cut it off. */
async function open(from = '127.0.0.1'): Promise<Socket> {
  const before = accepted.length;
  const socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', localAddress: from });
  opened.push(socket);
  socket.on('error', () => undefined).resume();
  await once(socket, 'connect');
  await expect.poll(() => accepted.length > before || socket.closed).toBe(true);
  return socket;
}

async function openAll(addresses: readonly string[]): Promise<Socket[]> {
  const sockets: Socket[] = [];
  for (const from of addresses) sockets.push(await open(from));
  return sockets;
}

const closedOnes = (sockets: readonly Socket[]): readonly boolean[] => sockets.map(({ closed }) => closed);

describe('at a ceiling', () => {
  test('of an address its oldest stranger makes room; other addresses lose none', async () => {
    await listen({ maxOfAddress: 2 });
    const sockets = await openAll(['127.0.0.1', '127.0.0.2', '127.0.0.1', '127.0.0.1']);
    await expect.poll(() => closedOnes(sockets)).toEqual([true, false, false, false]);
    expect(guard.counters).toMatchObject({ open: 3, cut: { too_many_of_address: 1, too_many: 0 } });
  });

  test('who has proved who they are is neither cut nor counted among the strangers of the address', async () => {
    await listen({ maxOfAddress: 2 });
    const first = await open();
    guard.keep(accepted[0]!);
    const sockets = await openAll(['127.0.0.1', '127.0.0.1', '127.0.0.1']);
    await expect.poll(() => closedOnes([first, ...sockets])).toEqual([false, true, false, false]);
  });

  test('of all, the address that holds most in the network that holds most loses its oldest', async () => {
    await listen({ max: 6 });
    const sockets = await openAll([
      '127.0.1.1',
      '127.0.1.1',
      '127.0.2.1',
      '127.0.2.2',
      '127.0.2.2',
      '127.0.3.1',
      '127.0.4.1',
    ]);
    await expect.poll(() => closedOnes(sockets)).toEqual([false, false, false, true, false, false, false]);
    expect(guard.counters.cut.too_many).toBe(1);
  });

  test('the peer that is awaited longest makes room, and a request that is being answered last', async () => {
    await listen({ max: 3 });
    const sockets = await openAll(['127.0.0.1', '127.0.0.1', '127.0.0.1']);
    guard.receive(accepted[0]!, '127.0.0.1');
    guard.serve(accepted[1]!);
    sockets.push(...(await openAll(['127.0.1.1', '127.0.2.1'])));
    await expect.poll(() => closedOnes(sockets)).toEqual([true, false, true, false, false]);
  });

  test('a newcomer gets in when requests of others hold every place of strangers', async () => {
    await listen({ max: 4, forKnown: 1 });
    const sockets = await openAll(['127.0.0.1', '127.0.0.2', '127.0.0.2']);
    for (const socket of accepted) guard.serve(socket);
    sockets.push(await open('127.0.0.3'));
    await expect.poll(() => closedOnes(sockets)).toEqual([false, true, false, false]);
    expect(guard.counters).toMatchObject({ open: 3, known: 0, cut: { too_many: 1 } });
  });

  test('no stranger displaces a peer that proved itself, in use or idle', async () => {
    await listen({ max: 4, forStrangers: 1 });
    const known = await openAll(['127.0.0.1', '127.0.0.2', '127.0.0.3']);
    for (const [at, socket] of accepted.entries()) guard.prove(socket, `person ${at}`);
    const strangers = await openAll(Array.from({ length: 10 }, (_one, at) => `127.0.1.${at + 1}`));
    await expect.poll(() => guard.counters).toMatchObject({ open: 4, known: 3 });
    expect(closedOnes(known)).toEqual([false, false, false]);
    await expect.poll(() => closedOnes(strangers).filter((one) => one)).toHaveLength(9);
  });

  test('who proves too many makes room for others who prove themselves, and displaces nobody who is in use', async () => {
    await listen({ max: 6, forStrangers: 2 });
    const sockets = await openAll(['127.0.0.1', '127.0.0.1', '127.0.0.1', '127.0.0.2', '127.0.0.3', '127.0.0.4']);
    const subjects = ['one', 'one', 'one', 'two', 'three', 'three'];
    for (const [at, subject] of subjects.entries()) {
      guard.prove(accepted[at]!, subject);
      guard.serve(accepted[at]!);
    }
    // The fifth makes the first subject give way; the sixth would leave both with two.
    await expect.poll(() => closedOnes(sockets)).toEqual([true, false, false, false, false, true]);
    expect(guard.counters).toMatchObject({ open: 4, known: 4, cut: { too_many_known: 2 } });
  });

  test('live sessions are never displaced by other ones', async () => {
    await listen({ max: 4, forStrangers: 2 });
    const sockets = await openAll(['127.0.0.1', '127.0.0.2', '127.0.0.3']);
    for (const socket of accepted) guard.keep(socket);
    await expect.poll(() => closedOnes(sockets)).toEqual([false, false, true]);
  });
});

describe('behind a proxy that the operator trusts', () => {
  const isShared = (address: string): boolean => address === '127.0.0.9';

  test('its address has no ceiling of its own', async () => {
    await listen({ maxOfAddress: 1, isShared });
    const sockets = await openAll(['127.0.0.9', '127.0.0.9', '127.0.0.9']);
    expect(closedOnes(sockets)).toEqual([false, false, false]);
  });

  test('a request counts for the address that it comes from, and makes room as that one does', async () => {
    await listen({ maxOfAddress: 2, isShared });
    const sockets = await openAll(Array.from({ length: 5 }, () => '127.0.0.9'));
    const clients = ['192.0.2.1', '192.0.2.1', '192.0.2.2', '192.0.2.1'];
    for (const [at, client] of clients.entries()) guard.receive(accepted[at]!, client);
    await expect.poll(() => closedOnes(sockets)).toEqual([true, false, false, false, false]);
    for (const socket of accepted) guard.rest(socket);
    expect(guard.counters).toMatchObject({ open: 4, known: 4, cut: { too_many_of_address: 1 } });
  });

  test('strangers that connect directly displace none of its connections', async () => {
    await listen({ max: 4, forStrangers: 2, isShared });
    const proxied = await openAll(['127.0.0.9', '127.0.0.9']);
    await openAll(Array.from({ length: 8 }, () => '127.0.0.1'));
    expect(closedOnes(proxied)).toEqual([false, false]);
  });
});

test('a handshake of another address does not wait for the hundreds of one', async () => {
  await listen({ begins: { perSec: 20, burst: 1 } });
  const { port } = server.address() as AddressInfo;
  const connectFrom = (localAddress: string): Socket =>
    connect({ port, host: '127.0.0.1', localAddress }).on('error', () => undefined);
  for (let at = 0; at < 30; at += 1) opened.push(connectFrom('127.0.0.1'));
  await expect.poll(() => guard.counters.open).toBe(30);
  opened.push(connectFrom('127.0.0.2'));
  await expect.poll(() => accepted.some(({ remoteAddress }) => remoteAddress === '127.0.0.2')).toBe(true);
  expect(accepted.length).toBeLessThan(25);
});

test('handshakes begin at a bounded rate, and all of them do', async () => {
  await listen({ begins: { perSec: 50, burst: 5 } });
  const { port } = server.address() as AddressInfo;
  const began = performance.now();
  for (let at = 0; at < 30; at += 1) opened.push(connect({ port, host: '127.0.0.1' }).on('error', () => undefined));
  await expect.poll(() => guard.counters.open).toBe(30);
  await expect.poll(() => accepted.length, { timeout: 5000, interval: 5 }).toBe(30);
  // Five at once, and twenty-five at fifty a second.
  expect(performance.now() - began).toBeGreaterThan(450);
});

test('a connection that closed is forgotten', async () => {
  await listen({ maxOfAddress: 1 });
  const first = await open();
  first.destroy();
  await expect.poll(() => guard.counters.open).toBe(0);
  const second = await open();
  expect(second.closed).toBe(false);
  expect(guard.counters.cut.too_many_of_address).toBe(0);
});

test('a peer that takes nothing of what was written is cut off; one that reads slowly is not', async () => {
  await listen({ notReadingMs: 2000 });
  const stuck = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' });
  opened.push(stuck);
  await expect.poll(() => accepted.length).toBe(1);
  const slow = await open();
  let mayTake = 0;
  slow.on('data', ({ length }: Buffer) => {
    mayTake -= length;
    if (mayTake <= 0) slow.pause();
  });
  // A window is opened again after a part of the buffer is free: two of those a second, whatever the buffer is.
  const reading = setInterval(() => {
    mayTake = 2 << 20;
    slow.resume();
  }, 200);
  for (const socket of accepted) {
    guard.keep(socket);
    // More than the buffers of both ends hold, and so much that its slow reader is at it for longer than the limit.
    socket.write(Buffer.alloc(128 << 20));
  }
  await expect.poll(() => accepted[0]!.destroyed, { timeout: 10_000 }).toBe(true);
  const isDone = (): boolean => slow.bytesRead > 40 << 20 || accepted[1]!.destroyed;
  await expect.poll(isDone, { timeout: 60_000, interval: 200 }).toBe(true);
  clearInterval(reading);
  expect(guard.counters.cut.not_reading).toBe(1);
  expect(accepted.map(({ destroyed }) => destroyed)).toEqual([true, false]);
});

test('a peer that sends more than a stranger may is cut off at once; one that proved itself sends what it likes', async () => {
  await listen({});
  const [long, kept] = await openAll(['127.0.0.1', '127.0.0.2']);
  const lift = accepted.map((one) => guard.limitBytes(one.resume(), 1000));
  lift[1]!();
  kept!.write(Buffer.alloc(1_000_000));
  long!.write(Buffer.alloc(1000));
  await expect.poll(() => accepted[1]!.bytesRead).toBe(1_000_000);
  expect(closedOnes([long!, kept!])).toEqual([false, false]);
  long!.write('x');
  await expect.poll(() => closedOnes([long!, kept!])).toEqual([true, false]);
  expect(guard.counters.cut).toMatchObject({ too_long: 1, too_slow: 0 });
});
