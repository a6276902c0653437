import { describe, expect, test } from 'vitest';
import { faultIn, resultIn } from '../../test/contract/agent-under-test.ts';
import { useAmplitude, inDay, play } from './upstream/amplitude-under-test.ts';

const it = useAmplitude();

describe('the days of a query', () => {
  test.each([
    ['the last instant of a day belongs to it', '02T00:00:00Z', '02T23:59:59.999Z', '2026-11-02'],
    ['an instant before midnight adds a day', '01T23:59:59.999Z', '02T12:00:00Z', '2026-11-01'],
    ['an offset is taken off first', '02T00:30:00+02:00', '02T12:00:00+02:00', '2026-11-01'],
  ])('%s', async (_what, from, to, first) => {
    const window = { from: `2026-11-${from}`, to: `2026-11-${to}` };
    const { data } = resultIn(await it.open().ask('analytics.querySegmentation', { ...play, window }));
    expect(it.days).toEqual([first.replaceAll('-', ''), '20261102']);
    expect(data).toMatchObject({ days: { first, last: '2026-11-02' } });
  });

  test('begin with the one after, from its first instant on', async () => {
    const window = { from: '2026-11-02T00:00:00Z', to: '2026-11-03T00:00:00Z' };
    await it.open().ask('analytics.querySegmentation', { ...play, window });
    expect(it.days).toEqual(['20261102', '20261103']);
  });

  test('are those of the time zone that is set, and the answer says so', async () => {
    const window = { from: '2026-11-02T01:00:00Z', to: '2026-11-03T02:59:59Z' };
    const agent = it.open({ AMPLITUDE_TIME_ZONE: 'America/Sao_Paulo' });
    const { because } = resultIn(await agent.ask('analytics.querySegmentation', { ...play, window }));
    expect(it.days).toEqual(['20261101', '20261102']);
    expect(because).toBe(
      'Days and hours are in the time zone of the project, America/Sao_Paulo according to AMPLITUDE_TIME_ZONE.',
    );
    const unset = resultIn(await it.open().ask('analytics.querySegmentation', { ...play, window }));
    expect(it.days).toEqual(['20261102', '20261103']);
    expect(unset.because).toContain('which Amplitude does not return; the window was split into days in UTC');
  });

  test('are counted in that time zone too: seven there are not eight for having eight dates in UTC', async () => {
    const agent = it.open({ AMPLITUDE_TIME_ZONE: 'America/Sao_Paulo' });
    const hourly = { ...play, interval: 'hour' };
    const seven = { from: '2026-11-01T03:00:00Z', to: '2026-11-08T02:59:59Z' };
    resultIn(await agent.ask('analytics.querySegmentation', { ...hourly, window: seven }));
    expect(it.days).toEqual(['20261101', '20261107']);
    // As wide, and seven dates in UTC.
    const eight = { from: '2026-11-01T00:00:00Z', to: '2026-11-07T23:59:59Z' };
    const fault = faultIn(
      await it
        .open({ AMPLITUDE_TIME_ZONE: 'America/Sao_Paulo' })
        .ask('analytics.querySegmentation', { ...hourly, window: eight }),
    );
    expect(fault).toMatchObject({ code: 'window_too_wide', data: { allowed: '7 days' } });
    expect(it.calls).toEqual([]);
  });

  test('need a time zone that there is', async () => {
    const agent = it.open({ AMPLITUDE_TIME_ZONE: 'Mars/Olympus' });
    const fault = faultIn(await agent.ask('analytics.querySegmentation', { ...play, window: inDay }));
    expect(fault).toMatchObject({ code: 'not_configured', data: { variable: 'AMPLITUDE_TIME_ZONE' } });
    expect(it.calls).toEqual([]);
  });

  test.each([
    { interval: 'hour', from: '2026-11-01', last: '2026-11-07', most: '7 days' },
    { interval: 'day', from: '2025-11-01', last: '2026-10-31', most: '365 days' },
  ])('by the $interval are as many as Amplitude tells, and no more', async ({ interval, from, last, most }) => {
    const end = Date.parse(`${last}T23:59:59Z`);
    const until = (to: number): object => ({
      ...play,
      interval,
      window: { from: `${from}T00:00:00Z`, to: new Date(to).toISOString() },
    });
    expect(resultIn(await it.open().ask('analytics.querySegmentation', until(end))).complete).toBe(true);
    const fault = faultIn(await it.open().ask('analytics.querySegmentation', until(end + 1000)));
    expect(fault).toMatchObject({ code: 'window_too_wide', data: { allowed: most } });
    expect(it.calls).toEqual([]);
  });
});

describe('segmentation', () => {
  test('returns each event over time, and a total that is no sum [C-EP-5]', async () => {
    const question = { events: [{ name: 'Play' }, { name: 'Search' }], window: inDay, interval: 'hour' };
    const { data } = resultIn(await it.open().ask('analytics.querySegmentation', question));
    const { series } = data as { series: { event: string; points: unknown[] }[] };
    expect(series.map(({ event }) => event)).toEqual(['Play', 'Search']);
    expect(series[0]).toMatchObject({ group: [], total: 77 });
    expect(series[0]?.points.slice(0, 2)).toEqual([
      { at: '2026-11-02T00:00:00', value: 10 },
      { at: '2026-11-02T01:00:00', value: 11 },
    ]);
    expect(series[0]?.points).toHaveLength(24);
  });

  test('sends filters, groups and users as the interface has them', async () => {
    const price = { of: 'event', name: 'price' };
    await it.open().ask('analytics.querySegmentation', {
      events: [{ name: 'Play', filters: [{ property: price, operator: 'greater_or_equal', values: ['10'] }] }],
      users: [{ property: { of: 'user', name: 'plan' }, operator: 'is_not', values: ['trial'] }],
      groupBy: [price, { of: 'user', name: 'country' }],
      metric: 'property_average',
      window: inDay,
      limit: 7,
    });
    const query = it.calls[0]?.query;
    expect(JSON.parse(query?.get('e') ?? '')).toEqual({
      event_type: 'Play',
      filters: [{ subprop_type: 'event', subprop_key: 'price', subprop_op: 'greater or equal', subprop_value: ['10'] }],
      group_by: [
        { type: 'event', value: 'price' },
        { type: 'user', value: 'country' },
      ],
    });
    expect(JSON.parse(query?.get('s') ?? '')).toEqual([{ prop: 'gp:plan', op: 'is not', values: ['trial'] }]);
    expect([query?.get('m'), query?.get('i'), query?.get('limit')]).toEqual(['value_avg', '1', '7']);
  });

  test('returns groups, and says that there may be more than requested', async () => {
    const groupBy = [
      { of: 'user', name: 'country' },
      { of: 'user', name: 'os' },
    ];
    const all = resultIn(await it.open().ask('analytics.querySegmentation', { ...play, groupBy, window: inDay }));
    // A value that holds the sign between two values is returned whole.
    expect(all.data).toMatchObject({ series: [{ group: ['Brazil', 'iOS'] }, { group: ['Chile; a; b'] }] });
    expect(all.truncated).toBe(false);
    const one = resultIn(
      await it.open().ask('analytics.querySegmentation', { ...play, groupBy, window: inDay, limit: 1 }),
    );
    expect(one).toMatchObject({ truncated: true, data: { series: [{ event: 'Play' }] } });
  });

  test('says of nothing that it was allowed to see', async () => {
    const { because, complete } = resultIn(
      await it.open().ask('analytics.querySegmentation', { events: [{ name: 'Silent' }], window: inDay }),
    );
    expect(complete).toBe(true);
    expect(because).toContain('The key pair may query the project, but there is nothing');
  });
});

describe('funnels', () => {
  test('tell users, shares and times step by step [C-EP-5]', async () => {
    const question = { events: [{ name: 'Search' }, { name: 'Play' }, { name: 'Share' }], window: inDay };
    const { data } = resultIn(await it.open().ask('analytics.queryFunnel', question));
    expect(data).toMatchObject({
      funnels: [
        {
          steps: [
            { event: 'Search', users: 1000, ofFirst: 1, ofPrevious: 1 },
            { event: 'Play', users: 500, ofFirst: 0.5, ofPrevious: 0.5, medianSec: 1.5, averageSec: 2.5 },
            { event: 'Share', users: 250, ofFirst: 0.25, ofPrevious: 0.5, medianSec: 3, averageSec: 5 },
          ],
        },
      ],
    });
    const { query } = it.calls[0] ?? {};
    expect([query?.get('mode'), query?.get('n'), query?.get('cs')]).toEqual(['ordered', 'active', '2592000']);
  });

  test('are grouped by the first event, or by users', async () => {
    const events = [{ name: 'Search' }, { name: 'Play' }];
    await it.open().ask('analytics.queryFunnel', { events, window: inDay, groupBy: { of: 'event', name: 'price' } });
    expect(it.calls[0]?.query.getAll('e').map((one) => 'group_by' in JSON.parse(one))).toEqual([true, false]);
    const groupBy = { of: 'user', name: 'plan' };
    const { data } = resultIn(await it.open().ask('analytics.queryFunnel', { events, window: inDay, groupBy }));
    expect(it.calls[0]?.query.get('g')).toBe('gp:plan');
    expect(data).toMatchObject({ funnels: [{ group: 'Brazil' }, { group: 'Chile' }] });
  });
});
