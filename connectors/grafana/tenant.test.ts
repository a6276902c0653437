/** Backends of one's own with several tenants: which header names one, and that a missing one is no rejected credential. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AgentUnderTest, faultIn } from '../../test/contract/agent-under-test.ts';
import { FakeUpstream } from '../../test/contract/fake-upstream.ts';
import { registry } from '../registry.ts';
import { exemplar } from './upstream/exemplar.ts';

const window = { from: 'now-1h', to: 'now' };
/** By the backend in the names of its variables. */
const backends = [
  ['METRICS', 'metrics.query', { query: { dialect: 'promql', text: 'up' } }, 'metrics_read'],
  ['LOGS', 'logs.search', { query: { dialect: 'logql', text: '{service_name="checkout"}' }, window }, 'logs_read'],
  ['TRACES', 'traces.search', { query: { dialect: 'traceql', text: '{}' }, window }, 'traces_read'],
] as const;

let upstream: FakeUpstream;
const opened: AgentUnderTest[] = [];

beforeAll(async () => {
  // As Mimir, Loki and Tempo do with several tenants: no header, no answer, whatever the credential.
  upstream = await FakeUpstream.start((call) =>
    call.headers['x-scope-orgid'] === undefined
      ? { status: 401, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: 'no org id\n' }
      : (exemplar.reply(call) ?? { status: 501, body: '' }),
  );
});
afterAll(() => {
  for (const one of opened) one.close();
  return upstream.close();
});

function agentWith(changed: Readonly<Record<string, string | undefined>>): AgentUnderTest {
  const env = {
    GRAFANA_METRICS_URL: upstream.url,
    GRAFANA_LOGS_URL: upstream.url,
    GRAFANA_TRACES_URL: upstream.url,
    ...changed,
  };
  const agent = new AgentUnderTest({ registry: registry.filter(({ manifest }) => manifest.id === 'grafana'), env });
  opened.push(agent);
  return agent;
}

describe.each(backends)('a backend of GRAFANA_%s_URL with several tenants', (name, operation, question, check) => {
  const variable = `GRAFANA_${name}_TENANT`;

  test.each([
    ['without a credential', {}],
    ['with user and password', { [`GRAFANA_${name}_USER`]: 'reader', [`GRAFANA_${name}_TOKEN`]: 'a password' }],
  ])('%s: a missing tenant is not configured, by the name of its variable', async (_what, credential) => {
    const agent = agentWith(credential);
    expect(faultIn(await agent.ask(operation, question))).toMatchObject({
      code: 'not_configured',
      data: { variable },
      remedy: expect.stringMatching(new RegExp(`set ${variable} .*X-Scope-OrgID.*do not change`, 'u')) as string,
    });
    const found = (await agent.check()).find((one) => one.check === check);
    expect(found).toMatchObject({
      status: 'pending_configuration',
      fault: { code: 'not_configured', data: { variable } },
    });
  });

  test('is asked for the tenant that is set, and for it alone', async () => {
    const answer = await agentWith({ [variable]: 'team-a|team-b' }).ask(operation, question);
    expect(answer).toMatchObject({ ok: true });
    expect(new Set(upstream.calls.slice(-1).map(({ headers }) => headers['x-scope-orgid']))).toEqual(
      new Set(['team-a|team-b']),
    );
  });

  test('blames what removes the header where a tenant is set', async () => {
    const removing = await FakeUpstream.start(() => ({ status: 401, body: 'no org id' }));
    const agent = agentWith({ [`GRAFANA_${name}_URL`]: removing.url, [variable]: 'team-a' });
    const fault = faultIn(await agent.ask(operation, question));
    expect(fault).toMatchObject({ code: 'wrong_endpoint', data: { variable: `GRAFANA_${name}_URL` } });
    await removing.close();
  });

  test.each([
    ['a 401 in words of its own', 401, 'cluster is in maintenance', 'permission_missing'],
    ['a tenant that is not federated', 422, 'multiple org IDs present', 'not_configured'],
  ])('does not take %s for a rejected credential', async (_what, status, body, code) => {
    const refusing = await FakeUpstream.start(() => ({ status, body }));
    const credential = { [`GRAFANA_${name}_USER`]: 'reader', [`GRAFANA_${name}_TOKEN`]: 'a password' };
    const agent = agentWith({ [`GRAFANA_${name}_URL`]: refusing.url, ...credential });
    expect(faultIn(await agent.ask(operation, question)).code).toBe(code);
    await refusing.close();
  });

  test('takes the Basic challenge of a gateway in front of it for the credential', async () => {
    const gateway = await FakeUpstream.start(() => ({
      status: 401,
      headers: { 'www-authenticate': 'Basic realm="Loki"', 'content-type': 'text/html' },
      body: '<html><head><title>401 Authorization Required</title></head></html>',
    }));
    const credential = { [`GRAFANA_${name}_USER`]: 'reader', [`GRAFANA_${name}_TOKEN`]: 'a password' };
    const url = { [`GRAFANA_${name}_URL`]: gateway.url };
    expect(faultIn(await agentWith({ ...url, ...credential }).ask(operation, question)).code).toBe(
      'credential_rejected',
    );
    expect(faultIn(await agentWith(url).ask(operation, question)).code).toBe('not_configured');
    await gateway.close();
  });
});
