/** Amplitude: events, funnels and saved charts of one project. Reads by GET alone. */
import type { Manifest } from '../../src/connector/manifest.ts';
import { credentialKinds, dashboardAccess, forbidden, grants } from './grants.ts';
import { reach, regionPattern } from './region.ts';

/** Amplitude keeps days for a year in one answer; the connector refuses wider intervals one by one. */
const windowSec = 366 * 86_400;

export const manifest = {
  id: 'amplitude',
  title: 'Amplitude',
  summary:
    'Reads events, funnels and saved charts of one Amplitude project. Amplitude does not document the path of dashboards, so it is unconfirmed.',
  vendorDocs: 'https://amplitude.com/docs/apis/analytics/dashboard-rest',
  config: {
    AMPLITUDE_API_KEY: {
      kind: 'secret',
      need: 'required',
      description: 'API key of the project.',
      example: '32 hexadecimal digits',
    },
    AMPLITUDE_SECRET_KEY: {
      kind: 'secret',
      need: 'required',
      description: 'Secret key of the same project.',
      example: '32 hexadecimal digits',
    },
    AMPLITUDE_REGION: {
      kind: 'text',
      need: 'optional',
      pattern: regionPattern,
      patternWords: '`us` or `eu`',
      description:
        'Region of the project: us uses amplitude.com, eu uses analytics.eu.amplitude.com. When it is not set: us.',
      example: 'eu',
    },
    AMPLITUDE_TIME_ZONE: {
      kind: 'text',
      need: 'optional',
      pattern: /^[A-Za-z]+(?:[/_+-][A-Za-z0-9]+)*$/u,
      patternWords: 'a time zone by its name in the IANA database, such as America/Sao_Paulo',
      description:
        'Time zone of the project, as its settings show it; Amplitude does not return it. A window is split into days in this time zone. When it is not set: UTC.',
      example: 'America/Sao_Paulo',
    },
    AMPLITUDE_URL: {
      kind: 'url',
      need: 'optional',
      description: 'Address in place of the host of the region: a proxy. When it is set, no other host is called.',
      example: 'https://amplitude.internal.example',
    },
  },
  reach,
  credentials: credentialKinds,
  grants,
  forbidden,
  operations: {
    'analytics.querySegmentation': {
      grants: [dashboardAccess],
      upstream: ['GET /api/2/events/segmentation'],
      redactions: [],
      windowSec,
    },
    'analytics.queryFunnel': {
      grants: [dashboardAccess],
      upstream: ['GET /api/2/funnels'],
      redactions: [],
      windowSec,
    },
    'analytics.getChart': {
      grants: [dashboardAccess],
      upstream: ['GET /api/3/chart/{chart_id}/query'],
      redactions: [],
    },
    'analytics.getDashboard': {
      grants: [dashboardAccess],
      upstream: ['GET /api/3/dashboards', 'GET /api/3/dashboards/{dashboard_id}'],
      redactions: [],
    },
  },
  checks: {
    project: {
      proves: 'Amplitude accepts the key pair in this region, and the project has events.',
      grants: [dashboardAccess],
      upstream: ['GET /api/2/events/list'],
      affects: ['analytics.querySegmentation', 'analytics.queryFunnel', 'analytics.getChart', 'analytics.getDashboard'],
    },
    queries: {
      proves: 'A query for one day returns, at a cost of 1.',
      grants: [dashboardAccess],
      upstream: ['GET /api/2/events/segmentation'],
      affects: ['analytics.querySegmentation', 'analytics.queryFunnel', 'analytics.getChart'],
    },
  },
  limits: { upstreamCalls: 5, totalMs: 60_000, responseBytes: 12 << 20 },
} as const satisfies Manifest;
