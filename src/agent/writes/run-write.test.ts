/** What becomes of a write, seen from both ends: what the caller receives, and what the upstream was sent. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AgentUnderTest, faultIn, resultIn } from '../../../test/contract/agent-under-test.ts';
import { type FakeCall, FakeUpstream, type Reply } from '../../../test/contract/fake-upstream.ts';
import { type Misstep, thingsCatalog, thingsConnector } from '../../../test/writes/things.ts';
import { systemClock } from '../../core/clock.ts';
import type { OperationAnswer } from '../../tunnel/messages.ts';

const secret = 'token-of-the-test';
const done: Reply = { status: 201, body: '{"id":"t-1"}' };
const found: Reply = { status: 200, body: '[]' };

let folder: string;
let upstream: FakeUpstream;
const opened: AgentUnderTest[] = [];

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'farol-writes-'));
  upstream = await FakeUpstream.start(() => ({ status: 500, body: '' }));
});
afterEach(async () => {
  for (const agent of opened.splice(0)) agent.close();
  await upstream.close();
  rmSync(folder, { recursive: true });
});

const journalFile = (): string => path.join(folder, 'writes.jsonl');
const journal = (): string => readFileSync(journalFile(), 'utf8');
const writesSent = (): number => upstream.calls.filter(({ method }) => method === 'POST').length;

/** Look-ups are answered; the write is answered so. */
function writeAnswers(reply: Reply | (() => Reply)): void {
  upstream.answerWith(({ method }: FakeCall) => {
    if (method === 'GET') return found;
    return typeof reply === 'function' ? reply() : reply;
  });
}

type Options = Partial<ConstructorParameters<typeof AgentUnderTest>[0]> & { readonly misstep?: Misstep };

/** As after a restart: all that a new one knows is the journal. */
function agentWith({ misstep, ...options }: Options = {}): AgentUnderTest {
  const agent = new AgentUnderTest({
    registry: [thingsConnector(misstep)],
    catalog: thingsCatalog,
    allowed: new Set(['things.add']),
    env: { THINGS_URL: upstream.url, THINGS_TOKEN: secret },
    journalFile: journalFile(),
    ...options,
  });
  opened.push(agent);
  return agent;
}

const key = 'key-of-the-first-write';
const add = (agent: AgentUnderTest, args: object = {}, signal?: AbortSignal): Promise<OperationAnswer> =>
  agent.ask('things.add', { name: 'a', idempotencyKey: key, ...args }, signal === undefined ? {} : { signal });

describe('a write that was answered', () => {
  test('is answered the same again under its key, and nothing is sent', async () => {
    writeAnswers(done);
    const agent = agentWith();
    const first = resultIn(await add(agent));
    expect(first).toMatchObject({ data: { id: 't-1' }, upstreamCalls: 2 });
    expect(first.because).toBeUndefined();
    for (const one of [agent, agentWith()]) {
      const again = resultIn(await add(one));
      expect(again).toMatchObject({ data: first.data, complete: true, truncated: false, source: 'things' });
      expect(again.because).toMatch(/^Already done at \S+Z with this idempotencyKey: .* nothing was sent now\.$/u);
      expect(again.upstreamCalls).toBe(0);
    }
    expect(upstream.calls).toHaveLength(2);
    expect(agent.audited.map(({ outcome, upstreamCalls }) => [outcome, upstreamCalls])).toEqual([
      ['answered', 2],
      ['answered', 0],
    ]);
  });

  test('refuses its key to other arguments, and knows the same ones in another order', async () => {
    writeAnswers(done);
    const agent = agentWith();
    await add(agent, { labels: { a: '1', b: '2' } });
    expect((await add(agent, { labels: { b: '2', a: '1' } })).ok).toBe(true);
    expect(faultIn(await add(agent, { labels: { a: '1', b: '3' } }))).toMatchObject({
      code: 'invalid_arguments',
      data: { field: 'idempotencyKey' },
    });
    expect(writesSent()).toBe(1);
  });

  test('is done again under another key', async () => {
    writeAnswers(done);
    const agent = agentWith();
    await add(agent);
    await add(agent, { idempotencyKey: 'key-of-another-write' });
    expect(writesSent()).toBe(2);
  });

  test('is returned again although the credential can no longer be read', async () => {
    writeAnswers(done);
    await add(agentWith());
    const without = { THINGS_URL: upstream.url, THINGS_TOKEN_FILE: path.join(folder, 'gone') };
    expect(resultIn(await add(agentWith({ env: without }))).data).toEqual({ id: 't-1' });
  });

  test('is forgotten after seven days', async () => {
    writeAnswers(done);
    await add(agentWith());
    const later = (days: number) => ({ ...systemClock, now: () => Date.now() + days * 86_400_000 });
    await add(agentWith({ clock: later(6.9) }));
    expect(writesSent()).toBe(1);
    await add(agentWith({ clock: later(7.1) }));
    expect(writesSent()).toBe(2);
  });

  test('leaves in the journal neither its key, nor its arguments, nor a secret', async () => {
    writeAnswers({ status: 201, body: `{"id":"t-1","note":"made with ${secret}"}` });
    const agent = agentWith();
    await add(agent, { name: 'a-name-to-look-for' });
    expect(journal()).toContain('made with [secret]');
    for (const one of [key, 'a-name-to-look-for', secret]) expect(journal()).not.toContain(one);
    expect(resultIn(await add(agent, { name: 'a-name-to-look-for' })).data).toMatchObject({
      note: 'made with [secret]',
    });
  });
});

describe('a write whose outcome is not known', () => {
  test.each<[string, Reply, Misstep | undefined]>([
    ['an error of the system', { status: 503, body: '' }, undefined],
    ['an error of the system that asks to wait', { status: 503, headers: { 'retry-after': '1' }, body: '' }, undefined],
    ['a time-out that the system tells', { status: 408, body: '' }, undefined],
    ['an answer that is cut short', 'truncate', undefined],
    ['no answer in time', 'silence', undefined],
    ['an answer of another shape', { status: 201, body: '{"number":7}' }, undefined],
    ['a web page', { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>' }, undefined],
    ['a redirect', { status: 303, headers: { location: '/things/1' }, body: '' }, undefined],
    ['an answer without end', { status: 201, body: 'x'.repeat(20_000) }, undefined],
    ['a bug after it', done, 'throws afterwards'],
    ['an answer that breaks the promise of the catalog', done, 'leaves out the id'],
  ])('for %s is said to be so, sent once, and never sent again under its key', async (_what, reply, misstep) => {
    writeAnswers(reply);
    const agent = agentWith(misstep === undefined ? {} : { misstep });
    const fault = faultIn(await add(agent));
    expect(fault).toMatchObject({ code: 'outcome_unknown', data: { operation: 'things.add' } });
    expect(fault.remedy).toContain('Check in things');
    expect(fault.remedy).toContain('new idempotencyKey');
    expect(writesSent()).toBe(1);
    writeAnswers(done);
    for (const one of [agent, agentWith()]) {
      expect(faultIn(await add(one))).toMatchObject({ code: 'outcome_unknown', data: { operation: 'things.add' } });
    }
    expect(upstream.calls).toEqual([]);
    expect((await add(agentWith(), { idempotencyKey: 'key-of-another-write' })).ok).toBe(true);
    expect(agent.written.join('')).toContain('it is unknown whether it was done');
  });

  test('for a refusal that may be about a call after it', async () => {
    let asked = 0;
    upstream.answerWith(({ method }) => {
      if (method === 'POST') return done;
      asked += 1;
      return asked === 1 ? found : { status: 403, body: '' };
    });
    expect(faultIn(await add(agentWith({ misstep: 'reads afterwards' }))).code).toBe('outcome_unknown');
  });

  test('for the second write of one question, which is never sent', async () => {
    writeAnswers(done);
    expect(faultIn(await add(agentWith({ misstep: 'writes twice' }))).code).toBe('outcome_unknown');
    expect(writesSent()).toBe(1);
  });

  test('when the Agent was killed between the request and its answer', async () => {
    const journalled = journalFile();
    const received = Promise.withResolvers<void>();
    upstream.answerWith(({ method }) => {
      if (method === 'GET') return found;
      received.resolve();
      return 'silence';
    });
    const child = spawn(process.execPath, ['test/writes/write-once.ts', upstream.url, journalled, key], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const answered: string[] = [];
    child.stdout.on('data', (data: Buffer) => answered.push(data.toString()));
    await received.promise;
    child.kill('SIGKILL');
    await once(child, 'close');
    expect(answered).toEqual([]);
    expect(faultIn(await add(agentWith()))).toMatchObject({ code: 'outcome_unknown' });
    expect(writesSent()).toBe(1);
  });
});

describe('a write that was certainly not done', () => {
  test.each<[string, Reply, string]>([
    ['a missing permission', { status: 403, body: '' }, 'permission_missing'],
    ['a rate limit', { status: 429, headers: { 'retry-after': '17' }, body: '' }, 'rate_limited'],
    ['a refusal nobody foresaw', { status: 418, body: '' }, 'intercepted'],
    ['a web page of a proxy', { status: 403, body: '<html>Blocked</html>' }, 'intercepted'],
    ['a refusal in the words of an answer', { status: 200, body: '{"ok":false}' }, 'not_found_or_hidden'],
  ])('for %s keeps its fault, and may be tried again under its key', async (_what, reply, code) => {
    const agent = agentWith();
    writeAnswers(reply);
    expect(faultIn(await add(agent)).code).toBe(code);
    expect(writesSent()).toBe(1);
    writeAnswers(done);
    // The key has no arguments yet, so it may come with others.
    expect(resultIn(await add(agentWith(), { name: 'b' })).data).toEqual({ id: 't-1' });
    expect(writesSent()).toBe(1);
  });

  test('because what it looks up first failed keeps its fault', async () => {
    upstream.answerWith({ status: 503, headers: { 'retry-after': '60' }, body: '' });
    const agent = agentWith();
    expect(faultIn(await add(agent))).toMatchObject({ code: 'upstream_down', data: { status: 503 } });
    expect(writesSent()).toBe(0);
    writeAnswers(done);
    expect((await add(agent)).ok).toBe(true);
  });

  test('because nothing listens may be tried again when something does', async () => {
    const gone = createServer();
    await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve));
    const address = gone.address();
    await new Promise((resolve) => gone.close(resolve));
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    const fault = faultIn(await add(agentWith({ env: { THINGS_URL: url, THINGS_TOKEN: secret } })));
    expect(fault).toMatchObject({ code: 'upstream_down', data: { code: 'ECONNREFUSED' } });
    writeAnswers(done);
    expect((await add(agentWith())).ok).toBe(true);
  });

  test('because a step before it refused leaves no record', async () => {
    writeAnswers(done);
    const unreadable = { THINGS_URL: upstream.url, THINGS_TOKEN_FILE: path.join(folder, 'gone') };
    expect(faultIn(await add(agentWith({ env: unreadable }))).code).toBe('credential_rejected');
    expect(faultIn(await add(agentWith(), { name: 'forbidden' })).data).toEqual({ rule: 'no_such_name' });
    expect(faultIn(await add(agentWith({ allowed: undefined }))).code).toBe('not_enabled');
    expect([journal(), upstream.calls]).toEqual(['', []]);
    expect((await add(agentWith())).ok).toBe(true);
  });

  test('because its connector calls it a read is a bug, and never sent', async () => {
    writeAnswers(done);
    expect(faultIn(await add(agentWith({ misstep: 'writes as a read' }))).code).toBe('bug');
    expect(writesSent()).toBe(0);
  });
});

describe('a write that is being done', () => {
  /** The system answers a write of thing `a` once `gate` opens, and says when it arrived. */
  function holdWrites(): { gate: PromiseWithResolvers<void>; arrived: PromiseWithResolvers<void> } {
    const gate = Promise.withResolvers<void>();
    const arrived = Promise.withResolvers<void>();
    upstream.answerWith(async ({ method, body }) => {
      if (method === 'GET') return found;
      if (body.includes('"a"')) {
        arrived.resolve();
        await gate.promise;
      }
      return done;
    });
    return { gate, arrived };
  }

  test('is not sent beside itself: who asks meanwhile waits for its answer, and another write does not', async () => {
    const { gate, arrived } = holdWrites();
    const agent = agentWith();
    const first = add(agent);
    await arrived.promise;
    const second = add(agent);
    expect((await add(agent, { name: 'b', idempotencyKey: 'key-of-another-write' })).ok).toBe(true);
    gate.resolve();
    expect([resultIn(await first).data, resultIn(await second).data]).toEqual([{ id: 't-1' }, { id: 't-1' }]);
    expect(writesSent()).toBe(2);
  });

  test('goes on to its end when the caller leaves, whose tunnel may have broken, and is answered when he asks again', async () => {
    const { gate, arrived } = holdWrites();
    const agent = agentWith();
    const leaving = new AbortController();
    const first = add(agent, {}, leaving.signal);
    await arrived.promise;
    leaving.abort();
    const again = add(agent);
    gate.resolve();
    expect([resultIn(await first).data, resultIn(await again).data]).toEqual([{ id: 't-1' }, { id: 't-1' }]);
    expect(writesSent()).toBe(1);
  });

  test('is not sent when the caller left before', async () => {
    const leaving = new AbortController();
    upstream.answerWith(({ method }) => {
      if (method === 'GET') leaving.abort();
      return method === 'GET' ? found : done;
    });
    const agent = agentWith();
    leaving.abort();
    expect(faultIn(await add(agent, {}, leaving.signal)).data).toEqual({ rule: 'cancelled_by_caller' });
    expect(writesSent()).toBe(0);
    writeAnswers(done);
    expect((await add(agent)).ok).toBe(true);
  });

  test('is ended when the Agent stops and its time to finish is over, and its outcome is not known', async () => {
    const { arrived } = holdWrites();
    const agent = agentWith({ env: { THINGS_URL: upstream.url, THINGS_TOKEN: secret } });
    const answer = add(agent);
    await arrived.promise;
    await agent.settle(10);
    expect(faultIn(await answer).code).toBe('outcome_unknown');
    expect(faultIn(await add(agentWith())).code).toBe('outcome_unknown');
  });

  test('is waited for no longer than its caller waits', async () => {
    const { gate, arrived } = holdWrites();
    const agent = agentWith();
    const first = add(agent);
    await arrived.promise;
    const leaving = new AbortController();
    const second = add(agent, {}, leaving.signal);
    leaving.abort();
    expect(faultIn(await second).data).toEqual({ rule: 'write_in_flight' });
    gate.resolve();
    expect((await first).ok).toBe(true);
  });

  test('is sent once when a hundred ask at the same moment, and all of them have its answer', async () => {
    writeAnswers(done);
    const agent = agentWith();
    const answers = await Promise.all(Array.from({ length: 100 }, () => add(agent)));
    expect(answers.map((one) => resultIn(one).data)).toEqual(Array(100).fill({ id: 't-1' }));
    expect(writesSent()).toBe(1);
  });
});

describe('a key that belongs to another Agent', () => {
  const other = (): AgentUnderTest =>
    agentWith({ instance: 'east-2', journalFile: path.join(folder, 'of-east-2.jsonl') });
  const addAs = (agent: AgentUnderTest, instance: string, idempotencyKey = key): Promise<OperationAnswer> =>
    agent.ask('things.add', { name: 'a', idempotencyKey: key }, { idempotency: { key: idempotencyKey, instance } });

  test('is refused by this one, and the write is not sent a second time', async () => {
    writeAnswers('truncate');
    expect(faultIn(await addAs(agentWith({ instance: 'east-1' }), 'east-1')).code).toBe('outcome_unknown');
    expect(writesSent()).toBe(1);
    writeAnswers(done);
    const refused = other();
    const fault = faultIn(await addAs(refused, 'east-1'));
    expect(fault).toMatchObject({ code: 'refused', data: { rule: 'key_of_this_agent' } });
    expect(fault.remedy).toContain('belongs to Agent east-1, and this is Agent east-2');
    expect(fault.remedy).toContain('Ask east-1 again with this key.');
    expect(refused.audited).toMatchObject([{ outcome: 'refused', upstreamCalls: 0 }]);
    // Counted from the new answer on.
    expect(upstream.calls).toEqual([]);
  });

  test('is known again by its own Agent after a restart', async () => {
    writeAnswers(done);
    await addAs(agentWith({ instance: 'east-1' }), 'east-1');
    expect((await addAs(agentWith({ instance: 'east-1' }), 'east-1')).ok).toBe(true);
    expect(writesSent()).toBe(1);
  });

  test('must be the key of the arguments', async () => {
    writeAnswers(done);
    const fault = faultIn(await addAs(other(), 'east-2', 'key-beside-the-arguments'));
    expect(fault).toMatchObject({ code: 'invalid_arguments', data: { field: 'idempotencyKey' } });
    expect(upstream.calls).toEqual([]);
  });
});

describe('a write that cannot be recorded', () => {
  test('in the journal is refused before anything is sent', async () => {
    writeAnswers(done);
    const nowhere = path.join(folder, 'missing', 'writes.jsonl');
    const fault = faultIn(await add(agentWith({ journalFile: nowhere })));
    expect(fault).toMatchObject({ code: 'not_recorded', data: { file: 'writes.jsonl' } });
    expect(fault.remedy).toContain('Operator: check the volume of RUNNER_IDENTITY_DIR');
    expect(fault.remedy).not.toContain(folder);
    expect(upstream.calls).toEqual([]);
  });

  test('in the audit log may have been done, and the next one is not sent at all', async () => {
    writeAnswers(done);
    const agent = agentWith();
    agent.breakAudit();
    expect(faultIn(await add(agent))).toMatchObject({ code: 'outcome_unknown', data: { operation: 'things.add' } });
    expect(writesSent()).toBe(1);
    const next = faultIn(await add(agent, { idempotencyKey: 'key-of-another-write' }));
    expect(next).toMatchObject({ code: 'not_recorded', data: { file: 'audit.jsonl' } });
    expect(next.remedy).toContain('Operator: free space on the volume of RUNNER_IDENTITY_DIR (audit.jsonl: ENOSPC)');
    expect(writesSent()).toBe(1);
  });
});
