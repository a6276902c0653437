import { createServer, type RequestListener, type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { isWholeReply, startClosedLoop } from './closed-loop.ts';

let server: Server | undefined;

async function listen(answer: RequestListener): Promise<number> {
  const own = createServer(answer);
  server = own;
  await new Promise<void>((resolve) => own.listen(0, '127.0.0.1', resolve));
  const address = own.address();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => server?.close(resolve));
});

describe('the load', () => {
  it('counts exactly the requests that the server was sent', async () => {
    const targets: string[] = [];
    const port = await listen((request, response) => {
      targets.push(request.url ?? '');
      response.end('{}');
    });
    const fromMs = Date.now();
    const load = await startClosedLoop({ port, connections: 4, rate: 200, factors: [1], seed: 1 });
    while (targets.length < 40) await sleep(10);
    await load.stop();
    // A request that was on its way when the load ended may not have been read by the server.
    const sent = load.sentBetween(fromMs, Date.now() + 1);
    expect(sent).toBeGreaterThanOrEqual(targets.length);
    expect(sent - targets.length).toBeLessThanOrEqual(4);
    expect(load.sentBetween(0, fromMs)).toBe(0);
    expect(new Set(targets).size).toBeGreaterThan(30);
  });

  it('waits for each reply: never more requests at once than connections', async () => {
    let [open, most, answered] = [0, 0, 0];
    const port = await listen((_request, response) => {
      open += 1;
      most = Math.max(most, open);
      setTimeout(() => {
        open -= 1;
        answered += 1;
        response.end('{}');
      }, 20);
    });
    const load = await startClosedLoop({ port, connections: 3, rate: 100_000, factors: [1], seed: 1 });
    while (answered < 12) await sleep(10);
    await load.stop();
    expect(most).toBe(3);
  });

  it('fails when the server closes a connection', async () => {
    const port = await listen((_request, response) => response.socket?.destroy());
    const load = await startClosedLoop({ port, connections: 1, rate: 1000, factors: [1], seed: 1 });
    await sleep(200);
    await expect(load.stop()).rejects.toThrow(/the server closed a connection/u);
  });
});

describe('a reply', () => {
  it('is whole with its body, in one piece or in chunks', () => {
    expect(isWholeReply('HTTP/1.1 200 OK\r\nContent-Length: 3\r\n')).toBe(false);
    expect(isWholeReply('HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nab')).toBe(false);
    expect(isWholeReply('HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\nabc')).toBe(true);
    expect(isWholeReply('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n')).toBe(false);
    expect(isWholeReply('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n')).toBe(true);
  });
});
