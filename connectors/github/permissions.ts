/** The permissions of a token: as the served document lists them, as the manifest declares them, and as a refusal names them. */
import type { Grant } from '../../src/connector/manifest.ts';
import type { Permission } from './slice.ts';

import { type GrantName, permissions } from './slices.ts';

export interface TokenPermission extends Pick<Permission, 'need' | 'purpose'> {
  readonly permission: string;
  readonly level: 'Read' | 'Read and write';
}

const all = Object.entries<Permission>(permissions);

/** Permissions of a fine-grained token, in the order a person sets them. */
export const tokenPermissions: readonly TokenPermission[] = all.map(([name, { need, purpose }]) => {
  const [permission = '', level] = name.split(': ');
  return { permission, level: level === 'read' ? 'Read' : 'Read and write', need, purpose };
});

/** Permissions of a GitHub App, as a request that creates one spells them (`default_permissions`). */
export const appPermissions: Readonly<Record<string, 'read' | 'write'>> = Object.fromEntries(
  all.map(([name, { header }]) => [header, levelOf(name)]),
);

/** What an installation must have of a permission, at least. */
export function levelOf(name: string): 'read' | 'write' {
  return name.endsWith('read and write') ? 'write' : 'read';
}

/** Scopes of a classic token. `repo` allows writing to every repository it reaches, which no operation does. */
export const classicScopes = ['repo', 'read:org', 'security_events'] as const;

export const grants: Readonly<Record<string, Grant>> = Object.fromEntries(
  all.map(([name, { need, purpose, justification }]) => [
    name,
    {
      group: need === 'required' ? 'Base' : 'Repository permission',
      need,
      purpose,
      access: justification === undefined ? 'Read' : 'Write',
      ...(justification !== undefined && { justification }),
    },
  ]),
);

/** As the screens word a permission that an answer spells `header` and `level`. */
export function nameOfGranted(header: string, level: string): string {
  const known = all.find(([, permission]) => permission.header === header)?.[0];
  const words = level === 'write' ? 'read and write' : level;
  return `${known?.split(': ')[0] ?? header}: ${words}`;
}

const otherwise: GrantName = 'Contents: read';

/**
 * The permission that a refusal asks for: the first of the ways that the header names (`a=read,b=read; c=read`
 * is a and b, or c), or the one its path is known to need.
 */
export function grantFor(path: string, accepted: string | undefined): string {
  const names = (accepted?.split(';')[0] ?? '').split(',').flatMap((one) => {
    const [, header = '', level = ''] = /^\s*([a-z_]+)=([a-z]+)/u.exec(one) ?? [];
    const known = all.find(([, permission]) => permission.header === header)?.[0];
    return header === '' ? [] : (known ?? `${header}: ${level}`);
  });
  if (names.length > 0) return names.join(', ');
  return all.find(([, { paths }]) => paths?.test(path) === true)?.[0] ?? otherwise;
}
