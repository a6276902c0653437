import 'reflect-metadata';
import * as x509 from '@peculiar/x509';
import { createServer as createHttpServer, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { type ForwardProxy, startForwardProxy } from '../../test/forward-proxy.ts';
import { systemClock } from './clock.ts';
import { HttpClient, type HttpLimits } from './http-client.ts';
import { authoritiesOf, createAgents, type NetworkAgents, withTls } from './network-agent.ts';

interface Authority {
  readonly pem: string;
  readonly issue: (host: string) => Promise<{ cert: string; key: string }>;
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const opened: { close(): unknown }[] = [];
let authority: Authority;
/** Methods of the requests that came over TLS. */
const received: string[] = [];
let secure: { port: number };
let plain: { port: number };
let proxy: ForwardProxy;

beforeAll(async () => {
  authority = await makeAuthority();
  const credentials = await authority.issue('localhost');
  const https = createHttpsServer(credentials, (request, response) => {
    received.push(request.method ?? '');
    response.end('"over tls"');
  });
  new WebSocketServer({ server: https }).on('connection', (socket) => socket.send('over wss'));
  secure = { port: await listen(https) };
  plain = { port: await listen(createHttpServer((_request, response) => response.end('"in the clear"'))) };
  proxy = await startForwardProxy();
  opened.push(proxy);
});

afterAll(() => {
  for (const one of opened) one.close();
});

describe('the agents of this process', () => {
  test('tell what a driver with connections of its own is to trust: what they trust, and nothing without an authority', () => {
    expect(authoritiesOf(createAgents({ env: {} }))).toBeUndefined();
    const trusted = authoritiesOf(createAgents({ ca: authority.pem, env: {} })) ?? [];
    expect(trusted.at(-1)).toBe(authority.pem);
    expect(trusted.length).toBeGreaterThan(1);
  });

  test('refuse a certificate of an unknown authority', async () => {
    await expect(get(`https://localhost:${secure.port}`, createAgents({ env: {} }))).rejects.toMatchObject({
      kind: 'upstream_down',
      remedy: expect.stringContaining('RUNNER_CA_FILE') as string,
    });
  });

  test('trust the given authority for https and wss alike', async () => {
    const agents = createAgents({ ca: authority.pem, env: {} });
    expect(await get(`https://localhost:${secure.port}`, agents)).toBe('"over tls"');
    expect(await firstMessage(agents)).toBe('over wss');
  });

  test("trust a host's own authority there, and with it no other", async () => {
    const address = `https://localhost:${secure.port}`;
    const known = createAgents({ ca: authority.pem, env: {} });
    expect(await get(address, withTls(createAgents({ env: {} }), { ca: authority.pem }))).toBe('"over tls"');
    const another = await makeAuthority();
    await expect(get(address, withTls(known, { ca: another.pem }))).rejects.toMatchObject({ kind: 'upstream_down' });
  });

  test('still refuse a certificate of that authority for another host', async () => {
    const agents = createAgents({ ca: authority.pem, env: {} });
    await expect(get(`https://127.0.0.1:${secure.port}`, agents)).rejects.toMatchObject({
      data: { code: 'ERR_TLS_CERT_ALTNAME_INVALID' },
    });
  });

  test('send nothing of a write to a host whose certificate is refused, so that it is known not to have been done', async () => {
    received.length = 0;
    const unknown = { agents: createAgents({ env: {} }), host: 'localhost' };
    const another = { agents: createAgents({ ca: authority.pem, env: {} }), host: '127.0.0.1' };
    for (const { agents, host } of [unknown, another]) {
      const base = new URL(`https://${host}:${secure.port}`);
      const client = new HttpClient({
        base,
        variable: 'UPSTREAM_URL',
        agents,
        clock: systemClock,
        random: { next: () => 0 },
      });
      const sent = client.send({ method: 'POST', path: '/', json: {}, access: 'write' });
      await expect(sent).rejects.toMatchObject({ kind: 'upstream_down' });
    }
    expect(received).toEqual([]);
  });

  test('go through the proxy for https and wss alike, checking the certificate at its end', async () => {
    proxy.asked.length = 0;
    const env = { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` };
    expect(await get(`https://localhost:${secure.port}`, createAgents({ ca: authority.pem, env }))).toBe('"over tls"');
    expect(await firstMessage(createAgents({ ca: authority.pem, env }))).toBe('over wss');
    expect(proxy.asked).toEqual([`CONNECT localhost:${secure.port}`, `CONNECT localhost:${secure.port}`]);
    await expect(get(`https://localhost:${secure.port}`, createAgents({ env }))).rejects.toMatchObject({
      kind: 'upstream_down',
    });
  });

  test('go through the proxy for http', async () => {
    proxy.asked.length = 0;
    const agents = createAgents({ env: { http_proxy: `http://127.0.0.1:${proxy.port}` } });
    expect(await get(`http://127.0.0.1:${plain.port}/x`, agents)).toBe('"in the clear"');
    expect(proxy.asked).toEqual([`GET http://127.0.0.1:${plain.port}/x`]);
  });

  test.each(['127.0.0.1', '127.0.0.0/8', 'a.example 127.0.0.0/8', '*', '127.0.0.1:{port}'])(
    'go past the proxy where NO_PROXY says so: %s',
    async (list) => {
      proxy.asked.length = 0;
      const NO_PROXY = list.replace('{port}', String(plain.port));
      const env = { HTTP_PROXY: `http://127.0.0.1:${proxy.port}`, NO_PROXY };
      expect(await get(`http://127.0.0.1:${plain.port}/x`, createAgents({ env }))).toBe('"in the clear"');
      expect(proxy.asked).toEqual([]);
    },
  );

  test('go past the proxy for https and wss alike, and with a host’s own authority', async () => {
    proxy.asked.length = 0;
    const env = { ALL_PROXY: `127.0.0.1:${proxy.port}`, no_proxy: 'localhost' };
    const address = `https://localhost:${secure.port}`;
    expect(await get(address, createAgents({ ca: authority.pem, env }))).toBe('"over tls"');
    expect(await get(address, withTls(createAgents({ env }), { ca: authority.pem }))).toBe('"over tls"');
    expect(await firstMessage(createAgents({ ca: authority.pem, env }))).toBe('over wss');
    expect(proxy.asked).toEqual([]);
    await expect(get(address, createAgents({ env }))).rejects.toMatchObject({ kind: 'upstream_down' });
  });

  test('go through a proxy that is given without a scheme, for all addresses', async () => {
    proxy.asked.length = 0;
    const env = { ALL_PROXY: `127.0.0.1:${proxy.port}` };
    expect(await get(`https://localhost:${secure.port}`, createAgents({ ca: authority.pem, env }))).toBe('"over tls"');
    expect(await get(`http://127.0.0.1:${plain.port}/x`, createAgents({ env }))).toBe('"in the clear"');
    expect(proxy.asked).toEqual([`CONNECT localhost:${secure.port}`, `GET http://127.0.0.1:${plain.port}/x`]);
  });

  test('send nothing while a proxy variable cannot be read, and name it', async () => {
    const agents = createAgents({ ca: authority.pem, env: { ALL_PROXY: 'socks5h://127.0.0.1:1080' } });
    const refused = { kind: 'not_configured', data: { variable: 'ALL_PROXY' } };
    received.length = 0;
    await expect(get(`https://localhost:${secure.port}`, agents)).rejects.toMatchObject(refused);
    await expect(get(`http://127.0.0.1:${plain.port}`, agents)).rejects.toMatchObject(refused);
    await expect(firstMessage(agents)).rejects.toMatchObject(refused);
    expect(received).toEqual([]);
  });

  test('show the proxy the user and password of its address, decoded', async () => {
    const shown: (string | undefined)[] = [];
    const asking = createHttpServer((request, response) => {
      shown.push(request.headers['proxy-authorization']);
      response.end('"let through"');
    });
    asking.on('connect', (request, socket) => {
      shown.push(request.headers['proxy-authorization']);
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="x"\r\n\r\n');
    });
    const env = { ALL_PROXY: `us%20er:p%40ss%2F%C3%A9@127.0.0.1:${await listen(asking)}` };
    expect(await get(`http://127.0.0.1:${plain.port}`, createAgents({ env }))).toBe('"let through"');
    await expect(get('https://localhost:1', createAgents({ env }))).rejects.toMatchObject({
      kind: 'intercepted',
      data: { status: 407 },
      remedy: expect.stringMatching(/proxy requires a user and password.*HTTPS_PROXY/isu) as string,
    });
    const basic = `Basic ${Buffer.from('us er:p@ss/é').toString('base64')}`;
    expect(shown).toEqual([basic, basic]);
  });

  test.each([
    [403, 'intercepted', /rules of the proxy/u],
    [502, 'upstream_down', /did not open the connection/u],
    [503, 'upstream_down', /did not open the connection/u],
  ])('tell a proxy that answers CONNECT with %i from a system that is down', async (status, kind, remedy) => {
    const refusing = createHttpServer().on('connect', (_request, socket) =>
      socket.end(`HTTP/1.1 ${status} No\r\n\r\n`),
    );
    const env = { HTTPS_PROXY: `http://127.0.0.1:${await listen(refusing)}` };
    await expect(get('https://localhost:1', createAgents({ env }))).rejects.toMatchObject({
      kind,
      remedy: expect.stringMatching(remedy) as string,
    });
  });

  test('give up a proxy that never opens the way, and close what leads to it', async () => {
    const sockets = new Set<Socket>();
    const silent = createHttpServer().on('connect', (_request, socket: Socket) => {
      sockets.add(socket);
      // Read, or the end of the other side is never seen.
      for (const last of ['end', 'close']) socket.once(last, () => sockets.delete(socket));
      socket.resume();
    });
    const agents = createAgents({ env: { HTTPS_PROXY: `http://127.0.0.1:${await listen(silent)}` } });
    const limits = { tries: 1, connectMs: 200, totalMs: 5000 };
    await expect(get('https://localhost:1', agents, limits)).rejects.toMatchObject({ data: { code: 'ETIMEDOUT' } });
    await vi.waitFor(() => expect(sockets.size).toBe(0));
  });

  test('end with their caller while a proxy has not opened the way', async () => {
    const silent = createHttpServer().on('connect', (_request, socket) => socket.resume());
    const agents = createAgents({ env: { HTTPS_PROXY: `http://127.0.0.1:${await listen(silent)}` } });
    const limits = { tries: 1, connectMs: 5000, totalMs: 200 };
    await expect(get('https://localhost:1', agents, limits)).rejects.toMatchObject({ data: { code: 'TIMEOUT' } });
  });

  test('tell a proxy that refuses from a system that is down', async () => {
    const env = { HTTPS_PROXY: `http://127.0.0.1:${plain.port}` };
    await expect(
      get(`https://localhost:${secure.port}`, createAgents({ ca: authority.pem, env })),
    ).rejects.toMatchObject({ kind: 'upstream_down' });
  });
});

async function get(
  address: string,
  agents: NetworkAgents,
  limits: Partial<HttpLimits> = { tries: 1, totalMs: 5000 },
): Promise<string> {
  const url = new URL(address);
  const client = new HttpClient({
    base: new URL(url.origin),
    variable: 'UPSTREAM_URL',
    agents,
    clock: systemClock,
    random: { next: () => 0 },
    limits,
  });
  try {
    return (await client.send({ method: 'GET', path: url.pathname, access: 'read' })).body;
  } finally {
    agents.close();
  }
}

function firstMessage({ https }: NetworkAgents): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`wss://localhost:${secure.port}`, { agent: https });
    socket.once('error', reject);
    socket.once('message', (data) => {
      socket.close();
      resolve((data as Buffer).toString());
    });
  });
}

async function listen(server: Server | ReturnType<typeof createHttpsServer>): Promise<number> {
  opened.push(server);
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return (server.address() as AddressInfo).port;
}

/** A forwarding proxy: tunnels CONNECT, relays absolute addresses, and writes down what it was asked. */
async function makeAuthority(): Promise<Authority> {
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const root = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=test authority',
    keys,
    signingAlgorithm: algorithm,
    extensions: [new x509.BasicConstraintsExtension(true, 0, true)],
  });
  return {
    pem: root.toString('pem'),
    async issue(host) {
      const own = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
      const leaf = await x509.X509CertificateGenerator.create({
        subject: `CN=${host}`,
        issuer: root.subject,
        publicKey: own.publicKey,
        signingKey: keys.privateKey,
        signingAlgorithm: algorithm,
        extensions: [new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: host }])],
      });
      const key = x509.PemConverter.encode(await crypto.subtle.exportKey('pkcs8', own.privateKey), 'PRIVATE KEY');
      return { cert: leaf.toString('pem'), key };
    },
  };
}
