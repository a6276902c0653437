/**
 * Access tokens of the provider for an address of this control plane (RFC 9068): signed by it, for this address alone,
 * and of a person who is known here.
 */
import { decodeJwt, errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import type { Clock } from '../../../core/clock.ts';
import type { Member } from '../members.ts';
import { type IdentityProvider, skewSec } from './identity-provider.ts';
import { refuseSso } from '../sign-in-refusals.ts';
import type { SsoPeople } from './sso-people.ts';

/** A shared secret is not among them: its holder could make tokens. */
const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
const longestToken = 8192;
/** The document of keys did not come or is none: that says nothing of the token. Generic are a wrong status and no JSON. */
const keyFailures: ReadonlySet<string> = new Set([
  errors.JOSEError.code,
  errors.JWKSTimeout.code,
  errors.JWKSInvalid.code,
]);

export interface AccessTokenHolder {
  readonly person: Member;
  /** Id of it. */
  readonly organization: string;
  readonly scopes: readonly string[];
}

export interface AccessTokenDeps {
  readonly provider: Pick<IdentityProvider, 'keys' | 'noteFailure'>;
  readonly people: Pick<SsoPeople, 'find' | 'organization'>;
  readonly clock: Clock;
}

export class AccessTokenReader {
  readonly #deps: AccessTokenDeps;

  constructor(deps: AccessTokenDeps) {
    this.#deps = deps;
  }

  /**
   * Undefined for anything but a valid token of a person who is known: the caller answers all of them alike.
   * @throws ApiProblem 503 `sso_unavailable` when the keys of the provider cannot be had.
   */
  async authenticate(token: string, audience: string): Promise<AccessTokenHolder | undefined> {
    if (token.length > longestToken || !isJwtShaped(token)) return undefined;
    const { provider, people } = this.#deps;
    const { issuer, keys } = await provider.keys();
    // Before keys are asked for: nobody makes the control plane ask the provider with a token of somebody else.
    if (!isFor(readUnverified(token), { issuer, audience })) return undefined;
    const payload = await this.#verify(token, keys, { issuer, audience });
    if (payload === undefined) return undefined;
    const person = await people.find({ issuer, subject: payload.sub ?? '' });
    return person && { person, organization: people.organization, scopes: scopesOf(payload) };
  }

  async #verify(
    token: string,
    keys: JWTVerifyGetKey,
    { issuer, audience }: { readonly issuer: string; readonly audience: string },
  ): Promise<JWTPayload | undefined> {
    const { provider, clock } = this.#deps;
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer,
        audience,
        algorithms,
        typ: 'at+jwt',
        clockTolerance: skewSec,
        currentDate: new Date(clock.now()),
        requiredClaims: ['exp', 'iat', 'sub', 'client_id', 'jti'],
      });
      return payload;
    } catch (error) {
      if (error instanceof errors.JOSEError && !keyFailures.has(error.code)) return undefined;
      provider.noteFailure(error);
      throw refuseSso('sso_unavailable', error);
    }
  }
}

/** Tokens of our own have no dots. */
export function isJwtShaped(token: string): boolean {
  return /^[\w-]+\.[\w-]+\.[\w-]+$/u.test(token);
}

function readUnverified(token: string): JWTPayload {
  try {
    return decodeJwt(token);
  } catch {
    return {};
  }
}

/** A token that is good elsewhere too could come from there. */
function isFor({ iss, aud }: JWTPayload, { issuer, audience }: { issuer: string; audience: string }): boolean {
  const [only, ...others] = Array.isArray(aud) ? aud : [aud];
  return iss === issuer && only === audience && others.length === 0;
}

function scopesOf({ scope }: JWTPayload): readonly string[] {
  return typeof scope === 'string' ? scope.split(' ') : [];
}
