/** Machines, functions, containers and clusters: which calls answer each operation, and which grants they need. */
import type { OperationName } from '../../../catalog/index.ts';
import type { OperationDeclaration } from '../../../src/connector/manifest.ts';

export const computeDeclarations = {
  'compute.listInstances': {
    grants: ['ec2:DescribeInstances'],
    upstream: ['ec2:DescribeInstances'],
    redactions: [],
  },
  'compute.listVolumes': {
    grants: ['ec2:DescribeVolumes'],
    upstream: ['ec2:DescribeVolumes'],
    redactions: [],
  },
  'compute.listSnapshots': {
    grants: ['ec2:DescribeSnapshots'],
    upstream: ['ec2:DescribeSnapshots'],
    redactions: [],
  },
  'compute.listImages': {
    grants: ['ec2:DescribeImages'],
    upstream: ['ec2:DescribeImages'],
    redactions: [],
  },
  'compute.listAutoScalingGroups': {
    grants: ['autoscaling:DescribeAutoScalingGroups'],
    upstream: ['autoscaling:DescribeAutoScalingGroups'],
    redactions: [],
  },
  'compute.listEcsClusters': {
    grants: ['ecs:ListClusters'],
    upstream: ['ecs:ListClusters'],
    redactions: [],
  },
  'compute.listFunctions': {
    grants: ['lambda:ListFunctions'],
    upstream: ['lambda:ListFunctions'],
    redactions: ['values of environment variables', 'command line of a container image'],
  },
  'compute.getFunction': {
    grants: ['lambda:GetFunctionConfiguration'],
    upstream: ['lambda:GetFunctionConfiguration'],
    redactions: ['values of environment variables', 'command line of a container image'],
  },
  'compute.listEventSourceMappings': {
    grants: ['lambda:ListEventSourceMappings'],
    upstream: ['lambda:ListEventSourceMappings'],
    redactions: ['how the mapping signs in to its source'],
  },
  'compute.listImageRepositories': {
    grants: ['ecr:DescribeRepositories'],
    upstream: ['ecr:DescribeRepositories'],
    redactions: [],
  },
  'compute.listContainerImages': {
    grants: ['ecr:DescribeImages'],
    upstream: ['ecr:DescribeImages'],
    redactions: [],
  },
  'k8s.listClusters': {
    grants: ['eks:ListClusters'],
    upstream: ['eks:ListClusters'],
    redactions: [],
  },
  'k8s.describeCluster': {
    grants: ['eks:DescribeCluster'],
    upstream: ['eks:DescribeCluster'],
    redactions: ['certificate of the API server', 'address of the token issuer'],
  },
  'k8s.listNodeGroups': {
    grants: ['eks:ListNodegroups', 'eks:DescribeNodegroup'],
    upstream: ['eks:ListNodegroups', 'eks:DescribeNodegroup'],
    redactions: [],
  },
} as const satisfies Readonly<Partial<Record<OperationName, OperationDeclaration>>>;
