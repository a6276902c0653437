import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSigner, generateSignerKey } from '../../control/keys/signer.ts';
import {
  createAuthority,
  encodeKeyed,
  issueServerCertificate,
  type KeyedCertificate,
} from '../../control/tls/certificate.ts';
import { createAgents } from '../../core/network-agent.ts';
import { fingerprintOf } from '../../core/pem-certificates.ts';
import { type AuthorityLedger, openAuthorityLedger } from '../identity/authorities-file.ts';
import { systemDisk } from '../identity/disk.ts';
import { verifyEd25519 } from '../identity/key-pair.ts';
import { announceAuthority, requireAnnounced } from '../session/announced-authority.ts';
import { ControlTrust } from './control-trust.ts';

let folder: string;
let servers: Server[];
let monotonic: number;
let old: KeyedCertificate;
let present: KeyedCertificate;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'farol-trust-'));
  servers = [];
  monotonic = 5;
  [old, present] = [await createAuthority(Date.now()), await createAuthority(Date.now())];
});
afterEach(async () => {
  for (const server of servers) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  await rm(folder, { recursive: true, force: true });
});

const pemOf = ({ certificate }: KeyedCertificate): string => `${certificate.toString('pem')}\n`;
const nameOf = (authority: KeyedCertificate): string => fingerprintOf(pemOf(authority))!;
const openLedger = async (organization = 'acme'): Promise<AuthorityLedger> => {
  const opened = await openAuthorityLedger(systemDisk, folder, organization);
  if ('problem' in opened) throw new Error(opened.problem.cause);
  return opened.ledger;
};
/** Started with a RUNNER_CA_FILE that holds the old authority. */
const trustOf = async (ledger?: AuthorityLedger): Promise<ControlTrust> =>
  new ControlTrust({
    agent: createAgents({ ca: pemOf(old), env: {} }).https,
    ledger: ledger ?? (await openLedger()),
    clock: { monotonic: () => monotonic },
  });

async function serve(authority: KeyedCertificate): Promise<number> {
  const pem = await encodeKeyed(await issueServerCertificate(authority, ['127.0.0.1'], Date.now()));
  const server = createServer({ key: pem, cert: pem }, (_request, response) => response.end('lit'));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

const get = (port: number, trust: ControlTrust): Promise<string> =>
  new Promise((resolve) => {
    const sent = request({ host: '127.0.0.1', port, agent: trust.agent() }, (response) => {
      response.resume();
      resolve('verified');
    });
    sent.once('error', (error: NodeJS.ErrnoException) => resolve(String(error.code)));
    sent.end();
  });

test('both authorities are trusted until the end, by the clock of the control plane, and then the new one alone', async () => {
  const [atOld, atPresent] = [await serve(old), await serve(present)];
  const trust = await trustOf();
  expect([await get(atOld, trust), await get(atPresent, trust)]).toEqual([
    'verified',
    expect.stringMatching(/UNABLE|SELF/u),
  ]);
  await trust.noteServerTime(1_000);
  await trust.learn({ certificate: pemOf(present), replaces: [{ fingerprint: nameOf(old), until: 2_000 }] });
  expect([await get(atOld, trust), await get(atPresent, trust)]).toEqual(['verified', 'verified']);
  // A restart does not know the time yet, and the clock of this machine does not count.
  const restarted = await trustOf();
  expect([await get(atOld, restarted), await get(atPresent, restarted)]).toEqual(['verified', 'verified']);
  monotonic += 1_001;
  expect([await get(atOld, trust), await get(atPresent, trust)]).toEqual([
    expect.stringMatching(/UNABLE|SELF/u),
    'verified',
  ]);
  await restarted.noteServerTime(2_000);
  const later = await trustOf();
  expect([await get(atOld, later), await get(atPresent, later)]).toEqual([
    expect.stringMatching(/UNABLE|SELF/u),
    'verified',
  ]);
});

test('a second change keeps the authority before it until its end, and one that is gone is not trusted', async () => {
  const next = await createAuthority(Date.now());
  const ledger = await openLedger();
  const trust = await trustOf(ledger);
  await trust.noteServerTime(1_000);
  await trust.learn({ certificate: pemOf(present), replaces: [{ fingerprint: nameOf(old), until: 2_000 }] });
  const replaces = [
    { fingerprint: nameOf(old), until: 0 },
    { fingerprint: nameOf(present), until: 3_000 },
  ];
  expect(await trust.learn({ certificate: pemOf(next), replaces })).toBe(nameOf(next));
  expect(ledger.held()?.trusted).toEqual([pemOf(next), pemOf(present)]);
  expect(await get(await serve(old), trust)).toMatch(/UNABLE|SELF/u);
  expect(await get(await serve(present), trust)).toBe('verified');
});

test('a text that is not an authority changes nothing', async () => {
  const ledger = await openLedger();
  const trust = await trustOf(ledger);
  const leaf = await issueServerCertificate(old, ['127.0.0.1'], Date.now());
  for (const certificate of [pemOf(leaf), '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n']) {
    await expect(trust.learn({ certificate, replaces: [] })).rejects.toThrow(/not the certificate of an authority/u);
  }
  expect(ledger.held()).toBeUndefined();
});

test('only the command key that is pinned now announces an authority', () => {
  const [pinned, previous] = [createSigner(generateSignerKey()), createSigner(generateSignerKey())];
  const keyring = {
    pinned: () => ({ current: pinned.publicKey, previous: { key: previous.publicKey, until: Date.now() + 1_000 } }),
  };
  const claims = { certificate: pemOf(present), replaces: [{ fingerprint: nameOf(old), until: 2_000 }] };
  const judge = (announced: ReturnType<typeof announceAuthority>) => () =>
    requireAnnounced(announced, { keyring, verify: verifyEd25519 });
  const announced = announceAuthority(claims, pinned);
  expect(judge(announced)).not.toThrow();
  for (const wrong of [
    announceAuthority(claims, previous),
    { ...announceAuthority(claims, previous), command_key: pinned.publicKey },
    { ...announced, certificate: pemOf(old) },
    { ...announced, replaces: [{ fingerprint: nameOf(old), until: 3_000 }] },
  ]) {
    expect(judge(wrong)).toThrow(/not signed by the command key that is pinned/u);
  }
});

test('what another control plane announced is left alone, and a damaged file is named with its remedy', async () => {
  await (await openLedger('acme')).learn({ trusted: [pemOf(present)], replaced: [] });
  expect((await openLedger('acme')).held()?.trusted).toEqual([pemOf(present)]);
  expect((await openLedger('globex')).held()).toBeUndefined();
  const file = path.join(folder, 'authorities.json');
  await writeFile(file, (await readFile(file, 'utf8')).slice(0, 40));
  expect(await openAuthorityLedger(systemDisk, folder, 'acme')).toEqual({
    problem: {
      code: 'corrupt',
      path: file,
      cause: `${file} is damaged.`,
      remedy: expect.stringMatching(/Remove it.*RUNNER_CA_FILE.*do not enrol again/u) as string,
    },
  });
});
