import { describe, expect, test } from 'vitest';
import { faultIn, resultIn } from '../../test/contract/agent-under-test.ts';
import { monitor } from './upstream/monitors.ts';
import { refuse } from './upstream/shared.ts';
import { idsOf, upstream, useDatadog, walk } from './upstream/under-test.ts';
import { encodeCursor } from '../../src/connector/cursor.ts';
import { answerJson } from '../../test/contract/described-upstream.ts';

const window = { from: 'now-1h', to: 'now' };
const all = { dialect: 'datadog', text: '*' };

const { fake, agent } = useDatadog({ DATADOG_READ_API_KEYS: 'on' });

describe('a list is read to its end, each entry once', () => {
  test.each([
    ['metrics.list', { prefix: 'shop.', limit: 1 }, 'metrics', ['shop.orders', 'shop.latency']],
    [
      'metrics.list',
      { window: { from: 'now-60d', to: 'now-40d' }, limit: 2 },
      'metrics',
      ['shop.latency', 'shop.orders', 'system.cpu.user'],
    ],
    ['monitors.list', { query: all, limit: 2 }, 'monitors', ['11', '12', '13']],
    ['monitors.list', { states: ['alert', 'no_data'], limit: 1 }, 'monitors', ['11', '13']],
    ['incidents.list', { states: ['active'], limit: 1 }, 'incidents', [1, 3]],
    ['incidents.list', { limit: 1 }, 'incidents', [1, 2, 3]],
  ])('%s with %j', async (operation, args, member, ids) => {
    fake().answerWith(upstream());
    expect(idsOf(await walk(agent(), operation, args, member))).toEqual(ids);
  });

  test('spans of one trace that stand on two pages', async () => {
    fake().answerWith(upstream());
    const traces = await walk(agent(), 'traces.search', { query: all, window, limit: 1 }, 'traces');
    expect(traces).toMatchObject([
      { id: '4242', rootService: 'shop', rootName: 'POST /pay', spans: [{ id: '17' }] },
      { id: '4242', spans: [{ id: '18', parentId: '17' }] },
    ]);
    expect(traces[1]).not.toHaveProperty('rootName');
  });

  test('monitors are walked by the last id, so that one deleted meanwhile moves none out of sight', async () => {
    let monitors = [11, 12, 13, 14].map((id) => monitor(id));
    fake().answerWith(
      upstream({
        '/api/v1/monitor': ({ query }) => {
          const page = monitors.filter(({ id }) => id > Number(query.get('id_offset'))).slice(0, 2);
          monitors = monitors.filter(({ id }) => id !== 11);
          return answerJson(page);
        },
      }),
    );
    expect(idsOf(await walk(agent(), 'monitors.list', { limit: 2 }, 'monitors'))).toEqual(['11', '12', '13', '14']);
  });

  test('a cursor keeps the window of the first answer, although now has moved on', async () => {
    fake().answerWith(upstream());
    await walk(agent(), 'logs.search', { query: all, window, limit: 1 }, 'lines');
    const ranges = fake().calls.map(
      ({ body }) => (JSON.parse(body) as { filter: { from: string; to: string } }).filter,
    );
    expect(ranges).toHaveLength(2);
    expect(ranges[1]).toEqual(ranges[0]);
  });

  test('a list of metrics over 30 days goes on in pages, although now has moved on', async () => {
    fake().answerWith(upstream());
    expect((await agent().ask('metrics.list', { window: { from: 'now-31d', to: 'now' } })).ok).toBe(true);
    expect(fake().calls[0]?.path).toBe('/api/v1/metrics');
    fake().answerWith(upstream());
    const args = { window: { from: 'now-30d', to: 'now' }, limit: 1 };
    expect(idsOf(await walk(agent(), 'metrics.list', args, 'metrics'))).toEqual([
      'system.cpu.user',
      'shop.orders',
      'shop.latency',
    ]);
    expect(new Set(fake().calls.map(({ path }) => path))).toEqual(new Set(['/api/v2/metrics']));
    for (const { query } of fake().calls) expect(Number(query.get('window[seconds]'))).toBeLessThanOrEqual(2_592_000);
  });

  test.each([
    ['is wider than a window', { skip: 0, window: { fromMs: 0, toMs: Date.now() } }],
    ['ends after all time', { skip: 0, window: { fromMs: 9e15, toMs: 9e15 } }],
    ['runs backwards', { skip: 0, window: { fromMs: 2, toMs: 1 } }],
    ['skips what is no number', { skip: 'all' }],
    ['is no place', 'somewhere'],
  ])('a cursor made by hand that %s is refused before anything is sent', async (_what, place) => {
    fake().answerWith(upstream());
    const args = { query: all, window, limit: 1 };
    const about = ['logs.search', { query: all, window, order: 'newest_first', limit: 1, cursor: undefined }];
    const cursor = encodeCursor(about, typeof place === 'string' ? place : JSON.stringify(place));
    const fault = faultIn(await agent().ask('logs.search', { ...args, cursor }));
    expect(fault).toMatchObject({ code: 'invalid_arguments', data: { field: 'cursor' } });
    expect(fake().calls).toEqual([]);
  });

  test('a system that names the page just read as the next is not walked for ever', async () => {
    const { attributes } = { attributes: { timestamp: '2026-11-20T10:00:01.000Z' } };
    const page = answerJson({ data: [{ id: '1', type: 'log', attributes }], meta: { page: { after: 'same' } } });
    fake().answerWith(upstream({ '/api/v2/logs/events/search': page }));
    const args = { query: all, window, limit: 1 };
    const { nextCursor: cursor } = resultIn(await agent().ask('logs.search', args));
    expect(faultIn(await agent().ask('logs.search', { ...args, cursor })).code).toBe('upstream_changed');
  });
});

describe('an empty answer', () => {
  test('of the software catalog says whether the older interface knows a service', async () => {
    fake().answerWith(upstream());
    const some = resultIn(await agent().ask('topology.listServices', { name: 'nothing' }));
    expect(some.because).toContain('Others are defined');
    fake().answerWith(upstream({ '/api/v2/services/definitions': answerJson({ data: [] }) }));
    const none = resultIn(await agent().ask('topology.listServices', { name: 'nothing' }));
    expect(none.because).toContain('None is defined at all');
    fake().answerWith(upstream({ '/api/v2/services/definitions': refuse(500, 'oops') }));
    const unknown = resultIn(await agent().ask('topology.listServices', { name: 'nothing' }));
    expect(unknown).toMatchObject({ complete: true, data: { services: [] } });
    expect(unknown.because).toContain('could not be checked (upstream_down)');
  });

  test('in the middle of a list says that continue with nextCursor', async () => {
    const many = Array.from({ length: 1000 }, (_, at) => monitor(at + 1, { overall_state: 'OK' }));
    fake().answerWith(upstream({ '/api/v1/monitor': answerJson(many) }));
    const fault = faultIn(await agent().ask('monitors.list', { states: ['alert'] }));
    expect(fault.code).toBe('upstream_changed');
    let from = 0;
    fake().answerWith(
      upstream({
        '/api/v1/monitor': () => answerJson(many.map((one) => ({ ...one, id: one.id + (from += 1) * 1000 }))),
      }),
    );
    const result = resultIn(await agent().ask('monitors.list', { states: ['alert'] }));
    expect(result).toMatchObject({ truncated: true, data: { monitors: [] }, upstreamCalls: 10 });
    expect(result.because).toContain('continue with nextCursor');
  });

  test('of a product that is not turned on is a fault that says so', async () => {
    for (const [path, operation] of [
      ['/api/v1/synthetics/tests', 'synthetics.listChecks'],
      ['/api/v2/rum/applications', 'rum.listApplications'],
    ] as const) {
      fake().answerWith(upstream({ [path]: refuse(404, 'Not Found') }));
      expect(faultIn(await agent().ask(operation, {})).code).toBe('feature_disabled');
    }
  });

  test('of the older interface stands in where a site lacks the newer, and says what it misses', async () => {
    fake().answerWith(upstream({ '/api/v2/catalog/entity': refuse(404, 'Not Found') }));
    const { data, complete, because } = resultIn(await agent().ask('topology.listServices', {}));
    expect(data).toMatchObject({
      services: [{ name: 'shop', owner: 'checkout', application: 'store' }, { name: 'pay' }, { name: 'ship' }],
    });
    expect(complete).toBe(false);
    expect(because).toContain('services that nobody defined are missing');
    expect(idsOf(await walk(agent(), 'topology.listServices', { limit: 2 }, 'services'))).toEqual([
      'shop',
      'pay',
      'ship',
    ]);
  });
});
