/**
 * Keeps the server certificate of this replica in one directory: issued by the authority that all
 * replicas share, renewed long before its end. `authority.pem`, unless the authority is in the store,
 * and `server.pem` hold private keys and are 0600; `ca.pem` is what clients are given.
 *
 * While the authority changes, the one before still issues, for clients that trust it alone. `ca.pem`
 * holds both, and `cross.pem`, the new one's word for the one before, is served for clients that trust
 * the new one alone.
 */
import { chmod, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { systemDisk } from '../../tunnel/identity/disk.ts';
import { replaceFile } from '../../tunnel/identity/replace-file.ts';
import {
  clockToleranceDays,
  createAuthority,
  crossSign,
  decodeKeyed,
  encodeKeyed,
  issueServerCertificate,
  type KeyedCertificate,
  x509,
} from './certificate.ts';

const dayMs = 86_400_000;
const authorityRenewDays = 2 * 366;

export interface OwnCertificate {
  readonly caFile: string;
  /** What `caFile` holds: the authority, and while it changes the one before. */
  readonly caPem: string;
  /** PEM of the server certificate with what is served beside it, and of its key. */
  readonly cert: string;
  readonly key: string;
}

/** The authority before, until its end. */
export interface RetiringAuthority {
  /** PEM of key and certificate. */
  readonly pem: string;
  /** Milliseconds since the epoch. */
  readonly until: number;
}

/** Where the authority is stored. */
export interface AuthorityHome {
  /** For messages: the file, or words. */
  readonly named: string;
  /** PEM of key and certificate; undefined when there is none yet. */
  read(): Promise<string | undefined>;
  write(pem: string): Promise<void>;
  /** Undefined unless the authority is being changed. */
  readRetiring?(): Promise<RetiringAuthority | undefined>;
}

/**
 * Reads, makes or renews what `names` need at time `now` (milliseconds). An unreadable authority
 * rejects, naming the file: a new one in silence would cut off every instance.
 */
export async function ensureOwnCertificate(
  directory: string,
  { names, now }: { readonly names: readonly string[]; readonly now: number },
  home: AuthorityHome,
): Promise<OwnCertificate> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const authority = await ensureAuthority(home, now);
  const retiring = await home.readRetiring?.();
  const before = retiring && (await decodeKeyed(retiring.pem));
  const caFile = path.join(directory, 'ca.pem');
  const caPem = [authority, ...(before === undefined ? [] : [before])].map(toPem).join('');
  if ((await readIfThere(caFile)) !== caPem) await publish(caFile, caPem);
  const server = await ensureServer(path.join(directory, 'server.pem'), before ?? authority, { names, now });
  const cross =
    retiring === undefined || before === undefined
      ? ''
      : await ensureCross(path.join(directory, 'cross.pem'), authority, { before, until: retiring.until, now });
  const [key = '', cert = ''] = (await encodeKeyed(server)).split(/(?=-----BEGIN CERTIFICATE)/u);
  return { caFile, caPem, cert: `${cert}${cross}`, key };
}

function toPem({ certificate }: Pick<KeyedCertificate, 'certificate'>): string {
  return `${certificate.toString('pem')}\n`;
}

/** PEM. Stored in a file, so that a certificate that did not change is the same text each time. */
async function ensureCross(
  file: string,
  authority: KeyedCertificate,
  { before, until, now }: { before: KeyedCertificate; until: number; now: number },
): Promise<string> {
  const held = await readIfThere(file);
  if (held !== undefined && (await isCross(held, authority, { before, until }))) return held;
  const made = toPem({ certificate: await crossSign(authority, { before: before.certificate, until, now }) });
  await publish(file, made);
  return made;
}

async function isCross(
  pem: string,
  authority: KeyedCertificate,
  { before, until }: { before: KeyedCertificate; until: number },
): Promise<boolean> {
  let held: x509.X509Certificate;
  try {
    held = new x509.X509Certificate(pem);
  } catch {
    // Like a server certificate, it costs nothing to replace.
    return false;
  }
  const isForKey = Buffer.from(held.publicKey.rawData).equals(Buffer.from(before.certificate.publicKey.rawData));
  // A certificate counts whole seconds.
  const isForTime = Math.abs(held.notAfter.getTime() - until) < 1000;
  return isForKey && isForTime && held.verify({ publicKey: authority.certificate, signatureOnly: true });
}

/** `authority.pem` of the directory. */
export function authorityFile(directory: string): AuthorityHome {
  const file = path.join(directory, 'authority.pem');
  return {
    named: file,
    read: () => readIfThere(file),
    write: (pem) => replaceFile(systemDisk, file, Buffer.from(pem)),
  };
}

async function ensureAuthority(home: AuthorityHome, now: number): Promise<KeyedCertificate> {
  const text = await home.read();
  if (text === undefined) return keep(home, await createAuthority(now));
  const authority = await decodeKeyed(text).catch((cause: unknown) => {
    throw new Error(
      `${home.named} cannot be read as the authority of this control plane. Restore it from a backup. With a new ` +
        'authority, every instance and browser needs the new ca.pem.',
      { cause },
    );
  });
  if (daysLeft(authority, now) > authorityRenewDays) return authority;
  return keep(home, await createAuthority(now, authority));
}

async function keep(home: AuthorityHome, authority: KeyedCertificate): Promise<KeyedCertificate> {
  await home.write(await encodeKeyed(authority));
  return authority;
}

async function ensureServer(
  file: string,
  authority: KeyedCertificate,
  { names, now }: { names: readonly string[]; now: number },
): Promise<KeyedCertificate> {
  const text = await readIfThere(file);
  // A server certificate that cannot be read costs nothing to replace, unlike the authority.
  const server = text === undefined ? undefined : await decodeKeyed(text).catch(() => undefined);
  if (server !== undefined && (await isFit(server, authority, { names, now }))) return server;
  return store(file, await issueServerCertificate(authority, names, now));
}

async function isFit(
  server: KeyedCertificate,
  authority: KeyedCertificate,
  { names, now }: { names: readonly string[]; now: number },
): Promise<boolean> {
  if (daysLeft(server, now) <= clockToleranceDays) return false;
  const held = server.certificate.getExtension(x509.SubjectAlternativeNameExtension)?.names.items ?? [];
  if (held.map((one) => one.value).join() !== names.join()) return false;
  return server.certificate.verify({ publicKey: authority.certificate, signatureOnly: true });
}

async function store(file: string, keyed: KeyedCertificate): Promise<KeyedCertificate> {
  await replaceFile(systemDisk, file, Buffer.from(await encodeKeyed(keyed)));
  return keyed;
}

function daysLeft({ certificate }: KeyedCertificate, now: number): number {
  return (certificate.notAfter.getTime() - now) / dayMs;
}

/** What clients are given is for every user of the machine. */
async function publish(file: string, content: string): Promise<void> {
  await replaceFile(systemDisk, file, Buffer.from(content));
  await chmod(file, 0o644);
}

async function readIfThere(file: string): Promise<string | undefined> {
  const found = await systemDisk.read(file);
  return found && Buffer.from(found.bytes).toString('utf8');
}
