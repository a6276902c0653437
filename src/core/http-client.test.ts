import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { systemClock } from './clock.ts';
import { Fault, type FaultKind } from './fault.ts';
import { HttpClient, type HttpClientOptions, type HttpRequest } from './http-client.ts';
import { createAgents } from './network-agent.ts';

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

const servers: Server[] = [];
const agents = createAgents({ env: {} });

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** Answers the first request with the first function, and so on; the last one repeats. */
async function serve(...answers: readonly Answer[]): Promise<{ base: URL; requests: IncomingMessage[] }> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    const answer = answers[Math.min(requests.length, answers.length) - 1];
    request.resume().once('end', () => answer?.(response, request));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { base: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`), requests };
}

const status =
  (code: number, headers: Record<string, string> = {}, body = '{}'): Answer =>
  (response) =>
    void response.writeHead(code, headers).end(body);

function clientOf(base: URL, options: Partial<HttpClientOptions> = {}): HttpClient {
  return new HttpClient({
    base,
    variable: 'UPSTREAM_URL',
    agents,
    clock: systemClock,
    random: { next: () => 0 },
    ...options,
  });
}

const read: HttpRequest = { method: 'GET', path: '/items', access: 'read' };
const write: HttpRequest = { method: 'POST', path: '/items', json: { a: 1 }, access: 'write' };

async function faultOf<K extends FaultKind>(sent: Promise<unknown>, kind: K): Promise<Fault<K>> {
  const error: unknown = await sent.then(
    () => new Error('no fault'),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(Fault);
  expect(error).toMatchObject({ kind });
  return error as Fault<K>;
}

describe('a request', () => {
  test('keeps the prefix of the address, repeats list fields and leaves out undefined ones', async () => {
    const { base, requests } = await serve(status(200, {}, '{"ok":true}'));
    const client = clientOf(new URL('/tenant/a/', base));
    const query = { 'match[]': ['up', 'down'], limit: '3', start: undefined };
    expect(await client.send({ ...read, query })).toMatchObject({ status: 200, body: '{"ok":true}' });
    expect(requests[0]?.url).toBe('/tenant/a/items?match%5B%5D=up&match%5B%5D=down&limit=3');
  });

  test('carries the current result of authorize, and reports each call and its end without its query', async () => {
    const { base, requests } = await serve(status(200));
    const calls: unknown[] = [];
    const ends: unknown[] = [];
    let turn = 0;
    const client = clientOf(new URL('/p', base), {
      authorize: () => Promise.resolve({ authorization: `Bearer ${(turn += 1)}` }),
      onCall: (call) => calls.push(call),
      onEnd: (call, end) => ends.push([call, end]),
    });
    await client.send({ ...read, query: { token: 'x' } });
    await client.send(write);
    expect(requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer 1', 'Bearer 2']);
    expect(calls).toEqual([
      { method: 'GET', path: '/items', access: 'read' },
      { method: 'POST', path: '/items', access: 'write' },
    ]);
    expect(ends).toEqual(calls.map((call) => [call, { status: 200 }]));
  });

  test('whose credential is unavailable is not reported as a call', async () => {
    const { base, requests } = await serve(status(200));
    const calls: unknown[] = [];
    const authorize = (): Promise<never> =>
      Promise.reject(new Fault('credential_rejected', { kind: 'KEY', reason: 'expired' }, 'Renew it.'));
    const client = clientOf(base, { authorize, onCall: (call) => calls.push(call) });
    await faultOf(client.send(write), 'credential_rejected');
    expect([requests.length, calls]).toEqual([0, []]);
  });

  test('whose response is lost is reported with the code', async () => {
    const { base } = await serve((response) => response.destroy());
    const ends: unknown[] = [];
    await faultOf(clientOf(base, { onEnd: (_call, end) => ends.push(end) }).send(write), 'outcome_unknown');
    expect(ends).toEqual([{ code: 'ECONNRESET' }]);
  });

  test('gives the caller the body only as cleaned', async () => {
    const { base } = await serve(status(200, {}, 'you sent hunter2-hunter2'));
    const clean = (body: string): string => body.replaceAll('hunter2-hunter2', '[secret]');
    expect((await clientOf(base, { clean }).send(read)).body).toBe('you sent [secret]');
  });

  test('is not made when the listener refuses it', async () => {
    const { base, requests } = await serve(status(200));
    const onCall = (): never => {
      throw new Fault('cap_exceeded', { limit: '0 calls', estimate: '1' }, 'Ask for less.');
    };
    await faultOf(clientOf(base, { onCall }).send(read), 'cap_exceeded');
    expect(requests).toHaveLength(0);
  });
});

describe('the pinned origin', () => {
  test.each([
    ['another host', 'http://169.254.169.254/latest'],
    ['another scheme', 'https://127.0.0.1/items'],
    ['a scheme-relative host', '//127.0.0.2/items'],
    ['a path that climbs out of the prefix', '/../admin'],
  ])('refuses a link to %s without a call', async (_what, path) => {
    const { base, requests } = await serve(status(200));
    await faultOf(clientOf(new URL('/p', base)).send({ ...read, path }), 'wrong_endpoint');
    expect(requests).toHaveLength(0);
  });

  test('follows a paging link of its own origin', async () => {
    const { base, requests } = await serve(status(200));
    await clientOf(base).send({ ...read, path: `${base.origin}/items?page=2` });
    expect(requests[0]?.url).toBe('/items?page=2');
  });

  test.each([
    ['elsewhere', 'http://169.254.169.254/latest', 'http://169.254.169.254'],
    ['to a sign-in page of the same host', '/login', '/items'],
    ['to an invalid address', 'http://[', 'http://127.0.0.1'],
  ])('never follows a redirect %s', async (_what, location, tried) => {
    const { base, requests } = await serve(status(302, { location }));
    const fault = await faultOf(clientOf(base).send(read), 'wrong_endpoint');
    expect(fault.data.variable).toBe('UPSTREAM_URL');
    expect(fault.data.tried).toContain(tried);
    expect(requests).toHaveLength(1);
  });
});

describe('bounds', () => {
  test('ends an answer that is larger than the cap, whatever its header says', async () => {
    const { base } = await serve((response) => {
      const pump = (): void => {
        while (response.write('x'.repeat(4096)));
        response.once('drain', pump);
      };
      pump();
    });
    const fault = await faultOf(clientOf(base, { limits: { responseBytes: 10_000 } }).send(read), 'cap_exceeded');
    expect(fault.data.limit).toBe('10000 bytes');
  });

  test.each([
    ['with a length', { 'content-length': '100' }],
    ['in chunks', { 'transfer-encoding': 'chunked' }],
  ])('takes an answer %s that is cut short for no answer', async (_form, headers) => {
    const { base, requests } = await serve((response) => {
      response.writeHead(200, headers);
      response.write('{"half":');
      setTimeout(() => response.destroy(), 5);
    });
    expect((await faultOf(clientOf(base).send(read), 'upstream_down')).data).toEqual({ code: 'ECONNRESET' });
    expect(requests).toHaveLength(3);
  });

  test('ends a body that drips, at the total limit', async () => {
    const { base } = await serve((response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write(' '), 10);
      response.once('close', () => clearInterval(drip));
    });
    const fault = await faultOf(clientOf(base, { limits: { totalMs: 150 } }).send(read), 'upstream_down');
    expect(fault.data).toEqual({ code: 'TIMEOUT' });
  });

  test('ends a connection that is never established, at the connect limit', async () => {
    // Accepts TCP and says nothing: a TLS handshake with it never ends.
    const silent = createTcpServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const base = new URL(`https://127.0.0.1:${(silent.address() as AddressInfo).port}`);
    const limits = { connectMs: 50, tries: 1 };
    const fault = await faultOf(clientOf(base, { limits }).send(read), 'upstream_down');
    expect(fault.data).toEqual({ code: 'ETIMEDOUT' });
    silent.close();
  });

  test('throws what the caller aborted with, and closes the socket', async () => {
    const controller = new AbortController();
    const closed = Promise.withResolvers<void>();
    const { base } = await serve((response) => {
      response.once('close', () => closed.resolve());
      controller.abort(new Error('the caller left'));
    });
    await expect(clientOf(base).send({ ...read, signal: controller.signal })).rejects.toThrow('the caller left');
    await closed.promise;
  });

  test('ends every call of a client whose own signal is aborted', async () => {
    const { base, requests } = await serve(status(200));
    const client = clientOf(base, { signal: AbortSignal.abort(new Error('shutting down')) });
    await expect(client.send(read)).rejects.toThrow('shutting down');
    expect(requests).toHaveLength(0);
  });
});

describe('a packed answer', () => {
  const packed =
    (body: Buffer): Answer =>
    (response) =>
      void response.writeHead(200, { 'content-encoding': 'gzip', 'content-type': 'application/json' }).end(body);

  test('is unpacked before anybody sees it, and no header says that it was packed', async () => {
    const { base } = await serve(packed(gzipSync('\uFEFF{"a":1}')));
    const answer = await clientOf(base).send({ ...read, built: { headers: {}, content: '' } });
    expect(answer).toMatchObject({ body: '{"a":1}', bytes: Buffer.from('{"a":1}') });
    expect(Object.keys(answer.headers)).not.toEqual(expect.arrayContaining(['content-encoding']));
    expect(answer.headers['content-length']).toBeUndefined();
  });

  test('ends at the cap of what it unpacks to', async () => {
    const { base, requests } = await serve(packed(gzipSync(Buffer.alloc(8 << 20, 32))));
    await faultOf(clientOf(base, { limits: { responseBytes: 10_000 } }).send(read), 'cap_exceeded');
    expect(requests).toHaveLength(1);
  });

  test('that ends before its end is no answer', async () => {
    const { base, requests } = await serve(packed(gzipSync('{"a":1}').subarray(0, 15)));
    await faultOf(clientOf(base).send(read), 'upstream_down');
    expect(requests).toHaveLength(3);
    await faultOf(clientOf(base).send(write), 'outcome_unknown');
  });
});

describe('another try', () => {
  test.each([429, 502, 503, 504])('follows a %i to a read', async (code) => {
    const { base, requests } = await serve(status(code), status(200, {}, 'done'));
    expect(await clientOf(base).send(read)).toMatchObject({ status: 200, body: 'done' });
    expect(requests).toHaveLength(2);
  });

  test.each([400, 401, 403, 404, 500, 501])('never follows a %i', async (code) => {
    const { base, requests } = await serve(status(code));
    expect(await clientOf(base).send(read)).toMatchObject({ status: code });
    expect(requests).toHaveLength(1);
  });

  test.each([429, 503])('never follows a %i to a write', async (code) => {
    const { base, requests } = await serve(status(code));
    expect(await clientOf(base).send(write)).toMatchObject({ status: code });
    expect(requests).toHaveLength(1);
  });

  test('is limited, and the last answer is the answer', async () => {
    const { base, requests } = await serve(status(503));
    expect(await clientOf(base).send(read)).toMatchObject({ status: 503 });
    expect(requests).toHaveLength(3);
  });

  test.each([
    ['in seconds', '1', 1000],
    ['as a date', new Date(1_700_000_002_000).toUTCString(), 2000],
  ])('waits for what Retry-After asks %s', async (_form, header, waitMs) => {
    const { base } = await serve(status(429, { 'retry-after': header }), status(200));
    const clock = { ...systemClock, now: () => 1_700_000_000_000 };
    const started = performance.now();
    await clientOf(base, { clock }).send(read);
    expect(performance.now() - started).toBeGreaterThanOrEqual(waitMs - 5);
  });

  test('does not wait longer than the limit: the caller learns it', async () => {
    const { base, requests } = await serve(status(429, { 'retry-after': '3600' }));
    expect(await clientOf(base).send(read)).toMatchObject({ status: 429, headers: { 'retry-after': '3600' } });
    expect(requests).toHaveLength(1);
  });

  test('follows a 401 only when the credential has changed, and once', async () => {
    const { base, requests } = await serve(status(401));
    let renewals = 0;
    const renew = (): Promise<boolean> => Promise.resolve((renewals += 1) > 0);
    expect(await clientOf(base, { renew }).send(read)).toMatchObject({ status: 401 });
    expect([requests.length, renewals]).toEqual([2, 1]);
    await clientOf(base, { renew: () => Promise.resolve(false) }).send(read);
    expect(requests).toHaveLength(3);
  });

  test('waits its turn each time, so that back-off holds no place', async () => {
    const { base } = await serve(status(503), status(200));
    let inTurn = 0;
    const turn: HttpClientOptions['turn'] = async (run) => {
      inTurn += 1;
      return run();
    };
    await clientOf(base, { turn }).send(read);
    expect(inTurn).toBe(2);
  });
});

describe('a network fault', () => {
  test('names the variable, the host and what to check, and is tried again for reads', async () => {
    const { base } = await serve(status(200));
    const server = servers.pop();
    await new Promise((resolve) => server?.close(resolve));
    const fault = await faultOf(clientOf(base).send(read), 'upstream_down');
    expect(fault.data).toEqual({ code: 'ECONNREFUSED' });
    expect(fault.remedy).toContain(`UPSTREAM_URL: ${base.host}`);
    // Refused before anything was sent: even a write knows that nothing happened.
    await faultOf(clientOf(base).send(write), 'upstream_down');
  });

  test('after a write was sent is an unknown outcome', async () => {
    const { base, requests } = await serve((response) => response.destroy());
    const fault = await faultOf(clientOf(base).send(write), 'outcome_unknown');
    expect(fault.data).toEqual({ operation: '/items' });
    expect(requests).toHaveLength(1);
  });
});
