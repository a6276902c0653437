import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FakeUpstream } from '../../../test/contract/fake-upstream.ts';
import type { LoadedConnector } from '../../connector/connector.ts';
import type { Manifest } from '../../connector/manifest.ts';
import { systemClock } from '../../core/clock.ts';
import { createLog } from '../../core/log.ts';
import { createAgents } from '../../core/network-agent.ts';
import { Redactor } from '../../core/redact.ts';
import { ConnectorHost } from './connector-host.ts';
import { type Environment, readConnectorSetup } from './connector-setup.ts';

const manifest = {
  id: 'example',
  title: 'Example',
  summary: 'Example.',
  vendorDocs: 'https://example.com',
  config: {
    EXAMPLE_URL: { kind: 'url', need: 'optional', description: 'Instead.', example: 'https://proxy.example.com' },
    EXAMPLE_MODE: {
      kind: 'text',
      need: 'required',
      shared: true,
      pattern: /^static$/u,
      patternWords: 'static',
      description: 'Mode.',
      example: 'static',
    },
    EXAMPLE_KEY: { kind: 'secret', need: 'required', description: 'Key.', example: 'k' },
  },
  credentials: [],
  grants: {},
  forbidden: [],
  operations: {},
  checks: {},
  limits: { upstreamCalls: 2, totalMs: 5000, responseBytes: 1 << 16 },
  reach: {
    hosts: /^[a-z0-9-]+\.example\.com$/u,
    words: 'hosts of example.com',
    override: 'EXAMPLE_URL',
    beside: /^own-[a-z0-9]+\.example\.com$/u,
  },
} as const satisfies Manifest;

describe('a connector that reaches hosts of its own choice', () => {
  let upstream: FakeUpstream;
  const agents = createAgents({ env: {} });

  beforeEach(async () => {
    upstream = await FakeUpstream.start(() => ({ status: 200, body: 'caf\u00e9' }));
  });
  afterEach(() => upstream.close());

  function open(env: Environment, signal = new AbortController().signal) {
    const redactor = new Redactor();
    const host = new ConnectorHost(
      { manifest, load: () => Promise.reject<LoadedConnector>(new Error('not loaded here')) },
      readConnectorSetup(manifest, { EXAMPLE_MODE: 'static', EXAMPLE_KEY: 'key-of-the-test', ...env }, redactor),
      {
        agents,
        clock: systemClock,
        random: { next: () => 0 },
        log: createLog('agent', { redactor, destination: { write: () => undefined } }),
        redactor,
        limits: { concurrentCalls: 4, operationsPerMinute: 60 },
      },
    );
    return host.openContext(['thing:DescribeThings', 'GET /things'], signal);
  }

  test.each([
    'https://example.com',
    'https://a.example.com.evil.test',
    'https://evil.test/a.example.com',
    'http://a.example.com',
    'https://169.254.169.254',
  ])('is refused %s', (address) => {
    expect(() => open({}).context.httpTo(new URL(address))).toThrow(
      expect.objectContaining({
        kind: 'wrong_endpoint',
        data: { variable: 'EXAMPLE_URL', tried: new URL(address).origin },
        remedy: expect.stringContaining('hosts of example.com') as string,
      }) as Error,
    );
  });

  test('may ask an allowed host, and only the override when there is one', () => {
    expect(() => open({}).context.httpTo(new URL('https://eu-1.example.com'))).not.toThrow();
    const { context } = open({ EXAMPLE_URL: upstream.url });
    expect(() => context.httpTo(new URL('https://eu-1.example.com'))).toThrow(/EXAMPLE_URL is set/u);
    expect(() => context.httpTo(new URL(`${upstream.url}/below`))).not.toThrow();
  });

  test("reaches the customer's own hosts with an override too, and only over https", () => {
    const { context } = open({ EXAMPLE_URL: upstream.url });
    expect(() => context.httpTo(new URL('https://own-1.example.com'))).not.toThrow();
    expect(() => context.httpTo(new URL('http://own-1.example.com'))).toThrow(/EXAMPLE_URL is set/u);
  });

  test('cleanup after the caller has gone ends by its own limit, under the same gate', async () => {
    const caller = new AbortController();
    const { context, gate } = open({ EXAMPLE_URL: upstream.url }, caller.signal);
    caller.abort(new Error('gone'));
    const send = (from: typeof context) =>
      from.httpTo(new URL(upstream.url)).send({ method: 'GET', path: '/things', access: 'read' });
    await expect(send(context)).rejects.toThrow('gone');
    await expect(send(context.afterwards(5000))).resolves.toMatchObject({ status: 200 });
    expect(gate.count()).toBe(1);
  });

  test('sends what a library built as it is, counted under its declared name, and gives it the bytes', async () => {
    const { context, gate } = open({ EXAMPLE_URL: upstream.url });
    const http = context.httpTo(new URL(upstream.url), { call: 'thing:DescribeThings' });
    const answer = await http.send({
      method: 'POST',
      path: '/signed?x=%27',
      built: { headers: { 'content-type': 'application/x-amz-json-1.1', 'x-signed': 'yes' }, content: '{"a":1}' },
      access: 'read',
    });
    expect(Buffer.from(answer.bytes ?? []).toString('utf8')).toBe('caf\u00e9');
    expect(upstream.calls[0]).toMatchObject({
      method: 'POST',
      path: '/signed',
      body: '{"a":1}',
      headers: { 'content-type': 'application/x-amz-json-1.1', 'x-signed': 'yes' },
    });
    expect(gate.count()).toBe(1);
  });

  test('cannot send under a name that is not declared, nor more often than its limit', async () => {
    const { context } = open({ EXAMPLE_URL: upstream.url });
    const send = (call: 'thing:DeleteThings' | 'thing:DescribeThings') =>
      context.httpTo(new URL(upstream.url), { call }).send({ method: 'GET', path: '/things', access: 'read' });
    await expect(send('thing:DeleteThings')).rejects.toMatchObject({ kind: 'bug' });
    expect(upstream.calls).toHaveLength(0);
    await send('thing:DescribeThings');
    await send('thing:DescribeThings');
    await expect(send('thing:DescribeThings')).rejects.toMatchObject({ kind: 'cap_exceeded' });
  });
});

test('a variable that connectors share is no wish to use one of them', () => {
  const touched = (env: Environment): boolean => readConnectorSetup(manifest, env, new Redactor()).isTouched;
  expect(touched({ EXAMPLE_MODE: 'static' })).toBe(false);
  expect(touched({ EXAMPLE_MODE: 'static', EXAMPLE_KEY: 'k' })).toBe(true);
});
