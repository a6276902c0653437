/** The operations of `databases.*`, put together. */
import { cacheOperations } from './operations/caches.ts';
import { documentStoreOperations } from './operations/document-stores.ts';
import { sqlOperations } from './operations/sql-instances.ts';

export const databasesOperations = {
  ...cacheOperations,
  ...documentStoreOperations,
  ...sqlOperations,
};
