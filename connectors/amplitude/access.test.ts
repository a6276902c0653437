import { describe, expect, test } from 'vitest';
import { faultIn, resultIn } from '../../test/contract/agent-under-test.ts';
import { diagnose } from '../../src/connector/symptom.ts';
import { useAmplitude, inDay, keys, play } from './upstream/amplitude-under-test.ts';
import { fakeAmplitude, refuse } from './upstream/fake-amplitude.ts';
import { symptoms } from './symptoms.ts';

type Variables = Readonly<Record<string, string | undefined>>;

const it = useAmplitude();

describe('a refused key pair', () => {
  // The fake is reached by AMPLITUDE_URL, so that this alone decides where the keys go.
  test.each([
    ['not set', {}, 401, 'https://analytics.eu.amplitude.com'],
    ['us', { AMPLITUDE_REGION: 'us' }, 403, 'https://analytics.eu.amplitude.com'],
    ['eu', { AMPLITUDE_REGION: 'eu' }, 403, 'https://amplitude.com'],
  ])('may be one of the other region: AMPLITUDE_REGION is %s [C-PLAT-3]', async (_what, more, status, words) => {
    const agent = it.openAnswering(refuse(status, 'Unauthorized'), more);
    for (const [operation, question] of [
      ['analytics.querySegmentation', { ...play, window: inDay }],
      ['analytics.getChart', { chartId: 'overtime' }],
      ['analytics.getDashboard', {}],
    ] as const) {
      const fault = faultIn(await agent.ask(operation, question));
      expect(fault.code).toBe('credential_rejected');
      expect(fault.remedy).toContain(`set AMPLITUDE_URL to a proxy of ${words}`);
      expect(fault.remedy).not.toContain('set AMPLITUDE_REGION');
      expect(fault.remedy).toMatch(/First .*, then /u);
    }
    // Nothing is tried elsewhere: that would show the keys to another host.
    expect(it.calls).toHaveLength(3);
  });

  test.each([
    ['is not set', {}, 'set AMPLITUDE_REGION to eu'],
    ['is us', { AMPLITUDE_REGION: 'us' }, 'set AMPLITUDE_REGION to eu'],
    ['is eu', { AMPLITUDE_REGION: 'eu' }, 'set AMPLITUDE_REGION to us'],
  ])('without a proxy is mended by the region, which %s [C-PLAT-3]', (_what, variables: Variables, words) => {
    const fault = diagnose(symptoms, {
      response: { status: 403, headers: {}, body: '' },
      path: '/api/2/funnels',
      nowMs: 0,
      variable: (name) => variables[name],
    });
    expect(fault.remedy).toContain(words);
  });

  test('is not sent anywhere while the region is none', async () => {
    const agent = it.openWith({ ...keys, AMPLITUDE_REGION: 'mars' });
    const fault = faultIn(await agent.ask('analytics.getChart', { chartId: 'overtime' }));
    expect(fault).toMatchObject({ code: 'not_configured', data: { variable: 'AMPLITUDE_REGION' } });
  });
});

test('both keys go out together, as user and password [C-PLAT-3]', async () => {
  await it.open().ask('analytics.getChart', { chartId: 'overtime' });
  const [, code = ''] = (it.calls[0]?.headers.authorization ?? '').split(' ');
  expect(Buffer.from(code, 'base64').toString()).toBe(`${keys.AMPLITUDE_API_KEY}:${keys.AMPLITUDE_SECRET_KEY}`);
});

describe('limits', () => {
  test('a query that costs too much is refused with both figures before anything is sent', async () => {
    const window = { from: '2026-01-01T00:00:00Z', to: '2026-03-31T12:00:00Z' };
    const groupBy = [{ of: 'user', name: 'country' }];
    const events = [{ name: 'Play' }, { name: 'Search' }, { name: 'Share' }];
    const agent = it.open();
    const segmentation = faultIn(
      await agent.ask('analytics.querySegmentation', {
        events: events.slice(0, 2),
        groupBy,
        window: { ...window, from: '2025-12-01T00:00:00Z' },
      }),
    );
    expect(segmentation).toMatchObject({
      code: 'cap_exceeded',
      data: { limit: 'a cost of 1000 in five minutes', estimate: `a cost of ${121 * (2 + 8)}` },
    });
    const funnel = faultIn(await agent.ask('analytics.queryFunnel', { events, groupBy: groupBy[0], window }));
    expect(funnel).toMatchObject({ code: 'cap_exceeded', data: { estimate: `a cost of ${90 * 5 * 6}` } });
    expect(it.calls).toEqual([]);
  });

  test('each answer reports its cost and what is left of the five minutes', async () => {
    const agent = it.open();
    const window = { from: '2026-11-01T00:00:00Z', to: '2026-11-10T12:00:00Z' };
    const { cost } = resultIn(await agent.ask('analytics.querySegmentation', { ...play, window }));
    expect(cost).toEqual({ queryCost: 10, queryCostLeft: 990 });
    const again = resultIn(
      await agent.ask('analytics.queryFunnel', { events: [...play.events, ...play.events], window }),
    );
    expect(again.cost).toEqual({ queryCost: 40, queryCostLeft: 950 });
  });

  test('what was spent in five minutes holds the next query back, unsent', async () => {
    const agent = it.open();
    const window = { from: '2026-01-01T00:00:00Z', to: '2026-10-27T12:00:00Z' };
    for (let asked = 0; asked < 3; asked += 1) {
      resultIn(await agent.ask('analytics.querySegmentation', { ...play, window }));
    }
    const fault = faultIn(await agent.ask('analytics.querySegmentation', { ...play, window }));
    expect(fault).toMatchObject({ code: 'rate_limited' });
    expect(fault.remedy).toContain('a cost of 1000 in five minutes, this query costs 300');
    expect(it.calls).toHaveLength(3);
  });

  test('no more than five requests are open at a time, however many the Agent allows', async () => {
    const agent = it.open();
    let isOpen = 0;
    let most = 0;
    const answer = fakeAmplitude();
    it.upstream.answerWith(async (call) => {
      most = Math.max(most, (isOpen += 1));
      await new Promise((resolve) => setTimeout(resolve, 5));
      isOpen -= 1;
      return answer(call) ?? { status: 501, body: '' };
    });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => agent.ask('analytics.getChart', { chartId: 'overtime' })),
    );
    expect(answers.every(({ ok }) => ok)).toBe(true);
    expect(most).toBe(5);
  });

  test.each([
    ['Exceeded concurrent limit with query of cost 415', {}, 30, 'The project reached its concurrent limit'],
    ['Exceeded rate limit with query of cost 900', { 'retry-after': '99' }, 99, 'The project reached its rate limit'],
  ])('a refusal names the one that was hit, and costs one request: %s', async (message, headers, sec, words) => {
    const body = JSON.stringify({ error: { http_code: 429, type: 'too_many_requests', message, metadata: {} } });
    const agent = it.openAnswering({ status: 429, headers, body });
    const fault = faultIn(await agent.ask('analytics.querySegmentation', { ...play, window: inDay }));
    expect(fault).toMatchObject({ code: 'rate_limited', data: { retryAfterSec: sec } });
    expect(fault.remedy).toContain(words);
    expect(it.calls).toHaveLength(1);
  });
});

test('a project without any event is reported, and its key pair is not blamed', async () => {
  const [project, queries] = await it.open({}, { events: [] }).check();
  expect(project).toMatchObject({
    status: 'degraded',
    held: ['Dashboard REST API'],
    fault: { code: 'not_found_or_hidden' },
  });
  expect(queries).toMatchObject({ status: 'ok' });
});
