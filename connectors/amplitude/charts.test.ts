import { describe, expect, test } from 'vitest';
import { faultIn, resultIn } from '../../test/contract/agent-under-test.ts';
import { useAmplitude } from './upstream/amplitude-under-test.ts';
import { refuse } from './upstream/fake-amplitude.ts';

const it = useAmplitude();

describe('saved charts', () => {
  test.each([
    [
      'overtime',
      {
        form: 'series',
        series: [
          {
            group: ['Brazil'],
            points: [
              { at: '2026-11-01', value: 3 },
              { at: '2026-11-02', value: 5 },
            ],
          },
        ],
      },
    ],
    [
      'funnel',
      { form: 'funnel', funnels: [{ steps: [{ event: 'Search' }, { event: 'Play', users: 100, medianSec: 2 }] }] },
    ],
    [
      'byversion',
      {
        form: 'table',
        columns: ['value', 'version'],
        rows: [
          ['1.0', 69_643],
          ['(none)', 47_419],
        ],
      },
    ],
    [
      'retained',
      {
        form: 'table',
        columns: ['series', 'date', 'interval', 'retained', 'users'],
        rows: [
          [0, 'Aug 15', 0, 30, 30],
          [0, 'Aug 14', 0, 20, 20],
          [0, 'Aug 14', 1, 9, 20],
          [0, 'all', 0, 50, 50],
        ],
      },
    ],
  ])('are returned in their own form: %s [C-EP-5]', async (chartId, expected) => {
    expect(resultIn(await it.open().ask('analytics.getChart', { chartId })).data).toMatchObject(expected);
  });

  test('of another project are not taken for a wrong question', async () => {
    const fault = faultIn(await it.open().ask('analytics.getChart', { chartId: 'elsewhere' }));
    expect(fault).toMatchObject({ code: 'not_found_or_hidden', data: { what: 'the chart' } });
    expect(fault.remedy).toContain('its project must be the one whose keys are in AMPLITUDE_API_KEY');
  });
});

describe('dashboards', () => {
  test('are returned with the charts they hold [C-EP-5]', async () => {
    const { data } = resultIn(await it.open().ask('analytics.getDashboard', { dashboardId: 'd1shop2' }));
    expect(data).toEqual({
      dashboards: [
        {
          id: 'd1shop2',
          name: 'Shop',
          charts: [
            { id: 'overtime', name: 'Plays', type: 'eventsSegmentation' },
            { id: 'funnel', name: 'To play' },
          ],
        },
      ],
    });
  });

  test.each([
    ['404', refuse(404, 'Not found')],
    ['400', refuse(400, 'Bad request')],
    ['a web page', { status: 200, headers: { 'content-type': 'text/html' }, body: '<!doctype html>' }],
    ['another shape', { status: 200, body: '{"dashboards":[]}' }],
  ])('that are met with %s are unconfirmed, and the remedy says what to ask instead', async (_what, reply) => {
    const fault = faultIn(await it.openAnswering(reply).ask('analytics.getDashboard', {}));
    expect(fault.code).toBe('not_found_or_hidden');
    expect(fault.remedy).toMatch(/unconfirmed\..*call analytics\.getChart/u);
  });
});
