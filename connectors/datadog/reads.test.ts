import { describe, expect, test } from 'vitest';
import { faultIn, resultIn } from '../../test/contract/agent-under-test.ts';
import { upstream, useDatadog } from './upstream/under-test.ts';
import { answerJson } from '../../test/contract/described-upstream.ts';

const window = { from: 'now-1h', to: 'now' };
const all = { dialect: 'datadog', text: '*' };
const query = { dialect: 'datadog', queries: ['avg:system.cpu.user{*}'] };
const meta = { elapsed: 1, request_id: 'r', status: 'done' };

const { fake, agent } = useDatadog({ DATADOG_READ_API_KEYS: 'on' });

const bodies = (): unknown[] => fake().calls.map(({ body }) => JSON.parse(body));

describe('a window', () => {
  test('is sent to metrics in milliseconds, to searches as times in UTC, to dependencies in seconds', async () => {
    fake().answerWith(upstream());
    const local = { from: '2026-11-20T10:00:00+02:00', to: '2026-11-20T11:00:00+02:00' };
    await agent().ask('metrics.query', { query, window: local, stepSec: 60 });
    await agent().ask('logs.search', { query: all, window: local });
    expect(bodies()).toMatchObject([
      { data: { attributes: { from: 1_795_161_600_000, to: 1_795_165_200_000, interval: 60_000 } } },
      { filter: { from: '2026-11-20T08:00:00.000Z', to: '2026-11-20T09:00:00.000Z' } },
    ]);
    fake().answerWith(upstream());
    await agent().ask('topology.getDependencies', { env: 'prod', window: local });
    expect(Object.fromEntries(fake().calls[0]!.query)).toEqual({ env: 'prod', start: '1795161600', end: '1795165200' });
  });

  test.each([
    ['30 days and less asks the list that has pages', 'now-30d', '/api/v2/metrics'],
    ['more asks the list that has none', 'now-31d', '/api/v1/metrics'],
  ])('of a list of metrics that looks back %s', async (_what, from, path) => {
    fake().answerWith(upstream());
    expect((await agent().ask('metrics.list', { window: { from, to: 'now' } })).ok).toBe(true);
    expect(fake().calls.map((call) => call.path)).toEqual([path]);
  });

  test('of a list of metrics that ends before now says that the vendor cannot', async () => {
    fake().answerWith(upstream());
    const { complete, because } = resultIn(
      await agent().ask('metrics.list', { window: { from: 'now-2d', to: 'now-1d' } }),
    );
    expect(complete).toBe(false);
    expect(because).toContain('only after the window');
  });
});

test('tags over a window that ends before now say that the vendor cannot', async () => {
  fake().answerWith(upstream());
  const past = { metric: 'system.cpu.user', window: { from: 'now-2d', to: 'now-1d' } };
  const { complete, because } = resultIn(await agent().ask('metrics.listTags', past));
  expect(complete).toBe(false);
  expect(because).toContain('only after the window');
  const present = { metric: 'system.cpu.user', window: { from: 'now-2d', to: 'now' } };
  expect(resultIn(await agent().ask('metrics.listTags', present)).complete).toBe(true);
});

describe('a question that costs too much is refused before anything is sent', () => {
  test('by the points of a series', async () => {
    fake().answerWith(upstream());
    const args = { query, window: { from: 'now-31d', to: 'now' }, stepSec: 60 };
    const fault = faultIn(await agent().ask('metrics.query', args));
    expect(fault).toMatchObject({ code: 'cap_exceeded', data: { limit: '11000 points per series' } });
    expect(fake().calls).toEqual([]);
    const wider = Number(/stepSec to (\d+)/u.exec(fault.remedy)?.[1]);
    expect((await agent().ask('metrics.query', { ...args, stepSec: wider })).ok).toBe(true);
  });

  test.each([
    ['metrics.list', { match: ['up'] }, 'match'],
    ['monitors.list', { region: 'eu-west-1' }, 'region'],
    ['topology.listServices', { region: 'eu-west-1' }, 'region'],
    ['topology.listServices', { window }, 'window'],
  ])('%s with %j is not what this source speaks', async (operation, args, field) => {
    fake().answerWith(upstream());
    expect(faultIn(await agent().ask(operation, args))).toMatchObject({ code: 'invalid_arguments', data: { field } });
    expect(fake().calls).toEqual([]);
  });
});

describe('an answer', () => {
  const logs = (more: object) =>
    upstream({ '/api/v2/logs/events/search': answerJson({ data: [], meta: { ...meta, ...more } }) });

  test('that the vendor stopped is not whole, and is not told as none', async () => {
    fake().answerWith(logs({ status: 'timeout' }));
    const { complete, because } = resultIn(await agent().ask('logs.search', { query: all, window }));
    expect(complete).toBe(false);
    expect(because).toContain('stopped before the search was done');
  });

  test('that the vendor warns of repeats what it says', async () => {
    fake().answerWith(logs({ warnings: [{ code: 'unknown_index', title: 'Unknown index', detail: 'indexes: foo' }] }));
    const { complete, because } = resultIn(await agent().ask('logs.search', { query: all, window }));
    expect(complete).toBe(false);
    expect(because).toContain('Unknown index: indexes: foo');
  });

  test('of a metric query tells the series that came beside what failed', async () => {
    const attributes = { series: [{ group_tags: [], query_index: 0 }], times: [1_795_161_600_000], values: [[7]] };
    const body = { data: { type: 'timeseries_response', attributes }, errors: 'query b timed out' };
    fake().answerWith(upstream({ '/api/v2/query/timeseries': answerJson(body) }));
    const result = resultIn(await agent().ask('metrics.query', { query, window }));
    expect(result).toMatchObject({ complete: false, data: { series: [{ points: [[1_795_161_600, 7]] }] } });
    expect(result.because).toContain('query b timed out');
  });

  test('of a metric query leaves out what has no value, and names unit, labels and formula', async () => {
    fake().answerWith(upstream());
    const two = { dialect: 'datadog', queries: ['sum:a{*}', 'sum:b{*}'], formulas: ['a / b', 'a'] };
    const { data } = resultIn(await agent().ask('metrics.query', { query: two, window, stepSec: 60 }));
    expect(data).toMatchObject({
      stepSec: 60,
      series: [
        { query: 'a / b', unit: 'byte/second', labels: { host: 'a', env: 'prod' } },
        { query: 'a', unit: 'byte/second' },
      ],
    });
    const [first] = (data as { series: { points: [number, number][] }[] }).series;
    expect(first?.points.map(([, value]) => value)).toEqual([1, 3]);
  });

  test('of a monitor tells times in seconds as times, minutes as seconds, and who is told', async () => {
    fake().answerWith(upstream());
    const { data } = resultIn(await agent().ask('monitors.get', { id: '11' }));
    expect(data).toMatchObject({
      state: 'alert',
      severity: 'P2',
      isSilenced: true,
      notifies: ['@slack-shop-alerts', '@ana@example.com'],
      thresholds: { critical: 10, warning: 5 },
      noDataAfterSec: 600,
      evaluationDelaySec: 60,
      renotifyAfterSec: 1800,
      groups: [{ name: 'host:a', triggeredAt: '2025-11-13T02:13:20.000Z' }],
      downtimes: [{ id: '5', from: '2025-11-13T02:13:20.000Z', scope: ['env:prod'] }],
    });
    expect(JSON.stringify(data)).not.toMatch(/1970|"to"/u);
  });

  test('of an incident tells people, impact and attachments', async () => {
    fake().answerWith(upstream());
    const id = '9cd87dd4-18d3-4a4d-8b54-b0b6ef1e5a1f';
    const { data } = resultIn(await agent().ask('incidents.get', { id }));
    expect(data).toMatchObject({
      id,
      state: 'active',
      severity: 'SEV-2',
      commander: { name: 'Ana', email: 'ana@example.com' },
      customerImpact: { scope: 'Half of all payments', durationSec: 3900 },
      fields: { services: ['shop', 'pay'] },
      attachments: [{ kind: 'postmortem', title: 'Postmortem' }],
    });
  });

  test('in another shape names the place and nothing of the content', async () => {
    fake().answerWith(upstream({ '/api/v1/monitor': answerJson([{ id: 'surprise', type: 'x' }]) }));
    const fault = faultIn(await agent().ask('monitors.list', {}));
    expect(fault).toMatchObject({ code: 'upstream_changed', data: { path: '$.0.id' } });
    expect(JSON.stringify(fault)).not.toContain('surprise');
  });
});
