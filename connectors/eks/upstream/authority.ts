/** An authority of certificates for servers of a test, with certificates for any names and time. */
import { createAuthority, encodeKeyed, issueServerCertificate } from '../../../src/control/tls/certificate.ts';

export interface ServerCertificate {
  /** PEM. */
  readonly cert: string;
  readonly key: string;
}

export interface Authority {
  /** PEM of its own certificate. */
  readonly pem: string;
  /** For host names and addresses, as made at `atMs`: one made two years ago has expired. */
  issue(names: readonly string[], atMs?: number): Promise<ServerCertificate>;
}

export async function makeAuthority(): Promise<Authority> {
  const authority = await createAuthority(Date.now());
  return {
    pem: `${authority.certificate.toString('pem')}\n`,
    async issue(names, atMs = Date.now()) {
      const server = await issueServerCertificate(authority, names, atMs);
      const [key = '', cert = ''] = (await encodeKeyed(server)).split(/(?=-----BEGIN CERTIFICATE)/u);
      return { cert, key };
    },
  };
}
