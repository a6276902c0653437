import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { AgentUnderTest, faultIn, resultIn } from '../../../test/contract/agent-under-test.ts';
import { startAlertmanager } from '../../../test/contract/real-alertmanager.ts';
import type { RealProcess } from '../../../test/contract/real-process.ts';
import { startPrometheus } from '../../../test/contract/real-prometheus.ts';
import { useGrafana } from '../upstream/use-grafana.ts';
import { registry } from '../../registry.ts';

interface Told {
  id: string;
  name: string;
  state: string;
  isSilenced?: boolean;
  notifies: string[];
  labels: Record<string, string>;
  alerts: { state: string; labels: Record<string, string>; receivers: string[]; silencedBy: string[] }[];
}
const monitorsIn = (data: unknown): Told[] => (data as { monitors: Told[] }).monitors;

describe('a real Prometheus and a real Alertmanager', () => {
  let alertmanager: RealProcess;
  let prometheus: RealProcess;
  let agent: AgentUnderTest;

  beforeAll(async () => {
    alertmanager = await startAlertmanager();
    const rules = [
      {
        name: 'of the test',
        rules: [
          {
            alert: 'AlwaysFiring',
            expr: 'vector(1)',
            labels: { severity: 'page' },
            annotations: { summary: 'It fires' },
          },
          { alert: 'Muted', expr: 'vector(2)', labels: { severity: 'ticket' } },
          { alert: 'Pending', expr: 'vector(3)', for: '1h' },
          { alert: 'Quiet', expr: 'vector(1) > 2' },
          { record: 'not:an:alert', expr: 'vector(1)' },
        ],
      },
    ];
    prometheus = await startPrometheus(undefined, { rules, alertmanager: alertmanager.url });
    agent = new AgentUnderTest({
      registry: registry.filter(({ manifest }) => manifest.id === 'grafana'),
      env: { GRAFANA_METRICS_URL: prometheus.url, GRAFANA_ALERTS_URL: alertmanager.url },
    });
    await silence(alertmanager.url, 'Muted');
    await vi.waitUntil(async () => (await readAll()).some(({ isSilenced }) => isSilenced), {
      timeout: 20_000,
      interval: 200,
    });
  }, 60_000);

  afterAll(async () => {
    agent.close();
    await prometheus.stop();
    await alertmanager.stop();
  });

  async function readAll(args: object = {}): Promise<Told[]> {
    return monitorsIn(resultIn(await agent.ask('monitors.list', args)).data);
  }

  test('tell rules with their state, joined with who was notified and what is silenced [C-GRAF-4]', async () => {
    const [firing, muted, pending, quiet] = await readAll();
    expect(firing).toMatchObject({
      name: 'AlwaysFiring',
      kind: 'alerting',
      state: 'alert',
      providerState: 'firing',
      severity: 'page',
      condition: 'vector(1)',
      holdsForSec: 0,
      message: 'It fires',
      notifies: ['on-call'],
      labels: { alertname: 'AlwaysFiring', severity: 'page' },
      alerts: [{ state: 'active', receivers: ['on-call'], silencedBy: [] }],
    });
    expect(muted).toMatchObject({ state: 'alert', isSilenced: true, alerts: [{ state: 'suppressed' }] });
    expect(muted?.alerts[0]?.silencedBy).toHaveLength(1);
    expect(pending).toMatchObject({ state: 'pending', alerts: [{ state: 'pending', receivers: [] }] });
    expect(quiet).toMatchObject({ state: 'ok', alerts: [] });
  });

  test('are filtered by state, name and label', async () => {
    expect((await readAll({ states: ['alert'] })).map(({ name }) => name)).toEqual(['AlwaysFiring', 'Muted']);
    expect((await readAll({ namePrefix: 'P' })).map(({ name }) => name)).toEqual(['Pending']);
    expect((await readAll({ labels: [{ key: 'severity', value: 'page' }] })).map(({ name }) => name)).toEqual([
      'AlwaysFiring',
    ]);
    expect((await readAll({ labels: [{ key: 'severity' }] })).map(({ name }) => name)).toEqual([
      'AlwaysFiring',
      'Muted',
    ]);
  });

  test('are read to the end in pages, each monitor once', async () => {
    const names: string[] = [];
    let cursor: string | undefined;
    do {
      const result = resultIn(await agent.ask('monitors.list', { limit: 3, ...(cursor !== undefined && { cursor }) }));
      names.push(...monitorsIn(result.data).map(({ name }) => name));
      cursor = result.nextCursor;
    } while (cursor !== undefined);
    expect(names).toEqual(['AlwaysFiring', 'Muted', 'Pending', 'Quiet']);
  });

  test('pass their checks', async () => {
    expect(await agent.checkNamed('rules_read')).toMatchObject({ status: 'ok', held: ['rules:read'] });
    expect(await agent.checkNamed('alerts_read')).toMatchObject({ status: 'ok', held: ['alerts:read'] });
  });

  test('that are requested at a wrong address are reported, naming the variable', async () => {
    const lost = new AgentUnderTest({
      registry: registry.filter(({ manifest }) => manifest.id === 'grafana'),
      env: { GRAFANA_METRICS_URL: prometheus.url, GRAFANA_ALERTS_URL: prometheus.url },
    });
    const check = await lost.checkNamed('alerts_read');
    expect(check).toMatchObject({
      status: 'failed',
      fault: { code: 'wrong_endpoint', data: { variable: 'GRAFANA_ALERTS_URL' } },
    });
    lost.close();
  });
});

describe('a list of monitors', () => {
  const grafana = useGrafana();

  test('has the alerts of other rulers too, and says which rule cannot be evaluated', async () => {
    const { data, complete } = resultIn(await grafana.agentWith().ask('monitors.list', {}));
    expect(complete).toBe(true);
    const monitors = monitorsIn(data);
    expect(monitors.map(({ id, state }) => [id, state])).toEqual([
      ['alertmanager/DiskFull', 'alert'],
      ['shop/slow/Broken', 'unknown'],
      ['shop/slow/Errors', 'pending'],
      ['shop/slow/Latency', 'alert'],
      ['shop/slow/Quiet', 'ok'],
    ]);
    expect(monitors[1]).toMatchObject({ stateReason: 'The rule could not be evaluated: found duplicate series' });
    expect(monitors[3]).toMatchObject({
      isSilenced: true,
      notifies: ['on-call'],
      stateSince: '2026-11-20T10:00:00.123Z',
    });
  });

  test('that is empty says whether it was allowed to see', async () => {
    const agent = grafana.agentWith();
    expect(resultIn(await agent.ask('monitors.list', { states: ['warn'] })).because).toContain(
      'none of the 5 monitors matches',
    );
    grafana.answerBut({
      'GET /api/v1/rules': { status: 200, body: '{"status":"success","data":{"groups":[]}}' },
      'GET /api/v2/alerts': { status: 200, body: '[]' },
    });
    expect(resultIn(await agent.ask('monitors.list', {})).because).toContain('no alerting rule and no alert');
  });

  test('asks no second system when the first limits the rate', async () => {
    grafana.answerBut({ 'GET /api/v1/rules': { status: 429, headers: { 'retry-after': '30' }, body: '' } });
    expect(faultIn(await grafana.agentWith().ask('monitors.list', {})).code).toBe('rate_limited');
    expect(grafana.calls).toHaveLength(1);
  });

  test.each([
    [{ region: 'eu-west-1' }, 'region'],
    [{ query: { dialect: 'datadog', text: 'x' } }, 'query'],
  ])('refuses what this source has not: %j', async (args, field) => {
    expect(faultIn(await grafana.agentWith().ask('monitors.list', args))).toMatchObject({
      code: 'invalid_arguments',
      data: { field },
    });
  });
});

/** The test is the one who silences; the connector never writes. */
async function silence(url: string, alertname: string): Promise<void> {
  const now = Date.now();
  const response = await fetch(`${url}/api/v2/silences`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      matchers: [{ name: 'alertname', value: alertname, isRegex: false, isEqual: true }],
      startsAt: new Date(now).toISOString(),
      endsAt: new Date(now + 3_600_000).toISOString(),
      createdBy: 'test',
      comment: 'test',
    }),
  });
  expect(response.status).toBe(200);
}
