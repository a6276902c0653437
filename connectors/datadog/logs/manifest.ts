import { dialects, eventsWindowSec, reads, scope, type Slice } from '../slice.ts';

const grants = ['logs_read_data', 'logs_read_index_data'] as const;

export const logs = {
  scopes: {
    logs_read_data: scope('optional', 'Log lines and figures over them, if logs are used.', '/api/v2/logs/'),
    logs_read_index_data: scope(
      'optional',
      'Which log indexes can be read, if logs are used; without it, searches return fewer lines or none.',
    ),
  },
  operations: {
    'logs.search': { ...reads(grants, 'POST /api/v2/logs/events/search'), dialects, windowSec: eventsWindowSec },
    'logs.aggregate': {
      ...reads(grants, 'POST /api/v2/logs/analytics/aggregate'),
      dialects,
      windowSec: eventsWindowSec,
    },
  },
  check: {
    proves: 'A search finds a log line of the last day, which also needs the scope of the indexes.',
    grants,
    upstream: ['POST /api/v2/logs/events/search'],
  },
} as const satisfies Slice;
