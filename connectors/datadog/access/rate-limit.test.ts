import { describe, expect, test } from 'vitest';
import { faultIn } from '../../../test/contract/agent-under-test.ts';
import type { Reply } from '../../../test/contract/fake-upstream.ts';
import { upstream, useDatadog } from '../upstream/under-test.ts';

const { fake, agent } = useDatadog();

describe('a rate limit', () => {
  const limited = (headers: Record<string, string>): Reply => ({
    status: 429,
    headers,
    body: '{"errors":["Too many"]}',
  });
  const spans = { query: { dialect: 'datadog', text: '*' }, window: { from: 'now-1h', to: 'now' } };

  test('that Datadog describes in its own headers is reported by its name, and the question is not repeated', async () => {
    const headers = { 'x-ratelimit-limit': '300', 'x-ratelimit-period': '3600', 'x-ratelimit-name': 'spans_search' };
    fake().answerWith(limited({ ...headers, 'x-ratelimit-reset': '1740', 'x-ratelimit-remaining': '0' }));
    const fault = faultIn(await agent().ask('traces.search', spans));
    expect(fault).toMatchObject({ code: 'rate_limited', data: { retryAfterSec: 1740 } });
    expect(fault.remedy).toContain('300 in 3600 s (spans_search)');
    expect(fake().calls).toHaveLength(1);
  });

  test.each([
    ['Retry-After before the vendor’s own', { 'retry-after': '17', 'x-ratelimit-reset': '1740' }, 17],
    ['the period without a time of the reset', { 'x-ratelimit-period': '60' }, 60],
  ])('believes %s', async (_what, headers, retryAfterSec) => {
    fake().answerWith(limited(headers));
    expect(faultIn(await agent().ask('traces.search', spans)).data).toEqual({ retryAfterSec });
    expect(fake().calls).toHaveLength(1);
  });

  test('that ends at once is waited for', async () => {
    let asked = 0;
    fake().answerWith((call) => ((asked += 1) === 1 ? limited({ 'x-ratelimit-reset': '0' }) : upstream()(call)));
    expect((await agent().ask('traces.search', spans)).ok).toBe(true);
    expect(asked).toBe(2);
  });

  test('met by a check is reported as a limit, and does not mention scopes', async () => {
    fake().answerWith(upstream({ '/api/v2/spans/events/search': limited({ 'x-ratelimit-reset': '1740' }) }));
    const check = await agent().checkNamed('apm_read');
    expect(check).toMatchObject({ status: 'failed', missing: [], fault: { code: 'rate_limited' } });
  });
});
