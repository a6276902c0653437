import { dialects, reads, scope, type Slice } from '../slice.ts';

export const incidents = {
  scopes: {
    incident_read: scope('optional', 'Incidents, if they are managed here.', '/api/v2/incidents'),
  },
  operations: {
    'incidents.list': {
      ...reads(['incident_read'], 'GET /api/v2/incidents', 'GET /api/v2/incidents/search'),
      dialects,
    },
    'incidents.get': reads(['incident_read'], 'GET /api/v2/incidents/{incident_id}'),
  },
  check: {
    proves: 'One incident is read.',
    grants: ['incident_read'],
    upstream: ['GET /api/v2/incidents'],
  },
} as const satisfies Slice;
