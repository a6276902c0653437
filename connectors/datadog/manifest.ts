/** Datadog: metrics, logs, traces, monitors, incidents, front ends, synthetic tests and the software catalog. */
import type { Manifest } from '../../src/connector/manifest.ts';
import { forbidden } from './forbidden.ts';
import { reach } from './access/sites.ts';
import { variables } from './access/variables.ts';
import { checkDeclarations, declarations, grants } from './slices.ts';

export const manifest = {
  id: 'datadog',
  title: 'Datadog',
  summary:
    'Reads metrics, logs, traces, monitors, incidents, front-end events, synthetic tests and the software catalog of one Datadog organization.',
  vendorDocs: 'https://docs.datadoghq.com/account_management/api-app-keys/',
  config: variables,
  reach,
  credentials: [
    {
      id: 'scoped_application_key',
      title: 'Application key with scopes',
      verdict: 'recommended',
      note: 'Grants exactly its scopes; for metrics, they must include timeseries_query and metrics_read.',
    },
    {
      id: 'application_key',
      title: 'Application key without scopes',
      verdict: 'accepted',
      note: 'Reads metrics without any scope, and may do everything its owner may, writing included: give it to a service account with a role that only reads.',
    },
    {
      id: 'api_key',
      title: 'API key',
      verdict: 'accepted',
      note: 'Needed in addition to the application key. Has no scopes; anybody who has it can send data to the organization.',
    },
    {
      id: 'client_token',
      title: 'Client token',
      prefix: 'pub',
      verdict: 'rejected',
      note: 'Sends data from browsers and phones, and reads nothing.',
    },
  ],
  grants,
  forbidden,
  operations: declarations,
  checks: checkDeclarations,
  limits: { upstreamCalls: 20, totalMs: 30_000, responseBytes: 8 << 20 },
} as const satisfies Manifest;
