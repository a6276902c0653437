/**
 * The smallest read of each service behind a statement of the policy: what a health check asks. Left
 * out on purpose: Cost Explorer, which bills every request, queries, which bill what they scan, and
 * reads that need a name which only the customer knows.
 */
import type { UpstreamCall } from '../../src/connector/manifest.ts';
import { ask, type AwsContext } from './access/ask.ts';
import { chooseRegion, homeRegion, partitionOf } from './access/regions.ts';

export interface SidProbe {
  readonly call: UpstreamCall;
  run(context: AwsContext): Promise<unknown>;
}

const here = (context: AwsContext): string => chooseRegion(context, undefined);
/** The price list answers in three regions of the first partition, and is the same in each. */
const priceRegion = (context: AwsContext): string =>
  partitionOf(here(context)) === 'aws-cn' ? 'cn-northwest-1' : 'us-east-1';

export async function accountOf(context: AwsContext): Promise<string> {
  const { STSClient: Client, GetCallerIdentityCommand } = await import('@aws-sdk/client-sts');
  const { Account = '' } = await ask(context, {
    call: 'sts:GetCallerIdentity',
    region: here(context),
    Client,
    command: new GetCallerIdentityCommand({}),
  });
  return Account;
}

export const sidProbes = {
  IdentidadeEContexto: [
    {
      call: 'organizations:DescribeOrganization',
      async run(context) {
        const { OrganizationsClient: Client, DescribeOrganizationCommand } =
          await import('@aws-sdk/client-organizations');
        return ask(context, {
          call: this.call,
          region: homeRegion(context),
          Client,
          command: new DescribeOrganizationCommand({}),
        });
      },
    },
  ],
  CustoEFinOps: [
    {
      call: 'pricing:GetProducts',
      async run(context) {
        const { PricingClient: Client, GetProductsCommand } = await import('@aws-sdk/client-pricing');
        const command = new GetProductsCommand({ ServiceCode: 'AmazonEC2', MaxResults: 1 });
        return ask(context, { call: this.call, region: priceRegion(context), Client, command });
      },
    },
    {
      call: 'compute-optimizer:GetEnrollmentStatus',
      async run(context) {
        const { ComputeOptimizerClient: Client, GetEnrollmentStatusCommand } =
          await import('@aws-sdk/client-compute-optimizer');
        return ask(context, {
          call: this.call,
          region: here(context),
          Client,
          command: new GetEnrollmentStatusCommand({}),
        });
      },
    },
  ],
  Compute: [
    {
      call: 'ec2:DescribeVpcs',
      async run(context) {
        const { EC2Client: Client, DescribeVpcsCommand } = await import('@aws-sdk/client-ec2');
        return ask(context, {
          call: this.call,
          region: here(context),
          Client,
          command: new DescribeVpcsCommand({ MaxResults: 5 }),
        });
      },
    },
    {
      call: 'autoscaling:DescribeAutoScalingGroups',
      async run(context) {
        const { AutoScalingClient: Client, DescribeAutoScalingGroupsCommand } =
          await import('@aws-sdk/client-auto-scaling');
        const command = new DescribeAutoScalingGroupsCommand({ MaxRecords: 1 });
        return ask(context, { call: this.call, region: here(context), Client, command });
      },
    },
    {
      call: 'ecs:ListClusters',
      async run(context) {
        const { ECSClient: Client, ListClustersCommand } = await import('@aws-sdk/client-ecs');
        return ask(context, {
          call: this.call,
          region: here(context),
          Client,
          command: new ListClustersCommand({ maxResults: 1 }),
        });
      },
    },
    {
      call: 'eks:ListClusters',
      async run(context) {
        const { EKSClient: Client, ListClustersCommand } = await import('@aws-sdk/client-eks');
        return ask(context, {
          call: this.call,
          region: here(context),
          Client,
          command: new ListClustersCommand({ maxResults: 1 }),
        });
      },
    },
    {
      call: 'ecr:DescribeRepositories',
      async run(context) {
        const { ECRClient: Client, DescribeRepositoriesCommand } = await import('@aws-sdk/client-ecr');
        return ask(context, {
          call: this.call,
          region: here(context),
          Client,
          command: new DescribeRepositoriesCommand({ maxResults: 1 }),
        });
      },
    },
    {
      call: 'lambda:ListFunctions',
      async run(context) {
        const { LambdaClient: Client, ListFunctionsCommand } = await import('@aws-sdk/client-lambda');
        return ask(context, {
          call: this.call,
          region: here(context),
          Client,
          command: new ListFunctionsCommand({ MaxItems: 1 }),
        });
      },
    },
  ],
  BancosDeDados: [
    {
      call: 'rds:DescribeDBInstances',
      async run(context) {
        const { RDSClient: Client, DescribeDBInstancesCommand } = await import('@aws-sdk/client-rds');
        return ask(context, {
          call: this.call,
          region: here(context),
          Client,
          command: new DescribeDBInstancesCommand({ MaxRecords: 20 }),
        });
      },
    },
    {
      call: 'dms:DescribeReplicationInstances',
      async run(context) {
        const { DatabaseMigrationServiceClient: Client, DescribeReplicationInstancesCommand } =
          await import('@aws-sdk/client-database-migration-service');
        const command = new DescribeReplicationInstancesCommand({ MaxRecords: 20 });
        return ask(context, { call: this.call, region: here(context), Client, command });
      },
    },
    {
      call: 'es:ListDomainNames',
      async run(context) {
        const { OpenSearchClient: Client, ListDomainNamesCommand } = await import('@aws-sdk/client-opensearch');
        return ask(context, {
          call: this.call,
          region: here(context),
          Client,
          command: new ListDomainNamesCommand({}),
        });
      },
    },
    {
      call: 'elasticache:DescribeCacheClusters',
      async run(context) {
        const { ElastiCacheClient: Client, DescribeCacheClustersCommand } = await import('@aws-sdk/client-elasticache');
        const command = new DescribeCacheClustersCommand({ MaxRecords: 20 });
        return ask(context, { call: this.call, region: here(context), Client, command });
      },
    },
  ],
  Rede: [
    {
      call: 'elasticloadbalancing:DescribeLoadBalancers',
      async run(context) {
        const { ElasticLoadBalancingV2Client: Client, DescribeLoadBalancersCommand } =
          await import('@aws-sdk/client-elastic-load-balancing-v2');
        const command = new DescribeLoadBalancersCommand({ PageSize: 1 });
        return ask(context, { call: this.call, region: here(context), Client, command });
      },
    },
    {
      call: 'route53:ListHostedZones',
      async run(context) {
        const { Route53Client: Client, ListHostedZonesCommand } = await import('@aws-sdk/client-route-53');
        return ask(context, {
          call: this.call,
          region: homeRegion(context),
          Client,
          command: new ListHostedZonesCommand({ MaxItems: 1 }),
        });
      },
    },
    {
      call: 'sqs:ListQueues',
      async run(context) {
        const { SQSClient: Client, ListQueuesCommand } = await import('@aws-sdk/client-sqs');
        return ask(context, {
          call: this.call,
          region: here(context),
          Client,
          command: new ListQueuesCommand({ MaxResults: 1 }),
        });
      },
    },
  ],
  Observabilidade: [
    {
      call: 'cloudwatch:DescribeAlarms',
      async run(context) {
        const { CloudWatchClient: Client, DescribeAlarmsCommand } = await import('@aws-sdk/client-cloudwatch');
        return ask(context, {
          call: this.call,
          region: here(context),
          Client,
          command: new DescribeAlarmsCommand({ MaxRecords: 1 }),
        });
      },
    },
    {
      call: 'logs:DescribeLogGroups',
      async run(context) {
        const { CloudWatchLogsClient: Client, DescribeLogGroupsCommand } =
          await import('@aws-sdk/client-cloudwatch-logs');
        return ask(context, {
          call: this.call,
          region: here(context),
          Client,
          command: new DescribeLogGroupsCommand({ limit: 1 }),
        });
      },
    },
    {
      call: 'application-signals:ListServiceLevelObjectives',
      async run(context) {
        const { ApplicationSignalsClient: Client, ListServiceLevelObjectivesCommand } =
          await import('@aws-sdk/client-application-signals');
        const command = new ListServiceLevelObjectivesCommand({ MaxResults: 1 });
        return ask(context, { call: this.call, region: here(context), Client, command });
      },
    },
  ],
  AuditoriaEConsulta: [
    {
      call: 'cloudtrail:ListEventDataStores',
      async run(context) {
        const { CloudTrailClient: Client, ListEventDataStoresCommand } = await import('@aws-sdk/client-cloudtrail');
        return ask(context, {
          call: this.call,
          region: here(context),
          Client,
          command: new ListEventDataStoresCommand({ MaxResults: 1 }),
        });
      },
    },
    {
      call: 'athena:ListQueryExecutions',
      async run(context) {
        const { AthenaClient: Client, ListQueryExecutionsCommand } = await import('@aws-sdk/client-athena');
        return ask(context, {
          call: this.call,
          region: here(context),
          Client,
          command: new ListQueryExecutionsCommand({ MaxResults: 1 }),
        });
      },
    },
  ],
  SegurancaIamSomenteLeitura: [
    {
      call: 'iam:ListUsers',
      async run(context) {
        const { IAMClient: Client, ListUsersCommand } = await import('@aws-sdk/client-iam');
        return ask(context, {
          call: this.call,
          region: homeRegion(context),
          Client,
          command: new ListUsersCommand({ MaxItems: 1 }),
        });
      },
    },
  ],
  BiQuickSightSomenteLeitura: [
    {
      call: 'quicksight:ListDashboards',
      async run(context) {
        const { QuickSightClient: Client, ListDashboardsCommand } = await import('@aws-sdk/client-quicksight');
        const command = new ListDashboardsCommand({ AwsAccountId: await accountOf(context), MaxResults: 1 });
        return ask(context, { call: this.call, region: here(context), Client, command });
      },
    },
    {
      call: 'quicksight:ListDataSets',
      async run(context) {
        const { QuickSightClient: Client, ListDataSetsCommand } = await import('@aws-sdk/client-quicksight');
        const command = new ListDataSetsCommand({ AwsAccountId: await accountOf(context), MaxResults: 1 });
        return ask(context, { call: this.call, region: here(context), Client, command });
      },
    },
  ],
} as const satisfies Readonly<Record<string, readonly SidProbe[]>>;

export type Sid = keyof typeof sidProbes;
