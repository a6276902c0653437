import { describe, expect, test } from 'vitest';
import { faultIn, resultIn } from '../../../../test/contract/agent-under-test.ts';
import { answerJson } from '../../../../test/contract/described-upstream.ts';
import type { FakeCall } from '../../../../test/contract/fake-upstream.ts';
import { idsOf, upstream, useDatadog, walk } from '../../upstream/under-test.ts';

const { fake, agent } = useDatadog();

describe('results of synthetic tests', () => {
  const check = { checkId: 'abc-def-ghi', checkType: 'http' };
  const newestMs = Date.parse('2026-11-20T12:00:00Z');
  const window = { from: '2026-11-20T00:00:00Z', to: '2026-11-20T12:00:00Z' };

  /** 400 results, one a minute and two at each moment; the vendor gives the newest 150 of the window. */
  const results = Array.from({ length: 400 }, (_, at) => ({
    result_id: `r${at}`,
    check_time: newestMs - Math.floor(at / 2) * 60_000,
    probe_dc: at % 2 === 0 ? 'aws:eu-west-1' : 'aws:us-east-1',
    status: at % 100 === 7 ? 1 : 0,
    result: { passed: at % 100 !== 7, timings: { total: 100 } },
  }));
  const newest = ({ query }: FakeCall) => {
    const to = Number(query.get('to_ts'));
    return answerJson({
      last_timestamp_fetched: to,
      results: results.filter(({ check_time: at }) => at <= to).slice(0, 150),
    });
  };

  test('are walked past the newest 150, across moments with several', async () => {
    fake().answerWith(upstream({ '/api/v1/synthetics/tests/abc-def-ghi/results': newest }));
    const found = await walk(agent(), 'synthetics.listResults', { ...check, window, limit: 99 }, 'results');
    expect(idsOf(found)).toEqual(results.map((one) => one.result_id));
  });

  test('that failed are looked for over several answers', async () => {
    fake().answerWith(upstream({ '/api/v1/synthetics/tests/abc-def-ghi/results': newest }));
    const args = { ...check, window, failedOnly: true };
    expect(idsOf(await walk(agent(), 'synthetics.listResults', args, 'results'))).toEqual([
      'r7',
      'r107',
      'r207',
      'r307',
    ]);
  });

  test('of a browser test are found without its type', async () => {
    fake().answerWith(upstream());
    const asked = { checkId: 'jkl-mno-pqr', window: { from: 'now-1h', to: 'now' } };
    const { data, upstreamCalls } = resultIn(await agent().ask('synthetics.listResults', asked));
    expect(data).toMatchObject({
      results: [{ durationSec: 4.5, steps: { done: 4, total: 4 }, device: 'Laptop Large' }],
    });
    expect(upstreamCalls).toBe(2);
    expect(
      resultIn(await agent().ask('synthetics.listResults', { ...asked, checkType: 'browser' })).upstreamCalls,
    ).toBe(1);
  });

  test('of a test that neither interface knows do not exist or are hidden', async () => {
    fake().answerWith(upstream());
    const fault = faultIn(await agent().ask('synthetics.listResults', { checkId: 'zzz-zzz-zzz', window }));
    expect(fault.code).toBe('not_found_or_hidden');
  });

  test.each(['mobile', 'network'])('of type %s are refused before anything is sent', async (checkType) => {
    fake().answerWith(upstream());
    const fault = faultIn(await agent().ask('synthetics.listResults', { ...check, checkType, window }));
    expect(fault).toMatchObject({ code: 'invalid_arguments', data: { field: 'checkType' } });
    expect(fake().calls).toEqual([]);
  });
});
