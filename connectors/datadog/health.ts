/** The checks: one for the API key, one for metrics, and one for each scope, which reads as little as can be read with it. */
import type { Checks, Finding } from '../../src/connector/connector.ts';
import { Fault } from '../../src/core/fault.ts';
import { z } from 'zod';
import { type Datadog, type DatadogContext, openDatadog, placeOf, validateApiKey } from './client.ts';
import { offUnless } from './access/feature.ts';
import type { OptionalScope } from './grants.ts';
import type { manifest } from './manifest.ts';
import { addScope } from './access/scope-of-path.ts';
import { readServices } from './topology/operations/services.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Enough of an answer to know that it is one. */
const Anything = z.looseObject({});
const Found = z.looseObject({ data: z.array(z.unknown()).nullish() });

export const checks = {
  api_key: {
    async run(context) {
      await validateApiKey(context);
      return { status: 'ok', summary: `The API key is valid at ${placeOf(context)}.` };
    },
  },

  metrics: { run: checkMetrics },

  monitors_read: {
    async run(context) {
      await openDatadog(context).get(z.array(z.looseObject({})), '/api/v1/monitor', { page: '0', page_size: '1' });
      return { status: 'ok', summary: 'Monitors can be read.', held: ['monitors_read'] };
    },
  },

  logs_read_data: { run: (context) => unlessUnused(context, 'logs_read_data', checkLogs) },

  apm_read: {
    run: (context) =>
      unlessUnused(context, 'apm_read', async (datadog) => {
        const attributes = { filter: { ...last(hourMs, context), query: '*' }, page: { limit: 1 } };
        await datadog.search(Found, '/api/v2/spans/events/search', { data: { type: 'search_request', attributes } });
        return { status: 'ok', summary: 'Spans can be searched.', held: ['apm_read'] };
      }),
  },

  apm_service_catalog_read: {
    run: (context) =>
      unlessUnused(context, 'apm_service_catalog_read', async (datadog) => {
        const start = { mark: undefined, window: undefined };
        const { notes = [] } = await readServices(datadog, { name: undefined, size: 1 }, start);
        const summary = ['The software catalog can be read.', ...notes].join(' ');
        return { status: 'ok', summary, held: ['apm_service_catalog_read'] };
      }),
  },

  incident_read: {
    run: (context) =>
      unlessUnused(context, 'incident_read', async (datadog) => {
        await datadog.get(Found, '/api/v2/incidents', { 'page[size]': '1' });
        return { status: 'ok', summary: 'Incidents can be read.', held: ['incident_read'] };
      }),
  },

  rum_apps_read: {
    run: (context) =>
      unlessUnused(context, 'rum_apps_read', async (datadog) => {
        await offUnless('Real User Monitoring', () => datadog.get(Found, '/api/v2/rum/applications'));
        const search = { filter: { ...last(hourMs, context), query: '*' }, page: { limit: 1 } };
        await datadog.search(Found, '/api/v2/rum/events/search', search);
        return { status: 'ok', summary: 'Front ends and their events can be read.', held: ['rum_apps_read'] };
      }),
  },

  synthetics_read: {
    run: (context) =>
      unlessUnused(context, 'synthetics_read', async (datadog) => {
        const one = { page_size: '1', page_number: '0' };
        await offUnless('Synthetic Monitoring', () => datadog.get(Anything, '/api/v1/synthetics/tests', one));
        return { status: 'ok', summary: 'Synthetic tests can be read.', held: ['synthetics_read'] };
      }),
  },

  api_keys_read: {
    async run(context) {
      if (context.config.text('DATADOG_READ_API_KEYS') !== 'on') return keysNotAsked();
      await openDatadog(context).get(Found, '/api/v2/api_keys', { 'page[size]': '1' });
      return { status: 'ok', summary: 'API keys are described, as asked for.', held: ['api_keys_read'] };
    },
  },
} satisfies Checks<typeof manifest>;

/** A key with scopes may hold one of the two; when it holds neither, keys and site are looked at as well. */
async function checkMetrics(context: DatadogContext): Promise<Finding> {
  const datadog = openDatadog(context);
  const toMs = context.clock.now();
  const queries = [{ data_source: 'metrics', name: 'a', query: 'avg:datadog.estimated_usage.hosts{*}' }];
  const attributes = { from: toMs - hourMs, to: toMs, queries };
  const query = await refusalOf(
    datadog.search(Anything, '/api/v2/query/timeseries', { data: { type: 'timeseries_request', attributes } }),
  );
  const list = await refusalOf(datadog.get(Found, '/api/v2/metrics', { 'window[seconds]': '3600', 'page[size]': '1' }));
  if (query !== undefined && list !== undefined) throw query;
  const fault = query ?? list;
  if (fault === undefined) return { status: 'ok', summary: 'Metrics can be queried and listed.' };
  const missing = query === undefined ? 'metrics_read' : 'timeseries_query';
  return {
    status: 'degraded',
    summary: `Metrics can be ${query === undefined ? 'queried and not listed' : 'listed and not queried'}.`,
    fault,
    remedy: addScope(missing),
    held: [query === undefined ? 'timeseries_query' : 'metrics_read'],
    missing: [missing],
    affects: query === undefined ? ['metrics.list', 'metrics.listTags'] : ['metrics.query'],
  };
}

async function refusalOf(read: Promise<unknown>): Promise<Fault | undefined> {
  try {
    await read;
    return undefined;
  } catch (error) {
    if (error instanceof Fault && error.kind === 'permission_missing') return error;
    throw error;
  }
}

async function checkLogs(datadog: Datadog, context: DatadogContext): Promise<Finding> {
  const search = { filter: { ...last(dayMs, context), query: '*' }, page: { limit: 1 } };
  const { data } = await datadog.search(Found, '/api/v2/logs/events/search', search);
  if ((data ?? []).length > 0) {
    return { status: 'ok', summary: 'Log lines can be read.', held: ['logs_read_data', 'logs_read_index_data'] };
  }
  return {
    status: 'degraded',
    summary: 'Log searches are allowed, and not one line of the last day is seen.',
    remedy:
      'If logs are sent here: add logs_read_index_data to the application key and its owner, and look at the restriction queries of the owner under Organization Settings, Roles. Both empty an answer without a word. If logs are not used, add logs_read_data to DATADOG_UNUSED_SCOPES.',
    held: ['logs_read_data'],
  };
}

/** A product that is not used has no scope to miss. */
async function unlessUnused(
  context: DatadogContext,
  scope: OptionalScope,
  check: (datadog: Datadog, context: DatadogContext) => Promise<Finding>,
): Promise<Finding> {
  if (context.config.text('DATADOG_UNUSED_SCOPES')?.split(',').includes(scope) !== true) {
    return check(openDatadog(context), context);
  }
  const remedy = `Nothing to do, unless this product is used: then take ${scope} out of DATADOG_UNUSED_SCOPES.`;
  return {
    status: 'skipped',
    summary: `skipped: ${scope} is not used, says DATADOG_UNUSED_SCOPES.`,
    fault: new Fault('not_configured', { variable: 'DATADOG_UNUSED_SCOPES' }, remedy),
    remedy,
  };
}

/** Nothing is said of excess: the vendor tells the scopes of a key only to who may manage keys. */
function keysNotAsked(): Finding {
  const remedy =
    'Nothing to do. Leave api_keys_read away from the application key, or set DATADOG_READ_API_KEYS to on to use it.';
  return {
    status: 'skipped',
    summary:
      'skipped: DATADOG_READ_API_KEYS is not on, so API keys are not read and whether they could be is not asked.',
    fault: new Fault('not_configured', { variable: 'DATADOG_READ_API_KEYS' }, remedy),
    remedy,
  };
}

function last(ms: number, { clock }: DatadogContext): { from: string; to: string } {
  const toMs = clock.now();
  return { from: new Date(toMs - ms).toISOString(), to: new Date(toMs).toISOString() };
}
