import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { operationsWith } from '../../test/contract/operations-with.ts';
import { fakeArgo } from './upstream/fake-argocd.ts';
import { useArgo } from './upstream/use-argocd.ts';
import { manifest } from './manifest.ts';
import { policyLines } from './policy.ts';

const getsPayments = [['applications, get', 'payments/*']] as const;
const { withAccount, upstream } = useArgo();

describe('the checks', () => {
  test('are green with the one permission, and need no other [C-ARGO-3]', async () => {
    const checks = await withAccount().check();
    expect(checks.map(({ status }) => status)).toEqual(checks.map(() => 'ok'));
    expect(checks[0]?.summary).toBe('Argo CD v3.2.1+8c4ab63 answered.');
    expect(checks[2]).toMatchObject({ held: ['applications, get'], missing: [] });
    expect(manifest.grants).toEqual({ 'applications, get': expect.anything() as unknown });
  });

  test('send the token to everything but the version', async () => {
    await withAccount().check();
    const without = upstream().calls.filter(({ headers }) => headers.authorization === undefined);
    expect(without.map(({ path }) => path)).toEqual(['/api/version']);
  });

  test('know a token that is not taken by what userinfo says with 200', async () => {
    const checks = await withAccount({ isTaken: false }).check();
    expect(checks.map(({ status }) => status)).toEqual(checks.map((_one, at) => (at === 0 ? 'ok' : 'failed')));
    expect(checks[1]).toMatchObject({ fault: { code: 'credential_rejected' } });
    expect(checks[2]).toMatchObject({ fault: { code: 'credential_rejected', data: { reason: 'rejected' } } });
  });

  test('name the permission that is missing when nothing is seen [C-ERR-9]', async () => {
    const checks = await withAccount({ allowed: [] }).check();
    expect(checks[2]).toMatchObject({
      status: 'failed',
      fault: { code: 'permission_missing', data: { grant: 'applications, get' } },
      missing: ['applications, get'],
      affects: operationsWith(manifest, 'applications, get'),
    });
    expect(checks[2]?.remedy).toContain('cannot see all applications');
  });

  test.each([
    [undefined, 'degraded', []],
    ['payments', 'ok', []],
    ['payments,web', 'degraded', ['applications, get, web/*']],
  ])('of an account for one project, with ARGOCD_PROJECTS %s', async (projects, status, missing) => {
    const env: Record<string, string> = projects === undefined ? {} : { ARGOCD_PROJECTS: projects };
    const checks = await withAccount({ allowed: getsPayments }, env).check();
    expect(checks[2]).toMatchObject({ status, missing });
    expect(checks[2]?.summary).toContain('2 applications are visible; the account cannot see all applications');
  });

  test('name a project that a deny rule takes out of everything', async () => {
    const denied = [['applications, get', 'payments/*']] as const;
    const checks = await withAccount({ denied }, { ARGOCD_PROJECTS: 'payments,web' }).check();
    expect(checks[2]).toMatchObject({ status: 'degraded', missing: ['applications, get, payments/*'] });
    expect(checks[2]?.summary).toContain('may not get those of payments');
    expect(checks[2]?.remedy).toContain('deny');
  });

  test('do not call an account all-seeing that no project was asked for', async () => {
    const [, , read] = await withAccount({ denied: [['applications, get', 'payments/*']] }).check();
    expect(read).toMatchObject({ status: 'ok', held: ['applications, get'] });
    expect(read?.summary).toContain('except those that a deny rule names');
  });

  test('report what the account may do to everything, but not to a project it is named', async () => {
    const allowed = [
      ['applications, get', '*/*'],
      ['applications, sync', '*/*'],
    ] as const;
    const denied = [['applications, sync', 'payments/*']] as const;
    const least = (await withAccount({ allowed, denied }, { ARGOCD_PROJECTS: 'payments' }).check())[3];
    expect(least?.excess).toEqual(['applications, sync']);
  });

  test('report what the account may do beyond reading', async () => {
    const allowed = [...getsPayments, ['applications, sync', 'payments/*'], ['exec, create', '*/*']] as const;
    const everywhere = (await withAccount({ allowed }).check())[3];
    expect(everywhere).toMatchObject({ status: 'pending_configuration', excess: ['exec, create'], affects: [] });
    const inProject = (await withAccount({ allowed }, { ARGOCD_PROJECTS: 'web,payments' }).check())[3];
    expect(inProject?.excess).toEqual(['applications, sync', 'exec, create']);
  });

  test('say so when Argo CD did not refuse itself', async () => {
    const argo = withAccount();
    const answer = fakeArgo();
    upstream().answerWith((call) =>
      call.path === '/api/v1/session/userinfo'
        ? (answer(call) ?? { status: 501, body: '' })
        : { status: 403, body: 'blocked' },
    );
    const [, , read] = await argo.check();
    expect(read).toMatchObject({ status: 'failed', fault: { data: { layer: 'ingress or proxy' } } });
  });

  test('are not affected by an account that has no application', async () => {
    const checks = await withAccount({ applications: [] }).check();
    expect(checks.map(({ status }) => status)).toEqual(checks.map(() => 'ok'));
  });
});

describe('the token', () => {
  const token = (claims: object): string =>
    ['{"alg":"HS256"}', JSON.stringify(claims), 'signature']
      .map((part) => Buffer.from(part).toString('base64url'))
      .join('.');
  const inDays = (days: number): number => Math.floor(Date.now() / 1000) + days * 86_400 + 3600;

  test.each([
    ['of an account', { sub: 'farol:apiKey', iss: 'argocd' }, 'ok', 'Signed in as farol.'],
    ['of an account, that ends', { sub: 'farol:apiKey', exp: inDays(90) }, 'ok', 'The token expires in 90 days.'],
    [
      'of an account, that ends soon',
      { sub: 'farol:apiKey', exp: inDays(1) },
      'degraded',
      'The token expires in 1 day.',
    ],
    ['of an account, that ends in a day', { sub: 'farol:apiKey', exp: inDays(1) - 3601 }, 'degraded', 'in 24 hours.'],
    ['of a role of a project', { sub: 'proj:payments:reader' }, 'ok', 'Signed in as farol.'],
    ['of a person', { sub: 'admin:login', exp: inDays(1) }, 'pending_configuration', 'the session of a person'],
  ])('%s is known by what it says of itself [C-ARGO-1]', async (_whose, claims, status, summary) => {
    const check = (await withAccount({}, { ARGOCD_AUTH_TOKEN: token(claims) }).check())[1];
    expect(check?.status).toBe(status);
    expect(check?.summary).toContain(summary);
  });

  test('is one of a local account with apiKey, which the guide makes first [C-ARGO-1] [C-ARGO-2]', () => {
    const guide = readFileSync(new URL('guide.md', import.meta.url), 'utf8');
    expect(guide).toContain('accounts.farol: apiKey');
    expect(guide).toContain('argocd account generate-token --account farol');
    for (const line of policyLines) expect(guide).toContain(line);
    expect(manifest.credentials.find(({ verdict }) => verdict === 'recommended')?.id).toBe('account_token');
  });
});
