/** Operations that write their query themselves, against a real Prometheus that scrapes what Tempo, Faro and Synthetic Monitoring would send. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { AgentUnderTest, faultIn, resultIn } from '../../../test/contract/agent-under-test.ts';
import type { RealProcess } from '../../../test/contract/real-process.ts';
import { startPrometheus } from '../../../test/contract/real-prometheus.ts';
import { registry } from '../../registry.ts';

const window = { from: 'now-1m', to: 'now' };
let exporter: Server;
let prometheus: RealProcess;
let agent: AgentUnderTest;

/** Counters that grow with every scrape, so that the system sees increases. */
function expose(scrape: number): string {
  const edges = [
    ['web', 'checkout', '', 10, 2],
    ['checkout', 'orders-db', 'database', 30, undefined],
    ['cart', 'cart', '', 5, undefined],
  ] as const;
  const lines = edges.flatMap(([client, server, type, requests, failures]) => {
    const labels = `{client="${client}",server="${server}",connection_type="${type}"}`;
    return [
      `traces_service_graph_request_total${labels} ${requests * scrape}`,
      ...(failures === undefined ? [] : [`traces_service_graph_request_failed_total${labels} ${failures * scrape}`]),
    ];
  });
  const probes = [
    ['shop', 'https://a.example', 'Frankfurt', 1],
    ['shop', 'https://a.example', 'Ohio', 0],
    ['twice', 'https://a.example', 'Ohio', 1],
    ['twice', 'https://b.example', 'Ohio', 1],
    [String.raw`we\"ird`, 'https://c.example', 'Ohio', 1],
  ] as const;
  for (const [job, instance, probe, success] of probes) {
    const labels = `{job="${job}",instance="${instance}",probe="${probe}",config_version="1"}`;
    lines.push(
      `probe_success${labels} ${success}`,
      `probe_all_duration_seconds_sum${labels} ${scrape * 0.5}`,
      `probe_all_duration_seconds_count${labels} ${scrape}`,
    );
  }
  lines.push(
    'faro_web_vitals_lcp{app_name="shop",page="/"} 2.5',
    'loki_process_custom_faro_errors_total{app="shop"} 3',
    'faro_web_vitals_lcp_bucket{app_name="shop",le="1"} 4',
    'shop_orders_total{app="shop"} 9',
  );
  return `${lines.join('\n')}\n`;
}

beforeAll(async () => {
  let scrapes = 0;
  exporter = createServer((_request, response) => {
    scrapes += 1;
    response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4' }).end(expose(scrapes));
  });
  await new Promise<void>((resolve) => exporter.listen(0, '127.0.0.1', resolve));
  prometheus = await startPrometheus(undefined, { targets: [`127.0.0.1:${(exporter.address() as AddressInfo).port}`] });
  agent = new AgentUnderTest({
    registry: registry.filter(({ manifest }) => manifest.id === 'grafana'),
    env: { GRAFANA_METRICS_URL: prometheus.url },
  });
  await vi.waitUntil(() => scrapes > 5, { timeout: 20_000, interval: 200 });
}, 60_000);

afterAll(async () => {
  agent.close();
  await prometheus.stop();
  await new Promise((resolve) => exporter.close(resolve));
});

describe('the service graph', () => {
  interface Call {
    client: string;
    server: string;
    kind?: string;
    requests: number;
    failedRequests?: number;
  }
  const ask = async (args: object = {}) => resultIn(await agent.ask('topology.getServiceGraph', { window, ...args }));
  const callsIn = ({ data }: { data: unknown }): Call[] => (data as { calls: Call[] }).calls;

  test('returns who calls whom, the busiest first, with number and failures [C-GRAF-1]', async () => {
    const result = await ask();
    const calls = callsIn(result);
    expect(calls.map(({ client, server, kind }) => [client, server, kind])).toEqual([
      ['checkout', 'orders-db', 'database'],
      ['web', 'checkout', undefined],
      ['cart', 'cart', undefined],
    ]);
    expect(result).toMatchObject({ complete: true, truncated: false });
    const [database, web] = calls;
    expect(database!.requests / web!.requests).toBeCloseTo(3, 5);
    expect(web!.failedRequests! / web!.requests).toBeCloseTo(0.2, 5);
    expect(database!.failedRequests).toBe(0);
  });

  test('returns the calls from and to one service', async () => {
    const calls = callsIn(await ask({ service: 'checkout' }));
    expect(calls.map(({ client, server }) => [client, server])).toEqual([
      ['checkout', 'orders-db'],
      ['web', 'checkout'],
    ]);
    expect(callsIn(await ask({ service: 'cart' }))).toHaveLength(1);
  });

  test('is cut at the limit and says so', async () => {
    const result = await ask({ limit: 1 });
    expect(callsIn(result)).toHaveLength(1);
    expect(result.truncated).toBe(true);
  });

  test('that is empty says whether other calls are recorded', async () => {
    expect((await ask({ service: 'nobody' })).because).toContain('other calls are recorded in this window');
    const before = { window: { from: 'now-10d', to: 'now-9d' } };
    expect((await ask(before)).because).toContain('turn on the service graphs');
  });
});

describe('synthetic metrics', () => {
  const ask = (args: object) => agent.ask('synthetics.queryMetrics', { window, stepSec: 5, ...args });
  const seriesIn = ({ data }: { data: unknown }) =>
    (data as { series: { measure: string; location: string; unit: string; points: [number, number][] }[] }).series;

  test('are success and duration of one check by the place that asked [C-GRAF-1]', async () => {
    const series = seriesIn(resultIn(await ask({ check: 'shop' })));
    const lastOf = (measure: string, location: string) =>
      series.find((one) => one.measure === measure && one.location === location)?.points.at(-1)?.[1];
    expect(lastOf('success_ratio', 'Frankfurt')).toBe(1);
    expect(lastOf('success_ratio', 'Ohio')).toBe(0);
    expect(lastOf('duration_sec', 'Ohio')).toBeCloseTo(0.5, 5);
    expect(series).toHaveLength(4);
  });

  test('of several checks of one name are refused until the target is named', async () => {
    const fault = faultIn(await ask({ check: 'twice' }));
    expect(fault).toMatchObject({ code: 'invalid_arguments', data: { field: 'target' } });
    const named = seriesIn(resultIn(await ask({ check: 'twice', target: 'https://b.example' })));
    expect(named.map(({ measure }) => measure)).toEqual(['success_ratio', 'duration_sec']);
  });

  test('are found by a name with a quotation mark, which ends no text of the query', async () => {
    expect(seriesIn(resultIn(await ask({ check: 'we"ird' })))).toHaveLength(2);
    const injected = resultIn(await ask({ check: 'x"} or probe_success{job="shop' }));
    expect(seriesIn(injected)).toEqual([]);
  });

  test('that are empty say whether other checks reported', async () => {
    expect(resultIn(await ask({ check: 'nobody' })).because).toContain('others did in this window');
  });
});

describe('figures of a front end', () => {
  const ask = async (args: object) => resultIn(await agent.ask('rum.query', { window, stepSec: 5, ...args }));

  test('are those that carry its name, by either label, without buckets and without metrics of its back end [C-GRAF-1]', async () => {
    const { data, complete } = await ask({ app: 'shop' });
    const { series } = data as { series: { metric: string; labels: object; points: [number, number][] }[] };
    expect(complete).toBe(true);
    expect(series.map(({ metric }) => metric).toSorted()).toEqual([
      'faro_web_vitals_lcp',
      'loki_process_custom_faro_errors_total',
    ]);
    expect(series.find(({ metric }) => metric === 'faro_web_vitals_lcp')?.points.at(-1)?.[1]).toBe(2.5);
  });

  test('that are empty say whether another front end reports', async () => {
    expect((await ask({ app: 'nobody' })).because).toContain('others do in this window');
    const before = { window: { from: 'now-10d', to: 'now-9d' }, stepSec: 3600 };
    expect((await ask({ app: 'shop', ...before })).because).toContain('no front end reports metrics');
  });

  test.each(['rum.query', 'synthetics.queryMetrics'])(
    '%s refuses more points than any system answers',
    async (name) => {
      const args = { app: 'shop', check: 'shop', window: { from: 'now-30d' }, stepSec: 1 };
      const { app, check, ...both } = args;
      const question = name === 'rum.query' ? { app, ...both } : { check, ...both };
      expect(faultIn(await agent.ask(name, question)).code).toBe('cap_exceeded');
    },
  );
});
