/** Checkly's checks and results of one account as its reference describes them, both versions of the results. */
import { z } from 'zod';
import { answerJson, describeUpstream } from '../../../test/contract/described-upstream.ts';
import type { FakeCall, Reply } from '../../../test/contract/fake-upstream.ts';

export const accountId = '438d3f2e-77fe-4c66-9a31-b8b8d6f5c9a1';
export const checkIds = {
  api: '1ceaff6c-12ce-4322-9ac1-2dd2c14a2967',
  browser: '2dbfa2a3-5477-45ea-ac33-ee55b8ea66ff',
};
/** Everything that must never leave: found in the answers below, and in none of ours. */
const kept = {
  header: 'header-of-the-check',
  query: 'query-secret',
  password: 'basic-password',
  variable: 'variable-value',
  script: 'script-with-a-login',
  recorded: 'recorded-answer',
  asset: 'https://assets.example.com/signed?sig=abcdef',
};

const Account = z.looseObject({ id: z.uuid(), name: z.string() });

export interface FakeAccount {
  readonly hasChecks?: boolean;
  /** The version of the results that is served. */
  readonly results?: 'v1' | 'v2';
  readonly lacks?: 'results';
  /** Whether the key was deleted. */
  readonly isKeyGone?: boolean;
  /** Accounts of the user of the key. */
  readonly accounts?: readonly z.infer<typeof Account>[];
}

const Text = z.string();
const keyed = z.looseObject({ authorization: Text.regex(/^Bearer \S+$/u), 'x-checkly-account': z.uuid().optional() });
const digits = Text.regex(/^\d+$/u);
const upTo100 = digits.refine((text) => Number(text) >= 1 && Number(text) <= 100);
const Check = z.looseObject({
  id: z.uuid(),
  name: Text,
  checkType: z.enum(['API', 'BROWSER', 'HEARTBEAT', 'MULTI_STEP', 'TCP', 'URL', 'DNS', 'ICMP']),
  activated: z.boolean(),
  muted: z.boolean(),
  frequency: z.int(),
  locations: z.array(Text),
  tags: z.array(Text),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime().nullable(),
});
const Result = z.looseObject({
  id: z.uuid(),
  checkId: z.uuid(),
  name: Text,
  hasFailures: z.boolean(),
  hasErrors: z.boolean(),
  isDegraded: z.boolean().nullable(),
  overMaxResponseTime: z.boolean().nullable(),
  runLocation: Text,
  startedAt: z.iso.datetime(),
  stoppedAt: z.iso.datetime(),
  created_at: z.iso.datetime(),
  responseTime: z.number(),
  checkRunId: z.int(),
  attempts: z.int(),
  resultType: z.enum(['FINAL', 'ATTEMPT']),
});

const checks: z.infer<typeof Check>[] = [
  {
    id: checkIds.api,
    name: 'Checkout answers',
    checkType: 'API',
    activated: true,
    muted: false,
    frequency: 5,
    maxResponseTime: 20_000,
    locations: ['eu-west-1'],
    privateLocations: ['office'],
    tags: ['team:shop', 'team:pay', 'prod'],
    created_at: '2026-01-02T03:04:05.678Z',
    updated_at: null,
    environmentVariables: [{ key: 'TOKEN', value: kept.variable, locked: true }],
    localSetupScript: kept.script,
    request: {
      method: 'POST',
      url: `https://user:${kept.password}@shop.acme.example/checkout?key=${kept.query}#top`,
      headers: [{ key: 'authorization', value: kept.header }],
      basicAuth: { username: 'user', password: kept.password },
      body: kept.recorded,
    },
  },
  {
    id: checkIds.browser,
    name: 'Sign-in works',
    checkType: 'BROWSER',
    activated: false,
    muted: true,
    frequency: 0,
    frequencyOffset: 30,
    locations: ['us-east-1'],
    tags: [],
    created_at: '2026-01-02T03:04:05.678Z',
    updated_at: '2026-02-02T03:04:05.678Z',
    script: kept.script,
  },
];

export const nowMs = Date.now();
const hourMs = 3_600_000;

/** One every three hours, newest first; every fourth failed. */
export const results = Array.from({ length: 40 }, (_, index): z.infer<typeof Result> => {
  const started = nowMs - index * 3 * hourMs - 60_000;
  const failed = index % 4 === 3;
  return {
    id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    checkId: checkIds.api,
    name: 'Checkout answers',
    hasFailures: failed,
    hasErrors: false,
    isDegraded: index % 4 === 2,
    overMaxResponseTime: false,
    runLocation: 'eu-west-1',
    startedAt: new Date(started).toISOString(),
    stoppedAt: new Date(started + 250).toISOString(),
    created_at: new Date(started + 500).toISOString(),
    responseTime: 250,
    checkRunId: index,
    attempts: 1,
    resultType: 'FINAL',
    sequenceId: null,
    apiCheckResult: {
      request: {
        method: 'POST',
        url: 'https://shop.acme.example',
        data: kept.recorded,
        headers: { a: kept.header },
        params: {},
      },
      response: {
        status: failed ? 503 : 200,
        statusText: '',
        body: kept.recorded,
        headers: null,
        timings: null,
        timingPhases: { wait: 1, dns: 2, tcp: 3, firstByte: 40, download: 5, total: 51 },
      },
      requestError: failed ? 'connect ECONNREFUSED 192.0.2.1:443' : null,
      jobLog: null,
      jobAssets: [kept.asset],
      pcapDataUrl: kept.asset,
    },
    browserCheckResult: null,
    multiStepCheckResult: null,
  };
});

export function refuse(status: number, error: string): Reply {
  return { status, body: JSON.stringify({ statusCode: status, error, message: error }) };
}

export function fakeCheckly(account: FakeAccount = {}): (call: FakeCall) => Reply | undefined {
  const { hasChecks = true, results: version = 'v2', lacks, isKeyGone = false } = account;
  const { accounts = [{ id: accountId, name: 'Acme' }] } = account;
  const mine = hasChecks ? checks : [];
  /** The answer that says nothing: the account was not named. */
  const guarded =
    <C extends FakeCall>(reply: (call: C) => Reply) =>
    (call: C): Reply =>
      call.headers['x-checkly-account'] === accountId && accounts.some(({ id }) => id === accountId) && !isKeyGone
        ? reply(call)
        : refuse(401, 'Unauthorized');
  const select = (query: URLSearchParams, check: string | undefined) =>
    results.filter(({ startedAt, hasFailures, checkId }) => {
      const at = Date.parse(startedAt) / 1000;
      const isWanted = query.get('hasFailures') !== 'true' || hasFailures;
      return checkId === check && isWanted && at >= Number(query.get('from')) && at < Number(query.get('to'));
    });
  const bounds = {
    from: digits,
    to: digits,
    limit: upTo100,
    hasFailures: z.enum(['true', 'false']).optional(),
    resultType: z.enum(['FINAL', 'ATTEMPT', 'ALL']).optional(),
  };
  return describeUpstream([
    {
      call: 'GET /v1/accounts',
      headers: keyed,
      query: z.strictObject({}),
      answers: z.array(Account),
      // A key of a user is refused where it names an account that it has no part in.
      reply: ({ headers: { 'x-checkly-account': named } }) => {
        const isRefused = isKeyGone || (named !== undefined && !accounts.some(({ id }) => id === named));
        return isRefused ? refuse(401, 'Unauthorized') : answerJson(accounts);
      },
    },
    {
      call: 'GET /v1/checks',
      headers: keyed,
      query: z.strictObject({ limit: upTo100, page: digits }),
      answers: z.array(Check),
      reply: guarded(({ query }) => {
        const [limit, page] = [Number(query.get('limit')), Number(query.get('page'))];
        return answerJson(mine.slice((page - 1) * limit, page * limit));
      }),
    },
    {
      call: 'GET /v2/check-results/{check_id}',
      headers: keyed,
      query: z.strictObject({ ...bounds, nextId: Text.optional() }),
      answers: z.strictObject({ length: z.int(), entries: z.array(Result), nextId: Text.nullable() }),
      reply: guarded(({ query, parts }) => {
        if (version !== 'v2') return refuse(404, 'Not Found');
        if (lacks === 'results') return refuse(403, 'Forbidden');
        const all = select(query, parts['check_id']);
        const start = Number(query.get('nextId') ?? 0);
        const entries = all.slice(start, start + Number(query.get('limit')));
        const end = start + entries.length;
        return answerJson({ length: entries.length, entries, nextId: end < all.length ? String(end) : null });
      }),
    },
    {
      call: 'GET /v1/check-results/{check_id}',
      headers: keyed,
      query: z
        .strictObject({ ...bounds, page: digits })
        .refine(({ from, to }) => Number(to) - Number(from) <= 6 * 3600, 'at most six hours'),
      answers: z.array(Result),
      reply: guarded(({ query, parts }) => {
        if (!mine.some(({ id }) => id === parts['check_id'])) return refuse(404, 'Not Found');
        const [limit, page] = [Number(query.get('limit')), Number(query.get('page'))];
        return answerJson(select(query, parts['check_id']).slice((page - 1) * limit, page * limit));
      }),
    },
  ]);
}
