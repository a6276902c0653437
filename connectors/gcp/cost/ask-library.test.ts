/** What Google's client libraries would do by themselves, and may not. */
import { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { faultIn, resultIn } from '../../../test/contract/agent-under-test.ts';
import { manifest } from '../manifest.ts';
import { type Gcp, startGcp, vendorError } from '../upstream/agent.ts';
import { FakeUpstream, type Reply } from '../../../test/contract/fake-upstream.ts';
import type { OperationDeclaration } from '../../../src/connector/manifest.ts';
import { ManualClock } from '../../../test/manual-clock.ts';

const october = { window: { from: '2026-10-01T00:00:00Z', to: '2026-11-01T00:00:00Z' }, granularity: 'monthly' };
const questions = [
  ['cost.getCostAndUsage', october, 3],
  ['cost.listBillingAccounts', {}, 1],
  ['cost.getGcpComputePricing', { region: 'us-central1' }, 1],
] as const;

let gcp: Gcp;
/** Where the variables of the libraries point. */
let elsewhere: FakeUpstream;
beforeEach(async () => {
  gcp = await startGcp();
  elsewhere = await FakeUpstream.start(() => ({ status: 200, body: '{}' }));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await gcp.close();
  await elsewhere.close();
});

/** Tokens are sold as ever; everything else is answered with this. */
function answerWith({ upstream, google }: Gcp, reply: Reply): void {
  upstream.answerWith((call) => (call.path.endsWith('/token') ? (google.reply(call) ?? 'silence') : reply));
}

test.each(questions)('%s prints nothing, whatever its library is told to log', async (name, args) => {
  vi.stubEnv('GOOGLE_SDK_NODE_LOGGING', '*');
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const printed = vi.spyOn(console, 'error').mockReturnValue();
  resultIn(await gcp.agent.ask(name, args));
  expect([written.mock.calls, printed.mock.calls]).toEqual([[], []]);
});

test.each(questions)('%s ignores the variables that its library reads', async (name, args, calls) => {
  const { host } = new URL(elsewhere.url);
  const hostile = {
    BIGQUERY_EMULATOR_HOST: elsewhere.url,
    FAST_QUERY_PATH: 'DISABLED',
    GCE_METADATA_HOST: host,
    GOOGLE_APPLICATION_CREDENTIALS: '/nonexistent/key.json',
    GOOGLE_CLOUD_PROJECT: 'another-project',
    GOOGLE_CLOUD_QUOTA_PROJECT: 'another-project',
    GOOGLE_CLOUD_UNIVERSE_DOMAIN: 'elsewhere.example',
    HTTPS_PROXY: elsewhere.url,
    HTTP_PROXY: elsewhere.url,
  };
  for (const [variable, value] of Object.entries(hostile)) vi.stubEnv(variable, value);
  resultIn(await gcp.agent.ask(name, args));
  expect(gcp.google.problems).toEqual([]);
  expect(gcp.calls()).toHaveLength(calls);
  expect(elsewhere.calls).toEqual([]);
  expect(gcp.upstream.calls.filter(({ headers }) => headers['user-agent'] !== 'farol')).toEqual([]);
});

test.each(questions)('%s is sent once when Google refuses, whatever its library would retry', async (name, args) => {
  answerWith(gcp, { status: 500, body: JSON.stringify(vendorError(500, 'Internal error encountered.')) });
  expect(faultIn(await gcp.agent.ask(name, args)).code).toBe('upstream_down');
  expect(gcp.calls()).toHaveLength(1);
});

test('a page that only the library cannot read is upstream_changed, and is not repeated', async () => {
  const sku = { skuId: 'A', serviceRegions: ['us-central1'], serviceProviderName: { secret: 'of-the-body' } };
  answerWith(gcp, { status: 200, body: JSON.stringify({ skus: [sku] }) });
  const fault = faultIn(await gcp.agent.ask('cost.getGcpComputePricing', { region: 'us-central1' }));
  expect(fault.code).toBe('upstream_changed');
  expect(JSON.stringify(fault)).not.toContain('of-the-body');
});

test.each(questions)('%s reaches no address but the one that the Agent is given', async (name, args) => {
  const connect = vi.spyOn(Socket.prototype, 'connect');
  const own = vi.spyOn(globalThis, 'fetch');
  try {
    resultIn(await gcp.agent.ask(name, args));
    const ports = connect.mock.calls.map(([to]) => portIn(to));
    expect([...new Set(ports)]).toEqual([Number(new URL(gcp.upstream.url).port)]);
    expect(own).not.toHaveBeenCalled();
  } finally {
    connect.mockRestore();
    own.mockRestore();
  }
});

/** Of the arguments of `connect`, which Node hands over as a list or one by one. */
function portIn(to: unknown): unknown {
  const options: unknown = Array.isArray(to) ? to[0] : to;
  return typeof options === 'object' && options !== null && 'port' in options ? Number(options.port) : options;
}

describe('a question that Google never answers', () => {
  test.each(questions)('%s ends when its caller leaves, and sends nothing more', async (name, args) => {
    answerWith(gcp, 'silence');
    const caller = new AbortController();
    const asking = gcp.agent.ask(name, args, { signal: caller.signal });
    await vi.waitFor(() => expect(gcp.calls()).toHaveLength(1));
    caller.abort();
    expect(faultIn(await asking)).toMatchObject({ code: 'refused', data: { rule: 'cancelled_by_caller' } });
    await vi.waitFor(() => expect(gcp.upstream.openSockets).toBe(0));
    expect(gcp.calls()).toHaveLength(1);
  });

  test.each(questions)('%s ends at its deadline, and sends nothing more', async (name, args) => {
    const clock = new ManualClock(Date.now());
    const late = await startGcp({ clock });
    try {
      answerWith(late, 'silence');
      const asking = late.agent.ask(name, args);
      await vi.waitFor(() => expect(late.calls()).toHaveLength(1));
      const { totalMs = manifest.limits.totalMs }: OperationDeclaration = manifest.operations[name];
      clock.advance(totalMs);
      expect(faultIn(await asking)).toMatchObject({ code: 'upstream_down', data: { code: 'TIMEOUT' } });
      await vi.waitFor(() => expect(late.upstream.openSockets).toBe(0));
      expect([late.calls().length, clock.waiting]).toEqual([1, 0]);
    } finally {
      await late.close();
    }
  });
});
