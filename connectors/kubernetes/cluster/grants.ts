/** The rules of the cluster role, and what an identity must not hold beside them. */
import type { Grant, Manifest } from '../../../src/connector/manifest.ts';
import { type ClusterGrant, unwanted, wanted } from './access-questions.ts';
import { clusterRoleName } from './cluster-role.ts';

export const clusterGrants = Object.fromEntries(
  wanted.map(({ grant, verb, resource }) => [
    grant,
    {
      group: `ClusterRole ${clusterRoleName}`,
      need: 'optional',
      access: verb === 'get' ? 'Read' : 'List',
      purpose:
        verb === 'get' ? `Reads one of the ${resource} by its name.` : `Lists ${resource}, all or of one namespace.`,
    },
  ]),
) as Readonly<Record<ClusterGrant, Grant>>;

export const clusterForbidden: Manifest['forbidden'] = unwanted.map(({ grant, because }) => ({ grant, because }));
