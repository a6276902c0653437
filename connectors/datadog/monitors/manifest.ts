/** Monitors: the one scope that every customer grants. */
import { dialects, reads, scope, type Slice } from '../slice.ts';

export const monitors = {
  scopes: {
    monitors_read: scope('required', 'Monitors with their state and the recipients they notify.', '/api/v1/monitor'),
  },
  operations: {
    'monitors.list': { ...reads(['monitors_read'], 'GET /api/v1/monitor', 'GET /api/v1/monitor/search'), dialects },
    'monitors.get': reads(['monitors_read'], 'GET /api/v1/monitor/{monitor_id}'),
  },
  check: {
    proves: 'One monitor is read.',
    grants: ['monitors_read'],
    // Its read is one of those that every check may make after a refusal.
    upstream: [],
  },
} as const satisfies Slice;
