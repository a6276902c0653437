/** Names of metrics for expressions: what is renamed there does not compile here. */
import { type MetricKey, metricTable } from '../../../src/control/metrics/metric-table.ts';

export const names = Object.fromEntries(Object.entries(metricTable).map(([key, { name }]) => [key, name])) as {
  readonly [K in MetricKey]: (typeof metricTable)[K]['name'];
};

/** Of the scrape job, as the guide and the chart have it. */
export const job = 'farol';
