/** What a token says of itself. It is a JWT: anybody may read it, and only the server that signed it can verify it. */
import type { Secret } from '../../src/core/secret.ts';
import { TokenClaims } from './schema.ts';

export interface TokenFacts {
  /** Undefined for one that does not say, such as the token of another issuer. */
  readonly kind: 'account' | 'project_role' | 'session' | undefined;
  readonly endsMs: number | undefined;
}

export function readToken(token: Secret | undefined): TokenFacts {
  const claims = TokenClaims.safeParse(decode(token?.reveal().split('.')[1] ?? ''));
  if (!claims.success) return { kind: undefined, endsMs: undefined };
  const { sub = '', exp } = claims.data;
  return { kind: kindOf(sub), endsMs: exp === undefined ? undefined : exp * 1000 };
}

/** `<account>:apiKey`, `<account>:login` or `proj:<project>:<role>`. */
function kindOf(subject: string): TokenFacts['kind'] {
  if (subject.startsWith('proj:')) return 'project_role';
  if (subject.endsWith(':apiKey')) return 'account';
  return subject.endsWith(':login') ? 'session' : undefined;
}

function decode(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}
