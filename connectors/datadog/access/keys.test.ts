import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { faultIn } from '../../../test/contract/agent-under-test.ts';
import { refuse } from '../upstream/shared.ts';
import { apiKey, appKey, upstream, useDatadog } from '../upstream/under-test.ts';
import { makeAuthority } from '../../eks/upstream/authority.ts';
import { LoopbackNetwork } from '../../eks/upstream/loopback-network.ts';
import { sites } from './sites.ts';

const forbidden = refuse(403, 'Forbidden');
const validation = '/api/v1/validate';
const monitors = ['monitors.list', {}] as const;

const { fake, agent, agentWith } = useDatadog();

describe('the validation path', () => {
  test('is asked with the API key alone [C-EP-1]', async () => {
    fake().answerWith(upstream());
    expect(await agent().checkNamed('api_key')).toMatchObject({ status: 'ok', needed: [] });
    const asked = fake().calls.filter(({ path }) => path === validation);
    expect(asked).toHaveLength(1);
    expect((await agent().checkNamed('api_key')).summary).toContain('the site behind DATADOG_URL');
    expect(asked[0]?.headers).toMatchObject({ 'dd-api-key': apiKey });
    expect(asked[0]?.headers).not.toHaveProperty('dd-application-key');
  });

  test('never sees the application key, whatever is refused [C-DD-1]', async () => {
    fake().answerWith(forbidden);
    await agent().check();
    const asked = fake().calls.filter(({ path }) => path === validation);
    expect(asked.length).toBeGreaterThan(1);
    expect(JSON.stringify(asked)).not.toContain(appKey);
  });

  test('is not asked by an operation', async () => {
    fake().answerWith(forbidden);
    await agent().ask(...monitors);
    expect(fake().calls.map(({ path }) => path)).toEqual(['/api/v1/monitor']);
  });
});

describe('a refusal', () => {
  test('of an operation asks to look at the site before the scopes [C-DD-10]', async () => {
    fake().answerWith(forbidden);
    const fault = faultIn(await agent().ask(...monitors));
    expect(fault).toMatchObject({ code: 'permission_missing', data: { grant: 'monitors_read' } });
    expect(fault.remedy.indexOf('DATADOG_SITE')).toBeLessThan(fault.remedy.indexOf('Add monitors_read'));
    expect(fault.remedy).toContain('Do not rotate the keys');
  });

  test('of a key that the site does not know speaks of key and site, and not of scopes', async () => {
    fake().answerWith(forbidden);
    const check = await agent().checkNamed('monitors_read');
    expect(check).toMatchObject({
      status: 'failed',
      fault: { code: 'credential_rejected', data: { kind: 'API key', reason: 'rejected' } },
      evidence: { status: 403 },
      missing: [],
    });
    expect(check.remedy).toContain('Scopes are not the cause');
  });

  test('of a valid application key without the scope names the scope, and what could be read', async () => {
    fake().answerWith(upstream({ '/api/v2/incidents': forbidden }));
    const check = await agent().checkNamed('incident_read');
    expect(check).toMatchObject({
      status: 'failed',
      missing: ['incident_read'],
      layer: 'scope of the application key, or role of its owner',
      fault: { code: 'permission_missing' },
    });
    expect(check.remedy).toContain('Site and keys are right: monitors can be read');
    expect(check.remedy).toContain('add incident_read to DATADOG_UNUSED_SCOPES');
  });

  test('of monitors is told from a refused application key by a list of metrics', async () => {
    fake().answerWith(upstream({ '/api/v1/monitor': forbidden }));
    const check = await agent().checkNamed('monitors_read');
    expect(check).toMatchObject({ missing: ['monitors_read'], fault: { code: 'permission_missing' } });
    expect(check.remedy).toContain('metrics can be read');
  });

  test.each([
    ['403', forbidden],
    ['401', refuse(401, 'Unauthorized')],
  ])('of everything but the validation path with %s is one of the application key', async (_status, reply) => {
    const open = upstream();
    fake().answerWith((call) => (call.path === validation ? open(call) : reply));
    const check = await agent().checkNamed('monitors_read');
    expect(check.fault).toMatchObject({ code: 'credential_rejected', data: { kind: 'application key' } });
    expect(check.remedy).toContain('Leave the API key as it is');
  });

  test('while the vendor is down stays what it was', async () => {
    fake().answerWith((call) => (call.path === validation ? { status: 500, body: '' } : forbidden));
    const check = await agent().checkNamed('monitors_read');
    expect(check.fault).toMatchObject({ code: 'permission_missing' });
  });

  test.each([
    ['are in each other’s place', { DATADOG_API_KEY: appKey, DATADOG_APP_KEY: apiKey }, true],
    ['have the forms they are meant to have', {}, false],
  ])('says whether the keys %s, and shows neither', async (_what, env, isHinted) => {
    fake().answerWith(forbidden);
    const check = await agent(env).checkNamed('api_key');
    expect(check.remedy.includes('may be swapped')).toBe(isHinted);
    expect(JSON.stringify(check)).not.toContain(apiKey.slice(0, 12));
  });
});

describe('the sites of the vendor', () => {
  let network: LoopbackNetwork;
  let ca: string;

  beforeAll(async () => {
    network = await LoopbackNetwork.start();
    const authority = await makeAuthority();
    ca = authority.pem;
    const hosts = sites.map((site) => `api.${site}`);
    const port = await network.serveTls(await authority.issue(hosts), fake().url);
    for (const host of hosts) network.lead(host, port);
  });
  afterAll(() => network.close());

  const agentThere = (env: Readonly<Record<string, string>>) => agentWith(env, { env: network.variables, ca });

  /** A vendor whose only site that knows the keys is this one. */
  const onlyAt = (site: string) => {
    const open = upstream();
    fake().answerWith((call) => (call.headers.host === `api.${site}` ? open(call) : forbidden));
  };
  const hostsAsked = (): string[] => [...new Set(fake().calls.map(({ headers }) => String(headers.host)))].toSorted();

  test('are reached at their own hosts, the first of them by default', async () => {
    onlyAt('datadoghq.com');
    expect((await agentThere({}).ask(...monitors)).ok).toBe(true);
    onlyAt('us5.datadoghq.com');
    expect((await agentThere({ DATADOG_SITE: 'us5.datadoghq.com' }).ask(...monitors)).ok).toBe(true);
    expect(hostsAsked()).toEqual(['api.us5.datadoghq.com']);
  });

  test('are a closed list: another is refused before anything is sent', async () => {
    fake().answerWith(upstream());
    const agent = agentThere({ DATADOG_SITE: 'datadoghq.com.attacker.example' });
    expect(agent.hosts[0]?.setup.problems).toMatchObject([{ variable: 'DATADOG_SITE' }]);
    expect(faultIn(await agent.ask(...monitors))).toMatchObject({
      code: 'not_configured',
      data: { variable: 'DATADOG_SITE' },
    });
    await agent.check();
    expect(fake().calls).toEqual([]);
  });

  test('are not tried with the API key unless that is turned on', async () => {
    onlyAt('datadoghq.eu');
    const check = await agentThere({}).checkNamed('api_key');
    expect(check.fault).toMatchObject({ code: 'credential_rejected', data: { kind: 'API key' } });
    expect(check.remedy).toContain('set DATADOG_TRY_OTHER_SITES to on');
    expect(hostsAsked()).toEqual(['api.datadoghq.com']);
  });

  test('are tried when it is: a valid key at the wrong one is reported as that [C-ERR-1]', async () => {
    onlyAt('datadoghq.eu');
    const check = await agentThere({ DATADOG_TRY_OTHER_SITES: 'on' }).checkNamed('api_key');
    expect(check).toMatchObject({
      status: 'failed',
      fault: { code: 'wrong_endpoint', data: { variable: 'DATADOG_SITE', tried: 'datadoghq.com' } },
      evidence: { status: 403 },
    });
    expect(check.remedy).toContain('valid at datadoghq.eu: set DATADOG_SITE to that. Do not rotate the keys');
    expect(hostsAsked()).toHaveLength(sites.length);
  });

  test('are tried with the API key at the validation path, and with nothing else', async () => {
    onlyAt('datadoghq.eu');
    await agentThere({ DATADOG_TRY_OTHER_SITES: 'on' }).check();
    const elsewhere = fake().calls.filter(({ headers }) => headers.host !== 'api.datadoghq.com');
    expect(elsewhere.length).toBeGreaterThan(0);
    expect([...new Set(elsewhere.map(({ method, path }) => `${method} ${path}`))]).toEqual([`GET ${validation}`]);
    expect(JSON.stringify(elsewhere)).not.toContain(appKey);
  });

  test('say that the key is at fault when none of them knows it', async () => {
    onlyAt('nowhere.example');
    const check = await agentThere({ DATADOG_TRY_OTHER_SITES: 'on' }).checkNamed('api_key');
    expect(check.fault).toMatchObject({ code: 'credential_rejected' });
    expect(check.remedy).toContain('No other site that answered knows it either');
  });

  test('are all asked, although one of them cannot be reached', async () => {
    network.lead('api.us3.datadoghq.com', undefined);
    onlyAt('ap2.datadoghq.com');
    const check = await agentThere({ DATADOG_TRY_OTHER_SITES: 'on' }).checkNamed('api_key');
    expect(check.remedy).toContain('valid at ap2.datadoghq.com');
  });

  test('are not tried past an address that stands for them', async () => {
    fake().answerWith(forbidden);
    const agentBefore = agentThere({ DATADOG_URL: fake().url, DATADOG_TRY_OTHER_SITES: 'on' });
    const check = await agentBefore.checkNamed('api_key');
    expect(check.remedy).toContain('DATADOG_URL leads to the site');
    expect(new Set(fake().calls.map(({ headers }) => headers.host)).size).toBe(1);
  });
});
