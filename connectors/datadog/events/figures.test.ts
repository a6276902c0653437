import { describe, expect, test } from 'vitest';
import { faultIn, resultIn } from '../../../test/contract/agent-under-test.ts';
import { answerJson } from '../../../test/contract/described-upstream.ts';
import { upstream, useDatadog } from '../upstream/under-test.ts';

const window = { from: 'now-1h', to: 'now' };
const all = { dialect: 'datadog', text: '*' };
const count = { ...all, compute: [{ aggregation: 'count' }] };
const meta = { elapsed: 1, request_id: 'r', status: 'done' };

const { fake, agent } = useDatadog();

describe('a question that costs too much is refused before anything is sent', () => {
  test.each(['logs.aggregate', 'traces.aggregate', 'rum.aggregate'])('by the rows of %s', async (operation) => {
    fake().answerWith(upstream());
    const fault = faultIn(await agent().ask(operation, { query: count, window, stepSec: 1 }));
    expect(fault).toMatchObject({ code: 'cap_exceeded', data: { limit: '1000 rows', estimate: '3600 steps' } });
    expect(fake().calls).toEqual([]);
  });

  test.each(['logs.aggregate', 'traces.aggregate', 'rum.aggregate'])('by the groups of %s', async (operation) => {
    fake().answerWith(upstream());
    const groupBy = [100, 101].map((limit) => ({ field: `@f${limit}`, limit }));
    const fault = faultIn(await agent().ask(operation, { query: { ...count, groupBy }, window }));
    expect(fault).toMatchObject({ code: 'cap_exceeded', data: { limit: '10000 groups', estimate: '10100 groups' } });
    expect(fake().calls).toEqual([]);
  });
});

describe('an answer', () => {
  test('of figures asks for the greatest groups first, in the vendor’s words', async () => {
    fake().answerWith(upstream());
    const compute = [{ aggregation: 'p95', field: '@duration' }, { aggregation: 'count' }];
    const asked = { ...all, compute, groupBy: [{ field: 'service', limit: 3 }] };
    const { data } = resultIn(await agent().ask('traces.aggregate', { query: asked, window, stepSec: 300 }));
    expect(fake().calls.map(({ body }) => JSON.parse(body))).toMatchObject([
      {
        data: {
          attributes: {
            compute: [
              { aggregation: 'pc95', metric: '@duration', type: 'timeseries', interval: '5m' },
              { aggregation: 'count' },
            ],
            group_by: [{ facet: 'service', limit: 3, sort: { type: 'measure', order: 'desc', aggregation: 'pc95' } }],
            options: { timezone: 'UTC' },
          },
        },
      },
    ]);
    expect((data as { rows: unknown[] }).rows[0]).toMatchObject({
      group: { service: 'first' },
      values: { 'p95(@duration)': 19, count: 20 },
    });
  });

  test.each([
    ['one for all', undefined, { c0: 19, c1: 20 }],
    [
      'for each step',
      300,
      { c0: [{ time: '2026-11-20T10:00:00Z', value: 19 }], c1: [{ time: '2026-11-20T10:00:00Z', value: 20 }] },
    ],
  ])('of figures over spans reads what the vendor answers: %s', async (_what, stepSec, compute) => {
    const data = [{ id: 'b0', type: 'bucket', attributes: { by: { service: 'shop' }, compute } }];
    fake().answerWith(upstream({ '/api/v2/spans/analytics/aggregate': answerJson({ data, meta }) }));
    const asked = { ...all, compute: [{ aggregation: 'p95', field: '@duration' }, { aggregation: 'count' }] };
    const result = resultIn(await agent().ask('traces.aggregate', { query: asked, window, stepSec }));
    expect(result).toMatchObject({
      complete: true,
      data: { rows: [{ group: { service: 'shop' }, values: { 'p95(@duration)': 19, count: 20 } }] },
    });
  });

  const ofSpans = (attributes: object) => ({ data: [{ id: 'b0', type: 'bucket', attributes }], meta });
  const ofOthers = (bucket: object) => ({ data: { buckets: [bucket] }, meta });

  test.each([
    ['traces.aggregate', 'spans', ofSpans({ by: {}, figures: { c0: 3 } }), '$.data.0.attributes.compute'],
    ['traces.aggregate', 'spans', ofSpans({ by: {}, compute: { f0: 3 } }), '$.data.0.attributes.compute.c0'],
    ['traces.aggregate', 'spans', { data: [{ id: 'b0', type: 'bucket' }], meta }, '$.data.0.attributes'],
    ['traces.aggregate', 'spans', { buckets: [], meta }, '$.data'],
    ['logs.aggregate', 'logs', ofOthers({ by: {}, figures: { c0: 3 } }), '$.data.buckets.0.computes'],
    ['logs.aggregate', 'logs', ofOthers({ by: {}, computes: { f0: 3 } }), '$.data.buckets.0.computes.c0'],
    ['logs.aggregate', 'logs', { data: { groups: [] }, meta }, '$.data.buckets'],
    ['rum.aggregate', 'rum', ofOthers({ by: {}, figures: { c0: 3 } }), '$.data.buckets.0.computes'],
    ['rum.aggregate', 'rum', { data: { groups: [] }, meta }, '$.data.buckets'],
  ])(
    'of figures, %s of %s, without any that was asked for is a changed answer: %j',
    async (operation, what, body, path) => {
      fake().answerWith(upstream({ [`/api/v2/${what}/analytics/aggregate`]: answerJson(body) }));
      const fault = faultIn(await agent().ask(operation, { query: count, window }));
      expect(fault).toMatchObject({ code: 'upstream_changed', data: { path } });
    },
  );

  test('of figures names the one that no group has a value of, and is not complete', async () => {
    const bucket = { by: { service: 'shop' }, computes: { c0: 3 } };
    fake().answerWith(upstream({ '/api/v2/logs/analytics/aggregate': answerJson(ofOthers(bucket)) }));
    const asked = { ...all, compute: [{ aggregation: 'count' }, { aggregation: 'avg', field: '@duration' }] };
    const result = resultIn(await agent().ask('logs.aggregate', { query: asked, window }));
    expect(result).toMatchObject({ complete: false, data: { rows: [{ values: { count: 3 } }] } });
    expect(result.because).toContain('avg(@duration)');
  });

  test('of figures says that events match when none of them has a value', async () => {
    const bucket = { by: { service: 'shop' }, computes: { c0: null } };
    fake().answerWith(upstream({ '/api/v2/logs/analytics/aggregate': answerJson(ofOthers(bucket)) }));
    const asked = { ...all, compute: [{ aggregation: 'avg', field: '@duration' }] };
    const result = resultIn(await agent().ask('logs.aggregate', { query: asked, window }));
    expect(result).toMatchObject({ complete: true, data: { rows: [] } });
    expect(result.because).toContain('Events match');
    expect(result.because).toContain('avg(@duration)');
  });

  test('of figures says that it was cut', async () => {
    fake().answerWith(upstream());
    const asked = { query: { ...count, groupBy: [{ field: 'service' }] }, window, limit: 1 };
    const { data, truncated, because } = resultIn(await agent().ask('logs.aggregate', asked));
    expect((data as { rows: unknown[] }).rows).toHaveLength(1);
    expect(truncated).toBe(true);
    expect(because).toContain('more rows');
  });

  test.each([
    [2, true],
    [3, false],
  ])('of figures with a limit of %i groups and two returned says whether there may be others', async (limit, mayBe) => {
    fake().answerWith(upstream());
    const asked = { query: { ...count, groupBy: [{ field: 'service', limit }] }, window };
    const { truncated, because = '' } = resultIn(await agent().ask('logs.aggregate', asked));
    expect(truncated).toBe(mayBe);
    expect(because.includes('2 largest groups of service')).toBe(mayBe);
  });
});
