/** What the operation gate does with what a connector does: its calls, its answers, its faults, its limits, and the record of all of it. */
import { describe, expect, test } from 'vitest';
import { faultIn, resultIn } from '../../../test/contract/agent-under-test.ts';
import { FakeUpstream } from '../../../test/contract/fake-upstream.ts';
import { answer, thingsUnderTest } from '../../../test/gate/things-under-test.ts';
import type { Answer, ConnectorOperation } from '../../connector/connector.ts';
import { systemClock } from '../../core/clock.ts';
import { Fault } from '../../core/fault.ts';

const { agentWith, closeLater } = thingsUnderTest();

describe('what a handler does', () => {
  const sends = (path: string): Partial<ConnectorOperation<{ name: string }>> => ({
    async run(_args, context) {
      await context.http('FIRST_URL' as never).send({ method: 'GET', path, access: 'read' });
      return answer;
    },
  });

  test('is counted and reported, with the resolved window', async () => {
    const upstream = await FakeUpstream.start(() => ({ status: 200, body: '{}' }));
    closeLater(upstream);
    const agent = agentWith({ planned: [{ handler: sends('/things/a') }], env: { FIRST_URL: upstream.url } });
    const args = { name: 'x', window: { from: '2026-01-01T00:00:00Z', to: '2026-01-01T00:30:00Z' } };
    expect(resultIn(await agent.ask('things.read', args))).toEqual({
      data: { things: ['a'] },
      complete: true,
      truncated: false,
      source: 'first',
      window: { from: '2026-01-01T00:00:00.000Z', to: '2026-01-01T00:30:00.000Z' },
      upstreamCalls: 1,
    });
  });

  test.each(['/things', '/things/a/b', '/things/', '/admin'])(
    'cannot leave its declared calls for %s',
    async (path) => {
      const upstream = await FakeUpstream.start(() => ({ status: 200, body: '{}' }));
      closeLater(upstream);
      const agent = agentWith({ planned: [{ handler: sends(path) }], env: { FIRST_URL: upstream.url } });
      expect(faultIn(await agent.ask('things.read', { name: 'x' })).code).toBe('bug');
      expect(upstream.calls).toEqual([]);
      expect(agent.written.join('')).toContain(`undeclared upstream call: GET ${path}`);
    },
  );

  test('is limited to its number of calls', async () => {
    const upstream = await FakeUpstream.start(() => ({ status: 200, body: '{}' }));
    closeLater(upstream);
    const handler: Partial<ConnectorOperation<{ name: string }>> = {
      async run(args, context) {
        for (let turn = 0; turn < 9; turn += 1) await sends('/things/a').run?.(args, context);
        return answer;
      },
    };
    const agent = agentWith({ planned: [{ handler }], env: { FIRST_URL: upstream.url } });
    expect(faultIn(await agent.ask('things.read', { name: 'x' }))).toMatchObject({
      code: 'cap_exceeded',
      data: { limit: '3 upstream calls' },
    });
    expect(upstream.calls).toHaveLength(3);
  });

  test.each([
    ['does not match the schema in the catalog', { data: { things: 'many' }, complete: true, truncated: false }],
    ['more than it promises', { data: { things: [], extra: 1 }, complete: true, truncated: false }],
  ])('is a bug of ours when it is %s', async (_what, wrong) => {
    const agent = agentWith({ planned: [{ handler: { run: () => Promise.resolve(wrong) } }] });
    expect(faultIn(await agent.ask('things.read', { name: 'x' })).code).toBe('bug');
  });

  test('is not whole when it is cut without a cursor, and says so', async () => {
    const cut: Answer = { data: { things: ['a'] }, complete: true, truncated: true };
    const agent = agentWith({ planned: [{ handler: { run: () => Promise.resolve(cut) } }] });
    expect(resultIn(await agent.ask('things.read', { name: 'x' }))).toMatchObject({
      complete: false,
      truncated: true,
      because: expect.stringContaining('There is more than is shown') as string,
    });
    const going: Answer = { ...cut, nextCursor: 'c' };
    const other = agentWith({ planned: [{ handler: { run: () => Promise.resolve(going) } }] });
    expect(resultIn(await other.ask('things.read', { name: 'x' }))).toMatchObject({ complete: true, truncated: true });
  });

  test('is not whole when rows of its answers could not be read, and names them after its own reason', async () => {
    const run: ConnectorOperation['run'] = (_args, context) => {
      context.noteUnread([{ list: 'things', at: 1, field: 'name' }]);
      return Promise.resolve({ ...answer, because: 'There are few.' });
    };
    const agent = agentWith({ planned: [{ handler: { run } }] });
    expect(resultIn(await agent.ask('things.read', { name: 'x' }))).toMatchObject({
      complete: false,
      because: 'There are few. 1 row could not be read and is left out: row 2 of things (name).',
    });
  });

  test('is a bug of ours when it throws, and only our own log says what', async () => {
    const run = (): never => {
      throw new TypeError('cannot read a-secret-of-first of undefined');
    };
    const agent = agentWith({ planned: [{ handler: { run } }] });
    const fault = faultIn(await agent.ask('things.read', { name: 'x' }));
    expect(fault.code).toBe('bug');
    expect(JSON.stringify(fault)).not.toContain('undefined');
    expect(agent.written.join('')).toContain('cannot read [secret] of undefined');
  });

  test('leaves no secret in its data, reasons or faults', async () => {
    const leaky: Answer = {
      data: { things: ['x a-secret-of-first y'] },
      complete: false,
      because: 'a-secret-of-first',
      truncated: false,
    };
    const agent = agentWith({ planned: [{ handler: { run: () => Promise.resolve(leaky) } }] });
    expect(resultIn(await agent.ask('things.read', { name: 'x' }))).toMatchObject({
      data: { things: ['x [secret] y'] },
      because: '[secret]',
    });
  });

  test('leaves no secret in a fault of its own', async () => {
    const run = (): never => {
      throw new Fault('not_found_or_hidden', { what: 'a-secret-of-first' }, 'Look for a-secret-of-first.');
    };
    const fault = faultIn(await agentWith({ planned: [{ handler: { run } }] }).ask('things.read', { name: 'x' }));
    expect(fault).toMatchObject({ data: { what: '[secret]' }, remedy: 'Look for [secret].' });
  });

  test('ends at the time limit of its connector', async () => {
    const upstream = await FakeUpstream.start(() => 'silence');
    closeLater(upstream);
    const agent = agentWith({ planned: [{ handler: sends('/things/a') }], env: { FIRST_URL: upstream.url } });
    expect(faultIn(await agent.ask('things.read', { name: 'x' }))).toMatchObject({
      code: 'upstream_down',
      data: { code: 'TIMEOUT' },
    });
  });

  test('ends when the caller leaves', async () => {
    const upstream = await FakeUpstream.start(() => {
      controller.abort();
      return 'silence';
    });
    const controller = new AbortController();
    closeLater(upstream);
    const agent = agentWith({ planned: [{ handler: sends('/things/a') }], env: { FIRST_URL: upstream.url } });
    const fault = faultIn(await agent.ask('things.read', { name: 'x' }, { signal: controller.signal }));
    expect(fault).toMatchObject({ code: 'refused', data: { rule: 'cancelled_by_caller' } });
  });
});

describe('the limits of a connector', () => {
  test('let so many operations through in a minute and say when the next one is', async () => {
    let now = 0;
    const clock = { ...systemClock, monotonic: () => now };
    const agent = agentWith({ clock, operationsPerMinute: 2 });
    const ask = () => agent.ask('things.read', { name: 'x' });
    expect([(await ask()).ok, (await ask()).ok]).toEqual([true, true]);
    now = 15_000;
    expect(faultIn(await ask())).toMatchObject({ code: 'rate_limited', data: { retryAfterSec: 45 } });
    now = 60_001;
    expect((await ask()).ok).toBe(true);
  });

  test('let four calls out at a time', async () => {
    let inFlight = 0;
    let most = 0;
    const handler: Partial<ConnectorOperation<{ name: string }>> = {
      async run(_args, context) {
        await context.http('FIRST_URL' as never).send({ method: 'GET', path: '/things/a', access: 'read' });
        inFlight -= 1;
        return answer;
      },
    };
    const upstream = await FakeUpstream.start(() => {
      inFlight += 1;
      most = Math.max(most, inFlight);
      return { status: 200, body: '{}' };
    });
    closeLater(upstream);
    const agent = agentWith({ planned: [{ handler }], env: { FIRST_URL: upstream.url } });
    const answers = await Promise.all(Array.from({ length: 30 }, () => agent.ask('things.read', { name: 'x' })));
    expect(answers.every(({ ok }) => ok)).toBe(true);
    expect(most).toBeLessThanOrEqual(4);
    expect(upstream.calls).toHaveLength(30);
  });
});

describe('the audit record', () => {
  test('is written for answers and refusals, with a digest in place of the arguments', async () => {
    const agent = agentWith({});
    await agent.ask('things.read', { name: 'a-name-to-look-for' });
    await agent.ask('things.read', { name: 1 });
    expect(agent.audited).toMatchObject([
      { requestId: 'r-1', operation: 'things.read', source: 'first', outcome: 'answered', upstreamCalls: 0 },
      { operation: 'things.read', outcome: 'invalid_arguments' },
    ]);
    expect(agent.audited[0]?.argumentsDigest).toMatch(/^[0-9a-f]{64}$/u);
    expect(JSON.stringify(agent.audited)).not.toContain('a-name-to-look-for');
  });

  test('and the refusal hold no secret that somebody asked with, nor a part of one', async () => {
    const agent = agentWith({});
    await agent.ask('things.read', { name: 'x' });
    const fault = faultIn(await agent.ask(`${'x'.repeat(90)}a-secret-of-first`, {}));
    expect(fault.data).toEqual({ operation: `${'x'.repeat(90)}[secret]` });
    expect(JSON.stringify(agent.audited)).not.toContain('a-secret');
  });
});
