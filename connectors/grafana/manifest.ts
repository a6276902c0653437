/**
 * Grafana Cloud: metrics, logs, traces, alerting, stacks and synthetic checks of a stack; or any Prometheus, Mimir, Loki,
 * Tempo and Alertmanager that speaks the same interface; or all that a Grafana has as data sources. Only the metrics
 * are needed.
 */
import type { Manifest } from '../../src/connector/manifest.ts';
import { operations } from './declarations.ts';
import { checks } from './check-declarations.ts';
import { credentials, forbidden, grants } from './grants.ts';
import { config } from './variables.ts';

export const manifest = {
  id: 'grafana',
  title: 'Grafana Cloud',
  summary:
    'Reads metrics, logs, traces, alerts, stacks and synthetic checks of a Grafana Cloud stack; or of a Prometheus, Mimir, Loki, Tempo and Alertmanager of your own; or the data sources, alerts and dashboards of a Grafana, with the token of one service account. Only the metrics are required; a backend that is not set up disables its own operations only. The path of dashboards.search is not documented by the vendor.',
  vendorDocs:
    'https://grafana.com/docs/grafana-cloud/security-and-account-management/authentication-and-permissions/access-policies/',
  config,
  credentials,
  grants,
  forbidden,
  operations,
  checks,
  limits: { upstreamCalls: 20, totalMs: 30_000, responseBytes: 8 << 20 },
} as const satisfies Manifest;
