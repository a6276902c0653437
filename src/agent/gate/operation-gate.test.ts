import { describe, expect, test } from 'vitest';
import { catalog } from '../../../catalog/index.ts';
import { faultIn, resultIn } from '../../../test/contract/agent-under-test.ts';
import { FakeUpstream } from '../../../test/contract/fake-upstream.ts';
import { answer, type Steps, thingsUnderTest } from '../../../test/gate/things-under-test.ts';
import type { ConnectorOperation } from '../../connector/connector.ts';
import { Fault } from '../../core/fault.ts';

const { agentWith, closeLater } = thingsUnderTest();

/** Records every way of reading these arguments. */
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
    closeLater(upstream);
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

  test('is refused before its source is read', async () => {
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

  const two: Partial<Parameters<typeof agentWith>[0]> = { planned: [{ id: 'first' }, { id: 'second' }] };

  test('with nothing configured every connector that answers is named, with its first variable', async () => {
    const fault = faultIn(await agentWith({ ...two, env: {} }).ask('things.read', { name: 'x' }));
    expect(fault).toMatchObject({ code: 'not_configured', data: { systems: ['first', 'second'] } });
    expect(fault.remedy).toContain('first (set FIRST_URL)');
    expect(fault.remedy).toContain('second (set SECOND_URL)');
  });

  test('the one that was asked for is named alone', async () => {
    const asked = await agentWith({ ...two, env: {} }).ask('things.read', { name: 'x' }, { source: 'second' });
    expect(faultIn(asked)).toMatchObject({ code: 'not_configured', data: { variable: 'SECOND_URL' } });
  });

  test('the one that somebody began to configure is named alone, and several of them together', async () => {
    const one = faultIn(await agentWith({ ...two, env: { SECOND_TOKEN: 't' } }).ask('things.read', { name: 'x' }));
    expect(one).toMatchObject({ code: 'not_configured', data: { variable: 'SECOND_URL' } });
    const begun = { planned: [...(two.planned ?? []), { id: 'third' }] };
    const env = { FIRST_TOKEN: 't', THIRD_TOKEN: 't' };
    const both = faultIn(await agentWith({ ...begun, env }).ask('things.read', { name: 'x' }));
    expect(both).toMatchObject({ code: 'not_configured', data: { systems: ['first', 'third'] } });
    expect(both.remedy).not.toContain('second');
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
    ['no object', 'text', 'args'],
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
    const reads: Partial<ConnectorOperation<{ name: string }>> = {
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
