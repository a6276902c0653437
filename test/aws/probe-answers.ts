/** Good answers to what the health checks of the AWS connector ask. */
import type { Answers } from './aws-fake.ts';

export const account = '123456789012';
export const identity = `arn:aws:iam::${account}:user/farol`;

export const probeAnswers: Answers = {
  'sts:GetCallerIdentity': () => ({ Account: account, Arn: identity, UserId: 'AIDAEXAMPLE' }),
  'organizations:DescribeOrganization': () => ({ Organization: { Id: 'o-exampleorgid', MasterAccountId: account } }),
  'pricing:GetProducts': () => ({ FormatVersion: 'aws_v1', PriceList: ['{}'] }),
  'compute-optimizer:GetEnrollmentStatus': () => ({ status: 'Active' }),
  'ec2:DescribeVpcs': () => ({ Vpcs: [] }),
  'autoscaling:DescribeAutoScalingGroups': () => ({ AutoScalingGroups: [] }),
  'ecs:ListClusters': () => ({ clusterArns: [] }),
  'eks:ListClusters': () => ({ clusters: [] }),
  'ecr:DescribeRepositories': () => ({ repositories: [] }),
  'lambda:ListFunctions': () => ({ Functions: [] }),
  'rds:DescribeDBInstances': () => ({ DBInstances: [] }),
  'dms:DescribeReplicationInstances': () => ({ ReplicationInstances: [] }),
  'es:ListDomainNames': () => ({ DomainNames: [] }),
  'elasticache:DescribeCacheClusters': () => ({ CacheClusters: [] }),
  'elasticloadbalancing:DescribeLoadBalancers': () => ({ LoadBalancers: [] }),
  'route53:ListHostedZones': () => ({ HostedZones: [], IsTruncated: false, MaxItems: '1' }),
  'sqs:ListQueues': () => ({ QueueUrls: [] }),
  'cloudwatch:DescribeAlarms': () => ({ MetricAlarms: [] }),
  'logs:DescribeLogGroups': () => ({ logGroups: [] }),
  'application-signals:ListServiceLevelObjectives': () => ({ SloSummaries: [] }),
  'cloudtrail:ListEventDataStores': () => ({ EventDataStores: [] }),
  'athena:ListQueryExecutions': () => ({ QueryExecutionIds: [] }),
  'iam:ListUsers': () => ({ Users: [], IsTruncated: false }),
  'quicksight:ListDashboards': () => ({ DashboardSummaryList: [], Status: 200 }),
  'quicksight:ListDataSets': () => ({ DataSetSummaries: [], Status: 200 }),
};
