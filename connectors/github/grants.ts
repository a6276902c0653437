/** The permissions as the manifest declares them, from the one table that the permission document shows too. */
import type { Grant } from '../../src/connector/manifest.ts';
import { type TokenPermission, tokenPermissions } from './permissions.ts';

type Spelled<P extends TokenPermission> = P extends TokenPermission
  ? `${P['permission']}: ${Lowercase<P['level']>}`
  : never;
export type GrantName = Spelled<(typeof tokenPermissions)[number]>;

/** `Contents: read`: the permission and its level, as the screen of the token words them. */
export const grants = Object.fromEntries(
  tokenPermissions.map(({ permission, level, need, purpose }) => [
    `${permission}: ${level.toLowerCase()}`,
    { group: permission === 'Metadata' ? 'Base' : 'Repository permission', need, purpose, ...accessOf(level) },
  ]),
) as unknown as Readonly<Record<GrantName, Grant>>;

function accessOf(level: TokenPermission['level']): Partial<Grant> {
  if (level === 'Read') return { access: 'Read' };
  return {
    access: 'Write',
    justification: 'Opening an issue is the only write of this connector; it is off until it is enabled by name.',
  };
}

/** By the spelling of the header X-Accepted-GitHub-Permissions. */
const grantsByHeader: Readonly<Record<string, GrantName>> = {
  metadata: 'Metadata: read',
  contents: 'Contents: read',
  pull_requests: 'Pull requests: read',
  actions: 'Actions: read',
  checks: 'Checks: read',
  administration: 'Administration: read',
  vulnerability_alerts: 'Dependabot alerts: read',
  issues: 'Issues: read and write',
};

/** What an interface of this connector needs, by its path. */
const grantsByPath: readonly (readonly [RegExp, GrantName])[] = [
  [/\/pulls(?:\/|$)/u, 'Pull requests: read'],
  [/\/actions\//u, 'Actions: read'],
  [/\/check-runs$/u, 'Checks: read'],
  [/\/protection$/u, 'Administration: read'],
  [/\/dependabot\//u, 'Dependabot alerts: read'],
  [/\/issues$/u, 'Issues: read and write'],
  [/^\/(?:user|orgs\/[^/]+|installation)\/|^\/repos\/[^/]+\/[^/]+$/u, 'Metadata: read'],
];

/**
 * The permission that a refusal asks for: the first of the ways that the header names (`a=read,b=read; c=read`
 * is a and b, or c), or the one its path is known to need.
 */
export function grantFor(path: string, accepted: string | undefined): string {
  const names = (accepted?.split(';')[0] ?? '').split(',').flatMap((one) => {
    const [, name = '', level = ''] = /^\s*([a-z_]+)=([a-z]+)/u.exec(one) ?? [];
    return name === '' ? [] : (grantsByHeader[name] ?? `${name}: ${level}`);
  });
  if (names.length > 0) return names.join(', ');
  return grantsByPath.find(([pattern]) => pattern.test(path))?.[1] ?? 'Contents: read';
}

export const forbidden: readonly { readonly grant: string; readonly because: string }[] = [
  { grant: 'Contents: read and write', because: 'Pushes, merges and deletes; no operation changes code.' },
  { grant: 'Administration: read and write', because: 'Deletes repositories and takes protection off branches.' },
  { grant: 'Pull requests: read and write', because: 'Opens and closes pull requests; no operation does.' },
  { grant: 'Actions: read and write', because: 'Starts, stops and deletes runs; no operation does.' },
  { grant: 'Workflows: read and write', because: 'Changes what automation runs, and with it every secret of it.' },
  {
    grant: 'Secrets: read and write',
    because: 'Replaces what automation signs in with; no operation touches secrets.',
  },
  { grant: 'Webhooks: read and write', because: 'Sends every event of the repository to any address.' },
  {
    grant: 'delete_repo',
    because: 'A scope of classic tokens that deletes repositories; no operation deletes anything.',
  },
  { grant: 'admin:org', because: 'A scope of classic tokens that governs members and teams; no operation reads them.' },
  { grant: 'workflow', because: 'A scope of classic tokens that changes what automation runs; no operation does.' },
];
