/** The operations of `audit.*` and `warehouse.*`, put together. */
import { eventOperations } from './operations/events.ts';
import { lakeOperations } from './operations/lake.ts';
import { queryHistoryOperations } from './operations/query-history.ts';
import { warehouseOperations } from './operations/warehouse.ts';

export const auditOperations = {
  ...eventOperations,
  ...lakeOperations,
  ...queryHistoryOperations,
  ...warehouseOperations,
};
