/** The only datasets that are asked, by the names Azion documents: https://www.azion.com/en/documentation/devtools/graphql-api/features/. */
import type { ArgumentsOf } from '../../catalog/index.ts';

export const metricsDatasets = {
  http: 'httpMetrics',
  http_breakdown: 'httpBreakdownMetrics',
  tiered_cache: 'tieredCacheMetrics',
  functions: 'edgeFunctionsMetrics',
  images: 'imagesProcessedMetrics',
  dns: 'edgeDnsQueriesMetrics',
  data_stream: 'dataStreamedMetrics',
  bots: 'botManagerMetrics',
  bots_breakdown: 'botManagerBreakdownMetrics',
} as const satisfies Record<ArgumentsOf<'edge.queryMetrics'>['dataset'], string>;

export const eventsDatasets = {
  http: 'httpEvents',
  functions: 'edgeFunctionsEvents',
  function_console: 'cellsConsoleEvents',
  tiered_cache: 'tieredCacheEvents',
  images: 'imagesProcessedEvents',
  dns: 'edgeDnsQueriesEvents',
  data_stream: 'dataStreamedEvents',
  activity: 'activityHistoryEvents',
} as const satisfies Record<ArgumentsOf<'edge.queryEvents'>['dataset'], string>;

export type Dataset =
  | (typeof metricsDatasets)[keyof typeof metricsDatasets]
  | (typeof eventsDatasets)[keyof typeof eventsDatasets];
