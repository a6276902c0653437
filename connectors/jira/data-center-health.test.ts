import { describe, expect, test } from 'vitest';
import type { OperationName } from '../../catalog/index.ts';
import { faultIn, resultIn } from '../../test/contract/agent-under-test.ts';
import type { Reply } from '../../test/contract/fake-upstream.ts';
import { symptoms } from './symptoms.ts';
import { FakeDataCenter } from './upstream/fake-data-center.ts';
import { allPermissions } from './upstream/fake-jira.ts';
import { checked, jql, jiraUnderTest } from './upstream/jira-under-test.ts';

const { agentAt, serverAgent, server, upstream } = jiraUnderTest();

const reads: readonly (readonly [OperationName, object])[] = [
  ['tickets.listProjects', {}],
  ['tickets.search', jql('project = OPS')],
  ['tickets.get', { key: 'OPS-1' }],
  ['tickets.listTransitions', { key: 'OPS-1' }],
];
const paths = (): string[] => upstream().calls.map(({ method, path }) => `${method} ${path}`);
const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000 + 3_600_000).toISOString();
const whole = { projects: ['OPS'], held: { OPS: allPermissions }, issues: [] };
/** As a server that anything may be asked, but for what `instead` answers. */
const serve = (changed: Partial<ConstructorParameters<typeof FakeDataCenter>[0]>, instead?: Reply): void => {
  const jira = new FakeDataCenter({ ...whole, ...changed });
  upstream().answerWith((call) =>
    call.path.endsWith('/serverInfo') ? jira.serve(call) : (instead ?? jira.serve(call)),
  );
};
const html = { 'content-type': 'text/html' };

describe('the settings', () => {
  test.each([
    [{ JIRA_API_TOKEN: 'ATATT3xSecretValue' }, 'JIRA_API_TOKEN'],
    [{ JIRA_EMAIL: 'farol@example.com' }, 'JIRA_EMAIL'],
    [{ JIRA_API_TOKEN: 'ATATT3xSecretValue', JIRA_EMAIL: 'farol@example.com' }, 'JIRA_API_TOKEN'],
  ])('of both at once are refused before anything is sent: %j', async (more, variable) => {
    server();
    const agent = serverAgent(more);
    for (const [name, args] of reads) {
      const fault = faultIn(await agent.ask(name, args));
      expect(fault).toMatchObject({ code: 'not_configured', data: { variable } });
      expect(fault.remedy).toContain('only one of the two can be read');
    }
    for (const one of Object.values(await checked(agent))) expect(one.status).toBe('pending_configuration');
    expect(upstream().calls).toEqual([]);
  });

  test('send the token as bearer token, below the context path', async () => {
    server();
    resultIn(await serverAgent().ask('tickets.listProjects', {}));
    expect(upstream().calls[0]?.headers.authorization).toMatch(/^Bearer NDgy/u);
    expect(paths()).toEqual(['GET /jira/rest/api/2/project']);
  });
});

describe('a token that Jira does not know', () => {
  test('is found out by every read, where the answer is an empty list with 200 too', async () => {
    serve({ token: 'another' });
    for (const [name, args] of reads) {
      const fault = faultIn(await serverAgent().ask(name, args));
      expect([name, fault.code, fault.data]).toEqual([
        name,
        'credential_rejected',
        { kind: 'personal access token', reason: 'rejected' },
      ]);
      expect(fault.remedy).toContain('Personal Access Tokens');
    }
  });

  test('is found out where a proxy removes the header that says who is answered', async () => {
    serve({ token: 'another', hidesUser: () => true });
    for (const [name, args] of reads) {
      expect(faultIn(await serverAgent().ask(name, args)).code).toBe('credential_rejected');
    }
  });

  test.each([false, true])(
    'is what every check says, also where the server reports nothing to anybody (%j)',
    async (isClosed) => {
      serve({ token: 'another', isClosed });
      for (const one of Object.values(await checked(serverAgent()))) {
        expect(one).toMatchObject({ status: 'failed', fault: { code: 'credential_rejected' } });
        expect(one.remedy).toContain('JIRA_PERSONAL_ACCESS_TOKEN');
      }
    },
  );

  test('is refused with 401 by some servers', async () => {
    const refusal = { message: 'Client must be authenticated to access this resource.', 'status-code': 401 };
    serve({}, { status: 401, body: JSON.stringify(refusal) });
    const { credential } = await checked(serverAgent());
    expect(credential).toMatchObject({ status: 'failed', fault: { code: 'credential_rejected' } });
    expect(credential?.remedy).toContain('it has expired or was revoked');
  });

  test('is asked for once where the header is removed, and the answer is given', async () => {
    server({ hidesUser: () => true });
    resultIn(await serverAgent().ask('tickets.get', { key: 'OPS-1' }));
    expect(paths().filter((path) => path.endsWith('/myself'))).toHaveLength(1);
  });
});

describe('what is not the fault of the token', () => {
  const denied = {
    'x-authentication-denied-reason': 'CAPTCHA_CHALLENGE; login-url=https://jira.example.com/login.jsp',
  };

  test.each<[string, Reply, string, string]>([
    ['a CAPTCHA', { status: 403, headers: denied, body: '' }, 'credential_rejected', 'Reset failed login count'],
    [
      'an account without access',
      { status: 403, headers: { 'x-seraph-loginreason': 'AUTHORISATION_FAILED' }, body: '' },
      'permission_missing',
      'Application access',
    ],
    ['a bare 403', { status: 403, body: JSON.stringify({ message: 'Forbidden' }) }, 'permission_missing', 'proxy'],
    ['a sign-in page', { status: 200, headers: html, body: '<html>Log in</html>' }, 'wrong_endpoint', 'sign-in'],
    ['a path without Jira', { status: 404, headers: html, body: '<html>404</html>' }, 'wrong_endpoint', 'context path'],
    ['maintenance', { status: 503, headers: html, body: '<html>Unavailable</html>' }, 'upstream_down', 'reindexed'],
  ])('%s: names who acts, and does not have the token replaced', async (_what, reply, code, words) => {
    serve({}, reply);
    const { credential } = await checked(serverAgent());
    expect(credential?.fault?.code).toBe(code);
    expect(credential?.remedy).toContain(words);
    expect(credential?.remedy).toMatch(/do not replace/iu);
  });

  test('a redirect to a sign-in is not followed', async () => {
    serve({}, { status: 302, headers: { location: 'https://sso.example.com/login' }, body: '' });
    const { credential } = await checked(serverAgent());
    expect(credential?.fault).toMatchObject({ code: 'wrong_endpoint', data: { variable: 'JIRA_URL' } });
    expect(credential?.remedy).toContain('sign-in page');
  });

  test('an address without the context path is one without Jira', async () => {
    serve({});
    const { credential } = await checked(serverAgent({ JIRA_URL: upstream().url }));
    expect(credential?.fault).toMatchObject({ code: 'wrong_endpoint', data: { variable: 'JIRA_URL' } });
    expect(credential?.remedy).toContain('https://jira.example.com/jira');
  });

  test.each([
    [{ 'retry-after': '17' }, 17],
    [{ 'x-ratelimit-interval-seconds': '30' }, 30],
    [{}, 60],
  ])('too many requests with %j are waited for %i s', async (headers, retryAfterSec) => {
    upstream().answerWith({ status: 429, headers, body: '' });
    const fault = faultIn(await serverAgent().ask('tickets.listProjects', {}));
    expect(fault).toMatchObject({ code: 'rate_limited', data: { retryAfterSec } });
    expect(fault.remedy).toContain('Rate limiting');
  });
});

describe('the server', () => {
  test('and whose the token is are named by the check', async () => {
    server();
    const { credential } = await checked(serverAgent());
    expect(credential).toMatchObject({ status: 'ok', remedy: '' });
    expect(credential?.summary).toMatch(
      /^Signed in as Farol at Jira Data Center 9\.12\.2\. The token expires in at most/u,
    );
  });

  test.each([
    ['8.19.1', 'degraded', 'upgrade Jira to 8.20 or later'],
    ['8.20.0', 'ok', ''],
    ['10.3.24', 'ok', ''],
    ['11.3.0', 'ok', ''],
  ])('of version %s is %s', async (version, status, remedy) => {
    server({ version });
    const { credential } = await checked(serverAgent());
    expect(credential).toMatchObject({ status, remedy: expect.stringContaining(remedy) as string });
  });

  test('of a version without such tokens is to be upgraded', async () => {
    serve({ version: '8.5.1', token: 'another' });
    const { credential } = await checked(serverAgent());
    expect(credential?.fault?.code).toBe('feature_disabled');
    expect(credential?.remedy).toContain('Jira 8.5.1 answers at JIRA_URL');
    expect(credential?.remedy).toContain('Do not replace the token');
  });

  test.each([
    ['accepts it', {}, undefined],
    ['treats it as anonymous', { token: 'another' }, undefined],
    ['refuses it', {}, { status: 401, body: '{"message":"Unauthorized"}' }],
    ['does not read it', {}, { status: 403, body: '{"error":"Failed to parse Connect Session Auth Token"}' }],
  ])('that is a site of Cloud and %s needs the other credential', async (_what, changed, reply) => {
    serve({ deploymentType: 'Cloud', version: '1001.0.0', ...changed }, reply);
    const { credential } = await checked(serverAgent());
    expect(credential).toMatchObject({
      status: 'pending_configuration',
      fault: { code: 'not_configured', data: { variable: 'JIRA_API_TOKEN' } },
    });
    expect(credential?.remedy).toContain('unset JIRA_PERSONAL_ACCESS_TOKEN');
  });

  test.each([false, true])('that is given the credential of Cloud needs a token of its own (%j)', async (isClosed) => {
    serve({ isClosed });
    const checks = await checked(agentAt({ JIRA_URL: `${upstream().url}/jira` }));
    for (const one of Object.values(checks)) {
      expect(one).toMatchObject({
        status: 'pending_configuration',
        fault: { code: 'not_configured', data: { variable: 'JIRA_PERSONAL_ACCESS_TOKEN' } },
      });
      expect(one.remedy).toContain('unset JIRA_API_TOKEN and JIRA_EMAIL');
    }
  });
});

describe('the end of the token', () => {
  test.each([
    [[inDays(9)], 'degraded', 'The token expires in at most 9 days.'],
    [[inDays(3), inDays(9)], 'degraded', 'The token expires in at most 9 days.'],
    [[inDays(3), inDays(90)], 'ok', 'The token expires in at most 90 days.'],
    [[inDays(3), undefined], 'ok', 'At least one token of the account does not expire.'],
    [[inDays(-3)], 'ok', 'When the token expires could not be read.'],
    [[], 'ok', 'When the token expires could not be read.'],
  ])('of an account with %j is %s', async (tokenEnds, status, words) => {
    server({ tokenEnds });
    const { credential } = await checked(serverAgent());
    const remedy = status === 'ok' ? '' : 'create a token';
    expect(credential).toMatchObject({ status, remedy: expect.stringContaining(remedy) as string });
    expect(credential?.summary).toContain(words);
  });

  test('that may not be read fails no check', async () => {
    server({}, ({ path }) => (path.endsWith('/tokens') ? { status: 403, body: '{}' } : undefined));
    const { credential } = await checked(serverAgent());
    expect(credential?.status).toBe('ok');
    expect(credential?.summary).toContain('could not be read');
  });
});

describe('the permissions', () => {
  test('are checked in each configured project', async () => {
    server({ held: { OPS: allPermissions, WEB: ['BROWSE_PROJECTS', 'ADD_COMMENTS'] } });
    expect(await checked(serverAgent({ JIRA_PROJECTS: 'OPS,WEB,HR' }))).toMatchObject({
      tickets_read: { status: 'degraded', missing: ['Browse projects in HR'] },
      tickets_write: {
        status: 'skipped',
        missing: ['Create issues in WEB and HR', 'Add comments in HR', 'Transition issues in WEB and HR'],
      },
    });
  });

  test('that nothing uses are reported', async () => {
    server({ held: { OPS: [...allPermissions, 'ADMINISTER', 'DELETE_ISSUES'] } });
    expect((await checked(serverAgent()))['least_privilege']).toMatchObject({
      status: 'pending_configuration',
      excess: ['Administer Jira', 'Delete issues'],
    });
  });
});

test('no remedy names what only the other Jira has', () => {
  const rowsOf = (kind: 'set' | 'unset'): string[] =>
    symptoms.flatMap(({ when: { variables }, remedy, id }) =>
      variables?.['JIRA_PERSONAL_ACCESS_TOKEN'] === kind && !['data_center', 'dc_cloud_site'].includes(id)
        ? [remedy]
        : [],
    );
  expect(rowsOf('set').length).toBeGreaterThan(10);
  expect(
    rowsOf('set').filter((words) => /atlassian\.(?:com|net)|JIRA_EMAIL|JIRA_API_TOKEN|scopes/u.test(words)),
  ).toEqual([]);
  expect(rowsOf('unset').length).toBeGreaterThan(10);
  expect(rowsOf('unset').filter((words) => /Administration →|context path|Profile →/u.test(words))).toEqual([]);
  const shared = symptoms.filter(({ when: { variables } }) => variables?.['JIRA_PERSONAL_ACCESS_TOKEN'] === undefined);
  expect(shared.filter(({ remedy }) => /atlassian|Administration →|JIRA_(?:EMAIL|API_TOKEN)/u.test(remedy))).toEqual(
    [],
  );
});
