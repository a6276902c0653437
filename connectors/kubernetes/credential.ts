/** What a credential says of itself. Anybody may read it; only the cluster can verify it. */
import { X509Certificate } from 'node:crypto';
import { z } from 'zod';
import type { Secret } from '../../src/core/secret.ts';

export interface Credential {
  readonly token?: Secret;
  /** PEM of a client certificate, the own one first. */
  readonly certificate?: string;
}

export interface CredentialFacts {
  readonly what: 'token' | 'client certificate';
  /** As the cluster knows it: `system:serviceaccount:<namespace>:<name>`, or the common name of a certificate. */
  readonly user: string | undefined;
  readonly endsMs: number | undefined;
}

const Claims = z.looseObject({ sub: z.string().optional(), exp: z.number().optional() });

/** Of the one that ends first, where there are both. */
export function factsOf({ token, certificate }: Credential): CredentialFacts | undefined {
  const all = [
    ...(token === undefined ? [] : [ofToken(token)]),
    ...(certificate === undefined ? [] : [ofCertificate(certificate)]),
  ];
  return all.toSorted((a, b) => (a.endsMs ?? Infinity) - (b.endsMs ?? Infinity))[0];
}

function ofToken(token: Secret): CredentialFacts {
  const claims = Claims.safeParse(decode(token.reveal().split('.')[1] ?? ''));
  const { sub, exp } = claims.data ?? {};
  return { what: 'token', user: shown(sub), endsMs: exp === undefined ? undefined : exp * 1000 };
}

function ofCertificate(pem: string): CredentialFacts {
  const { subject, validToDate } = new X509Certificate(pem);
  const user = /^CN=(.*)$/mu.exec(subject)?.[1];
  return { what: 'client certificate', user: shown(user), endsMs: validToDate.getTime() };
}

function shown(user: string | undefined): string | undefined {
  return user !== undefined && /^[\w.:@-]{1,200}$/u.test(user) ? user : undefined;
}

function decode(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}
