/** Settings of single sign-on: which provider, which roles its people get, and whether there is any other way in. */
import { hasHidden } from '../../../core/text/hidden-characters.ts';
import { Secret } from '../../../core/secret.ts';
import { isLoopback } from '../../../core/loopback.ts';
import type { NetworkOptions } from '../../../core/network-agent.ts';
import type { Role } from '../../api/api.ts';

export interface SsoSettings {
  readonly issuer: URL;
  /** As it was configured: tokens repeat it letter by letter, with or without a final slash. */
  readonly issuerText: string;
  readonly clientId: string;
  readonly clientSecret: Secret;
  /** Separated by spaces; `openid` among them. */
  readonly scopes: string;
  readonly roles: RoleRules;
  /** Links and passkeys sign nobody in, except an owner by a link that was made on the machine. */
  readonly isForced: boolean;
  /** On the button of the sign-in page. */
  readonly name: string;
  /** Name of the organization that new people join. Undefined: that of the control plane. */
  readonly organization: string | undefined;
  /** How the provider is reached. */
  readonly network: NetworkOptions;
}

export interface RoleRules {
  /** A claim, or a path of names in one, separated by dots. Undefined: everybody has the default role. */
  readonly claim: string | undefined;
  /** Which value of the claim gives which role. */
  readonly values: ReadonlyMap<string, Role>;
  /** Of somebody whose claim gives none. Undefined: they are refused. */
  readonly otherwise: Role | undefined;
}

/** The reference page is made from this list. */
export const ssoVariables = {
  FAROL_SSO_ISSUER:
    'Issuer of an OpenID Connect provider, exactly as its tokens have it: https, or http on a loopback address. People can then sign in by it. The control plane reaches it through HTTPS_PROXY, with the exceptions in NO_PROXY. Default: none, and no FAROL_SSO_ variable may be set.',
  FAROL_SSO_CLIENT_ID: 'Id of the client that the provider has for Farol. Required with FAROL_SSO_ISSUER.',
  FAROL_SSO_CLIENT_SECRET:
    'Secret of that client. As secret: also in a file named by FAROL_SSO_CLIENT_SECRET_FILE, which is read at the start. Required with FAROL_SSO_ISSUER.',
  FAROL_SSO_SCOPES: 'Scopes to ask for, separated by spaces, openid among them. Default: openid profile email.',
  FAROL_SSO_ROLE_CLAIM:
    'Claim that gives roles, such as groups, or a path to it, such as realm_access.roles. Default: none, and everybody has FAROL_SSO_DEFAULT_ROLE.',
  FAROL_SSO_OWNER_VALUES: 'Values of the claim that make an owner, separated by commas. Default: none.',
  FAROL_SSO_ADMIN_VALUES: 'Values of the claim that make an admin, separated by commas. Default: none.',
  FAROL_SSO_MEMBER_VALUES: 'Values of the claim that make a member, separated by commas. Default: none.',
  FAROL_SSO_DEFAULT_ROLE:
    'Role of somebody whose claim gives none: member, admin, or none, which refuses them. Default: none.',
  FAROL_SSO_FORCED:
    '1 refuses links and passkeys of everybody in the organization that the provider serves; only an owner link of `farol control owner-link` still signs in. Default: 0.',
  FAROL_SSO_NAME: 'Name of the provider on the sign-in page, at most 40 characters. Default: the host of the issuer.',
  FAROL_SSO_ORGANIZATION:
    'Name of the organization that new people join, created if it does not exist. Default: the organization of the control plane.',
} as const;
export type SsoVariable = keyof typeof ssoVariables;

/** What reads variables and collects their problems. */
export interface SsoReader {
  text(variable: SsoVariable): string | undefined;
  secret(variable: 'FAROL_SSO_CLIENT_SECRET', schemes: readonly string[]): string | undefined;
  oneOf<const T extends string>(variable: SsoVariable, allowed: readonly T[]): T | undefined;
  problem(variable: SsoVariable, what: string): void;
  organizationName(variable: 'FAROL_SSO_ORGANIZATION'): string | undefined;
  /** The variables of proxies, of which a wrong one is a problem. */
  network(): NetworkOptions;
  /** Names that are set. */
  isSet(variable: string): boolean;
}

/** Undefined without an issuer, and after a problem was reported. */
export function readSsoSettings(read: SsoReader): SsoSettings | undefined {
  const issuer = readIssuer(read);
  const clientId = read.text('FAROL_SSO_CLIENT_ID');
  const clientSecret = read.secret('FAROL_SSO_CLIENT_SECRET', []);
  const scopes = readScopes(read);
  const roles = readRoles(read);
  const isForced = read.oneOf('FAROL_SSO_FORCED', ['0', '1']) === '1';
  const name = readName(read);
  const organization = read.organizationName('FAROL_SSO_ORGANIZATION');
  if (!read.isSet('FAROL_SSO_ISSUER')) {
    for (const other of [...Object.keys(ssoVariables), 'FAROL_SSO_CLIENT_SECRET_FILE']) {
      if (read.isSet(other)) read.problem('FAROL_SSO_ISSUER', `is required with ${other}`);
    }
    return undefined;
  }
  if (!read.isSet('FAROL_SSO_CLIENT_ID')) read.problem('FAROL_SSO_CLIENT_ID', 'is required with FAROL_SSO_ISSUER');
  if (!read.isSet('FAROL_SSO_CLIENT_SECRET') && !read.isSet('FAROL_SSO_CLIENT_SECRET_FILE')) {
    read.problem('FAROL_SSO_CLIENT_SECRET', 'is required with FAROL_SSO_ISSUER, as value or as file');
  }
  if (roles.claim === undefined && roles.otherwise === undefined) {
    read.problem('FAROL_SSO_DEFAULT_ROLE', 'or FAROL_SSO_ROLE_CLAIM is required: otherwise nobody has a role');
  }
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return undefined;
  return {
    issuer,
    issuerText: read.text('FAROL_SSO_ISSUER') ?? issuer.href,
    clientId,
    clientSecret: new Secret(clientSecret),
    scopes,
    roles,
    isForced,
    name: name ?? issuer.hostname,
    organization,
    network: read.network(),
  };
}

function readIssuer(read: SsoReader): URL | undefined {
  const text = read.text('FAROL_SSO_ISSUER');
  if (text === undefined) return undefined;
  const url = URL.parse(text);
  const isPlain = url !== null && url.search === '' && url.hash === '' && url.username === '' && url.password === '';
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  if (isPlain && isSafe) return url;
  read.problem(
    'FAROL_SSO_ISSUER',
    'must be an https:// address without user, query and fragment; http:// is accepted for localhost, 127.0.0.0/8 and [::1] only',
  );
  return undefined;
}

function readScopes(read: SsoReader): string {
  const scopes = (read.text('FAROL_SSO_SCOPES') ?? 'openid profile email').split(/\s+/u).filter((one) => one !== '');
  const isWrong = scopes.some((one) => !/^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/u.test(one));
  if (isWrong || !scopes.includes('openid')) {
    read.problem('FAROL_SSO_SCOPES', 'must be scopes separated by spaces, openid among them');
  }
  return scopes.join(' ');
}

const valueVariables = {
  FAROL_SSO_OWNER_VALUES: 'owner',
  FAROL_SSO_ADMIN_VALUES: 'admin',
  FAROL_SSO_MEMBER_VALUES: 'member',
} as const satisfies Partial<Record<SsoVariable, Role>>;

function readRoles(read: SsoReader): RoleRules {
  const claim = read.text('FAROL_SSO_ROLE_CLAIM');
  const values = new Map<string, Role>();
  for (const [variable, role] of Object.entries(valueVariables) as [keyof typeof valueVariables, Role][]) {
    const listed = (read.text(variable) ?? '').split(',').map((one) => one.trim());
    for (const value of listed.filter((one) => one !== '')) {
      if (values.has(value)) read.problem(variable, 'repeats a value; each value gives one role');
      values.set(value, role);
    }
    if (claim === undefined && read.isSet(variable)) {
      read.problem('FAROL_SSO_ROLE_CLAIM', `is required with ${variable}`);
    }
  }
  if (claim !== undefined && values.size === 0) {
    read.problem('FAROL_SSO_ROLE_CLAIM', `needs values: set one of ${Object.keys(valueVariables).join(', ')}`);
  }
  const otherwise = read.oneOf('FAROL_SSO_DEFAULT_ROLE', ['none', 'member', 'admin']) ?? 'none';
  return { claim, values, otherwise: otherwise === 'none' ? undefined : otherwise };
}

function readName(read: SsoReader): string | undefined {
  const name = read.text('FAROL_SSO_NAME')?.trim();
  if (name !== undefined && (hasHidden(name) || name.length < 1 || name.length > 40)) {
    read.problem('FAROL_SSO_NAME', 'must be 1 to 40 printable characters');
  }
  return name;
}
