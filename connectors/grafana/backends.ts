/**
 * The backends of a stack: each has an address, a credential and a permission of its own, so that one that
 * is missing takes only its own operations away. Data; what is sent is in client.ts.
 */
import type { SecretVariableOf, TextVariableOf, UrlVariableOf } from '../../src/connector/manifest.ts';
import type { manifest } from './manifest.ts';

type M = typeof manifest;

export interface Backend {
  /** The vendor's name of it, which is also the title of its card in the Cloud Portal. */
  readonly product: string;
  readonly url: UrlVariableOf<M>;
  /** Present where the credential is a user and a password; otherwise the token is sent alone. */
  readonly user?: TextVariableOf<M>;
  readonly token: SecretVariableOf<M>;
  /** Of one's own; sent as X-Scope-OrgID. */
  readonly tenant?: TextVariableOf<M>;
  /** Whether an access policy token of the metrics may serve it too. */
  readonly takesSharedToken: boolean;
  /** What it is to a Grafana in front of it: the type of its data source, and the variable that names one. */
  readonly dataSource?: { readonly type: string; readonly variable: TextVariableOf<M> };
  readonly grant: keyof M['grants'];
  /** Below the address; tells from a refused call whose refusal it was. */
  readonly paths: RegExp;
  /** Cheapest read, and where it lies when an address names only the host. */
  readonly probe: { readonly path: string; readonly prefixes: readonly string[] };
}

const ofMetrics = {
  product: 'Prometheus',
  url: 'GRAFANA_METRICS_URL',
  user: 'GRAFANA_METRICS_USER',
  token: 'GRAFANA_METRICS_TOKEN',
  tenant: 'GRAFANA_METRICS_TENANT',
  takesSharedToken: true,
  dataSource: { type: 'prometheus', variable: 'GRAFANA_METRICS_DATASOURCE' },
} as const;

export const backends = {
  rules: {
    ...ofMetrics,
    grant: 'rules:read',
    paths: /^\/api\/v1\/rules$/u,
    probe: { path: '/api/v1/rules', prefixes: [] },
  },
  synthetics: {
    product: 'Synthetic Monitoring',
    url: 'GRAFANA_SM_URL',
    token: 'GRAFANA_SM_TOKEN',
    takesSharedToken: false,
    grant: 'synthetic monitoring access token',
    paths: /^\/api\/v1\/check\//u,
    probe: { path: '/api/v1/check/list', prefixes: [] },
  },
  logs: {
    product: 'Loki',
    url: 'GRAFANA_LOGS_URL',
    user: 'GRAFANA_LOGS_USER',
    token: 'GRAFANA_LOGS_TOKEN',
    tenant: 'GRAFANA_LOGS_TENANT',
    takesSharedToken: true,
    dataSource: { type: 'loki', variable: 'GRAFANA_LOGS_DATASOURCE' },
    grant: 'logs:read',
    paths: /^\/loki\//u,
    probe: { path: '/loki/api/v1/labels', prefixes: [] },
  },
  traces: {
    product: 'Tempo',
    url: 'GRAFANA_TRACES_URL',
    user: 'GRAFANA_TRACES_USER',
    token: 'GRAFANA_TRACES_TOKEN',
    tenant: 'GRAFANA_TRACES_TENANT',
    takesSharedToken: true,
    dataSource: { type: 'tempo', variable: 'GRAFANA_TRACES_DATASOURCE' },
    grant: 'traces:read',
    paths: /^\/api\/(?:search$|traces\/|v2\/traces\/)/u,
    probe: { path: '/api/search', prefixes: ['/tempo'] },
  },
  alerts: {
    product: 'Alertmanager',
    url: 'GRAFANA_ALERTS_URL',
    user: 'GRAFANA_ALERTS_USER',
    token: 'GRAFANA_ALERTS_TOKEN',
    tenant: 'GRAFANA_ALERTS_TENANT',
    takesSharedToken: true,
    dataSource: { type: 'alertmanager', variable: 'GRAFANA_ALERTS_DATASOURCE' },
    grant: 'alerts:read',
    paths: /^\/api\/v2\/alerts$/u,
    probe: { path: '/api/v2/alerts', prefixes: ['/alertmanager'] },
  },
  dashboards: {
    product: 'the Cloud API',
    url: 'GRAFANA_API_URL',
    token: 'GRAFANA_API_TOKEN',
    takesSharedToken: true,
    grant: 'stack-dashboards:read',
    paths: /^\/api\/instances\/[^/]+\/api\//u,
    probe: { path: '/api/instances', prefixes: [] },
  },
  stacks: {
    product: 'the Cloud API',
    url: 'GRAFANA_API_URL',
    token: 'GRAFANA_API_TOKEN',
    takesSharedToken: true,
    grant: 'stacks:read',
    paths: /^\/api\/instances(?:\/|$)/u,
    probe: { path: '/api/instances', prefixes: [] },
  },
  metrics: {
    ...ofMetrics,
    grant: 'metrics:read',
    paths: /^\/api\/v1\//u,
    probe: { path: '/api/v1/labels', prefixes: ['/api/prom', '/prometheus'] },
  },
} as const satisfies Record<string, Backend>;

export type BackendId = keyof typeof backends;

/** What a Grafana hands on to the backend behind it. */
const behindGrafana = /^\/api\/(?:datasources\/proxy\/uid|prometheus|alertmanager)\/[^/]+(?=\/)/u;

/** Whose path this is. Anything unknown counts as the metrics backend, which every set-up has. */
export function backendAt(path: string): Backend {
  const below = pathOfBackend(path);
  return Object.values<Backend>(backends).find(({ paths }) => paths.test(below)) ?? backends.metrics;
}

/** The path below the address of the backend itself, also of a call that goes through a Grafana. */
export function pathOfBackend(path: string): string {
  return path.replace(behindGrafana, '');
}

/** The first that fits, most specific grant first. */
export function findBackend(fits: (backend: Backend) => boolean): Backend | undefined {
  return Object.values<Backend>(backends).find(fits);
}

/** Where address and instance id of a backend stand together. */
export function cardOf({ product, user }: Backend): string {
  return user === undefined
    ? 'Compare it with the guide of this connector.'
    : `Copy address and instance id from the same page: the stack, then ${product}, then Details.`;
}

/** What only the direct way reads. Synthetic Monitoring is asked at its own address on both. */
export const directVariables = [
  ...new Set(
    Object.values<Backend>(backends)
      .filter((backend) => backend !== backends.synthetics)
      .flatMap(({ url, user, token, tenant }) => [url, user, token, tenant])
      .filter((variable) => variable !== undefined),
  ),
  'GRAFANA_STACK',
] as const;

export const dataSourceVariables = Object.values<Backend>(backends).flatMap(
  ({ dataSource }) => dataSource?.variable ?? [],
);
