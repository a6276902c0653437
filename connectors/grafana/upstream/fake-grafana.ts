/**
 * A Grafana below a sub-path, as its documentation and its code have it: a service account with permissions, data sources
 * with a proxy that lets through what each type allows, its own rules and alerts, and a search for dashboards.
 * https://grafana.com/docs/grafana/latest/developers/http_api/data_source/, pkg/api/pluginproxy/ds_proxy.go,
 * pkg/services/ngalert/api/tooling/definitions/prom.go
 */
import { z } from 'zod';
import {
  answerJson,
  type DescribedCall,
  type DescribedRoute,
  describeUpstream,
} from '../../../test/contract/described-upstream.ts';
import type { FakeCall, Reply } from '../../../test/contract/fake-upstream.ts';
import { Alert, ruleGroups, RulesAnswer, sentAlerts } from './alerting-upstream.ts';
import { Dashboards, DataSources, GrafanaRules } from './grafana-shapes.ts';
import { answerSuccess } from './metrics-upstream.ts';

export const subPath = '/grafana';

export interface FakeDataSource {
  readonly uid: string;
  readonly name: string;
  readonly type: string;
}

export interface FakeGrafanaOptions {
  /** What is behind each data source, by the path below its URL. */
  backend(call: FakeCall): Reply | undefined;
  readonly dataSources?: readonly FakeDataSource[];
  /** Permissions of the service account with their scopes; those of the role Viewer when left out. */
  readonly held?: Readonly<Record<string, readonly string[]>>;
  /** The only token that it knows; any of its kind when left out. */
  readonly token?: string;
  /** How it answers a token: as one that it does not know, or that has expired. */
  readonly refusal?: Reply;
}

export const usualDataSources: readonly FakeDataSource[] = [
  { uid: 'metrics-uid', name: 'Prometheus', type: 'prometheus' },
  { uid: 'logs-uid', name: 'Loki', type: 'loki' },
  { uid: 'traces-uid', name: 'Tempo', type: 'tempo' },
  { uid: 'alerts-uid', name: 'Alertmanager', type: 'alertmanager' },
  { uid: 'other-uid', name: 'Orders', type: 'postgres' },
];

/** pkg/api/accesscontrol.go and pkg/services/ngalert/accesscontrol.go grant these to Viewer where no license restricts it. */
export const viewer: Readonly<Record<string, readonly string[]>> = {
  'datasources:read': ['datasources:*'],
  'datasources:query': ['datasources:*'],
  'datasources.id:read': ['datasources:*'],
  'alert.rules:read': ['folders:*'],
  'alert.rules.external:read': ['datasources:*'],
  'alert.instances:read': [''],
  'alert.instances.external:read': ['datasources:*'],
  'alert.notifications:read': [''],
  'dashboards:read': ['folders:uid:services'],
  'folders:read': ['folders:uid:services'],
  'annotations:read': ['annotations:type:organization'],
  'orgs:read': [''],
};

export const sayError = (status: number, message: string, more: object = {}): Reply => ({
  status,
  headers: { 'content-type': 'application/json; charset=UTF-8' },
  body: JSON.stringify({ message, ...more }),
});

/** POST is let through to these paths alone (public/app/plugins/datasource/prometheus/plugin.json). */
const queries = /^\/api\/v1\/(?:query|query_range|series|labels|query_exemplars)$/u;
const words: Readonly<Record<string, string>> = { prometheus: 'Prometheus', loki: 'loki' };

export class FakeGrafana {
  readonly #options: Required<Omit<FakeGrafanaOptions, 'token'>> & Pick<FakeGrafanaOptions, 'token'>;
  readonly #routes: (call: FakeCall) => Reply | undefined;

  constructor(options: FakeGrafanaOptions) {
    const refusal = sayError(401, 'Invalid API key', { messageId: 'api-key.invalid', statusCode: 401, traceID: '' });
    this.#options = { dataSources: usualDataSources, held: viewer, refusal, ...options };
    this.#routes = describeUpstream(this.#describe());
  }

  /** Undefined for what is not described. */
  readonly reply = (call: FakeCall): Reply | undefined => {
    if (!call.path.startsWith(`${subPath}/api/`)) return undefined;
    const token = /^Bearer (glsa_\S+)$/u.exec(call.headers.authorization ?? '')?.[1];
    if (token === undefined || (this.#options.token ?? token) !== token) return this.#options.refusal;
    const below = { ...call, path: call.path.slice(subPath.length) };
    const [, uid = '', path = ''] = /^\/api\/datasources\/proxy\/uid\/([^/]+)(\/.*)$/u.exec(below.path) ?? [];
    return uid === '' ? this.#routes(below) : this.#proxy(uid, { ...below, path });
  };

  #proxy(uid: string, call: FakeCall): Reply | undefined {
    if (call.headers['x-scope-orgid'] !== undefined) throw new Error('the tenant belongs to the data source');
    const denied = this.#deny('datasources:query');
    if (denied !== undefined) return denied;
    const source = this.#options.dataSources.find((one) => one.uid === uid);
    if (source === undefined) return sayError(404, 'Unable to find datasource');
    if (call.method === 'POST' && !(source.type === 'prometheus' && queries.test(call.path))) {
      const named = words[source.type] ?? source.type;
      return sayError(403, `non allow-listed POSTs not allowed on proxied ${named} datasource`);
    }
    const reply = this.#options.backend({ ...call, headers: { ...call.headers, authorization: '' } });
    // The credential of the data source, and not that of the caller.
    const isRefused = typeof reply === 'object' && reply.status === 401;
    return isRefused ? { status: 400, body: 'Authentication to data source failed' } : reply;
  }

  #deny(permission: string): Reply | undefined {
    if (Object.hasOwn(this.#options.held, permission)) return undefined;
    const message = `You'll need additional permissions to perform this action. Permissions needed: ${permission}`;
    return sayError(403, message, { title: 'Access denied', accessErrorId: 'ACE0123456789' });
  }

  #describe(): readonly DescribedRoute[] {
    const { dataSources, held } = this.#options;
    const of = (uid: string, type: string): boolean => dataSources.some((one) => one.uid === uid && one.type === type);
    const whose = ({ parts }: DescribedCall): string => parts['uid'] ?? '';
    return [
      {
        call: 'GET /api/datasources',
        answers: DataSources,
        reply: () => this.#deny('datasources:read') ?? answerJson(dataSources.map(tellDataSource)),
      },
      {
        call: 'GET /api/access-control/user/permissions',
        answers: z.record(z.string(), z.array(z.string())),
        reply: () => answerJson(held),
      },
      {
        call: 'GET /api/search',
        query: z.strictObject({
          type: z.literal('dash-db'),
          query: z.string().optional(),
          tag: z.string().optional(),
          limit: z.string().regex(/^[1-9]\d{0,3}$/u),
        }),
        answers: Dashboards,
        // Without the permission the list is empty, and not refused.
        reply: ({ query }) =>
          answerJson(query.get('query') === 'nothing' || !Object.hasOwn(held, 'dashboards:read') ? [] : [dashboard]),
      },
      {
        call: 'GET /api/prometheus/grafana/api/v1/rules',
        answers: GrafanaRules,
        reply: () => this.#deny('alert.rules:read') ?? answerSuccess({ groups: grafanaGroups, totals: { firing: 1 } }),
      },
      {
        call: 'GET /api/prometheus/{uid}/api/v1/rules',
        query: z.strictObject({ type: z.literal('alert') }),
        answers: RulesAnswer,
        reply: (call) =>
          this.#deny('alert.rules.external:read') ??
          (of(whose(call), 'prometheus') ? answerSuccess({ groups: ruleGroups }) : notFound),
      },
      {
        call: 'GET /api/alertmanager/grafana/api/v2/alerts',
        query: Filter,
        answers: z.array(Alert),
        reply: ({ query }) =>
          this.#deny('alert.instances:read') ?? answerJson(query.has('filter') ? [] : grafanaAlerts),
      },
      {
        call: 'GET /api/alertmanager/{uid}/api/v2/alerts',
        query: Filter,
        answers: z.array(Alert),
        reply: (call) =>
          this.#deny('alert.instances.external:read') ??
          (of(whose(call), 'alertmanager') ? answerJson(call.query.has('filter') ? [] : sentAlerts) : notFound),
      },
    ];
  }
}

const Filter = z.strictObject({
  filter: z
    .string()
    .regex(/^\w+="[^"]*"$/u)
    .optional(),
});
const notFound = sayError(404, 'data source not found');

function tellDataSource({ uid, name, type }: FakeDataSource, at: number) {
  return {
    id: at + 1,
    uid,
    orgId: 1,
    name,
    type,
    typeName: name,
    typeLogoUrl: `public/app/plugins/datasource/${type}/img/logo.svg`,
    access: 'proxy',
    url: `http://${type}.internal.example:9090`,
    user: '',
    database: '',
    basicAuth: false,
    isDefault: at === 0,
    jsonData: { httpMethod: 'POST' },
    readOnly: false,
  };
}

const dashboard = {
  id: 7,
  orgId: 1,
  uid: 'abc',
  title: 'Checkout',
  uri: 'db/checkout',
  url: `${subPath}/d/abc/checkout`,
  slug: '',
  type: 'dash-db',
  tags: ['shop'],
  isStarred: false,
  folderId: 2,
  folderUid: 'services',
  folderTitle: 'Services',
  folderUrl: `${subPath}/dashboards/f/services/services`,
  sortMeta: 0,
  isDeleted: false,
};

const at = '2026-11-20T10:00:00Z';
const never = '0001-01-01T00:00:00Z';
const instance = (state: string, more: Record<string, string>, activeAt = at) => ({
  labels: { alertname: 'Queue is long', grafana_folder: 'Shop', ...more },
  annotations: { summary: 'Orders wait' },
  state,
  activeAt,
  value: state.startsWith('Alerting') ? '1.2e+02' : '',
});

const grafanaRule = (of: { readonly uid: string; readonly name: string }, more: object = {}) => ({
  state: 'inactive',
  query: 'orders_waiting > 100',
  queriedDatasourceUIDs: ['metrics-uid'],
  duration: 120,
  health: 'ok',
  isPaused: false,
  type: 'alerting',
  lastEvaluation: at,
  evaluationTime: 0.01,
  folderUid: 'shop',
  ...of,
  ...more,
});

/** One group in a folder: a rule that fires for one of two queues, one without data, one that fails and one that is paused. */
export const grafanaGroups = [
  {
    name: 'queues',
    file: 'Shop',
    folderUid: 'shop',
    interval: 60,
    lastEvaluation: at,
    evaluationTime: 0.02,
    totals: { alerting: 1, normal: 1 },
    rules: [
      grafanaRule(
        { uid: 'long', name: 'Queue is long' },
        {
          state: 'firing',
          labels: { severity: 'page' },
          annotations: { summary: 'Orders wait' },
          notificationSettings: { receiver: 'shop team' },
          alerts: [instance('Alerting', { queue: 'orders' }), instance('Normal', { queue: 'refunds' }, never)],
          totals: { alerting: 1, normal: 1 },
        },
      ),
      grafanaRule({ uid: 'silent', name: 'Queue is silent' }, { health: 'nodata' }),
      grafanaRule({ uid: 'broken', name: 'Queue is broken' }, { health: 'error', lastError: 'failed to query' }),
      grafanaRule({ uid: 'paused', name: 'Queue is paused' }, { isPaused: true }),
    ],
  },
];

const sent = {
  annotations: { summary: 'Orders wait' },
  endsAt: '2026-11-20T10:04:00Z',
  fingerprint: '9a8b7c6d5e4f3a2b',
  receivers: [{ name: 'shop team' }],
  startsAt: at,
  status: { inhibitedBy: [], mutedBy: [], silencedBy: [], state: 'active' },
  updatedAt: at,
  generatorURL: 'https://grafana.example/alerting/grafana/long/view',
  labels: {
    __alert_rule_uid__: 'long',
    alertname: 'Queue is long',
    grafana_folder: 'Shop',
    queue: 'orders',
    severity: 'page',
  },
};
export const grafanaAlerts = [sent];
