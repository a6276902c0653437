/** What the connector needs: one action of AWS to find the cluster, and the rules of the cluster role inside it. */
import type { Grant, Manifest } from '../../src/connector/manifest.ts';
import type { ClusterGrant } from '../kubernetes/cluster/access-questions.ts';
import { clusterForbidden, clusterGrants } from '../kubernetes/cluster/grants.ts';

export const grants: Readonly<Record<'eks:DescribeCluster' | ClusterGrant, Grant>> = {
  'eks:DescribeCluster': {
    group: 'Compute',
    need: 'required',
    access: 'Read',
    purpose: "Tells the cluster's address and the authority that signs its certificate.",
  },
  ...clusterGrants,
};

export const forbidden: Manifest['forbidden'] = [
  ...clusterForbidden,
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
