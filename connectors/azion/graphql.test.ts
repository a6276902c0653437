import { describe, expect, test } from 'vitest';
import { faultIn, resultIn } from '../../test/contract/agent-under-test.ts';
import { useAzion, count, requests } from './upstream/azion-under-test.ts';

const it = useAzion();

describe('metrics', () => {
  test('are returned by time and group, without what has no value [C-EP-11]', async () => {
    const compute = ['sum', 'avg', 'max'].map((aggregation) => ({ aggregation, field: 'requests' }));
    const { data } = resultIn(
      await it.open().ask('edge.queryMetrics', { ...count, compute, groupBy: ['status', 'host'] }),
    );
    expect(data).toEqual({
      rows: [
        {
          time: '2026-11-02T10:00:00.000Z',
          group: { status: 200, host: 'shop.example' },
          values: { sum: 30, avg: 10, max: 20 },
        },
        { time: '2026-11-02T10:01:00.000Z', group: { status: 500 }, values: { sum: 5, max: 5 } },
      ],
    });
    expect(it.calls.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /v4/metrics/graphql']);
  });

  test('of the whole window have no time, and more than the limit are reported', async () => {
    const { data, truncated, because } = resultIn(
      await it.open().ask('edge.queryMetrics', { ...count, overTime: false, groupBy: ['status'], limit: 1 }),
    );
    expect(data).toEqual({ rows: [{ group: { status: 200 }, values: { count: 3 } }] });
    expect(truncated).toBe(true);
    expect(because).toContain('There may be more rows');
  });

  test('that are none were allowed to be seen', async () => {
    const { because, complete } = resultIn(await it.open().ask('edge.queryMetrics', { ...count, dataset: 'dns' }));
    expect(complete).toBe(true);
    expect(because).toContain('The token may query this dataset');
  });
});

describe('events', () => {
  test('are returned newest first, addresses without what follows the question mark [C-EP-11]', async () => {
    const asked = it.open();
    const fields = ['status', 'requestUri', 'httpReferer', 'upstreamAddr', 'upstreamCacheStatus'];
    const { data } = resultIn(await asked.ask('edge.queryEvents', { ...requests, fields, limit: 1 }));
    expect(data).toEqual({
      events: [
        {
          time: '2026-11-02T10:00:04.000Z',
          fields: {
            status: 500,
            requestUri: '/cart/4',
            httpReferer: 'https://shop.example/login',
            upstreamAddr: '192.0.2.1:80; 192.0.2.2:80',
          },
        },
      ],
    });
    expect(asked.written.join('\n')).not.toMatch(/s3cr3t|ann:pw/u);
  });

  test('of a relative window are read on in the same window', async () => {
    const asked = it.open();
    const variables = (): Record<string, unknown> => JSON.parse(it.calls.at(-1)?.body ?? '').variables;
    const relative = { from: 'now-6d', to: 'now' };
    it.upstream.answerWith(() => ({
      status: 200,
      body: JSON.stringify({ data: { rows: [{ ts: '2026-11-02T10:00:00' }, { ts: '2026-11-02T09:00:00' }] } }),
    }));
    const { nextCursor } = resultIn(await asked.ask('edge.queryEvents', { ...requests, window: relative, limit: 1 }));
    const first = variables();
    await new Promise((resolve) => setTimeout(resolve, 1100));
    await asked.ask('edge.queryEvents', { ...requests, window: relative, limit: 1, cursor: nextCursor });
    expect(variables()).toEqual({ ...first, offset: 1 });
  });

  test('are filtered by variables, both edges of the window included', async () => {
    const edges = { from: '2026-11-02T10:00:01Z', to: '2026-11-02T10:00:03Z' };
    const filters = [
      { field: 'host', operator: 'like', value: '%.example' },
      { field: 'status', operator: 'less', value: 500 },
    ];
    const { data } = resultIn(await it.open().ask('edge.queryEvents', { ...requests, window: edges, filters }));
    expect((data as { events: { time: string }[] }).events.map(({ time }) => time.slice(17, 19))).toEqual([
      '03',
      '02',
      '01',
    ]);
  });

  test.each([
    ['a document', { ...requests, query: '{ __schema { types { name } } }' }, 'query'],
    ['a dataset that is not listed', { ...requests, dataset: 'telemetrySensorsEvents' }, 'dataset'],
    ['a field that is more than a name', { ...requests, fields: ['status } x: httpEvents { ts'] }, 'fields.0'],
    ['the time as a field', { ...requests, fields: ['ts'] }, 'fields'],
    [
      'a range of times as a filter',
      { ...requests, filters: [{ field: 'ts', operator: 'greater', value: '2020' }] },
      'filters',
    ],
    [
      'one filter twice',
      { ...requests, filters: [1, 2].map((value) => ({ field: 'status', operator: 'equal', value })) },
      'filters',
    ],
  ])('are not asked with %s [C-EP-11]', async (_what, question, field) => {
    const fault = faultIn(await it.open().ask('edge.queryEvents', question));
    expect(fault).toMatchObject({ code: 'invalid_arguments' });
    expect(String(fault.data['field'])).toContain(field.split('.')[0]);
    expect(it.calls).toEqual([]);
  });

  test('of more fields than Azion takes are refused with both figures', async () => {
    const groupBy = Array.from({ length: 30 }, (_, at) => `field${at}`);
    const compute = ['sum', 'avg', 'min', 'max'].map((aggregation) => ({ aggregation, field: 'requests' }));
    const five = [...compute, { aggregation: 'count' }];
    expect(faultIn(await it.open().ask('edge.queryMetrics', { ...count, compute: five, groupBy }))).toMatchObject({
      code: 'cap_exceeded',
      data: { limit: '35 fields', estimate: '36 fields' },
    });
    expect(it.calls).toEqual([]);
  });
});
