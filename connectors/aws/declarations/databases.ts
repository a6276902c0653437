/** Databases, caches and search: which calls answer each operation, and which grants they need. */
import type { OperationName } from '../../../catalog/index.ts';
import type { OperationDeclaration } from '../../../src/connector/manifest.ts';

const daySec = 86_400;

export const databasesDeclarations = {
  'databases.listInstances': {
    grants: ['rds:DescribeDBInstances', 'rds:ListTagsForResource'],
    upstream: ['rds:DescribeDBInstances', 'rds:ListTagsForResource'],
    redactions: ['the next master password'],
  },
  'databases.listClusters': {
    grants: ['rds:DescribeDBClusters'],
    upstream: ['rds:DescribeDBClusters'],
    redactions: ['the next master password'],
  },
  'databases.listSubnetGroups': {
    grants: ['rds:DescribeDBSubnetGroups'],
    upstream: ['rds:DescribeDBSubnetGroups'],
    redactions: [],
  },
  'databases.listReplicationTasks': {
    grants: ['dms:DescribeReplicationInstances', 'dms:DescribeReplicationTasks'],
    upstream: ['dms:DescribeReplicationInstances', 'dms:DescribeReplicationTasks'],
    redactions: ['table mappings and task settings'],
  },
  'databases.listSearchDomains': {
    grants: ['es:ListDomainNames', 'es:DescribeDomains'],
    upstream: ['es:ListDomainNames', 'es:DescribeDomains'],
    redactions: [],
  },
  'databases.listCaches': {
    grants: ['elasticache:DescribeCacheClusters', 'elasticache:DescribeReplicationGroups'],
    upstream: ['elasticache:DescribeCacheClusters', 'elasticache:DescribeReplicationGroups'],
    redactions: [],
  },
  'databases.getLoad': {
    grants: ['pi:DescribeDimensionKeys', 'pi:GetResourceMetrics'],
    upstream: ['pi:DescribeDimensionKeys', 'pi:GetResourceMetrics'],
    redactions: [],
    windowSec: 31 * daySec,
  },
} as const satisfies Readonly<Partial<Record<OperationName, OperationDeclaration>>>;
