/** Inside a cluster of EKS: an AWS action finds it, and the cluster's own role says what may be read there. */
import type { Manifest } from '../../src/connector/manifest.ts';
import { credentialVariables } from '../aws/access/variables.ts';
import { declareOperations, declareRightsCheck, operationNames } from '../kubernetes/cluster/declarations.ts';
import { forbidden, grants } from './grants.ts';
import { reach } from './reach.ts';
import { clusterVariables } from './variables.ts';

export const manifest = {
  id: 'eks',
  title: 'Amazon EKS',
  summary: 'Reads pods, services, endpoints, deployments and ingresses inside a cluster of EKS.',
  vendorDocs: 'https://docs.aws.amazon.com/eks/latest/userguide/access-entries.html',
  // The cluster first: what is not set first is what health names.
  config: { ...clusterVariables, ...credentialVariables },
  credentials: [
    {
      id: 'workload_role',
      title: 'Role of the workload (`chain`)',
      verdict: 'recommended',
      note: 'The same role as for AWS, with an access entry in the cluster; no secret to store.',
    },
    {
      id: 'access_key',
      title: 'Access key of a user (`static`)',
      prefix: 'AKIA',
      verdict: 'accepted',
      note: 'The same user as for AWS, with an access entry in the cluster. Does not expire: rotate it.',
    },
    {
      id: 'kubeconfig',
      title: 'Kubeconfig, or token of a service account',
      verdict: 'rejected',
      note: 'An additional secret to store; the AWS identity gives access to the cluster without one.',
    },
  ],
  grants,
  forbidden,
  operations: declareOperations(['eks:DescribeCluster']),
  checks: {
    cluster_found: {
      proves:
        'AWS returns the address and certificate authority of the cluster, so the IAM permissions are sufficient.',
      grants: ['eks:DescribeCluster'],
      upstream: ['eks:DescribeCluster', 'sts:GetCallerIdentity'],
      affects: operationNames,
    },
    cluster_rights: declareRightsCheck(['eks:DescribeCluster', 'sts:GetCallerIdentity']),
  },
  limits: { upstreamCalls: 20, totalMs: 30_000, responseBytes: 16 << 20 },
  reach,
  signIn: ['sts:AssumeRoleWithWebIdentity', 'sts:AssumeRole'],
  skipped: 'no cluster configured',
} as const satisfies Manifest;
