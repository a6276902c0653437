import { apiKeysRoutes } from './api-keys.ts';
import { eventsRoutes } from './events.ts';
import { incidentsRoutes } from './incidents.ts';
import { metricsRoutes } from './metrics.ts';
import { monitorsRoutes } from './monitors.ts';
import { id, refuse } from './shared.ts';
import { syntheticsRoutes } from './synthetics.ts';
import { topologyRoutes } from './topology.ts';
import { describeUpstream } from '../../../test/contract/described-upstream.ts';
import type { Exemplar } from '../../../test/contract/exemplar.ts';
import type { FakeCall, Reply } from '../../../test/contract/fake-upstream.ts';

export const datadogUpstream = describeUpstream([
  ...metricsRoutes,
  ...eventsRoutes,
  ...monitorsRoutes,
  ...incidentsRoutes,
  ...syntheticsRoutes,
  ...topologyRoutes,
  ...apiKeysRoutes,
]);

const window = { from: 'now-1h', to: 'now' };
const text = (words: string) => ({ dialect: 'datadog', text: words });
const events = [
  { query: text('service:shop'), window, limit: 1 },
  { query: text('*'), window, order: 'oldest_first' },
  { query: text('nothing'), window },
];
const figures = [
  { query: { ...text('*'), compute: [{ aggregation: 'count' }] }, window },
  {
    query: {
      ...text('*'),
      compute: [
        { aggregation: 'p95', field: '@duration' },
        { aggregation: 'distinct', field: 'host' },
      ],
      groupBy: [{ field: 'service', limit: 5 }],
    },
    window,
    stepSec: 300,
  },
  { query: { ...text('nothing'), compute: [{ aggregation: 'count' }] }, window },
];

/** Keys and site are right, and the application key has no scope but the one of lists of metrics. */
function onlyMetrics(call: FakeCall): Reply {
  const isOpen = call.path === '/api/v1/validate' || call.path === '/api/v1/metrics';
  return (isOpen ? datadogUpstream(call) : undefined) ?? refuse(403, 'Forbidden');
}

/** A site that offers the older description of services alone. */
function olderCatalog(call: FakeCall): Reply {
  return (call.path === '/api/v2/catalog/entity' ? undefined : datadogUpstream(call)) ?? refuse(404, 'Not Found');
}

export const exemplar: Exemplar = {
  variables: {
    DATADOG_SITE: 'datadoghq.eu',
    DATADOG_API_KEY: 'api-{canary}',
    DATADOG_APP_KEY: 'app-{canary}',
    DATADOG_READ_API_KEYS: 'on',
    DATADOG_URL: '{upstream}',
  },
  reply: datadogUpstream,
  questions: {
    'metrics.query': [
      { query: { dialect: 'datadog', queries: ['avg:system.cpu.user{*} by {host}'] }, window },
      {
        query: { dialect: 'datadog', queries: ['sum:a{*}', 'sum:b{*}'], formulas: ['a / b', 'a'] },
        window,
        stepSec: 60,
      },
      { query: { dialect: 'datadog', queries: ['avg:nothing{*}'] }, window },
    ],
    'metrics.list': [
      { limit: 1 },
      { prefix: 'shop.', tagFilter: 'env:prod', window },
      { window: { from: 'now-60d', to: 'now-40d' } },
      { prefix: 'nothing' },
    ],
    'metrics.listTags': [{ metric: 'shop.orders' }, { metric: 'shop.orders', window: { from: 'now-1d' } }],
    'logs.search': [...events, { query: { ...text('*'), indexes: ['main'] }, window }],
    'logs.aggregate': figures,
    'traces.search': [
      { query: text('service:shop'), window, limit: 1 },
      { query: text('nothing'), window },
    ],
    'traces.aggregate': figures,
    'topology.listServices': [{ limit: 1 }, { name: 'nothing' }],
    'topology.getDependencies': [{ env: 'prod' }, { env: 'prod', window }, { env: 'nowhere' }],
    'monitors.list': [
      { limit: 1 },
      { query: text('status:alert'), limit: 1 },
      { namePrefix: 'Shop', states: ['alert'], labels: [{ key: 'env', value: 'prod' }, { key: 'team' }] },
      { query: text('nothing') },
    ],
    'monitors.get': [{ id: '11' }],
    'incidents.list': [{ limit: 1 }, { states: ['active', 'stable'] }, { query: text('nothing') }],
    'incidents.get': [{ id }],
    'rum.listApplications': [{}],
    'rum.search': events,
    'rum.aggregate': figures,
    'synthetics.listChecks': [{ limit: 1 }, { tag: 'team:checkout' }, { tag: 'nothing' }],
    'synthetics.listResults': [
      { checkId: 'abc-def-ghi', window, limit: 1 },
      { checkId: 'jkl-mno-pqr', window },
      { checkId: 'jkl-mno-pqr', checkType: 'browser', window },
    ],
    'security.listApiKeys': [{ limit: 1 }],
  },
  failures: [onlyMetrics, olderCatalog],
};
