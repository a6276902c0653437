/** Groups, containers, clusters, images and functions. */
import { absent, type ActionProbe, sendable } from '../health/action-probe.ts';

const eks = () => import('@aws-sdk/client-eks');
const lambda = () => import('@aws-sdk/client-lambda');

export const workloadProbes: readonly ActionProbe[] = [
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
      const { EKSClient, ListClustersCommand } = await eks();
      return sendable(EKSClient, new ListClustersCommand({ maxResults: 1 }));
    },
  },
  {
    call: 'eks:DescribeCluster',
    absences: ['ResourceNotFoundException'],
    async prepare() {
      const { EKSClient, DescribeClusterCommand } = await eks();
      return sendable(EKSClient, new DescribeClusterCommand({ name: absent.name }));
    },
  },
  {
    call: 'eks:ListNodegroups',
    absences: ['ResourceNotFoundException'],
    async prepare() {
      const { EKSClient, ListNodegroupsCommand } = await eks();
      return sendable(EKSClient, new ListNodegroupsCommand({ clusterName: absent.name, maxResults: 1 }));
    },
  },
  {
    call: 'eks:DescribeNodegroup',
    absences: ['ResourceNotFoundException'],
    async prepare() {
      const { EKSClient, DescribeNodegroupCommand } = await eks();
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
      const { LambdaClient, ListFunctionsCommand } = await lambda();
      return sendable(LambdaClient, new ListFunctionsCommand({ MaxItems: 1 }));
    },
  },
  {
    call: 'lambda:GetFunctionConfiguration',
    absences: ['ResourceNotFoundException'],
    async prepare() {
      const { LambdaClient, GetFunctionConfigurationCommand } = await lambda();
      return sendable(LambdaClient, new GetFunctionConfigurationCommand({ FunctionName: absent.name }));
    },
  },
  {
    call: 'lambda:ListEventSourceMappings',
    async prepare() {
      const { LambdaClient, ListEventSourceMappingsCommand } = await lambda();
      return sendable(LambdaClient, new ListEventSourceMappingsCommand({ MaxItems: 1 }));
    },
  },
];
