import { absent, type ActionProbe, type Names, sendable } from '../health/action-probe.ts';

/** Performance Insights says of a name that it does not know the same as of one that may not be read. */
const database = {
  name: 'database',
  from: 'rds:DescribeDBInstances',
  what: 'database with Performance Insights',
} as const;

function load({ found: { database: Identifier }, nowMs }: Names) {
  const window = { StartTime: new Date(nowMs - 60_000), EndTime: new Date(nowMs), PeriodInSeconds: 60 };
  return { ServiceType: 'RDS', Identifier, ...window } as const;
}

export const databaseProbes: readonly ActionProbe[] = [
  {
    call: 'rds:DescribeDBInstances',
    always: true,
    async prepare({ found }) {
      const { RDSClient, DescribeDBInstancesCommand } = await import('@aws-sdk/client-rds');
      return sendable(RDSClient, new DescribeDBInstancesCommand({ MaxRecords: 20 }), ({ DBInstances = [] }) => {
        const seen = DBInstances.find(({ PerformanceInsightsEnabled }) => PerformanceInsightsEnabled === true);
        if (seen?.DbiResourceId !== undefined) found.database = seen.DbiResourceId;
      });
    },
  },
  {
    call: 'rds:DescribeDBClusters',
    async prepare() {
      const { RDSClient, DescribeDBClustersCommand } = await import('@aws-sdk/client-rds');
      return sendable(RDSClient, new DescribeDBClustersCommand({ MaxRecords: 20 }));
    },
  },
  {
    call: 'rds:DescribeDBSubnetGroups',
    async prepare() {
      const { RDSClient, DescribeDBSubnetGroupsCommand } = await import('@aws-sdk/client-rds');
      return sendable(RDSClient, new DescribeDBSubnetGroupsCommand({ MaxRecords: 20 }));
    },
  },
  {
    call: 'rds:ListTagsForResource',
    absences: ['DBInstanceNotFoundFault', 'DBInstanceNotFound'],
    async prepare({ partition, region, account }) {
      const { RDSClient, ListTagsForResourceCommand } = await import('@aws-sdk/client-rds');
      const ResourceName = `arn:${partition}:rds:${region}:${await account()}:db:${absent.name}`;
      return sendable(RDSClient, new ListTagsForResourceCommand({ ResourceName }));
    },
  },
  {
    call: 'dms:DescribeReplicationInstances',
    always: true,
    async prepare() {
      const { DatabaseMigrationServiceClient, DescribeReplicationInstancesCommand } =
        await import('@aws-sdk/client-database-migration-service');
      return sendable(DatabaseMigrationServiceClient, new DescribeReplicationInstancesCommand({ MaxRecords: 20 }));
    },
  },
  {
    call: 'dms:DescribeReplicationTasks',
    absences: ['ResourceNotFoundFault'],
    async prepare() {
      const { DatabaseMigrationServiceClient, DescribeReplicationTasksCommand } =
        await import('@aws-sdk/client-database-migration-service');
      const command = new DescribeReplicationTasksCommand({ MaxRecords: 20, WithoutSettings: true });
      return sendable(DatabaseMigrationServiceClient, command);
    },
  },
  {
    call: 'es:ListDomainNames',
    always: true,
    async prepare() {
      const { OpenSearchClient, ListDomainNamesCommand } = await import('@aws-sdk/client-opensearch');
      return sendable(OpenSearchClient, new ListDomainNamesCommand({}));
    },
  },
  {
    call: 'es:DescribeDomains',
    async prepare() {
      const { OpenSearchClient, DescribeDomainsCommand } = await import('@aws-sdk/client-opensearch');
      return sendable(OpenSearchClient, new DescribeDomainsCommand({ DomainNames: [absent.name] }));
    },
  },
  {
    call: 'elasticache:DescribeCacheClusters',
    always: true,
    async prepare() {
      const { ElastiCacheClient, DescribeCacheClustersCommand } = await import('@aws-sdk/client-elasticache');
      return sendable(ElastiCacheClient, new DescribeCacheClustersCommand({ MaxRecords: 20 }));
    },
  },
  {
    call: 'elasticache:DescribeReplicationGroups',
    async prepare() {
      const { ElastiCacheClient, DescribeReplicationGroupsCommand } = await import('@aws-sdk/client-elasticache');
      return sendable(ElastiCacheClient, new DescribeReplicationGroupsCommand({ MaxRecords: 20 }));
    },
  },
  {
    call: 'pi:GetResourceMetrics',
    needs: database,
    async prepare(names) {
      const { PIClient, GetResourceMetricsCommand } = await import('@aws-sdk/client-pi');
      const MetricQueries = [{ Metric: 'db.load.avg' }];
      return sendable(PIClient, new GetResourceMetricsCommand({ ...load(names), MetricQueries }));
    },
  },
  {
    call: 'pi:DescribeDimensionKeys',
    needs: database,
    async prepare(names) {
      const { PIClient, DescribeDimensionKeysCommand } = await import('@aws-sdk/client-pi');
      const GroupBy = { Group: 'db.wait_event', Limit: 1 };
      return sendable(PIClient, new DescribeDimensionKeysCommand({ ...load(names), Metric: 'db.load.avg', GroupBy }));
    },
  },
];
