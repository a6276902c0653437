/** The statement BancosDeDados, in the order of the served document. */
import type { Grant } from '../../../src/connector/manifest.ts';

export const databasesGrants = {
  'rds:DescribeDBInstances': {
    group: 'BancosDeDados',
    need: 'optional',
    access: 'List',
    purpose: 'Lists database instances, those of the document database too.',
  },
  'rds:DescribeDBClusters': {
    group: 'BancosDeDados',
    need: 'optional',
    access: 'List',
    purpose: 'Lists database clusters, those of the document database too.',
  },
  'rds:DescribeDBSubnetGroups': {
    group: 'BancosDeDados',
    need: 'optional',
    access: 'List',
    purpose: 'Lists subnet groups of databases.',
  },
  'rds:ListTagsForResource': {
    group: 'BancosDeDados',
    need: 'optional',
    access: 'Read',
    purpose: 'Reads the tags of databases whose list leaves them out.',
  },
  'dms:DescribeReplicationInstances': {
    group: 'BancosDeDados',
    need: 'optional',
    access: 'Read',
    purpose: 'Lists replication instances.',
  },
  'dms:DescribeReplicationTasks': {
    group: 'BancosDeDados',
    need: 'optional',
    access: 'Read',
    purpose: 'Lists replication tasks with state and lag.',
  },
  'es:ListDomainNames': {
    group: 'BancosDeDados',
    need: 'optional',
    access: 'List',
    purpose: 'Lists the names of search domains.',
  },
  'es:DescribeDomains': {
    group: 'BancosDeDados',
    need: 'optional',
    access: 'List',
    purpose: 'Tells version, size and health settings of search domains.',
  },
  'elasticache:DescribeCacheClusters': {
    group: 'BancosDeDados',
    need: 'optional',
    access: 'List',
    purpose: 'Lists cache clusters with their nodes.',
  },
  'elasticache:DescribeReplicationGroups': {
    group: 'BancosDeDados',
    need: 'optional',
    access: 'List',
    purpose: 'Lists replication groups with their failover state.',
  },
  'pi:DescribeDimensionKeys': {
    group: 'BancosDeDados',
    need: 'optional',
    access: 'Read',
    purpose: 'Reads which statements, waits or users load a database most.',
  },
  'pi:GetResourceMetrics': {
    group: 'BancosDeDados',
    need: 'optional',
    access: 'Read',
    purpose: 'Reads the load of a database over time.',
  },
} as const satisfies Readonly<Record<string, Grant>>;
