import { describe, expect, test } from 'vitest';
import { type AgentUnderTest, faultIn, resultIn } from '../../test/contract/agent-under-test.ts';
import { accountId, type FakeToken, fakeCloudflare, zoneIds } from './upstream/fake-cloudflare.ts';
import { useUpstream } from '../../test/contract/use-upstream.ts';
import { operationsWith } from '../../test/contract/operations-with.ts';
import type { HealthCheck } from '../../src/tunnel/messages.ts';
import { manifest } from './manifest.ts';

const secret = 'kZ2vR8sT1Qx9Lp4Wm7Yb3Nc6Hd5Jf0Ga_-eUoIts';
const { upstream, answerStrictly, open } = useUpstream();

function withToken(token: FakeToken = {}): AgentUnderTest {
  answerStrictly(fakeCloudflare(token));
  return open({
    registry: [{ manifest, load: async () => (await import('./connector.ts')).connector }],
    env: { CLOUDFLARE_URL: upstream().url, CLOUDFLARE_API_TOKEN: secret },
  });
}

const checkOf = (id: string, token: FakeToken): Promise<HealthCheck> => withToken(token).checkNamed(id);

describe('zones', () => {
  test('are returned as Cloudflare names them [C-PLAT-6]', async () => {
    const { data } = resultIn(await withToken().ask('dns.listZones', { name: 'acme.example.' }));
    expect(data).toEqual({
      zones: [
        {
          id: zoneIds.acme,
          name: 'acme.example',
          isPrivate: false,
          state: 'active',
          isPaused: false,
          nameServers: ['ada.ns.cloudflare.com', 'bob.ns.cloudflare.com'],
          accountId,
          createdAt: '2020-01-01T05:20:00.123Z',
          updatedAt: '2024-01-01T05:20:00.123Z',
        },
      ],
    });
  });

  test('are those the token was given, and an empty list says so [C-PLAT-6]', async () => {
    const one = resultIn(await withToken({ zones: ['shop'] }).ask('dns.listZones', {}));
    expect(one.data).toMatchObject({ zones: [{ name: 'shop.example' }] });
    const none = resultIn(await withToken({ zones: [] }).ask('dns.listZones', {}));
    expect(none).toMatchObject({ data: { zones: [] }, complete: true });
    expect(none.because).toMatch(/^The token may list zones, but it was given no zone\. .*Zone Resources/u);
    const named = resultIn(await withToken().ask('dns.listZones', { name: 'other.example' }));
    expect(named.because).toContain('none of its zones is called other.example');
  });

  test('that were not given are a missing permission, not an absence', async () => {
    const fault = faultIn(await withToken({ zones: ['shop'] }).ask('dns.getZone', { zone: zoneIds.acme }));
    expect(fault).toMatchObject({ code: 'permission_missing', data: { grant: 'Zone:Read' } });
  });

  test('are looked for by their exact name: an operator of the vendor is none', async () => {
    for (const name of ['contains:acme', 'not_equal:acme.example']) {
      const fault = faultIn(await withToken().ask('dns.listZones', { name }));
      expect(fault).toMatchObject({ code: 'invalid_arguments', data: { field: 'name' } });
    }
    expect(upstream().calls).toEqual([]);
  });

  test('are asked for by id: a name is refused before anything is sent', async () => {
    const fault = faultIn(await withToken().ask('dns.listRecords', { zone: 'acme' }));
    expect(fault).toMatchObject({ code: 'invalid_arguments', data: { field: 'zone' } });
    expect(upstream().calls).toEqual([]);
  });
});

describe('records', () => {
  test('are returned as in a zone file', async () => {
    const { data } = resultIn(await withToken().ask('dns.listRecords', { zone: zoneIds.acme }));
    const told = (data as { records: { type: string; values: string[] }[] }).records;
    expect(told.map(({ type, values }) => [type, values])).toEqual([
      ['MX', ['10 mail.acme.example']],
      ['SRV', ['20 5 5060 sip.acme.example']],
      ['TXT', ['"v=spf1 -all"']],
      ['URI', ['3 1 "https://acme.example"']],
      ['A', ['192.0.2.10']],
      ['A', ['192.0.2.11']],
      ['CNAME', ['www.acme.example']],
    ]);
    expect(told[2]).toMatchObject({ tags: { team: 'mail', reviewed: '' }, comment: 'Nothing sends from here' });
    expect(told[5]).toMatchObject({ isProxied: true });
    expect(told[5]).not.toHaveProperty('ttlSec');
  });

  test('of a page that is shorter than the vendor counted are not called all', async () => {
    const asked = withToken();
    const info = { page: 1, per_page: 100, count: 0, total_count: 250, total_pages: 3 };
    const answer = { success: true, errors: [], messages: [], result: [], result_info: info };
    upstream().answerWith({ status: 200, body: JSON.stringify(answer) });
    const fault = faultIn(await asked.ask('dns.listRecords', { zone: zoneIds.acme }));
    expect(fault.code).toBe('upstream_changed');
  });

  test('without the permission name it, and not the zone [C-PLAT-6]', async () => {
    const fault = faultIn(await withToken({ lacksDns: true }).ask('dns.listRecords', { zone: zoneIds.acme }));
    expect(fault).toMatchObject({ code: 'permission_missing', data: { grant: 'DNS:Read' } });
    expect(fault.remedy).toContain('Do not rotate');
  });
});

describe('the check of the token', () => {
  test('is green for one without an end', async () => {
    expect(await checkOf('api_token', {})).toMatchObject({ status: 'ok', remedy: '' });
  });

  test.each([
    ['an end far away', 90, 'ok'],
    ['an end that is near', 3, 'degraded'],
  ])('tells %s', async (_what, days, status) => {
    const expiresOn = new Date(Date.now() + (days + 0.5) * 86_400_000).toISOString();
    const check = await checkOf('api_token', { expiresOn });
    expect(check).toMatchObject({ status, summary: `The token is active and expires in ${days} days.` });
  });

  test('counts in hours on the last day', async () => {
    const expiresOn = new Date(Date.now() + 86_000_000).toISOString();
    const check = await checkOf('api_token', { expiresOn });
    expect(check).toMatchObject({ status: 'degraded', summary: 'The token is active and expires in 24 hours.' });
  });

  test('does not judge a token of an account by the place where those of persons are verified', async () => {
    const check = await checkOf('api_token', { owner: 'account' });
    expect(check).toMatchObject({
      status: 'ok',
      summary: 'The token is active and does not expire: you have to rotate it yourself.',
    });
    const seesNone = await checkOf('api_token', { owner: 'account', zones: [] });
    expect(seesNone).toMatchObject({ status: 'ok', remedy: '' });
    expect(seesNone.summary).toContain('Its expiry is unknown');
  });

  test.each([
    ['expired', 'expired'],
    ['disabled', 'revoked'],
  ] as const)('says of an %s one that it is', async (status, reason) => {
    const token: FakeToken = { status, refusesReads: true };
    expect(await checkOf('api_token', token)).toMatchObject({
      status: 'failed',
      fault: { code: 'credential_rejected', data: { reason } },
    });
    // The reads only know that the token is invalid; the probe learns why.
    expect(await checkOf('zones_read', token)).toMatchObject({
      status: 'failed',
      fault: { code: 'credential_rejected', data: { reason } },
    });
  });
});

describe('the checks of the permissions', () => {
  test('say that a token sees no zone, and do not blame its permissions', async () => {
    const check = await checkOf('zones_read', { zones: [] });
    expect(check).toMatchObject({ status: 'degraded', fault: { code: 'not_found_or_hidden' } });
    expect(check.remedy).toContain('Zone Resources');
    expect(await checkOf('records_read', { zones: [] })).toMatchObject({ status: 'degraded' });
  });

  test('name DNS:Read when only that is missing, and what it affects [C-PLAT-6]', async () => {
    const checks = await withToken({ lacksDns: true }).check();
    expect(checks.map(({ check, status }) => [check, status])).toEqual([
      ['api_token', 'ok'],
      ['zones_read', 'ok'],
      ['records_read', 'failed'],
    ]);
    expect(checks[2]).toMatchObject({
      affects: operationsWith(manifest, 'DNS:Read'),
      fault: { data: { grant: 'DNS:Read' } },
    });
  });
});
