/**
 * What kind of credential a token is, told by its beginning alone: the vendor gives each kind a prefix of its
 * own (https://docs.github.com/en/authentication/keeping-your-account-and-data-secure/about-authentication-to-github).
 */
import type { CredentialKind } from '../../src/connector/manifest.ts';

export const tokenKinds = [
  {
    id: 'fine_grained_token',
    title: 'Fine-grained personal access token',
    prefix: 'github_pat_',
    verdict: 'recommended',
    note: 'Holds exactly the permissions that are chosen, in the repositories that are chosen.',
  },
  {
    id: 'classic_token',
    title: 'Classic personal access token',
    prefix: 'ghp_',
    verdict: 'accepted',
    note: 'Scopes repo, read:org and security_events; repo also allows writing to every repository of its owner.',
  },
  {
    id: 'legacy_classic_token',
    title: 'Classic token of the time before prefixes (40 hexadecimal digits)',
    verdict: 'accepted',
    note: 'The same as a classic token, and so old that it should be replaced anyway.',
  },
  {
    id: 'oauth_token',
    title: 'Token of an OAuth app',
    prefix: 'gho_',
    verdict: 'accepted',
    note: 'Has the scopes of a classic token, and acts for the person who authorized the app.',
  },
  {
    id: 'app_user_token',
    title: 'Token of a GitHub App for a user',
    prefix: 'ghu_',
    verdict: 'accepted',
    note: 'Holds the permissions of the app; it ends after eight hours unless something renews the file.',
  },
  {
    id: 'installation_token',
    title: 'Token of a GitHub App installation',
    prefix: 'ghs_',
    verdict: 'accepted',
    note: 'Holds the permissions of the installation; it ends after one hour unless something renews the file. With the key of the app, the Agent obtains and renews it.',
  },
  {
    id: 'refresh_token',
    title: 'Refresh token of a GitHub App',
    prefix: 'ghr_',
    verdict: 'rejected',
    note: 'Buys tokens and opens nothing itself.',
  },
] as const satisfies readonly CredentialKind[];

/** An app is no token: it is recognised by its variables. */
export const credentialKinds = [
  {
    id: 'github_app',
    title: 'GitHub App, with its private key',
    verdict: 'recommended',
    note: 'Belongs to the organization and to no person, holds exactly the permissions that were accepted, Checks among them; the Agent obtains tokens of an hour and holds them in memory alone.',
  },
  ...tokenKinds,
] as const satisfies readonly CredentialKind[];

export type TokenKindId = (typeof tokenKinds)[number]['id'] | 'unknown';

export interface TokenKind {
  readonly id: TokenKindId;
  readonly title: string;
  /** What may be shown of the token: the beginning that every token of the kind has; undefined when it has none. */
  readonly prefix: string | undefined;
  readonly verdict: CredentialKind['verdict'];
}

export function recogniseToken(token: string): TokenKind {
  const byPrefix = tokenKinds.find((kind) => 'prefix' in kind && token.startsWith(kind.prefix));
  const kind = byPrefix ?? (/^[0-9a-f]{40}$/u.test(token) ? legacy : undefined);
  if (kind === undefined) {
    return { id: 'unknown', title: 'Token of a kind that is not known', prefix: undefined, verdict: 'accepted' };
  }
  const { id, title, verdict } = kind;
  return { id, title, verdict, prefix: 'prefix' in kind ? kind.prefix : undefined };
}

const legacy = tokenKinds.find(({ id }) => id === 'legacy_classic_token');
