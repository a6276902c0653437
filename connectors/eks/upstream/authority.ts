/** An authority of certificates for servers of a test, with certificates for any names and time. */
import { randomBytes, webcrypto } from 'node:crypto';
import {
  createAuthority,
  encodeKeyed,
  issueServerCertificate,
  type KeyedCertificate,
  x509,
} from '../../../src/control/tls/certificate.ts';

export interface ServerCertificate {
  /** PEM. */
  readonly cert: string;
  readonly key: string;
}

export interface ClusterUser {
  readonly user: string;
  readonly groups?: readonly string[];
  /** In the past for one that has expired. */
  readonly endsMs?: number;
}

export interface Authority {
  /** PEM of its own certificate. */
  readonly pem: string;
  /** For host names and addresses, as made at `atMs`: one made two years ago has expired. */
  issue(names: readonly string[], atMs?: number): Promise<ServerCertificate>;
  /** For a user of a cluster, with its groups. */
  issueClient(user: ClusterUser): Promise<ServerCertificate>;
}

export async function makeAuthority(): Promise<Authority> {
  const authority = await createAuthority(Date.now());
  return {
    pem: `${authority.certificate.toString('pem')}\n`,
    async issue(names, atMs = Date.now()) {
      return toPem(await issueServerCertificate(authority, names, atMs));
    },
    issueClient: async (user) => toPem(await makeClient(authority, user)),
  };
}

async function toPem(made: KeyedCertificate): Promise<ServerCertificate> {
  const [key = '', cert = ''] = (await encodeKeyed(made)).split(/(?=-----BEGIN CERTIFICATE)/u);
  return { cert, key };
}

async function makeClient(
  authority: KeyedCertificate,
  { user, groups = [], endsMs = Date.now() + 90 * 86_400_000 }: ClusterUser,
): Promise<KeyedCertificate> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await x509.X509CertificateGenerator.create(
    {
      subject: [...groups.map((one) => ({ O: [one] })), { CN: [user] }],
      issuer: authority.certificate.subjectName,
      serialNumber: randomBytes(16)
        .toString('hex')
        .replace(/^[89a-f]/u, '1'),
      notBefore: new Date(endsMs - 365 * 86_400_000),
      notAfter: new Date(endsMs),
      signingAlgorithm: algorithm,
      publicKey: keys.publicKey,
      signingKey: authority.keys.privateKey,
      extensions: [new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.clientAuth])],
    },
    webcrypto,
  );
  return { certificate, keys };
}
