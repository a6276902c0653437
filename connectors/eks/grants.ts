/** What the connector needs: one action of AWS to find the cluster, and the rules of the cluster role inside it. */
import type { Grant, Manifest } from '../../src/connector/manifest.ts';
import type { ClusterGrant } from './access-questions.ts';
import { unwanted, wanted } from './access-questions.ts';
import { clusterRoleName } from './cluster-role.ts';

const ofCluster = Object.fromEntries(
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

export const grants: Readonly<Record<'eks:DescribeCluster' | ClusterGrant, Grant>> = {
  'eks:DescribeCluster': {
    group: 'Compute',
    need: 'required',
    access: 'Read',
    purpose: "Tells the cluster's address and the authority that signs its certificate.",
  },
  ...ofCluster,
};

export const forbidden: Manifest['forbidden'] = [
  ...unwanted.map(({ grant, because }) => ({ grant, because })),
  {
    grant: 'system:masters',
    because: 'A group that passes every check of rights; the access entry names the group of the cluster role instead.',
  },
  {
    grant: 'AmazonEKSClusterAdminPolicy',
    because: 'An access policy that administers the cluster; the access entry needs no access policy at all.',
  },
  {
    grant: 'AmazonEKSAdminViewPolicy',
    because: 'An access policy that reads secrets; the access entry needs no access policy at all.',
  },
];
