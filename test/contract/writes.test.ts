/** What every connector that writes inherits: off by default, one request, and never the same twice. Nothing here names one. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { catalog } from '../../catalog/index.ts';
import { registry } from '../../connectors/registry.ts';
import { writeCallsOf } from '../../src/connector/manifest.ts';
import { faultIn, resultIn } from './agent-under-test.ts';
import { ConnectorUnderTest, loaded } from './connector-under-test.ts';
import type { Reply } from './fake-upstream.ts';
import { replyOf, sayPlainly } from './looking.ts';

test('every write of the catalog takes an idempotency key, and no read does', () => {
  for (const { name, access, arguments: args } of catalog.values()) {
    expect([name, 'idempotencyKey' in args.shape]).toEqual([name, access === 'write']);
  }
});

test('every write says which one of its calls writes, and no read does', () => {
  for (const { manifest } of registry) {
    for (const [name, declaration] of Object.entries(manifest.operations)) {
      const isSaid =
        catalog.get(name)?.access === 'write' ? writeCallsOf(declaration).length > 0 : !('writes' in declaration);
      expect([manifest.id, name, isSaid]).toEqual([manifest.id, name, true]);
      expect(writeCallsOf(declaration).filter((call) => !declaration.upstream.includes(call))).toEqual([]);
    }
  }
});

const writing = loaded.filter(([, { manifest }]) =>
  Object.keys(manifest.operations).some((name) => catalog.get(name)?.access === 'write'),
);

describe.each(writing)('%s', (_id, registered, connector) => {
  const it = new ConnectorUnderTest(registered);
  beforeAll(() => it.start());
  afterEach(() => it.closeAgents());
  afterAll(() => it.close());

  const writesMade = (name: (typeof it.writes)[number]): number =>
    it.upstream.calls.filter((call) => it.isWrite(name, call)).length;

  test.each(it.writes)('%s is refused until it is enabled by its name, and nothing is sent', async (name) => {
    it.upstream.answerWith(it.strict([]));
    const others = new Set<string>(it.operations.filter((other) => other !== name));
    for (const allowed of [undefined, new Set<string>(), others]) {
      const agent = it.agentWith({}, { allowed });
      const fault = faultIn(await it.ask(agent, name));
      expect(fault).toMatchObject({ code: 'not_enabled', data: { operation: name } });
    }
    expect(it.upstream.calls).toEqual([]);
  });

  test.each(it.writes)('%s is one request, and asked again it is the same answer and none', async (name) => {
    it.upstream.answerWith(it.strict([]));
    const agent = it.agentWith();
    const question = it.questionsOf(name)[0];
    const first = resultIn(await agent.ask(name, question));
    expect(writesMade(name)).toBe(1);
    const made = it.upstream.calls.length;
    const again = resultIn(await agent.ask(name, question));
    expect(again).toMatchObject({ data: first.data, source: first.source, upstreamCalls: 0 });
    expect(again.because).toContain('nothing was sent now');
    expect(it.upstream.calls).toHaveLength(made);
  });

  const { exemplar } = it;
  const limited = { status: 429, headers: { 'retry-after': '17' }, body: '' };
  const proofs: readonly [string, Reply | undefined][] = [
    ['a rate limit', exemplar.says === undefined ? limited : exemplar.says('rate_limited', '')],
    ['a rejected credential', sayPlainly(exemplar, 'unauthorized')],
    ['a refusal', sayPlainly(exemplar, 'forbidden')],
  ];
  const losses: readonly [string, Reply | undefined][] = [
    ['an error of the system', sayPlainly(exemplar, 'failing')],
    ['a system that is down', sayPlainly(exemplar, 'down')],
    ['an answer that is cut short', 'truncate'],
    ['an answer that never ends', 'trickle'],
    ['silence until the time is up', 'silence'],
    ['a web page', exemplar.start ? undefined : { status: 200, headers: { 'content-type': 'text/html' }, body: '<p>' }],
  ];
  const rowsOf = <Row extends readonly [string, Reply | undefined, ...unknown[]]>(rows: readonly Row[]) =>
    it.writes.flatMap((name) => rows.flatMap((row) => (row[1] === undefined ? [] : [[name, ...row] as const])));

  test.each(rowsOf(proofs))('%s after %s was not done, and may be tried again', async (name, _what, reply) => {
    it.upstream.answerWith(it.onlyWrite(name, reply ?? 'silence'));
    const agent = it.agentWith();
    const question = it.questionsOf(name)[0];
    for (const made of [1, 2]) {
      const { code } = faultIn(await agent.ask(name, question));
      expect([code, code === 'outcome_unknown']).toEqual([reply === limited ? 'rate_limited' : code, false]);
      expect(writesMade(name)).toBe(made);
    }
  });

  test.each(rowsOf(losses))(
    '%s after %s has an unknown outcome, one request, and no other',
    async (name, _what, reply) => {
      it.upstream.answerWith(it.onlyWrite(name, reply ?? 'silence'));
      // The time includes what is read before the write, and is waited for only where no answer comes.
      const ms = reply === 'silence' || reply === 'trickle' ? 1500 : 10_000;
      const agent = it.agentWith({}, { registry: [it.hurried(ms)] });
      const question = it.questionsOf(name)[0];
      for (const turn of ['sent', 'asked again']) {
        const fault = faultIn(await agent.ask(name, question));
        expect([turn, fault]).toMatchObject([turn, { code: 'outcome_unknown', data: { operation: name } }]);
        expect(writesMade(name)).toBe(1);
      }
      it.closeAgents();
      await expect.poll(() => it.upstream.openSockets).toBe(0);
    },
  );

  test.each(it.writes)(
    '%s goes on when its caller leaves, and is answered when it is asked again: one request, and no socket is left',
    async (name) => {
      const caller = new AbortController();
      const agent = it.agentWith();
      const well = it.strict([]);
      it.upstream.answerWith((call) => {
        if (it.isWrite(name, call)) caller.abort();
        return well(call);
      });
      const question = it.questionsOf(name)[0];
      await agent.ask(name, question, { signal: caller.signal });
      expect(caller.signal.aborted).toBe(true);
      expect(resultIn(await agent.ask(name, question)).because).toContain('nothing was sent now');
      expect(writesMade(name)).toBe(1);
      it.closeAgents();
      await expect.poll(() => it.upstream.openSockets).toBe(0);
    },
  );

  test.each(it.writes)('%s of a caller who leaves has an unknown outcome when no answer comes', async (name) => {
    const caller = new AbortController();
    const agent = it.agentWith({}, { registry: [it.hurried(1500)] });
    it.upstream.answerWith(
      it.onlyWrite(name, () => {
        caller.abort();
        return 'silence';
      }),
    );
    const fault = faultIn(await it.ask(agent, name, { signal: caller.signal }));
    expect(fault.code).toBe('outcome_unknown');
    await expect.poll(() => it.socketsAfterClosing()).toBe(0);
  });

  test('meets each of its symptoms with one request, and distinguishes a refusal from an unknown outcome', async () => {
    const agent = it.agentWith();
    for (const { id, example } of connector.symptoms) {
      for (const name of it.writes) {
        const reply = replyOf(exemplar, example);
        const well = it.strict([]);
        it.upstream.answerWith((call) => (it.isWrite(name, call) ? reply(call) : well(call)));
        const answer = await it.ask(agent, name);
        expect([id, name, writesMade(name)]).toEqual([id, name, 1]);
        const isTold = answer.ok || example.status < 500 || answer.fault.code === 'outcome_unknown';
        expect([id, name, isTold]).toEqual([id, name, true]);
      }
    }
  });
});
