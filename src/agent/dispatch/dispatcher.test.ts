import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { catalog } from '../../../catalog/index.ts';
import { defineOperation, type Operation } from '../../../catalog/operation.ts';
import { Window } from '../../../catalog/window.ts';
import { AgentUnderTest, faultIn, resultIn } from '../../../test/contract/agent-under-test.ts';
import { FakeUpstream } from '../../../test/contract/fake-upstream.ts';
import type { Answer, Handler, LoadedConnector, RegisteredConnector } from '../../connector/connector.ts';
import type { Manifest } from '../../connector/manifest.ts';
import { systemClock } from '../../core/clock.ts';
import { Fault } from '../../core/fault.ts';

const readThing = defineOperation({
  name: 'things.read',
  access: 'read',
  summary: 'Reads things.',
  arguments: () =>
    z.strictObject({
      name: z.string().max(50),
      window: Window.optional(),
      nested: z.strictObject({ a: z.int() }).optional(),
    }),
  result: () => z.strictObject({ things: z.array(z.string()) }),
});
const writeThing = defineOperation({
  name: 'things.write',
  access: 'write',
  summary: 'Writes things.',
  arguments: () => readThing.arguments.extend({ idempotencyKey: z.string() }),
  result: () => readThing.result,
});
const things = new Map<string, Operation>([
  ['things.read', readThing],
  ['things.write', writeThing],
]);

const manifest = (id: string, tokenNeed: 'required' | 'optional' = 'optional'): Manifest =>
  ({
    id,
    title: 'Things',
    summary: 'Things.',
    vendorDocs: 'https://example.com',
    config: {
      [`${id.toUpperCase()}_URL`]: { kind: 'url', need: 'required', description: 'Where.', example: 'http://x' },
      [`${id.toUpperCase()}_TOKEN`]: { kind: 'secret', need: tokenNeed, description: 'Key.', example: 'k' },
    },
    credentials: [],
    grants: {},
    forbidden: [],
    operations: {
      'things.read': { grants: [], upstream: ['GET /things/{name}'], redactions: [], windowSec: 3600 },
      'things.write': { grants: [], upstream: ['POST /things'], redactions: [] },
    },
    checks: {},
    limits: { upstreamCalls: 3, totalMs: 2000, responseBytes: 10_000 },
  }) as Manifest;

/** What happened, in order: the spies of these tests. */
type Steps = string[];
const answer: Answer = { data: { things: ['a'] }, complete: true, truncated: false };

interface Planned {
  readonly id?: string;
  readonly handler?: Partial<Handler<{ name: string }>>;
  readonly steps?: Steps;
  readonly tokenNeed?: 'required' | 'optional';
}

function connectorOf({ id = 'first', handler = {}, steps = [], tokenNeed }: Planned = {}): RegisteredConnector {
  const code: Handler = {
    async guard(args, context) {
      steps.push('guard');
      await handler.guard?.(args as { name: string }, context);
    },
    async run(args, context) {
      steps.push('run');
      return (await handler.run?.(args as { name: string }, context)) ?? answer;
    },
  };
  return {
    manifest: manifest(id, tokenNeed),
    load: () => {
      steps.push('load');
      const handlers = { 'things.read': code, 'things.write': code } as LoadedConnector['handlers'];
      return Promise.resolve({ manifest: manifest(id, tokenNeed), handlers, checks: {}, symptoms: [], probes: {} });
    },
  };
}

const opened: { close(): unknown }[] = [];
afterEach(() => {
  for (const one of opened.splice(0)) one.close();
});

function agentWith(options: Partial<ConstructorParameters<typeof AgentUnderTest>[0]> & { planned?: Planned[] }) {
  const agent = new AgentUnderTest({
    registry: (options.planned ?? [{}]).map(connectorOf),
    catalog: things,
    env: { FIRST_URL: 'http://127.0.0.1:1', FIRST_TOKEN: 'a-secret-of-first', SECOND_URL: 'http://127.0.0.1:1' },
    ...options,
  });
  opened.push(agent);
  return agent;
}

/** Whoever looks at these arguments, in whatever way, is found out. */
function explosiveArguments(): { args: unknown; touched: () => boolean } {
  let isTouched = false;
  const explode = (): never => {
    isTouched = true;
    throw new Error('the arguments were touched');
  };
  const traps = Object.fromEntries(
    Object.getOwnPropertyNames(Reflect)
      .filter((name) => typeof Reflect[name as keyof typeof Reflect] === 'function')
      .map((name) => [name, explode]),
  );
  return { args: new Proxy({}, traps), touched: () => isTouched };
}

describe('an operation outside the catalog', () => {
  test('is refused with arguments, configuration, secrets and sockets untouched [C-SVC-2]', async () => {
    const upstream = await FakeUpstream.start(() => ({ status: 200, body: '{}' }));
    opened.push(upstream);
    const steps: Steps = [];
    // A secret file that does not exist: reading it would be another fault.
    const env = { FIRST_URL: upstream.url, FIRST_TOKEN_FILE: '/nonexistent/secret' };
    const agent = agentWith({ planned: [{ steps }], env });
    const { args, touched } = explosiveArguments();
    const fault = faultIn(await agent.ask('things.delete', args));
    expect(fault).toMatchObject({ code: 'not_in_catalog', data: { operation: 'things.delete' } });
    expect(touched()).toBe(false);
    expect(steps).toEqual([]);
    expect([upstream.calls.length, upstream.openSockets]).toEqual([0, 0]);
    expect(agent.audited).toMatchObject([{ operation: 'things.delete', outcome: 'not_in_catalog', upstreamCalls: 0 }]);
    expect(agent.audited[0]?.argumentsDigest).toBeUndefined();
  });

  test('is refused before its source is looked at', async () => {
    const fault = faultIn(await agentWith({}).ask('things.delete', {}, { source: 'nowhere' }));
    expect(fault.code).toBe('not_in_catalog');
  });

  test.each([
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'metrics',
    'metrics.',
    '.query',
    'metrics..query',
    'metrics.query.x',
    'Metrics.query',
    'METRICS.QUERY',
    ' metrics.query',
    'metrics.query\u0000',
    'metrics.query\n',
    'metrics\u2024query',
    'ｍetrics.query',
    'metriсs.query',
    'metrics.query\u200b',
    '',
  ])('is refused as %j', async (name) => {
    const agent = agentWith({ catalog });
    const { args, touched } = explosiveArguments();
    expect(faultIn(await agent.ask(name, args)).code).toBe('not_in_catalog');
    expect(touched()).toBe(false);
  });

  test('is shown in a bounded and printable form', async () => {
    const fault = faultIn(await agentWith({}).ask(`\u001b[31m${'x'.repeat(1_000_000)}`, {}));
    expect(String(fault.data['operation'])).toMatch(/^\?\[31mx+…$/u);
    expect(String(fault.data['operation']).length).toBe(101);
  });
});

describe('the order of the steps', () => {
  test('an operation the customer did not allow is refused before its arguments', async () => {
    const steps: Steps = [];
    const { args, touched } = explosiveArguments();
    const agent = agentWith({ planned: [{ steps }], allowed: new Set(['things.write']) });
    expect(faultIn(await agent.ask('things.read', args))).toMatchObject({
      code: 'not_enabled',
      data: { operation: 'things.read' },
    });
    expect(touched()).toBe(false);
    expect(steps).toEqual([]);
  });

  test('a write is off by default, and on only when it is named', async () => {
    expect(faultIn(await agentWith({}).ask('things.write', { name: 'x' })).code).toBe('not_enabled');
    const agent = agentWith({ allowed: new Set(['things.write']) });
    expect((await agent.ask('things.write', { name: 'x', idempotencyKey: 'k' })).ok).toBe(true);
  });

  test('several sources are listed and none is asked, before the arguments', async () => {
    const steps: Steps = [];
    const { args, touched } = explosiveArguments();
    const agent = agentWith({
      planned: [
        { id: 'first', steps },
        { id: 'second', steps },
      ],
    });
    expect(faultIn(await agent.ask('things.read', args))).toMatchObject({
      code: 'ambiguous_source',
      data: { candidates: ['first', 'second'] },
    });
    expect(touched()).toBe(false);
    expect(steps).toEqual([]);
    expect(resultIn(await agent.ask('things.read', { name: 'x' }, { source: 'second' })).source).toBe('second');
  });

  test('a source that is not configured names its variable', async () => {
    const agent = agentWith({ env: {} });
    expect(faultIn(await agent.ask('things.read', { name: 'x' }))).toMatchObject({
      code: 'not_configured',
      data: { variable: 'FIRST_URL' },
    });
  });

  test('an unknown source is an invalid argument that lists the known ones', async () => {
    const fault = faultIn(await agentWith({}).ask('things.read', { name: 'x' }, { source: '__proto__' }));
    expect(fault).toMatchObject({ code: 'invalid_arguments', data: { field: 'source' } });
    expect(fault.remedy).toContain('first');
  });

  test.each([
    ['a missing field', {}, 'name'],
    ['a wrong type', { name: 7 }, 'name'],
    ['an unknown key', { name: 'x', extra: 1 }, 'extra'],
    ['an unknown key below', { name: 'x', nested: { a: 1, b: 2 } }, 'nested.b'],
    ['a wrong leaf', { name: 'x', nested: { a: 'no' } }, 'nested.a'],
    ['what is no object', 'text', 'args'],
    ['nothing', undefined, 'args'],
    ['a prototype', JSON.parse('{"name":"x","__proto__":{"admin":true}}') as unknown, '__proto__'],
  ])('%s is refused by field before code is loaded', async (_what, args, field) => {
    const steps: Steps = [];
    const agent = agentWith({ planned: [{ steps }] });
    expect(faultIn(await agent.ask('things.read', args))).toMatchObject({ code: 'invalid_arguments', data: { field } });
    expect(steps).toEqual([]);
  });

  test('a guard refuses before secrets are read and anything is sent', async () => {
    const steps: Steps = [];
    const guard = (): never => {
      throw new Fault('refused', { rule: 'no_joins' }, 'Ask without a join.');
    };
    const env = { FIRST_URL: 'http://127.0.0.1:1', FIRST_TOKEN_FILE: '/nonexistent/secret' };
    const agent = agentWith({ planned: [{ steps, handler: { guard } }], env });
    expect(faultIn(await agent.ask('things.read', { name: 'x' })).data).toEqual({ rule: 'no_joins' });
    expect(steps).toEqual(['load', 'guard']);
  });

  test('a window that is too wide is refused with the width that is allowed', async () => {
    const steps: Steps = [];
    const agent = agentWith({ planned: [{ steps }] });
    const args = { name: 'x', window: { from: 'now-61m', to: 'now' } };
    expect(faultIn(await agent.ask('things.read', args))).toMatchObject({
      code: 'window_too_wide',
      data: { allowed: '3600 seconds' },
    });
    expect(steps).toEqual(['load']);
  });

  test('a secret that cannot be read is a fault before anything runs', async () => {
    const steps: Steps = [];
    const env = { FIRST_URL: 'http://127.0.0.1:1', FIRST_TOKEN_FILE: '/nonexistent/secret' };
    const agent = agentWith({ planned: [{ steps, tokenNeed: 'required' }], env });
    expect(faultIn(await agent.ask('things.read', { name: 'x' }))).toMatchObject({
      code: 'credential_rejected',
      data: { kind: 'FIRST_TOKEN', reason: 'missing' },
    });
    expect(steps).toEqual(['load', 'guard']);
  });

  test('a secret that cannot be read and that nothing here needs is no fault', async () => {
    const env = { FIRST_URL: 'http://127.0.0.1:1', FIRST_TOKEN_FILE: '/nonexistent/secret' };
    const agent = agentWith({ planned: [{}], env });
    expect((await agent.ask('things.read', { name: 'x' })).ok).toBe(true);
    const reads: Partial<Handler<{ name: string }>> = {
      async run(_args, context) {
        await context.secrets.read('FIRST_TOKEN' as never);
        return answer;
      },
    };
    const needing = agentWith({ planned: [{ handler: reads }], env });
    expect(faultIn(await needing.ask('things.read', { name: 'x' }))).toMatchObject({
      code: 'credential_rejected',
      data: { kind: 'FIRST_TOKEN' },
    });
  });
});

describe('what a handler does', () => {
  const sends = (path: string): Partial<Handler<{ name: string }>> => ({
    async run(_args, context) {
      await context.http('FIRST_URL' as never).send({ method: 'GET', path, access: 'read' });
      return answer;
    },
  });

  test('is counted and told, with the window as it was meant', async () => {
    const upstream = await FakeUpstream.start(() => ({ status: 200, body: '{}' }));
    opened.push(upstream);
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
      opened.push(upstream);
      const agent = agentWith({ planned: [{ handler: sends(path) }], env: { FIRST_URL: upstream.url } });
      expect(faultIn(await agent.ask('things.read', { name: 'x' })).code).toBe('bug');
      expect(upstream.calls).toEqual([]);
      expect(agent.written.join('')).toContain(`undeclared upstream call: GET ${path}`);
    },
  );

  test('is limited to its number of calls', async () => {
    const upstream = await FakeUpstream.start(() => ({ status: 200, body: '{}' }));
    opened.push(upstream);
    const handler: Partial<Handler<{ name: string }>> = {
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
    ['a shape the catalog does not promise', { data: { things: 'many' }, complete: true, truncated: false }],
    ['more than it promises', { data: { things: [], extra: 1 }, complete: true, truncated: false }],
  ])('is a bug of ours when it is %s', async (_what, wrong) => {
    const agent = agentWith({ planned: [{ handler: { run: () => Promise.resolve(wrong) } }] });
    expect(faultIn(await agent.ask('things.read', { name: 'x' })).code).toBe('bug');
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
    opened.push(upstream);
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
    opened.push(upstream);
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
    const handler: Partial<Handler<{ name: string }>> = {
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
    opened.push(upstream);
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
