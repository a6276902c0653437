import { describe, expect, test } from 'vitest';
import { encodeCursor } from '../../src/connector/cursor.ts';
import { type AgentUnderTest, faultIn, resultIn } from '../../test/contract/agent-under-test.ts';
import { accountId, checkIds, type FakeAccount, fakeCheckly, nowMs, refuse, results } from './upstream/fake-checkly.ts';
import { useUpstream } from '../../test/contract/use-upstream.ts';
import { operationsWith } from '../../test/contract/operations-with.ts';
import { manifest } from './manifest.ts';
import { toCheck, toResult } from './to-answer.ts';
import { entriesIn, readPages } from '../../test/contract/read-pages.ts';

const { upstream, answerStrictly, open: openAgent } = useUpstream();

function open(account: FakeAccount = {}, accountVariable = accountId): AgentUnderTest {
  answerStrictly(fakeCheckly(account));
  return openAgent({
    registry: [{ manifest, load: async () => (await import('./connector.ts')).connector }],
    env: { CHECKLY_URL: upstream().url, CHECKLY_API_KEY: 'cu_0123456789abcdef', CHECKLY_ACCOUNT_ID: accountVariable },
  });
}

const at = (ms: number): string => new Date(ms).toISOString();
const day = 86_400_000;
const lastWeek = { from: at(nowMs - 7 * day + 1000), to: at(nowMs) };

describe('checks', () => {
  test('are returned with what they ask, and how often [C-EP-3]', async () => {
    const { data } = resultIn(await open().ask('synthetics.listChecks', {}));
    expect(data).toEqual({
      checks: [
        {
          id: checkIds.api,
          name: 'Checkout answers',
          type: 'api',
          target: 'https://shop.acme.example/checkout',
          isActive: true,
          isMuted: false,
          intervalSec: 300,
          timeoutSec: 20,
          locations: ['eu-west-1', 'office'],
          createdAt: '2026-01-02T03:04:05.678Z',
          tags: { team: 'shop,pay', prod: '' },
        },
        {
          id: checkIds.browser,
          name: 'Sign-in works',
          type: 'browser',
          isActive: false,
          isMuted: true,
          intervalSec: 30,
          locations: ['us-east-1'],
          createdAt: '2026-01-02T03:04:05.678Z',
          updatedAt: '2026-02-02T03:04:05.678Z',
          tags: {},
        },
      ],
    });
  });

  test('are read page by page, and a page without the tag says that continue with nextCursor', async () => {
    const asked = open();
    const first = resultIn(await asked.ask('synthetics.listChecks', { limit: 1, tag: 'absent' }));
    expect(first).toMatchObject({ data: { checks: [] }, truncated: true });
    expect(first.because).toContain('continue with nextCursor');
    const second = resultIn(
      await asked.ask('synthetics.listChecks', { limit: 1, tag: 'absent', cursor: first.nextCursor }),
    );
    const third = resultIn(
      await asked.ask('synthetics.listChecks', { limit: 1, tag: 'absent', cursor: second.nextCursor }),
    );
    expect(third).toMatchObject({ data: { checks: [] }, truncated: false });
    expect(third.because).toContain('no further check with the tag absent');
  });
});

describe('results', () => {
  test('are returned with their timings and why they failed [C-EP-3]', async () => {
    const question = { checkId: checkIds.api, window: lastWeek, failedOnly: true, limit: 1 };
    const { data } = resultIn(await open().ask('synthetics.listResults', question));
    expect(data).toEqual({
      results: [
        {
          id: results[3]?.id,
          state: 'failed',
          startedAt: results[3]?.startedAt,
          finishedAt: results[3]?.stoppedAt,
          location: 'eu-west-1',
          durationSec: 0.25,
          timingsSec: { wait: 0.001, dns: 0.002, tcp: 0.003, firstByte: 0.04, download: 0.005 },
          attempt: 1,
          isFinal: true,
          statusCode: 503,
          error: 'connect ECONNREFUSED 192.0.2.1:443',
        },
      ],
    });
  });

  test.each(['v2', 'v1'] as const)(
    'of a week are read to the end by %s, each once and newest first',
    async (version) => {
      const question = { checkId: checkIds.api, window: lastWeek, limit: 3 };
      const pages = await readPages(open({ results: version }), 'synthetics.listResults', question);
      expect(entriesIn(pages, 'results')).toMatchObject(results.map(({ id }) => ({ id })));
    },
  );

  test('of a day are answered at once by the older version, whenever within a second the day begins', async () => {
    for (const offset of [0, 1, 500]) {
      const from = Math.floor((nowMs - 4 * day) / 1000) * 1000 + offset;
      const window = { from: at(from), to: at(from + day) };
      const question = { checkId: checkIds.api, window };
      const answer = resultIn(await open({ results: 'v1' }).ask('synthetics.listResults', question));
      expect(answer).toMatchObject({ complete: true, truncated: false });
      expect(entriesIn([answer], 'results')).toMatchObject(
        results.filter(({ startedAt }) => inside(startedAt, from)).map(({ id }) => ({ id })),
      );
    }
  });

  test('of the older version are asked in parts of six hours, five to a question', async () => {
    const asked = open({ results: 'v1' });
    const window = { from: at(nowMs - 20 * day), to: at(nowMs - 13.5 * day) };
    const answer = resultIn(await asked.ask('synthetics.listResults', { checkId: checkIds.api, window }));
    expect(answer).toMatchObject({ data: { results: [] }, truncated: true, upstreamCalls: 6 });
    expect(answer.because).toContain('continue with nextCursor');
    expect(await readPages(asked, 'synthetics.listResults', { checkId: checkIds.api, window })).toHaveLength(6);
  });

  test('of a window that ends now are read on in it', async () => {
    const asked = open();
    const question = { checkId: checkIds.api, window: { from: 'now-3d', to: 'now' }, limit: 2 };
    const { nextCursor: cursor } = resultIn(await asked.ask('synthetics.listResults', question));
    await new Promise((resolve) => setTimeout(resolve, 1100));
    const before = upstream().calls.length;
    resultIn(await asked.ask('synthetics.listResults', { ...question, cursor }));
    const ends = upstream().calls.map(({ query }) => [query.get('from'), query.get('to')]);
    expect(ends[before]).toEqual(ends[before - 1]);
  });

  test('are not read on from a place that no answer gave', async () => {
    const asked = open();
    const window = { from: 'now-1d', to: 'now' };
    const about = ['synthetics.listResults', checkIds.api, window, false, 100];
    for (const after of ['x', '{"version":3}', '{"version":1,"toSec":"1","page":1}']) {
      const cursor = encodeCursor(about, after);
      const fault = faultIn(await asked.ask('synthetics.listResults', { checkId: checkIds.api, window, cursor }));
      expect(fault).toMatchObject({ code: 'invalid_arguments', data: { field: 'cursor' } });
    }
    expect(upstream().calls).toEqual([]);
  });
});

test.each([
  ['https://user:{{PASSWORD}}@shop.acme.example/a', 'https://shop.acme.example/a'],
  ['https://{{USER}}:{{PASSWORD}}@shop.acme.example/a?b=c', 'https://shop.acme.example/a'],
  ['https://shop.acme.example/{{ID}}/a', 'https://shop.acme.example/'],
  ['https://user:pw@shop.acme.example/a#b', 'https://shop.acme.example/a'],
  ['{{BASE}}/a', undefined],
])('the address %s is returned as %s', (url, target) => {
  const check = { id: 'a', name: 'a', checkType: 'API', activated: true, tags: [], request: { url } };
  expect(toCheck(check).target).toBe(target);
});

test('an error that is too long is cut, and shows it', () => {
  const { error } = toResult({
    id: 'a',
    startedAt: '2026-11-21T00:00:00Z',
    browserCheckResult: { errors: ['x'.repeat(2000)] },
  });
  expect(error).toBe(`${'x'.repeat(1000)}…`);
});

describe('an account that is not configured', () => {
  test('is named as the cause of the unexplained 401 [C-PLAT-1] [C-ERR-7]', async () => {
    const asked = open({}, '');
    const fault = faultIn(await asked.ask('synthetics.listChecks', {}));
    expect(fault).toMatchObject({ code: 'not_configured', data: { variable: 'CHECKLY_ACCOUNT_ID' } });
    expect(fault.remedy).toContain('Do not rotate the key');
    const checks = await asked.check();
    expect(checks.map(({ status }) => status)).toEqual(checks.map(() => 'pending_configuration'));
  });

  test.each([
    ['is not set', '', undefined, 'is not set. Set it to one of its accounts: 438d3f2e'],
    [
      'is that of somebody else',
      '11111111-2222-4333-8444-555555555555',
      undefined,
      'does not belong to. Set it to one of its accounts',
    ],
    ['cannot be any', accountId, [], 'Its user is a member of no account'],
  ])('that %s is known by the accounts of the key', async (_what, variable, accounts, words) => {
    const [check] = await open(accounts === undefined ? {} : { accounts }, variable).check();
    expect(check).toMatchObject({
      status: 'pending_configuration',
      fault: { code: 'not_configured', data: { variable: 'CHECKLY_ACCOUNT_ID' } },
    });
    expect(check?.remedy).toContain(words);
    expect(check?.remedy).toContain('Do not rotate the key.');
  });

  test.each([
    ['with an account', accountId],
    ['without one', ''],
  ])('is not blamed for a key that was deleted, %s', async (_what, variable) => {
    const [check] = await open({ isKeyGone: true }, variable).check();
    expect(check).toMatchObject({
      status: 'failed',
      fault: { code: 'credential_rejected', data: { kind: 'API key' } },
    });
    expect(check?.remedy).toContain('for every account');
  });

  test('is distinguished from a wrong key', async () => {
    const asked = open();
    upstream().answerWith(refuse(401, 'Unauthorized'));
    expect(faultIn(await asked.ask('synthetics.listChecks', {}))).toMatchObject({ code: 'credential_rejected' });
  });
});

describe('the checks of the connector', () => {
  test('do not call untried results green', async () => {
    const checks = await open({ hasChecks: false }).check();
    expect(checks.map(({ check, status }) => [check, status])).toEqual([
      ['checks_read', 'ok'],
      ['results_read', 'skipped'],
    ]);
  });

  test('name the operation that is affected when only results are refused', async () => {
    const checks = await open({ lacks: 'results' }).check();
    expect(checks[1]).toMatchObject({
      status: 'failed',
      fault: { code: 'permission_missing', data: { grant: 'read of results' } },
      affects: operationsWith(manifest, 'read of results'),
    });
  });
});

/** Parts are whole seconds, so that a result of the second in which a day begins or ends belongs to it. */
function inside(startedAt: string, fromMs: number): boolean {
  const startedMs = Date.parse(startedAt);
  return startedMs >= Math.floor(fromMs / 1000) * 1000 && startedMs < Math.ceil((fromMs + day) / 1000) * 1000;
}
