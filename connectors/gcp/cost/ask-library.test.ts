/** What Google's client libraries would do by themselves, and may not. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { faultIn, resultIn } from '../../../test/contract/agent-under-test.ts';
import { type Gcp, startGcp, vendorError } from '../upstream/agent.ts';
import { FakeUpstream, type Reply } from '../../../test/contract/fake-upstream.ts';

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
