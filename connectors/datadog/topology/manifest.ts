/** The software catalog, and the dependencies between services, which the vendor derives from spans. */
import { eventsWindowSec, reads, scope, type Slice } from '../slice.ts';

export const topology = {
  scopes: {
    apm_service_catalog_read: scope(
      'optional',
      'The software catalog; Datadog requires this scope for it in addition to apm_read.',
      '/api/v2/services/definitions',
      '/api/v2/catalog/',
    ),
  },
  operations: {
    'topology.listServices': {
      ...reads(
        ['apm_read', 'apm_service_catalog_read'],
        'GET /api/v2/catalog/entity',
        'GET /api/v2/services/definitions',
      ),
      windowSec: eventsWindowSec,
    },
    'topology.getDependencies': {
      ...reads(['apm_read'], 'GET /api/v1/service_dependencies'),
      windowSec: eventsWindowSec,
    },
  },
  check: {
    proves: 'One service of the software catalog is read.',
    grants: ['apm_service_catalog_read'],
    upstream: ['GET /api/v2/catalog/entity', 'GET /api/v2/services/definitions'],
  },
} as const satisfies Slice;
