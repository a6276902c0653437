/** The operations of `databases.*`, put together. */
import { cacheOperations } from './operations/caches.ts';
import { clusterOperations } from './operations/clusters.ts';
import { instanceOperations } from './operations/instances.ts';
import { loadOperations } from './operations/load.ts';
import { replicationTaskOperations } from './operations/replication-tasks.ts';
import { searchDomainOperations } from './operations/search-domains.ts';

export const databasesOperations = {
  ...cacheOperations,
  ...clusterOperations,
  ...instanceOperations,
  ...loadOperations,
  ...replicationTaskOperations,
  ...searchDomainOperations,
};
