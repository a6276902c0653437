/** Every read of every connector against everything an upstream may do wrong, as one table. Nothing here names a connector. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { catalog, type OperationName } from '../../catalog/index.ts';
import type { RegisteredConnector } from '../../src/connector/connector.ts';
import type { OperationAnswer } from '../../src/tunnel/messages.ts';
import { type AgentUnderTest, faultIn } from './agent-under-test.ts';
import { canaryForms, holdsCanary, withCanary } from './canary.ts';
import { ConnectorUnderTest, loaded, loadedVariants } from './connector-under-test.ts';
import type { Exemplar, PlainFault } from './exemplar.ts';
import type { FakeCall, Reply } from './fake-upstream.ts';
import { isSilentlyEmpty, nameOf, sayPlainly } from './looking.ts';
import { readPages } from './read-pages.ts';

/** The answer, the names of the calls that were made for it, and whether a credential was obtained that can be renewed. */
type Judge = (answer: OperationAnswer, made: readonly string[], renews: boolean) => boolean;

interface FaultRow {
  readonly what: string;
  /** Undefined for a system that can do no such thing. */
  readonly reply: (exemplar: Exemplar) => Reply | undefined;
  /** True when it was met as it must be. */
  readonly isMet: Judge;
}

const isFault = (answer: OperationAnswer, code: string, data: object = {}): boolean =>
  !answer.ok &&
  answer.fault.code === code &&
  Object.entries(data).every(([name, value]) => answer.fault.data[name] === value);

const isUnrepeated = (made: readonly string[]): boolean => made.length > 0 && new Set(made).size === made.length;

const eachAtMost = (times: number, made: readonly string[]): boolean =>
  [...Map.groupBy(made, (name) => name).values()].every(({ length }) => length <= times);

/** A page, a list or an object that is no answer: a fault that is not ours, or an answer that says why it is empty. */
const isNoSilence: Judge = (answer) => (answer.ok ? !isSilentlyEmpty(answer.result) : answer.fault.code !== 'bug');

const overHttp =
  (reply: Reply) =>
  (exemplar: Exemplar): Reply | undefined =>
    exemplar.start === undefined ? reply : undefined;

/** What is left of the time that the answer asked for. */
const saysWithin = (answer: OperationAnswer, sec: number): boolean =>
  !answer.ok && Number(answer.fault.data['retryAfterSec']) > 0 && Number(answer.fault.data['retryAfterSec']) <= sec;

const html = { 'content-type': 'text/html; charset=utf-8' };
const blocked = '<!doctype html><html><title>Blocked by policy</title><h1>Access denied</h1>';

const rows: readonly FaultRow[] = [
  {
    what: 'a rate limit that says how long',
    reply: overHttp({ status: 429, headers: { 'retry-after': '17' }, body: '' }),
    isMet: (answer, made) => isFault(answer, 'rate_limited', { retryAfterSec: 17 }) && made.length === 1,
  },
  {
    what: 'a rate limit that does not say how long',
    reply: (exemplar) => sayPlainly(exemplar, 'rate_limited'),
    isMet: (answer, made) => isFault(answer, 'rate_limited') && eachAtMost(3, made),
  },
  {
    what: 'a rejected credential',
    reply: (exemplar) => sayPlainly(exemplar, 'unauthorized'),
    isMet: (answer, made, renews) => !answer.ok && (isUnrepeated(made) || (renews && eachAtMost(2, made))),
  },
  {
    what: 'a missing permission',
    reply: (exemplar) => sayPlainly(exemplar, 'forbidden'),
    isMet: (answer, made) => !answer.ok && isUnrepeated(made),
  },
  {
    what: 'an error of the system',
    reply: (exemplar) => sayPlainly(exemplar, 'failing'),
    isMet: (answer) => isFault(answer, 'upstream_down'),
  },
  { what: 'half an answer', reply: () => 'truncate', isMet: (answer) => isFault(answer, 'upstream_down') },
  {
    what: 'a web page',
    reply: overHttp({ status: 200, headers: { 'content-type': 'text/html' }, body: '<!doctype html><title>Sign in' }),
    isMet: (answer) => !answer.ok && answer.fault.code !== 'bug',
  },
  ...[
    ['a page of a filtering proxy with 401', { status: 401, headers: html, body: blocked }],
    ['a page of a filtering proxy with 403', { status: 403, headers: html, body: blocked }],
    ['a page of a filtering proxy that names no type', { status: 403, headers: { 'content-type': '' }, body: blocked }],
    [
      'a sign-in page whose session expired',
      { status: 401, headers: html, body: `${blocked}<p>Your token has expired` },
    ],
    [
      'a filter that says in plain text that it is one',
      {
        status: 403,
        headers: { 'content-type': 'text/plain' },
        body: 'Access to this site is blocked by your organization (Zscaler).',
      },
    ],
    [
      'a filter that says so and names no type',
      { status: 403, headers: { 'content-type': '' }, body: 'This URL category is denied by the network policy.' },
    ],
    ['a challenge', { status: 403, headers: { 'cf-mitigated': 'challenge', ...html }, body: blocked }],
    ['a proxy that wants a credential', { status: 407, headers: { 'proxy-authenticate': 'Basic' }, body: '' }],
    ['a proxy that wants a credential, on a page', { status: 407, headers: html, body: blocked }],
    ['a captive portal', { status: 511, headers: html, body: blocked }],
  ].map(([what, reply]): FaultRow => ({
    what: what as string,
    reply: overHttp(reply as Reply),
    // One request, whatever the connector looks up first, is a refusal of the way and of nothing else.
    isMet: (answer) =>
      isFault(answer, 'intercepted', { status: (reply as { status: number }).status }) &&
      !/rotate the|another token|new token/iu.test(faultIn(answer).remedy),
  })),
  ...[202, 204, 304, 402, 405, 406, 408, 409, 410, 412, 413, 415, 422, 423, 431, 444, 451, 499].map(
    (status): FaultRow => ({
      what: `${status}, which HTTP or a proxy defines`,
      reply: overHttp({ status, headers: { 'content-type': 'application/json' }, body: '' }),
      isMet: (answer) => !answer.ok && !['bug', 'upstream_changed', 'credential_rejected'].includes(answer.fault.code),
    }),
  ),
  {
    what: 'a failure that says when to retry, as a date',
    reply: overHttp({
      status: 503,
      headers: { 'retry-after': new Date(Date.now() + 3_600_000).toUTCString() },
      body: '',
    }),
    isMet: (answer) => isFault(answer, 'upstream_down', { status: 503 }) && saysWithin(answer, 3600),
  },
  {
    what: 'a rate limit that says how long in a fraction',
    reply: overHttp({ status: 429, headers: { 'retry-after': '17.5' }, body: '' }),
    isMet: (answer) => isFault(answer, 'rate_limited', { retryAfterSec: 18 }),
  },
  {
    what: 'a web page that names no type',
    reply: overHttp({ status: 200, headers: { 'content-type': '' }, body: blocked }),
    isMet: (answer) => !answer.ok && !['bug', 'upstream_changed'].includes(answer.fault.code),
  },
  { what: 'an empty object', reply: overHttp({ status: 200, body: '{}' }), isMet: isNoSilence },
  { what: 'an empty list', reply: overHttp({ status: 200, body: '[]' }), isMet: isNoSilence },
];

/** Lists of which the fake of the system does not give the same pages again, with the reason. */
const unsteady: Readonly<Record<string, string>> = {
  'aws dns.listRecords': 'A page begins with the last record of the page before; its own tests keep a whole zone.',
  'datadog synthetics.listResults': 'Results are as old as the test that asks.',
  'datadog traces.search': 'Spans of one trace are one entry when they come on one page.',
  'grafana logs.search': 'Lines are as old as the test that asks.',
};

function judge(registered: RegisteredConnector): void {
  const { id } = registered.manifest;
  const it = new ConnectorUnderTest(registered);
  beforeAll(() => it.start());
  afterEach(() => it.closeAgents());
  afterAll(() => it.close());

  const cases = rows.flatMap(({ what, reply: replyIn, isMet }) => {
    const reply = replyIn(it.exemplar);
    return reply === undefined ? [] : [[what, reply, isMet] as const];
  });
  /** Where the credential is obtained from the upstream too, that alone would meet every fault. */
  const moments = registered.manifest.signIn === undefined ? ['at once'] : ['at once', 'once it has its credential'];

  describe.each(moments)('%s', (moment) => {
    test.each(cases)('each read meets %s as what it is', async (_what, reply, isMet) => {
      const agent = it.agentWith();
      const wrong: unknown[] = [];
      for (const name of it.reads) {
        it.upstream.answerWith(moment === 'at once' ? reply : it.onceSignedIn(reply));
        const answer = await it.ask(agent, name);
        const made = it.upstream.calls
          .filter((call) => moment === 'at once' || !it.isSignIn(call))
          .map((call) => nameOf(it.exemplar, call));
        const renews = it.upstream.calls.some((call) => it.isSignIn(call));
        if (!isMet(answer, made, renews)) wrong.push([name, answer.ok ? answer.result : answer.fault, made]);
      }
      expect(wrong).toEqual([]);
    });
  });

  test.each(['silence', 'trickle'] as const)(
    'each read ends %s at its time limit, sends nothing more and leaves no socket',
    async (reply) => {
      it.upstream.answerWith(reply);
      const agent = it.agentWith({}, { registry: [it.hurried(150)], concurrentCalls: 500 });
      const answers = await Promise.all(it.reads.map(async (name) => [name, await it.ask(agent, name)] as const));
      const wrong = answers.filter(([, answer]) => !isFault(answer, 'upstream_down', { code: 'TIMEOUT' }));
      expect(wrong).toEqual([]);
      await expect.poll(() => it.socketsAfterClosing()).toBe(0);
      await expectNoMoreCalls();
    },
  );

  test('each read ends when its caller leaves, sends nothing more and leaves no socket', async () => {
    const agent = it.agentWith();
    for (const name of it.reads) {
      const caller = new AbortController();
      const leave = (): Reply => {
        caller.abort();
        return 'silence';
      };
      const well = it.strict([]);
      const goesOn = it.exemplar.doesSignInOutlastCaller === true;
      it.upstream.answerWith((call) => (goesOn && it.isSignIn(call) ? well(call) : leave()));
      const fault = faultIn(await it.ask(agent, name, { signal: caller.signal }));
      expect([name, fault.data]).toEqual([name, { rule: 'cancelled_by_caller' }]);
    }
    await expect.poll(() => it.socketsAfterClosing()).toBe(0);
    await expectNoMoreCalls();
  });

  /** A client library that tries again by itself would do so now. */
  async function expectNoMoreCalls(): Promise<void> {
    const made = it.upstream.calls.length;
    await sleep(250);
    expect(it.upstream.calls).toHaveLength(made);
  }

  const refusals: readonly PlainFault[] = ['invalid', 'unauthorized', 'forbidden', 'missing', 'failing'];

  test.each(refusals)('nothing shows a secret that an upstream repeats in a fault: %s', async (fault) => {
    const [secret = ''] = Object.values(it.exemplar.variables).filter(holdsCanary);
    const text = withCanary(secret);
    it.upstream.answerWith(
      ({ headers }) =>
        sayPlainly(it.exemplar, fault, `${text} ${headers.authorization ?? ''}`) ?? { status: 500, body: text },
    );
    const agent = it.agentWith({}, { concurrentCalls: 500 });
    await Promise.all(it.operations.map((name) => it.ask(agent, name)));
    const written = agent.written.join('\n');
    expect(it.upstream.calls.length).toBeGreaterThan(0);
    expect(canaryForms.filter((form) => written.includes(form))).toEqual([]);
  });

  const paged = it.reads.filter((name) => 'cursor' in (catalog.get(name)?.arguments.shape ?? {}));

  test('no list is walked in a circle when the upstream gives its first page again and again', async () => {
    const agent = it.agentWith();
    const circles: string[] = [];
    for (const name of paged) {
      for (const question of it.questionsOf(name)) {
        const first = new Map<string, Reply>();
        it.upstream.answerWith(recorded(first));
        let answer = await agent.ask(name, question);
        const seen = new Set<string>();
        for (let page = 1; page <= 3 && answer.ok && answer.result.nextCursor !== undefined; page += 1) {
          const { nextCursor } = answer.result;
          if (seen.has(nextCursor)) circles.push(name);
          seen.add(nextCursor);
          it.upstream.answerWith(recorded(first));
          answer = await agent.ask(name, { ...(question as object), cursor: nextCursor });
        }
      }
    }
    expect(circles).toEqual([]);
  });

  const steady = paged.filter((name) => !Object.hasOwn(unsteady, `${id} ${name}`));

  test.each(steady)('%s is read to its end, with the same entries whatever the size of a page', async (name) => {
    const agent = it.agentWith();
    const { limit: schema } = catalog.get(name)?.arguments.shape ?? {};
    const sizes = [1, 2, 3, 15].filter((limit) => schema?.safeParse(limit).success);
    for (const question of it.questionsOf(name)) {
      const walks = [await walk(agent, name, question as object)];
      for (const limit of sizes) walks.push(await walk(agent, name, { ...(question as object), limit }));
      expect(walks).toEqual(walks.map(() => walks[0]));
    }
  });

  /** The list of every page, put together. */
  async function walk(agent: AgentUnderTest, name: OperationName, question: object): Promise<unknown[]> {
    it.upstream.answerWith(it.strict([]));
    const pages = await readPages(agent, name, question);
    return pages.flatMap(({ data }) => Object.values(data as object).find((one) => Array.isArray(one)) ?? []);
  }

  test('no list is read on with the cursor of another question', async () => {
    const agent = it.agentWith();
    it.upstream.answerWith(it.strict([]));
    const cursors = new Map<string, { readonly name: OperationName; readonly args: object; readonly cursor: string }>();
    for (const name of paged) {
      for (const question of it.questionsOf(name)) {
        const args = { ...(question as object), limit: 1 };
        const answer = await agent.ask(name, args);
        const cursor = answer.ok ? answer.result.nextCursor : undefined;
        if (cursor !== undefined) cursors.set(JSON.stringify([name, args]), { name, args, cursor });
      }
    }
    const lists = [...cursors.values()];
    const wrong: unknown[] = [];
    for (const [at, { name, args }] of lists.entries()) {
      const { cursor } = lists.at(at - 1) ?? {};
      if (lists.length < 2) break;
      const answer = await agent.ask(name, { ...args, cursor });
      if (!isFault(answer, 'invalid_arguments', { field: 'cursor' })) wrong.push([name, args, answer]);
    }
    expect(wrong).toEqual([]);
  });

  /** What was answered to the first call of a name, its second, and so on, is answered to those ever after. */
  function recorded(first: Map<string, Reply>): (call: FakeCall) => Reply {
    const counts = new Map<string, number>();
    const well = it.strict([]);
    return (call) => {
      const name = nameOf(it.exemplar, call);
      const nth = (counts.get(name) ?? 0) + 1;
      counts.set(name, nth);
      const reply = first.get(`${name} ${nth}`) ?? well(call);
      first.set(`${name} ${nth}`, reply);
      return reply;
    };
  }
}

describe.each(loaded)('%s', (_title, registered) => {
  judge(registered);
});
describe.each(loadedVariants)('%s', { tags: ['deep'] }, (_title, registered) => {
  judge(registered);
});
