/** The operations of `bi.*`, put together. */
import { analysisAndUserOperations } from './operations/analyses-and-users.ts';
import { dashboardOperations } from './operations/dashboards.ts';
import { datasetOperations } from './operations/datasets.ts';
import { sourceOperations } from './operations/sources.ts';

export const biOperations = {
  ...analysisAndUserOperations,
  ...dashboardOperations,
  ...datasetOperations,
  ...sourceOperations,
};
