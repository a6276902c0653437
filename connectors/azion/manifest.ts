/** Azion: the workspace over REST, and figures and events over GraphQL. Every POST carries a query; nothing is written. */
import type { Manifest } from '../../src/connector/manifest.ts';
import { credentialKinds, forbidden, grants } from './grants.ts';

const daySec = 86_400;

/** Asked after a refusal: does the token open anything, and what? */
const telling = ['GET /v4/workspace/applications', 'POST /v4/metrics/graphql', 'POST /v4/events/graphql'] as const;

export const manifest = {
  id: 'azion',
  title: 'Azion',
  summary: 'Reads applications, connectors and workloads of one Azion account, and the metrics and events of its edge.',
  vendorDocs: 'https://www.azion.com/en/documentation/products/accounts/personal-tokens/',
  config: {
    AZION_TOKEN: {
      kind: 'secret',
      need: 'required',
      description: 'Personal token of a member of a view-only team.',
      example: 'azion, and 35 letters and digits',
    },
    AZION_URL: {
      kind: 'url',
      need: 'optional',
      default: 'https://api.azion.com',
      description: 'Address of the APIs, for a proxy; REST and GraphQL are both below it.',
      example: 'https://api.azion.com',
    },
  },
  credentials: credentialKinds,
  grants,
  forbidden,
  operations: {
    'edge.listApplications': {
      grants: ['View Edge Applications'],
      upstream: ['GET /v4/workspace/applications'],
      redactions: [],
    },
    'edge.listConnectors': {
      grants: ['View Edge Connectors'],
      upstream: ['GET /v4/workspace/connectors'],
      redactions: ['access key and secret key that sign requests to an origin'],
    },
    'edge.listWorkloads': {
      grants: ['View Workloads'],
      upstream: ['GET /v4/workspace/workloads'],
      redactions: [],
    },
    'edge.queryMetrics': {
      grants: ['View Real-Time Metrics'],
      upstream: ['POST /v4/metrics/graphql'],
      redactions: ['query, fragment and user of addresses', 'fields that hold headers, bodies or sessions: refused'],
      windowSec: 31 * daySec,
    },
    'edge.queryEvents': {
      grants: ['View Real-Time Events'],
      upstream: ['POST /v4/events/graphql'],
      redactions: ['query, fragment and user of addresses', 'fields that hold headers, bodies or sessions: refused'],
      windowSec: 7 * daySec,
    },
  },
  checks: {
    applications_read: {
      proves: 'Azion accepts the token, and applications can be listed.',
      grants: ['View Edge Applications'],
      upstream: telling,
      affects: ['edge.listApplications'],
    },
    connectors_read: {
      proves: 'Connectors can be listed.',
      grants: ['View Edge Connectors'],
      upstream: ['GET /v4/workspace/connectors', ...telling],
      affects: ['edge.listConnectors'],
    },
    workloads_read: {
      proves: 'Workloads can be listed.',
      grants: ['View Workloads'],
      upstream: ['GET /v4/workspace/workloads', ...telling],
      affects: ['edge.listWorkloads'],
    },
    metrics_read: {
      proves: 'Requests of the last minutes can be summed up.',
      grants: ['View Real-Time Metrics'],
      upstream: telling,
      affects: ['edge.queryMetrics'],
    },
    events_read: {
      proves: 'The latest request of the last minute can be returned.',
      grants: ['View Real-Time Events'],
      upstream: telling,
      affects: ['edge.queryEvents'],
    },
  },
  limits: { upstreamCalls: 10, totalMs: 30_000, responseBytes: 12 << 20 },
} as const satisfies Manifest;
