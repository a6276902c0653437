/**
 * The variables. Only the address of the metrics or that of a Grafana is needed: every other backend that is not set
 * takes its own operations away and nothing else.
 */
import type { Variable } from '../../src/connector/manifest.ts';

const user = { pattern: /^[^\s:]{1,128}$/u, patternWords: '1 to 128 characters without spaces and colons' } as const;

/**
 * https://grafana.com/docs/mimir/latest/configure/about-tenant-ids/; several are joined by `|` where the backend reads
 * across tenants.
 */
const tenant = {
  kind: 'text',
  need: 'optional',
  pattern: /^[\w!.*'()-]{1,150}(?:\|[\w!.*'()-]{1,150}){0,20}$/u,
  patternWords: "ids of up to 150 letters, digits and !-_.*'(), joined by | if there are several",
  example: 'team-a',
} as const;
const tenantOf = (product: string): string =>
  `Tenant of your own ${product}, sent as X-Scope-OrgID. Without it a multi-tenant ${product} refuses every request; Grafana Cloud needs none.`;

/** https://grafana.com/docs/grafana/latest/developers/http_api/data_source/; a uid has up to 40 of these. */
const dataSource = {
  kind: 'text',
  need: 'optional',
  pattern: /^[\w-]{1,40}$/u,
  patternWords: 'the uid of a data source: up to 40 letters, digits, hyphens and underscores',
  example: 'P8E80F9AEF21F6940',
} as const;
const dataSourceOf = (type: string): string =>
  `Uid of the data source of the type ${type} that is read through GRAFANA_URL. If not set, the only one of this type is used.`;

export const config = {
  GRAFANA_URL: {
    kind: 'url',
    need: { with: 'GRAFANA_SERVICE_ACCOUNT_TOKEN' },
    description:
      'Address of a Grafana in front of your data sources, with its sub-path if it has one and without /api. When it is set, every backend but Synthetic Monitoring is read through it, and the addresses, users, tokens and tenants below must not be set.',
    example: 'https://grafana.example.com',
  },
  GRAFANA_SERVICE_ACCOUNT_TOKEN: {
    kind: 'secret',
    need: { with: 'GRAFANA_URL' },
    description: 'Token of a service account of that Grafana, with the role Viewer.',
    example: 'glsa_…',
  },
  GRAFANA_METRICS_DATASOURCE: { ...dataSource, description: dataSourceOf('prometheus') },
  GRAFANA_LOGS_DATASOURCE: { ...dataSource, description: dataSourceOf('loki') },
  GRAFANA_TRACES_DATASOURCE: { ...dataSource, description: dataSourceOf('tempo') },
  GRAFANA_ALERTS_DATASOURCE: {
    ...dataSource,
    description: `${dataSourceOf('alertmanager')} Alerts of Grafana itself need none.`,
  },
  GRAFANA_METRICS_URL: {
    kind: 'url',
    need: { without: ['GRAFANA_URL'] },
    description: 'Address of the query interface, without /api/v1 and without /push.',
    example: 'https://prometheus-prod-13-prod-us-east-0.grafana.net/api/prom',
  },
  GRAFANA_METRICS_USER: {
    kind: 'text',
    need: { with: 'GRAFANA_METRICS_TOKEN' },
    ...user,
    description:
      'Numeric id of the hosted metrics instance, from the details of Prometheus in the stack; the user name of a Prometheus with basic authentication.',
    example: '1234567',
  },
  GRAFANA_METRICS_TOKEN: {
    kind: 'secret',
    need: { with: 'GRAFANA_METRICS_USER' },
    description:
      'Token of an access policy with the scope metrics:read; the password of a Prometheus with basic authentication. An access policy token also serves every backend below that has no token of its own; a password never does.',
    example: 'glc_…',
  },
  GRAFANA_METRICS_TENANT: { ...tenant, description: tenantOf('Mimir') },
  GRAFANA_LOGS_URL: {
    kind: 'url',
    need: 'optional',
    description: 'Address of Loki, without /loki/api/v1. If not set, logs are not read.',
    example: 'https://logs-prod-006.grafana.net',
  },
  GRAFANA_LOGS_USER: {
    kind: 'text',
    need: 'optional',
    ...user,
    description: 'Numeric id of the hosted logs instance, from the details of Loki in the stack.',
    example: '123456',
  },
  GRAFANA_LOGS_TOKEN: {
    kind: 'secret',
    need: 'optional',
    description: 'Token with the scope logs:read, if it differs from that of the metrics.',
    example: 'glc_…',
  },
  GRAFANA_LOGS_TENANT: { ...tenant, description: tenantOf('Loki') },
  GRAFANA_TRACES_URL: {
    kind: 'url',
    need: 'optional',
    description: 'Address of Tempo, without /api. If not set, traces are not read.',
    example: 'https://tempo-prod-04-prod-us-east-0.grafana.net/tempo',
  },
  GRAFANA_TRACES_USER: {
    kind: 'text',
    need: 'optional',
    ...user,
    description: 'Numeric id of the hosted traces instance, from the details of Tempo in the stack.',
    example: '123457',
  },
  GRAFANA_TRACES_TOKEN: {
    kind: 'secret',
    need: 'optional',
    description: 'Token with the scope traces:read, if it differs from that of the metrics.',
    example: 'glc_…',
  },
  GRAFANA_TRACES_TENANT: { ...tenant, description: tenantOf('Tempo') },
  GRAFANA_ALERTS_URL: {
    kind: 'url',
    need: 'optional',
    description:
      'Address of the Alertmanager, without /api/v2. If not set, monitors are returned from their rules alone, without who was notified and what is silenced.',
    example: 'https://alertmanager-prod-us-east-0.grafana.net/alertmanager',
  },
  GRAFANA_ALERTS_USER: {
    kind: 'text',
    need: 'optional',
    ...user,
    description: 'Numeric id of the Alertmanager instance, from its details in the stack.',
    example: '123458',
  },
  GRAFANA_ALERTS_TOKEN: {
    kind: 'secret',
    need: 'optional',
    description: 'Token with the scope alerts:read, if it differs from that of the metrics.',
    example: 'glc_…',
  },
  GRAFANA_ALERTS_TENANT: { ...tenant, description: tenantOf('Alertmanager') },
  GRAFANA_API_URL: {
    kind: 'url',
    need: 'optional',
    default: 'https://grafana.com',
    description: 'Address of the Cloud API, without /api. Only dashboards.* uses it.',
    example: 'https://grafana.com',
  },
  GRAFANA_API_TOKEN: {
    kind: 'secret',
    need: 'optional',
    description: 'Token with the scopes stacks:read and stack-dashboards:read, if it differs from that of the metrics.',
    example: 'glc_…',
  },
  GRAFANA_STACK: {
    kind: 'text',
    need: 'optional',
    pattern: /^[a-z0-9][a-z0-9-]{0,62}$/u,
    patternWords: 'the slug of a stack: lower-case letters, digits and hyphens',
    description: 'Stack whose dashboards are searched when a request names none.',
    example: 'acme',
  },
  GRAFANA_SM_URL: {
    kind: 'url',
    need: 'optional',
    description: 'Address of the Synthetic Monitoring API of your region. If not set, checks are not listed.',
    example: 'https://synthetic-monitoring-api-us-east-0.grafana.net',
  },
  GRAFANA_SM_TOKEN: {
    kind: 'secret',
    need: 'optional',
    description:
      'Access token of Synthetic Monitoring, which is not an access policy token. It can also write; this connector only reads with it.',
    example: 'access-token-of-synthetic-monitoring',
  },
} as const satisfies Record<string, Variable>;
