/** Permissions of a team, as the console lists them under Teams Permissions: https://www.azion.com/en/documentation/products/accounts/teams-permissions/. */
import type { Manifest } from '../../src/connector/manifest.ts';

const group = 'Permission of the team whose member owns the token';

export const grants = {
  'View Edge Applications': { group, need: 'required', purpose: 'List applications and the modules that are on.' },
  'View Edge Connectors': { group, need: 'required', purpose: 'List the origins that applications fetch from.' },
  'View Workloads': { group, need: 'required', purpose: 'List domains, protocols and transport security.' },
  'View Real-Time Metrics': { group, need: 'required', purpose: 'Query aggregated figures over GraphQL.' },
  'View Real-Time Events': { group, need: 'required', purpose: 'Query single events over GraphQL.' },
} as const satisfies Manifest['grants'];

export type Permission = keyof typeof grants;

/** By the last parts of the path: REST and GraphQL ask for permissions of their own. */
export function permissionOf(path: string): Permission {
  if (path.endsWith('/metrics/graphql')) return 'View Real-Time Metrics';
  if (path.endsWith('/events/graphql')) return 'View Real-Time Events';
  if (path.endsWith('/connectors')) return 'View Edge Connectors';
  return path.endsWith('/workloads') ? 'View Workloads' : 'View Edge Applications';
}

export const forbidden: Manifest['forbidden'] = [
  { grant: 'Edit Edge Applications', because: 'Changes and removes applications; no operation writes.' },
  { grant: 'Edit Domains', because: 'Changes where domains point; no operation writes.' },
  { grant: 'Real-Time Purge', because: 'Empties caches, which puts load on the origins.' },
  { grant: 'Edit Users', because: 'Creates users, and with them any other permission.' },
];

export const credentialKinds: Manifest['credentials'] = [
  {
    id: 'personal_token',
    title: 'Personal token',
    prefix: 'azion',
    verdict: 'recommended',
    note: 'Forty characters, sent as `Token`. Has the permissions of its owner, who should be a member of one view-only team; expires on the chosen day.',
  },
  {
    id: 'access_token',
    title: 'Access token of a session',
    verdict: 'accepted',
    note: 'Sent as `Bearer`. Expires within hours, and the Agent cannot renew it.',
  },
];
