/** The operations of `metrics.*`, `monitors.*`, `logs.*`, `topology.*` and `slos.*`, put together. */
import { logFigureOperations } from './operations/log-figures.ts';
import { logOperations } from './operations/logs.ts';
import { metricOperations } from './operations/metrics.ts';
import { monitorOperations } from './operations/monitors.ts';
import { objectiveOperations } from './operations/objectives.ts';
import { serviceOperations } from './operations/services.ts';

export const observabilityOperations = {
  ...logFigureOperations,
  ...logOperations,
  ...metricOperations,
  ...monitorOperations,
  ...objectiveOperations,
  ...serviceOperations,
};
