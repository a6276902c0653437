/**
 * Seven addresses hold as many connections as they get, each with a request whose body does not come. Newcomers and
 * signed-in people must not notice. The deep layer has the real limits.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect, type ConnectionOptions, type TLSSocket } from 'node:tls';
import { afterEach, expect, test } from 'vitest';
import { startTestControl, type TestControl } from '../../../test/control-plane.ts';
import { createAuthority, encodeKeyed, issueServerCertificate } from '../tls/certificate.ts';
import { TrustedProxies } from '../peers/client-address.ts';
import { identify } from '../peers/fair-gate.ts';
import { openLog } from './log.ts';
import { type App, createApp } from './server.ts';
import { loadWebApp } from './web-app.ts';

interface Attacked {
  readonly port: number;
  readonly ca: string;
}

const addresses = [2, 3, 4, 5, 6, 7, 8].map((at) => `127.0.0.${at}`);
const closers: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

/** Each address holds so many until the test ends. Resolves when all have been opened. */
async function attack({ port, ca }: Attacked, ofEach: number): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'farol-attack-'));
  closers.push(() => rm(folder, { recursive: true }));
  const caFile = path.join(folder, 'ca.pem');
  await writeFile(caFile, ca);
  const program = path.resolve(import.meta.dirname, '../../../test/stuck-requests-process.ts');
  const attacker = spawn(
    'nice',
    ['-n', '5', process.execPath, program, String(port), caFile, String(ofEach), ...addresses],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  closers.push(() => void attacker.kill('SIGKILL'));
  await once(attacker.stdout, 'data');
}

interface Asked {
  readonly path: string;
  readonly agent: Agent;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The status, or why there is none. */
function ask({ port }: Attacked, { path, agent, headers = {} }: Asked): Promise<number | string> {
  return new Promise((resolve) => {
    const asked = request({ host: '127.0.0.1', servername: 'localhost', port, path, agent, headers, timeout: 8000 });
    asked.on('response', (response) => response.resume().on('end', () => resolve(response.statusCode ?? 0)));
    asked.on('timeout', () => asked.destroy(new Error('timed out')));
    asked.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    asked.end();
  });
}

/** Answers to newcomers of an address of their own, and to a person on the connection that they have held since before. */
async function askDuring(
  attacked: Attacked,
  { person, tries, begin }: { readonly person: Asked; readonly tries: number; readonly begin: () => Promise<unknown> },
): Promise<Record<'newcomer' | 'person' | 'personAnew', readonly (number | string)[]>> {
  const { ca } = attacked;
  const newcomer = (): Agent => new Agent({ ca, keepAlive: false, localAddress: '127.0.0.1' });
  const first = await ask(attacked, person);
  await begin();
  const seen = { newcomer: [] as (number | string)[], person: [first], personAnew: [] as (number | string)[] };
  for (let at = 0; at < tries; at += 1) {
    seen.newcomer.push(await ask(attacked, { path: '/readyz', agent: newcomer() }));
    seen.person.push(await ask(attacked, person));
    seen.personAnew.push(await ask(attacked, { ...person, agent: newcomer() }));
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
  return seen;
}

async function startApp(
  limits: { readonly max: number; readonly maxOfAddress: number },
  proxy?: string,
): Promise<App & Attacked> {
  const authority = await createAuthority(Date.now());
  const pem = await encodeKeyed(await issueServerCertificate(authority, ['localhost'], Date.now()));
  const app = createApp({
    log: openLog('fatal'),
    tls: () => ({ cert: pem, key: pem }),
    web: await loadWebApp('/nowhere'),
    connections: limits,
    ...(proxy !== undefined && { proxies: TrustedProxies.parse(proxy) as TrustedProxies }),
  });
  const { fastify } = app;
  fastify.get('/readyz', { config: { access: 'public' } }, () => ({}));
  fastify.post('/api/session', { config: { access: 'public' } }, () => ({}));
  fastify.get('/api/me', { config: { access: 'own' } }, async (asked) =>
    identify(
      asked,
      () => Promise.resolve({ id: asked.headers.authorization ?? '' }),
      ({ id }) => id,
    ),
  );
  await fastify.listen({ port: 0, host: '127.0.0.1' });
  closers.push(() => fastify.close());
  return { ...app, port: (fastify.server.address() as AddressInfo).port, ca: authority.certificate.toString('pem') };
}

test(
  'newcomers and people get every answer while seven addresses hold all the connections that they may',
  { timeout: 60_000 },
  async () => {
    const app = await startApp({ max: 64, maxOfAddress: 16 });
    const agent = new Agent({ ca: app.ca, keepAlive: true, localAddress: '127.0.0.9' });
    closers.push(() => agent.destroy());
    const seen = await askDuring(app, {
      person: { path: '/api/me', agent, headers: { authorization: 'somebody' } },
      tries: 20,
      begin: () => attack(app, 16),
    });
    expect(new Set(seen.newcomer)).toEqual(new Set([200]));
    expect(new Set([...seen.person, ...seen.personAnew])).toEqual(new Set([200]));
    const { cut } = app.connections!;
    expect(cut.too_many + cut.too_many_of_address).toBeGreaterThan(0);
  },
);

test('behind a proxy that the operator trusts, seven clients with stuck requests keep out nobody else', async () => {
  const app = await startApp({ max: 48, maxOfAddress: 8 }, '127.0.0.9');
  const to = { port: app.port, host: '127.0.0.1', servername: 'localhost', ca: app.ca, localAddress: '127.0.0.9' };
  const held: TLSSocket[] = [];
  closers.push(() => {
    for (const socket of held) socket.destroy();
  });
  const seen: (number | string)[] = [];
  for (let round = 0; round < 12; round += 1) {
    for (let at = 0; at < 7; at += 1) {
      const socket = connect(to as ConnectionOptions);
      held.push(socket);
      socket.on('error', () => undefined).resume();
      const head = `POST /api/session HTTP/1.1\r\nhost: localhost\r\nx-forwarded-for: 192.0.2.${at}\r\ncontent-type: application/json\r\ncontent-length: 60000\r\n\r\n{`;
      await Promise.race([once(socket, 'secureConnect'), once(socket, 'close')]);
      socket.write(head);
    }
    const agent = new Agent({ ca: app.ca, localAddress: '127.0.0.9' });
    seen.push(await ask(app, { path: '/readyz', agent, headers: { 'x-forwarded-for': '198.51.100.7' } }));
  }
  expect(new Set(seen)).toEqual(new Set([200]));
  expect(app.connections).toMatchObject({ cut: { too_many_known: 0, not_admitted: 0 } });
});

test(
  'with the real limits, 3,584 connections of seven addresses cost newcomers and people no answer',
  { tags: ['deep'], timeout: 300_000 },
  async () => {
    const control: TestControl = await startTestControl();
    closers.push(() => control.close());
    const attacked = { port: Number(new URL(control.control.addresses.app).port), ca: control.caPem };
    const agent = new Agent({ ca: control.caPem, keepAlive: true, localAddress: '127.0.0.9' });
    closers.push(() => agent.destroy());
    const person = { path: '/api/me', agent, headers: await control.signIn('member') };
    const seen = await askDuring(attacked, { person, tries: 40, begin: () => attack(attacked, 512) });
    expect(new Set(seen.newcomer)).toEqual(new Set([200]));
    expect(new Set([...seen.person, ...seen.personAnew])).toEqual(new Set([200]));
    const scraped = await (await fetch(control.control.metricsUrl!)).text();
    expect(
      Number(/^farol_connections_cut_total\{port="app",reason="too_many"\} (\d+)$/mu.exec(scraped)?.[1]),
    ).toBeGreaterThan(0);
  },
);
