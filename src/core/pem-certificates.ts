/** Certificates in PEM, and the keys in them. */
import { createHash, X509Certificate } from 'node:crypto';

const block = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/gu;

/** Each certificate of a text that may hold many, as PEM of its own. */
export function splitCertificates(pem: string): readonly string[] {
  return pem.match(block) ?? [];
}

/** SHA-256 of the public key (SubjectPublicKeyInfo) in lower-case hex; undefined for text that is not a certificate. */
export function fingerprintOf(pem: string): string | undefined {
  try {
    const spki = new X509Certificate(pem).publicKey.export({ type: 'spki', format: 'der' });
    return createHash('sha256').update(spki).digest('hex');
  } catch {
    return undefined;
  }
}
