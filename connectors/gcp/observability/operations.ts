/** The operations of `logs.*`, `metrics.*` and `monitors.*`, put together. */
import { logOperations } from './operations/logs.ts';
import { metricOperations } from './operations/metrics.ts';
import { monitorOperations } from './operations/monitors.ts';

export const observabilityOperations = {
  ...logOperations,
  ...metricOperations,
  ...monitorOperations,
};
