/** The second half of a sign-in: the answer of the provider, verified by the library, becomes a person. */
import {
  AuthorizationResponseError,
  authorizationCodeGrant,
  ClientError,
  type Configuration,
  fetchUserInfo,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client';
import { ApiProblem } from '../../problem/api-problem.ts';
import { findClaim, nameOf, roleOf } from './claimed-person.ts';
import { refuseSso, type SsoCode } from '../sign-in-refusals.ts';
import type { Claimed } from './sso-people.ts';
import type { SsoSettings } from './sso-settings.ts';
import { deriveChecks, type SsoTicket } from './sso-ticket.ts';

export interface Answered {
  readonly configuration: Configuration;
  readonly settings: SsoSettings;
  /** The address that the provider led to, with its query. */
  readonly address: URL;
  readonly ticket: SsoTicket['ticket'];
}

/** @throws ApiProblem with a code of `ssoRefusals`, whose cause is that of the library. */
export async function readAnswer({ configuration, settings, address, ticket }: Answered): Promise<Claimed> {
  const { state, nonce, verifier } = deriveChecks(ticket);
  try {
    const tokens = await authorizationCodeGrant(configuration, address, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (claims === undefined) throw new Error('the provider gave no ID token');
    const all = await complete(configuration, settings, { claims, accessToken: tokens.access_token });
    return { issuer: claims.iss, subject: claims.sub, name: nameOf(all), role: roleOf(all, settings.roles) };
  } catch (error) {
    throw error instanceof ApiProblem ? error : refuseSso(codeOf(error), error);
  }
}

/** Some providers put groups and names only where they must be asked for. */
async function complete(
  configuration: Configuration,
  { roles }: SsoSettings,
  {
    claims,
    accessToken,
  }: { readonly claims: Readonly<Record<string, unknown>> & { sub: string }; accessToken: string },
): Promise<Readonly<Record<string, unknown>>> {
  const hasRoles = roles.claim === undefined || findClaim(claims, roles.claim) !== undefined;
  const isComplete = hasRoles && claims['name'] !== undefined;
  if (isComplete || configuration.serverMetadata().userinfo_endpoint === undefined) return claims;
  return { ...(await fetchUserInfo(configuration, accessToken, claims.sub)), ...claims };
}

function codeOf(error: unknown): SsoCode {
  if (error instanceof AuthorizationResponseError) {
    if (error.error === 'access_denied') return 'sso_denied';
    return error.error === 'temporarily_unavailable' || error.error === 'server_error'
      ? 'sso_unavailable'
      : 'sso_provider_error';
  }
  // A code that was used or has expired.
  if (error instanceof ResponseBodyError) return error.error === 'invalid_grant' ? 'sso_expired' : 'sso_provider_error';
  if (error instanceof WWWAuthenticateChallengeError) return 'sso_provider_error';
  if (isUnanswered(error)) return 'sso_unavailable';
  return 'sso_invalid';
}

/** No connection, no answer in time, or the page of a proxy that says so. */
export function isUnanswered(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof TypeError && error.message === 'fetch failed') return true;
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return true;
  if (error instanceof ClientError && error.code === 'OAUTH_TIMEOUT') return true;
  if (error.cause instanceof Response) return error.cause.status >= 500;
  return isUnanswered(error.cause);
}
