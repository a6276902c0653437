import { dialects, eventsWindowSec, reads, scope, type Slice } from '../slice.ts';

export const traces = {
  scopes: {
    apm_read: scope(
      'optional',
      'Spans and service dependencies, if APM is used.',
      '/api/v2/spans/',
      '/api/v1/service_dependencies',
    ),
  },
  operations: {
    'traces.search': {
      ...reads(['apm_read'], 'POST /api/v2/spans/events/search'),
      dialects,
      redactions: ['headers and request metadata that a tracer captured', 'attributes named as a credential'],
      windowSec: eventsWindowSec,
    },
    'traces.aggregate': {
      ...reads(['apm_read'], 'POST /api/v2/spans/analytics/aggregate'),
      dialects,
      redactions: ['groups by headers, request metadata or attributes named as a credential: refused'],
      windowSec: eventsWindowSec,
    },
  },
  check: {
    proves: 'Spans of the last hour are searched.',
    grants: ['apm_read'],
    upstream: ['POST /api/v2/spans/events/search'],
  },
} as const satisfies Slice;
