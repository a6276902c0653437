/** The operations of `metrics.*`, put together. */
import { listOperations } from './operations/list.ts';
import { queryOperations } from './operations/query.ts';
import { tagsOperations } from './operations/tags.ts';

export const metricsOperations = {
  ...queryOperations,
  ...listOperations,
  ...tagsOperations,
};
