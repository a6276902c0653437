import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect } from 'node:tls';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Clock } from '../../core/clock.ts';
import { clockToleranceDays, createAuthority, decodeKeyed, encodeKeyed, serverDays, x509 } from './certificate.ts';
import { authorityFile, type AuthorityHome, ensureOwnCertificate } from './own-authority.ts';
import { openServerTls } from './server-tls.ts';

const names = ['farol.example', 'localhost', '127.0.0.1'];
const now = Date.UTC(2026, 0, 1);
const dayMs = 86_400_000;
let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'farol-tls-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

test('a client that trusts only ca.pem reaches the server by name and by address', async () => {
  const tls = await openServerTls({ ...sources(), clock: clockAt(Date.now()) });
  const server = createServer(tls.options(), (_request, response) => response.end('lit'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const ca = await readFile(tls.caFile!, 'utf8');
  try {
    expect(await get({ port, ca, servername: 'farol.example' })).toBe('lit');
    expect(await get({ port, ca })).toBe('lit');
    await expect(get({ port, ca, servername: 'other.example' })).rejects.toThrow(/altnames/u);
    await expect(get({ port })).rejects.toThrow(/certificate/u);
    await expect(handshake(port, ca, 'TLSv1.1')).rejects.toThrow(/protocol|version|handshake/iu);
    expect(await handshake(port, ca, 'TLSv1.2')).toMatch(/^TLS_ECDHE.*(?:GCM|POLY1305)/u);
  } finally {
    server.close();
    server.closeAllConnections();
    tls.close();
  }
});

test('keys are readable by their owner alone and the authority outlives a restart', async () => {
  const first = await ensureOwn(now);
  const second = await ensureOwn(now + dayMs);
  expect(second).toEqual(first);
  for (const file of ['authority.pem', 'server.pem']) {
    expect((await stat(path.join(directory, file))).mode & 0o777).toBe(0o600);
  }
  expect(await readFile(first.caFile, 'utf8')).not.toContain('PRIVATE KEY');
});

test('the server certificate is renewed while clients with clocks a year ahead still accept it', async () => {
  const first = await ensureOwn(now);
  const justBefore = now + (serverDays - clockToleranceDays - 1) * dayMs;
  expect((await ensureOwn(justBefore)).cert).toBe(first.cert);
  const renewed = await ensureOwn(justBefore + 2 * dayMs);
  expect(renewed.cert).not.toBe(first.cert);
  expect(await readFile(renewed.caFile, 'utf8')).toContain('BEGIN CERTIFICATE');
});

test('new names bring a new certificate', async () => {
  const first = await ensureOwn(now);
  expect((await ensureOwn(now, [...names, 'second.example'])).cert).not.toBe(first.cert);
});

test('an authority near its end keeps its key, so that trust in the earlier certificate holds', async () => {
  await ensureOwn(now);
  const before = await decodeKeyed(await readFile(path.join(directory, 'authority.pem'), 'utf8'));
  await ensureOwn(now + 9 * 366 * dayMs);
  const after = await decodeKeyed(await readFile(path.join(directory, 'authority.pem'), 'utf8'));
  expect(after.certificate.notAfter.getTime()).toBeGreaterThan(before.certificate.notAfter.getTime());
  expect(after.certificate.publicKey.toString('hex')).toBe(before.certificate.publicKey.toString('hex'));
});

test('an unreadable authority refuses the start instead of making a new one', async () => {
  await ensureOwn(now);
  const file = path.join(directory, 'authority.pem');
  await writeFile(file, 'truncated');
  await expect(ensureOwn(now)).rejects.toThrow(file);
  expect(await readFile(file, 'utf8')).toBe('truncated');
});

test('a renewed certificate reaches a server that already listens', async () => {
  let due: () => void = () => {};
  const clock = { ...clockAt(now), after: (_delay: number, run: () => void) => ((due = run), () => {}) };
  const tls = await openServerTls({ ...sources(), clock });
  const followed = new Promise<string>((resolve) => {
    tls.follow({ setSecureContext: ({ cert }) => resolve(String(cert)) });
  });
  const before = String(tls.options().cert);
  await rm(path.join(directory, 'server.pem'));
  due();
  expect(await followed).not.toBe(before);
  tls.close();
});

describe('while the authority changes', () => {
  const until = Date.now() + 30 * dayMs;
  let before: string;
  let home: AuthorityHome;
  let isOver: boolean;

  beforeEach(async () => {
    isOver = false;
    before = await encodeKeyed(await createAuthority(Date.now()));
    home = {
      ...authorityFile(directory),
      readRetiring: async () => (isOver ? undefined : { pem: before, until }),
    };
  });

  const certificateOf = async (pem: string): Promise<string> => (await decodeKeyed(pem)).certificate.toString('pem');
  const open = () => openServerTls({ ...sources(), source: { authority: home }, clock: clockAt(Date.now()) });

  test('clients that trust either authority, or both, reach the server; at its end only those of the new one', async () => {
    const tls = await open();
    const server = createServer(tls.options(), (_request, response) => response.end('lit'));
    tls.follow(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const [old, present] = [await certificateOf(before), await certificateOf((await home.read())!)];
    try {
      for (const ca of [old, present, tls.caPem()!]) expect(await get({ port, ca })).toBe('lit');
      expect(await readFile(tls.caFile!, 'utf8')).toBe(`${present}\n${old}\n`);
      await tls.renew();
      const served = tls.chain();
      await tls.renew();
      expect(tls.chain()).toBe(served);
      isOver = true;
      await tls.renew();
      expect(await get({ port, ca: present })).toBe('lit');
      await expect(get({ port, ca: old })).rejects.toThrow(/certificate/u);
      expect(tls.caPem()).toBe(`${present}\n`);
    } finally {
      server.close();
      server.closeAllConnections();
      tls.close();
    }
  });

  test('the new authority vouches for the one before until its end and no longer', async () => {
    const tls = await open();
    const [, cross = ''] = tls.chain().split(/(?<=-----END CERTIFICATE-----\n)/u);
    const { subject, issuer, notAfter } = new x509.X509Certificate(cross);
    const [old, present] = [await decodeKeyed(before), await decodeKeyed((await home.read())!)];
    expect([subject, issuer]).toEqual([old.certificate.subject, present.certificate.subject]);
    expect(subject).not.toBe(issuer);
    expect(Math.abs(notAfter.getTime() - until)).toBeLessThan(1000);
    tls.close();
  });
});

test('files of the operator are used as they are, and a wrong pair is refused at once', async () => {
  const own = await ensureOwn(now);
  const certFile = path.join(directory, 'operator.crt');
  const keyFile = path.join(directory, 'operator.key');
  await writeFile(certFile, own.cert);
  await writeFile(keyFile, own.key);
  const tls = await openServerTls({ ...sources(), source: { certFile, keyFile } });
  expect(tls.caFile).toBeUndefined();
  expect(tls.options().cert).toBe(own.cert);
  tls.close();
  const other = await ensureOwn(now, names, path.join(directory, 'other'));
  await writeFile(keyFile, other.key);
  await expect(openServerTls({ ...sources(), source: { certFile, keyFile } })).rejects.toThrow(/key values mismatch/u);
});

test('says what ends within 30 days, of the own certificates and of those of the operator', async () => {
  let time = now;
  const clock = { ...clockAt(now), now: () => time };
  const tls = await openServerTls({ ...sources(), clock });
  expect(tls.endings()).toEqual([]);
  const end = (pem: string): number => new x509.X509Certificate(pem).notAfter.getTime();
  time = end(tls.chain()) - 31 * dayMs;
  expect(tls.endings()).toEqual([]);
  time += 2 * dayMs;
  expect(tls.endings()).toEqual([{ what: 'server_certificate', at: end(tls.chain()) }]);
  time = end(tls.caPem()!) - dayMs;
  expect(tls.endings()).toContainEqual({ what: 'authority', at: end(tls.caPem()!) });
  tls.close();
  const own = await ensureOwn(now);
  const certFile = path.join(directory, 'operator.crt');
  const keyFile = path.join(directory, 'operator.key');
  // The certificate that ends first may be any of the chain.
  await writeFile(
    certFile,
    `${own.caPem}${own.cert}`
      .split(/(?=-----BEGIN)/u)
      .toReversed()
      .join(''),
  );
  await writeFile(keyFile, own.key);
  time = end(own.cert) - 29 * dayMs;
  const given = await openServerTls({ ...sources(), source: { certFile, keyFile }, clock });
  expect(given.endings()).toEqual([{ what: 'server_certificate_files', at: end(own.cert) }]);
  given.close();
});

const ensureOwn = (at: number, of: readonly string[] = names, folder = directory) =>
  ensureOwnCertificate(folder, { names: of, now: at }, authorityFile(folder));

function sources(): Omit<Parameters<typeof openServerTls>[0], 'clock'> & { clock: Clock } {
  return {
    directory,
    names,
    source: { authority: authorityFile(directory) },
    clock: clockAt(now),
    onRenewFailed: (error) => {
      throw error;
    },
  };
}

function clockAt(time: number): Clock {
  return { now: () => time, monotonic: () => 0, after: () => () => {} };
}

function get(options: { port: number; ca?: string; servername?: string }): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', agent: false, ...options }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (body += chunk));
      response.on('end', () => resolve(body));
    });
    sent.on('error', reject);
    sent.end();
  });
}

/** Resolves with the cipher's standard name. */
function handshake(port: number, ca: string, version: 'TLSv1.1' | 'TLSv1.2'): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', ca, minVersion: version, maxVersion: version });
    socket.on('error', reject);
    socket.on('secureConnect', () => {
      const name = socket.getCipher().standardName;
      socket.destroy();
      resolve(name);
    });
  });
}
