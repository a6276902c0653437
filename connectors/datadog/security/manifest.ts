/** API keys of the organization. */
import { reads, scope, type Slice } from '../slice.ts';

export const security = {
  scopes: {
    api_keys_read: scope(
      'sensitive',
      'Name, age and last use of every API key of the organization; off unless DATADOG_READ_API_KEYS is on.',
      '/api/v2/api_keys',
    ),
  },
  operations: {
    'security.listApiKeys': {
      ...reads(['api_keys_read'], 'GET /api/v2/api_keys'),
      redactions: ['the key itself but for its last four characters'],
    },
  },
  check: {
    proves: 'One API key is read if DATADOG_READ_API_KEYS is on; otherwise nothing is sent.',
    grants: ['api_keys_read'],
    upstream: ['GET /api/v2/api_keys'],
  },
} as const satisfies Slice;
