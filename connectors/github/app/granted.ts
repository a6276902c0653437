/** What an installation may do, as GitHub says with its token, against what the manifest declares. */
import { Fault } from '../../../src/core/fault.ts';
import { usesApp } from '../client.ts';
import type { GithubContext } from '../context.ts';
import { appPermissions, levelOf, nameOfGranted } from '../permissions.ts';
import { type GrantName, permissions } from '../slices.ts';
import { readInstallationToken } from './installation-token.ts';

const levels = ['read', 'write', 'admin'];

type Granted = Readonly<Record<string, string>>;

/** Undefined for a token, of which GitHub does not say it. */
export async function readGranted(context: GithubContext): Promise<Granted | undefined> {
  return usesApp(context) ? (await readInstallationToken(context)).permissions : undefined;
}

export function isGranted(granted: Granted, name: GrantName): boolean {
  const { header } = permissions[name];
  return levels.indexOf(granted[header] ?? '') >= levels.indexOf(levelOf(name));
}

/** Permissions above those that the manifest declares, as the screens of GitHub word them. */
export function excessOf(granted: Granted): string[] {
  return Object.entries(granted).flatMap(([header, level]) =>
    levels.indexOf(level) <= levels.indexOf(appPermissions[header] ?? '') ? [] : [nameOfGranted(header, level)],
  );
}

/** The fault of a permission that the installation lacks; undefined when it has it. */
export function lackOf(granted: Granted, name: GrantName): Fault | undefined {
  if (isGranted(granted, name)) return undefined;
  return new Fault(
    'permission_missing',
    { grant: name, layer: 'GitHub App' },
    `Give the GitHub App ${name} under Settings, Developer settings, GitHub Apps, the app, Permissions & events. Then have an owner of the organization accept the new permission: Settings of the organization, GitHub Apps, Configure, Review request. Until then the installation does not have it. The private key works: do not replace it.`,
  );
}
