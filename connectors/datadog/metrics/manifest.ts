/** Metrics. A key without scopes reads them with the right of its owner. */
import { dialects, metricsWindowSec, reads, scope, type Slice } from '../slice.ts';

const onScopedKeys =
  'Needed only by an application key that has scopes: a key without scopes reads metrics with the right of its owner.';

export const metrics = {
  scopes: {
    timeseries_query: scope('optional', `Metric queries. ${onScopedKeys}`, '/api/v2/query/'),
    metrics_read: scope(
      'optional',
      `Lists of metrics and of their tags. ${onScopedKeys}`,
      '/api/v1/metrics',
      '/api/v2/metrics',
    ),
  },
  operations: {
    'metrics.query': {
      ...reads(['timeseries_query'], 'POST /api/v2/query/timeseries'),
      dialects,
      windowSec: metricsWindowSec,
    },
    'metrics.list': {
      ...reads(['metrics_read'], 'GET /api/v2/metrics', 'GET /api/v1/metrics'),
      windowSec: metricsWindowSec,
    },
    'metrics.listTags': {
      ...reads(['metrics_read'], 'GET /api/v2/metrics/{metric_name}/all-tags'),
      windowSec: metricsWindowSec,
    },
  },
  check: {
    proves: 'A metric query is evaluated and metrics are listed. A key without scopes needs no scope for this.',
    grants: [],
    judges: ['timeseries_query', 'metrics_read'],
    upstream: ['POST /api/v2/query/timeseries', 'GET /api/v2/metrics'],
  },
} as const satisfies Slice;
