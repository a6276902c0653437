/**
 * Makes the two certificates of a control plane without a certificate of its own: an authority and
 * the server certificate it signs. ECDSA P-256, through WebCrypto; nothing here touches a disk.
 *
 * Validity is generous on both sides on purpose: an instance whose clock is off by up to a year must
 * still enrol. The server certificate stays under the 825 days that some clients enforce.
 */
import { randomBytes, webcrypto } from 'node:crypto';
import { isIP } from 'node:net';
import 'reflect-metadata';
import * as x509 from '@peculiar/x509';

/** The certificate package behind the one import that loads it rightly: its parts find each other through decorators and refuse to load before this polyfill. */
export { x509 };

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const dayMs = 86_400_000;

export const clockToleranceDays = 366;
const authorityDays = 3653;
export const serverDays = clockToleranceDays + 31;

export interface KeyedCertificate {
  readonly certificate: x509.X509Certificate;
  readonly keys: webcrypto.CryptoKeyPair;
}

/**
 * With `renewed`, the same authority gets a later end and keeps its key and name: clients that trust the
 * earlier certificate keep trusting. A new one has a name of its own, by which people and verifiers tell
 * it from the one before, and may sign that one (`crossSign`).
 */
export async function createAuthority(now: number, renewed?: KeyedCertificate): Promise<KeyedCertificate> {
  const pair = renewed?.keys ?? (await generateKeys());
  const keyId = await x509.SubjectKeyIdentifierExtension.create(pair.publicKey, false, webcrypto);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned(
    {
      name: renewed?.certificate.subject ?? `CN=Farol control plane authority ${keyId.keyId.slice(0, 8)}`,
      serialNumber: randomSerial(),
      ...validity(now, authorityDays),
      signingAlgorithm: algorithm,
      keys: pair,
      extensions: [
        new x509.BasicConstraintsExtension(true, 1, true),
        new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
        keyId,
      ],
    },
    webcrypto,
  );
  return { certificate, keys: pair };
}

/**
 * A certificate of `authority` for the key and name of the authority before it: with it beside a server
 * certificate of `before`, clients that trust only `authority` verify that one too. It ends at `until`.
 */
export async function crossSign(
  authority: KeyedCertificate,
  { before, until, now }: { readonly before: x509.X509Certificate; readonly until: number; readonly now: number },
): Promise<x509.X509Certificate> {
  const publicKey = await before.publicKey.export(algorithm, ['verify'], webcrypto);
  return x509.X509CertificateGenerator.create(
    {
      subject: before.subjectName,
      issuer: authority.certificate.subjectName,
      serialNumber: randomSerial(),
      notBefore: validity(now, 0).notBefore,
      notAfter: new Date(until),
      signingAlgorithm: algorithm,
      publicKey,
      signingKey: authority.keys.privateKey,
      extensions: [
        new x509.BasicConstraintsExtension(true, 0, true),
        new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
        await x509.SubjectKeyIdentifierExtension.create(publicKey, false, webcrypto),
        await x509.AuthorityKeyIdentifierExtension.create(authority.keys.publicKey, false, webcrypto),
      ],
    },
    webcrypto,
  );
}

/** `names` are host names and IP addresses as clients will type them; the first one is the subject. */
export async function issueServerCertificate(
  authority: KeyedCertificate,
  names: readonly string[],
  now: number,
): Promise<KeyedCertificate> {
  const keys = await generateKeys();
  const certificate = await x509.X509CertificateGenerator.create(
    {
      subject: [{ CN: [names[0] ?? 'farol'] }],
      issuer: authority.certificate.subjectName,
      serialNumber: randomSerial(),
      ...validity(now, serverDays),
      signingAlgorithm: algorithm,
      publicKey: keys.publicKey,
      signingKey: authority.keys.privateKey,
      extensions: [
        new x509.BasicConstraintsExtension(false, undefined, true),
        new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
        new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
        new x509.SubjectAlternativeNameExtension(
          names.map((name) => ({ type: isIP(name) === 0 ? ('dns' as const) : ('ip' as const), value: name })),
        ),
        await x509.SubjectKeyIdentifierExtension.create(keys.publicKey, false, webcrypto),
        await x509.AuthorityKeyIdentifierExtension.create(authority.keys.publicKey, false, webcrypto),
      ],
    },
    webcrypto,
  );
  return { certificate, keys };
}

/** Private key, then certificate, in one PEM text: one file replaces both at once. */
export async function encodeKeyed({ certificate, keys }: KeyedCertificate): Promise<string> {
  const pkcs8 = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey);
  return `${x509.PemConverter.encode(pkcs8, 'PRIVATE KEY')}\n${certificate.toString('pem')}\n`;
}

/** Rejects when the text is not what `encodeKeyed` wrote. */
export async function decodeKeyed(text: string): Promise<KeyedCertificate> {
  const [key, der] = x509.PemConverter.decode(text);
  if (key === undefined || der === undefined) throw new Error('a private key and a certificate are expected');
  const certificate = new x509.X509Certificate(der);
  const privateKey = await webcrypto.subtle.importKey('pkcs8', key, algorithm, true, ['sign']);
  const publicKey = await certificate.publicKey.export(algorithm, ['verify'], webcrypto);
  return { certificate, keys: { privateKey, publicKey } };
}

function generateKeys(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
}

function validity(now: number, days: number): { notBefore: Date; notAfter: Date } {
  return { notBefore: new Date(now - clockToleranceDays * dayMs), notAfter: new Date(now + days * dayMs) };
}

/** Positive and never zero: the highest bit is cleared and the next one set. */
function randomSerial(): string {
  const bytes = randomBytes(16);
  bytes.writeUInt8((bytes.readUInt8(0) & 0x7f) | 0x40, 0);
  return bytes.toString('hex');
}
