/** Rules and alerts of a Grafana itself beside those of its data sources. */
import { describe, expect, test } from 'vitest';
import { resultIn } from '../../../test/contract/agent-under-test.ts';
import { grafanaAlerts, sayError, usualDataSources } from '../upstream/fake-grafana.ts';
import { sentAlerts } from '../upstream/alerting-upstream.ts';
import { useGrafanaInstance } from '../upstream/use-grafana-instance.ts';

const grafana = useGrafanaInstance();
const json = (value: unknown) => ({ status: 200, body: JSON.stringify(value) });
const refused = sayError(403, "You'll need additional permissions. Permissions needed: alert.rules:read");

interface Listed {
  readonly monitors: readonly { readonly id: string; readonly name: string; readonly state: string }[];
}

async function list(): Promise<{ monitors: Listed['monitors']; complete: boolean; because: string | undefined }> {
  const { data, complete, because } = resultIn(await grafana.agentWith().ask('monitors.list', {}));
  return { monitors: (data as Listed).monitors, complete, because };
}

test('both are listed, with ids that keep them apart', async () => {
  const { monitors, complete } = await list();
  expect(monitors.map(({ id, state }) => [id, state])).toEqual([
    ['alertmanager/DiskFull', 'alert'],
    ['datasource/shop/slow/Broken', 'unknown'],
    ['datasource/shop/slow/Errors', 'pending'],
    ['datasource/shop/slow/Latency', 'alert'],
    ['datasource/shop/slow/Quiet', 'ok'],
    ['grafana/Shop/queues/Queue is broken', 'unknown'],
    ['grafana/Shop/queues/Queue is long', 'alert'],
    ['grafana/Shop/queues/Queue is paused', 'ok'],
    ['grafana/Shop/queues/Queue is silent', 'no_data'],
  ]);
  expect(complete).toBe(true);
});

test('of the instances of a rule only those that were raised are alerts, joined with what was sent', async () => {
  const { monitors } = await list();
  expect(monitors.find(({ name }) => name === 'Queue is long')).toMatchObject({
    providerState: 'firing',
    severity: 'page',
    holdsForSec: 120,
    isSilenced: false,
    notifies: ['shop team'],
    alerts: [{ state: 'active', value: '1.2e+02', receivers: ['shop team'], since: '2026-11-20T10:00:00.000Z' }],
  });
  expect(monitors.find(({ name }) => name === 'Queue is paused')).toMatchObject({ isEnabled: false });
  expect(monitors.find(({ name }) => name === 'Queue is broken')).toMatchObject({
    stateReason: 'The rule could not be evaluated: failed to query',
  });
});

test('an alert that Grafana sends to the Alertmanager of a data source too is one', async () => {
  grafana.answer({}, { 'GET /api/alertmanager/alerts-uid/api/v2/alerts': json([...sentAlerts, ...grafanaAlerts]) });
  const { monitors } = await list();
  expect(monitors.filter(({ name }) => name === 'Queue is long')).toHaveLength(1);
});

describe('an answer says what it lacks', () => {
  const cases = [
    ['rules of Grafana', { 'GET /api/prometheus/grafana/api/v1/rules': refused }, 'rules of Grafana itself'],
    [
      'rules of the data source',
      { 'GET /api/prometheus/metrics-uid/api/v1/rules': { status: 404, body: '404 page not found' } },
      'rules of the data source of the metrics',
    ],
    ['alerts of Grafana', { 'GET /api/alertmanager/grafana/api/v2/alerts': refused }, 'Who is notified'],
    [
      'groups behind the first page',
      {
        'GET /api/prometheus/grafana/api/v1/rules': json({
          status: 'success',
          data: { groups: [], groupNextToken: 'next' },
        }),
      },
      'More groups of rules of Grafana itself',
    ],
  ] as const;

  test.each(cases)('%s', async (_what, changed, words) => {
    grafana.answer({}, changed);
    const { monitors, complete, because } = await list();
    expect(complete).toBe(false);
    expect(because).toContain(words);
    expect(monitors.length).toBeGreaterThan(0);
  });

  test('an Alertmanager that no data source names, where a data source has rules', async () => {
    grafana.answer({ dataSources: usualDataSources.filter(({ type }) => type !== 'alertmanager') });
    const { complete, because } = await list();
    expect(complete).toBe(false);
    expect(because).toContain('no data source of the Alertmanager');
  });

  test('one of two data sources with metrics, of which none is named', async () => {
    grafana.answer({ dataSources: [...usualDataSources, { uid: 'b', name: 'B', type: 'prometheus' }] });
    const { monitors, complete, because } = await list();
    expect(complete).toBe(false);
    expect(because).toContain('GRAFANA_METRICS_DATASOURCE');
    expect(monitors.map(({ id }) => id)).toContain('grafana/Shop/queues/Queue is long');
  });
});

test('without data sources of metrics and of an Alertmanager, the rules of Grafana are all', async () => {
  grafana.answer({ dataSources: [] });
  const { monitors, complete } = await list();
  expect(complete).toBe(true);
  expect(monitors.map(({ id }) => id.split('/')[0])).toEqual(['grafana', 'grafana', 'grafana', 'grafana']);
});
