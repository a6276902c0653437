import { describe, expect, test } from 'vitest';
import { type AgentUnderTest, faultIn, resultIn } from '../../test/contract/agent-under-test.ts';
import { useUpstream } from '../../test/contract/use-upstream.ts';
import { type FakeToken, fakeVercel, kept, refuse, teamId } from './upstream/fake-vercel.ts';
import { manifest } from './manifest.ts';

const { upstream, answerStrictly, open: openAgent } = useUpstream();

interface Given {
  readonly token?: FakeToken;
  readonly list?: 'v9' | 'v10';
  readonly team?: string | undefined;
}

function open({ token, list, team = teamId }: Given = {}): AgentUnderTest {
  answerStrictly(fakeVercel(token, list));
  return openAgent({
    registry: [{ manifest, load: async () => (await import('./connector.ts')).connector }],
    env: { VERCEL_URL: upstream().url, VERCEL_TOKEN: 'vcp_0123456789abcdef', VERCEL_TEAM_ID: team },
  });
}

describe('deployments', () => {
  test('are returned with their commit, state and reason of failure [C-EP-4]', async () => {
    const { data } = resultIn(await open().ask('deploy.listDeployments', { limit: 3 }));
    const [ready, failed, fromFolder] = (data as { deployments: object[] }).deployments;
    expect(ready).toEqual({
      id: 'dpl_0',
      url: 'https://shop-0.vercel.app',
      state: 'ready',
      providerState: 'READY',
      stage: 'promoted',
      target: 'production',
      projectId: 'prj_shop',
      project: 'shop',
      trigger: 'git',
      creator: 'ada',
      createdAt: '2026-10-01T00:00:00.000Z',
      buildStartedAt: '2026-10-01T00:00:05.000Z',
      readyAt: '2026-10-01T00:01:00.000Z',
      commit: {
        id: 'fe1b2c3d4e5f60718293a4b5c6d7e8f901234567',
        message: 'Faster',
        author: 'Ada',
        branch: 'main',
        repository: 'acme/shop',
      },
      ranOutOfMemory: false,
      checksState: 'completed',
      checksConclusion: 'succeeded',
      canBeRolledBackTo: true,
    });
    expect(failed).toMatchObject({
      state: 'failed',
      errorCode: 'BUILD_FAILED',
      errorMessage: 'Command "npm run build" exited with 1',
      ranOutOfMemory: true,
      domainError: 'Domain is taken',
      commit: { id: 'aa1b2c3d4e5f6071', branch: 'dev', repository: 'acme/other' },
    });
    expect(fromFolder).not.toHaveProperty('commit');
    expect(fromFolder).not.toHaveProperty('target');
  });

  test('are filtered by the vendor, in its own words and milliseconds', async () => {
    const asked = open();
    const window = { from: '2026-09-29T00:00:00.000Z', to: '2026-10-01T00:00:00.000Z' };
    const { data } = resultIn(await asked.ask('deploy.listDeployments', { states: ['failed', 'ready'], window }));
    expect((data as { deployments: { id: string }[] }).deployments.map(({ id }) => id)).toEqual([
      'dpl_0',
      'dpl_1',
      'dpl_2',
    ]);
    expect(Object.fromEntries(upstream().calls[0]?.query ?? [])).toEqual({
      state: 'ERROR,READY',
      since: String(Date.parse(window.from) - 1),
      until: String(Date.parse(window.to) + 1),
      limit: '100',
      teamId,
    });
  });

  test('just outside the window are left out, whatever the vendor takes for its ends', async () => {
    const window = { from: '2026-09-29T00:00:00.001Z', to: '2026-09-30T23:59:59.999Z' };
    const { data } = resultIn(await open().ask('deploy.listDeployments', { window }));
    expect((data as { deployments: { id: string }[] }).deployments.map(({ id }) => id)).toEqual(['dpl_1']);
  });

  test('of a window that ends now are read on in the window of the first page', async () => {
    const asked = open();
    const question = { window: { from: 'now-365d', to: 'now' }, limit: 2 };
    const { nextCursor: cursor } = resultIn(await asked.ask('deploy.listDeployments', question));
    expect(cursor).toBeDefined();
    await new Promise((resolve) => setTimeout(resolve, 20));
    resultIn(await asked.ask('deploy.listDeployments', { ...question, cursor }));
    const [first, second] = upstream().calls.map(({ query }) => query.get('since'));
    expect(second).toBe(first);
  });
});

describe('projects', () => {
  test('are returned with the names of their variables, each once', async () => {
    const { data } = resultIn(await open().ask('deploy.getProject', { project: 'shop' }));
    expect((data as { project: object }).project).toMatchObject({
      environmentVariables: ['API', 'PAYMENT_KEY'],
      repository: { host: 'github', name: 'acme/shop', productionBranch: 'main' },
      schedules: [{ path: '/api/nightly', schedule: '0 3 * * *', isEnabled: true }],
      environments: [{ name: 'qa', type: 'preview', domains: ['qa.acme.example'] }],
      lastRollback: { fromId: 'dpl_1', toId: 'dpl_0', state: 'succeeded' },
      isPasswordProtected: true,
    });
  });

  test('never show a value, a hook, a secret or a build command', async () => {
    const asked = open();
    const answers = [
      await asked.ask('deploy.getProject', { project: 'shop' }),
      await asked.ask('deploy.listProjects', {}),
      await asked.ask('deploy.listDeployments', {}),
    ].map(resultIn);
    expect(kept.filter((secret) => JSON.stringify(answers).includes(secret))).toEqual([]);
  });

  test('are listed by the newer version where the older one has gone', async () => {
    const { data, upstreamCalls } = resultIn(await open({ list: 'v10' }).ask('deploy.listProjects', { limit: 2 }));
    expect(data).toMatchObject({ projects: [{ name: 'shop' }, { name: 'docs' }] });
    expect(upstreamCalls).toBe(2);
  });

  test('that do not exist are not found, or of another team', async () => {
    expect(faultIn(await open().ask('deploy.getProject', { project: 'absent' }))).toMatchObject({
      code: 'not_found_or_hidden',
    });
  });
});

describe('a team that is not configured', () => {
  test('is named as the cause of the silent 403 [C-PLAT-2] [C-ERR-8]', async () => {
    const asked = open({ team: '' });
    const fault = faultIn(await asked.ask('deploy.listDeployments', {}));
    expect(fault).toMatchObject({ code: 'not_configured', data: { variable: 'VERCEL_TEAM_ID' } });
    expect(fault.remedy).toContain('Do not rotate the token');
    const checks = await asked.check();
    const [token, ...reads] = checks;
    expect(token).toMatchObject({ check: 'token', status: 'ok' });
    expect(reads.map(({ status }) => status)).toEqual(reads.map(() => 'pending_configuration'));
    expect(reads.map(({ check }) => check)).toEqual(expect.arrayContaining(['deployments_read', 'projects_read']));
  });

  test.each([
    [{ scope: 'acme' }, 'not_configured'],
    [{ scope: 'acme', saml: true }, 'permission_missing'],
  ])('is distinguished from a team that demands single sign-on: %j', async (more, code) => {
    const asked = open({ team: '' });
    upstream().answerWith(refuse(403, 'forbidden', 'Not authorized', more));
    expect(faultIn(await asked.ask('deploy.listDeployments', {})).code).toBe(code);
  });

  test('is distinguished from a token that does not exist', async () => {
    const asked = open({ team: '' });
    upstream().answerWith(refuse(403, 'forbidden', 'Not authorized', { invalidToken: true }));
    expect(faultIn(await asked.ask('deploy.listDeployments', {}))).toMatchObject({ code: 'credential_rejected' });
  });

  test('leaves the personal account, and an empty list says so', async () => {
    const { because } = resultIn(await open({ team: '', token: { scope: 'personal' } }).ask('deploy.listProjects', {}));
    expect(because).toContain('personal account');
    expect(because).toContain('VERCEL_TEAM_ID');
  });
});

describe('a refusal without a reason', () => {
  const another = 'team_9z9z9z9z9z9z9z9z9z9z9z9z';
  const reads = ['/v6/deployments', '/v9/projects'];
  const deploymentsCheck = (given: Given) => open(given).checkNamed('deployments_read');

  test.each([
    ['is not set', ''],
    ['is that of another', another],
  ])('is put down to the team that %s, and names the one of the token [C-PLAT-2]', async (_what, team) => {
    const check = await deploymentsCheck({ team });
    expect(check).toMatchObject({
      status: 'pending_configuration',
      fault: { code: 'not_configured', data: { variable: 'VERCEL_TEAM_ID' } },
    });
    expect(check.remedy).toContain(`Set VERCEL_TEAM_ID to ${teamId}`);
    expect(check.remedy).toContain('Do not rotate the token');
    expect(
      upstream()
        .calls.find(({ path }) => path.includes('tokens'))
        ?.query.get('teamId'),
    ).toBeNull();
  });

  test.each([
    ['is no member', { role: undefined }, 'membership of the owner', 'is not a member of the team'],
    [
      'has not accepted the invitation',
      { role: { role: 'VIEWER', confirmed: false }, lacks: reads },
      'membership of the owner',
      'accept the invitation',
    ],
    [
      'has a role that may not',
      { role: { role: 'BILLING', confirmed: true }, lacks: reads },
      'role of the owner',
      'role BILLING',
    ],
  ])('is put down to the owner of the token who %s', async (_what, token, layer, words) => {
    for (const scope of ['team', 'full'] as const) {
      const check = await deploymentsCheck({ token: { scope, ...token } });
      expect(check).toMatchObject({ status: 'failed', layer, fault: { code: 'permission_missing' } });
      expect(check.remedy).toContain(words);
    }
  });

  test('stays open where Vercel does not tell the scopes either, and says what to check first', async () => {
    const check = await deploymentsCheck({ token: { scope: 'project', lacks: reads } });
    expect(check.fault).toMatchObject({ code: 'permission_missing' });
    expect(check.remedy).toMatch(/First .*, then /u);
  });
});

describe('a refusal with a reason', () => {
  test.each([
    ['no single sign-on is enforced', { saml: true, enforced: false }, 'permission_missing', 'scope of the token'],
    ['single sign-on is enforced', { saml: true, enforced: true }, 'permission_missing', 'single sign-on'],
    ['no token arrived', { missingToken: true }, 'credential_rejected', 'removes the Authorization header'],
    ['the token is gone', { invalidToken: true }, 'credential_rejected', 'create another one'],
  ])('says that %s', async (_what, more, code, words) => {
    const asked = open();
    upstream().answerWith(refuse(403, 'forbidden', 'Not authorized', { scope: 'acme', teamId: null, ...more }));
    const fault = faultIn(await asked.ask('deploy.listDeployments', {}));
    expect(fault.code).toBe(code);
    expect(fault.remedy).toContain(words);
  });

  test('is read from its member, and not from a text that quotes one', async () => {
    const asked = open();
    upstream().answerWith(refuse(403, 'forbidden', 'The branch SAML has no deployment.'));
    const fault = faultIn(await asked.ask('deploy.listDeployments', {}));
    expect(fault.remedy).not.toContain('signs in with');
  });
});

describe('checks', () => {
  test('are green for a token of one project, which cannot identify its owner', async () => {
    const checks = await open({ token: { scope: 'project' } }).check();
    expect(checks.map(({ status }) => status)).toEqual(checks.map(() => 'ok'));
    expect(checks[0]?.summary).toContain('belongs to a project');
  });

  test('do not take a failure for a token that belongs to a project', async () => {
    const asked = open();
    const answer = fakeVercel();
    upstream().answerWith((call) =>
      call.path === '/v2/user' ? { status: 200, body: '{"person":{}}' } : (answer(call) ?? { status: 501, body: '' }),
    );
    const [token] = await asked.check();
    expect(token).toMatchObject({ status: 'failed', fault: { code: 'upstream_changed' } });
  });

  test('name what is affected when one of two reads is refused', async () => {
    const checks = await open({ token: { lacks: ['/v9/projects'] } }).check();
    expect(checks.find(({ check }) => check === 'projects_read')).toMatchObject({
      status: 'failed',
      fault: { code: 'permission_missing' },
      affects: manifest.checks.projects_read.affects,
    });
    expect(checks.find(({ check }) => check === 'deployments_read')).toMatchObject({ status: 'ok' });
  });
});
