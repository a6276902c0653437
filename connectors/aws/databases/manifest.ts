/** Databases, caches and search. */
import { calls, list, read, type Statement } from '../statement.ts';

const daySec = 86_400;

export const databases = {
  sid: 'BancosDeDados',
  grants: {
    'rds:DescribeDBInstances': list('Lists database instances, those of the document database too.'),
    'rds:DescribeDBClusters': list('Lists database clusters, those of the document database too.'),
    'rds:DescribeDBSubnetGroups': list('Lists subnet groups of databases.'),
    'rds:ListTagsForResource': read('Reads the tags of databases whose list leaves them out.'),
    'dms:DescribeReplicationInstances': read('Lists replication instances.'),
    'dms:DescribeReplicationTasks': read('Lists replication tasks with state and lag.'),
    'es:ListDomainNames': list('Lists the names of search domains.'),
    'es:DescribeDomains': list('Tells version, size and health settings of search domains.'),
    'elasticache:DescribeCacheClusters': list('Lists cache clusters with their nodes.'),
    'elasticache:DescribeReplicationGroups': list('Lists replication groups with their failover state.'),
    'pi:DescribeDimensionKeys': read('Reads which statements, waits or users load a database most.'),
    'pi:GetResourceMetrics': read('Reads the load of a database over time.'),
  },
  operations: {
    'databases.listInstances': {
      ...calls('rds:DescribeDBInstances', 'rds:ListTagsForResource'),
      redactions: ['the next master password'],
    },
    'databases.listClusters': { ...calls('rds:DescribeDBClusters'), redactions: ['the next master password'] },
    'databases.listSubnetGroups': calls('rds:DescribeDBSubnetGroups'),
    'databases.listReplicationTasks': {
      ...calls('dms:DescribeReplicationInstances', 'dms:DescribeReplicationTasks'),
      redactions: ['table mappings and task settings'],
    },
    'databases.listSearchDomains': calls('es:ListDomainNames', 'es:DescribeDomains'),
    'databases.listCaches': calls('elasticache:DescribeCacheClusters', 'elasticache:DescribeReplicationGroups'),
    'databases.getLoad': { ...calls('pi:DescribeDimensionKeys', 'pi:GetResourceMetrics'), windowSec: 31 * daySec },
  },
} as const satisfies Statement;
