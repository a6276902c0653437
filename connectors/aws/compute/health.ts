/** Machines and networks of EC2, groups, containers, clusters, images and functions. */
import type { Command } from '../access/send.ts';
import { absent, type ActionProbe, sendable } from '../health/action-probe.ts';
import { compute } from './manifest.ts';

type Ec2Read = Extract<keyof typeof compute.grants, `ec2:${string}`>;

/**
 * AWS checks the permission and answers `DryRunOperation` instead of the list.
 * https://docs.aws.amazon.com/AWSEC2/latest/APIReference/CommonParameters.html
 */
function dryRun(call: Ec2Read): ActionProbe {
  return {
    call,
    absences: ['DryRunOperation'],
    async prepare() {
      const sdk = await import('./ec2-reads.ts');
      const name = call.slice('ec2:'.length) as Ec2Read extends `ec2:${infer Name}` ? Name : never;
      // Sound because the model gives each of them this member, and none that is required.
      const DryRead = sdk[`${name}Command`] as new (input: { DryRun: true }) => Command<unknown>;
      return sendable(sdk.EC2Client, new DryRead({ DryRun: true }));
    },
  };
}

const ec2Reads = Object.keys(compute.grants).filter((action): action is Ec2Read => action.startsWith('ec2:'));

export const computeProbes: readonly ActionProbe[] = [
  {
    call: 'ec2:DescribeVpcs',
    always: true,
    async prepare() {
      const { EC2Client, DescribeVpcsCommand } = await import('@aws-sdk/client-ec2');
      return sendable(EC2Client, new DescribeVpcsCommand({ MaxResults: 5 }));
    },
  },
  ...ec2Reads.filter((action) => action !== 'ec2:DescribeVpcs').map(dryRun),
  {
    call: 'autoscaling:DescribeAutoScalingGroups',
    always: true,
    async prepare() {
      const { AutoScalingClient, DescribeAutoScalingGroupsCommand } = await import('@aws-sdk/client-auto-scaling');
      return sendable(AutoScalingClient, new DescribeAutoScalingGroupsCommand({ MaxRecords: 1 }));
    },
  },
  {
    call: 'ecs:ListClusters',
    always: true,
    async prepare() {
      const { ECSClient, ListClustersCommand } = await import('@aws-sdk/client-ecs');
      return sendable(ECSClient, new ListClustersCommand({ maxResults: 1 }));
    },
  },
  {
    call: 'eks:ListClusters',
    always: true,
    async prepare() {
      const { EKSClient, ListClustersCommand } = await import('@aws-sdk/client-eks');
      return sendable(EKSClient, new ListClustersCommand({ maxResults: 1 }));
    },
  },
  {
    call: 'eks:DescribeCluster',
    absences: ['ResourceNotFoundException'],
    async prepare() {
      const { EKSClient, DescribeClusterCommand } = await import('@aws-sdk/client-eks');
      return sendable(EKSClient, new DescribeClusterCommand({ name: absent.name }));
    },
  },
  {
    call: 'eks:ListNodegroups',
    absences: ['ResourceNotFoundException'],
    async prepare() {
      const { EKSClient, ListNodegroupsCommand } = await import('@aws-sdk/client-eks');
      return sendable(EKSClient, new ListNodegroupsCommand({ clusterName: absent.name, maxResults: 1 }));
    },
  },
  {
    call: 'eks:DescribeNodegroup',
    absences: ['ResourceNotFoundException'],
    async prepare() {
      const { EKSClient, DescribeNodegroupCommand } = await import('@aws-sdk/client-eks');
      return sendable(
        EKSClient,
        new DescribeNodegroupCommand({ clusterName: absent.name, nodegroupName: absent.name }),
      );
    },
  },
  {
    call: 'ecr:DescribeRepositories',
    always: true,
    async prepare() {
      const { ECRClient, DescribeRepositoriesCommand } = await import('@aws-sdk/client-ecr');
      return sendable(ECRClient, new DescribeRepositoriesCommand({ maxResults: 1 }));
    },
  },
  {
    call: 'ecr:DescribeImages',
    absences: ['RepositoryNotFoundException'],
    async prepare() {
      const { ECRClient, DescribeImagesCommand } = await import('@aws-sdk/client-ecr');
      return sendable(ECRClient, new DescribeImagesCommand({ repositoryName: absent.name, maxResults: 1 }));
    },
  },
  {
    call: 'lambda:ListFunctions',
    always: true,
    async prepare() {
      const { LambdaClient, ListFunctionsCommand } = await import('@aws-sdk/client-lambda');
      return sendable(LambdaClient, new ListFunctionsCommand({ MaxItems: 1 }));
    },
  },
  {
    call: 'lambda:GetFunctionConfiguration',
    absences: ['ResourceNotFoundException'],
    async prepare() {
      const { LambdaClient, GetFunctionConfigurationCommand } = await import('@aws-sdk/client-lambda');
      return sendable(LambdaClient, new GetFunctionConfigurationCommand({ FunctionName: absent.name }));
    },
  },
  {
    call: 'lambda:ListEventSourceMappings',
    async prepare() {
      const { LambdaClient, ListEventSourceMappingsCommand } = await import('@aws-sdk/client-lambda');
      return sendable(LambdaClient, new ListEventSourceMappingsCommand({ MaxItems: 1 }));
    },
  },
];
