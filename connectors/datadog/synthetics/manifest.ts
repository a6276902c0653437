import { metricsWindowSec, reads, scope, type Slice } from '../slice.ts';

export const synthetics = {
  scopes: {
    synthetics_read: scope('optional', 'Synthetic tests and their results, if they run here.', '/api/v1/synthetics/'),
  },
  operations: {
    'synthetics.listChecks': {
      ...reads(['synthetics_read'], 'GET /api/v1/synthetics/tests'),
      redactions: [
        'headers, body, cookies, sign-in, certificates, files, metadata and proxy of the request',
        'variables and assertions',
        'user, query and fragment of the address',
      ],
    },
    'synthetics.listResults': {
      ...reads(
        ['synthetics_read'],
        'GET /api/v1/synthetics/tests/{public_id}/results',
        'GET /api/v1/synthetics/tests/browser/{public_id}/results',
      ),
      windowSec: metricsWindowSec,
    },
  },
  check: {
    proves: 'One synthetic test is read.',
    grants: ['synthetics_read'],
    upstream: ['GET /api/v1/synthetics/tests'],
  },
} as const satisfies Slice;
