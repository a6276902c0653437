import { describe, expect, test } from 'vitest';
import { faultIn } from '../../test/contract/agent-under-test.ts';
import { cloudId, refuse } from './upstream/fake-jira.ts';
import { checked, jql, jiraUnderTest } from './upstream/jira-under-test.ts';

const { agentAt, site, upstream } = jiraUnderTest();

const paths = (): string[] => upstream().calls.map(({ method, path }) => `${method} ${path}`);

describe('a token that is sent without an address of an account', () => {
  const gateway = (): string => `${upstream().url}/ex/jira/${cloudId}`;
  const connect = { status: 403, body: JSON.stringify({ error: 'Failed to parse Connect Session Auth Token' }) };
  const plain = { status: 401, body: JSON.stringify({ code: 401, message: 'Unauthorized' }) };
  const bearer = (token: string, more: object = {}) => ({ JIRA_EMAIL: undefined, JIRA_API_TOKEN: token, ...more });
  const accessToken = 'eyJhbGciOiJSUzI1NiJ9.secret';

  test.each([
    ['a page of sessions', connect],
    ['401', plain],
  ])('is an API token by its looks: after %s the address is missing', async (_what, reply) => {
    site({}, ({ path }) => (path === '/_edge/tenant_info' ? undefined : reply));
    const { credential } = await checked(agentAt(bearer('ATATT3xSecretValue')));
    expect(credential).toMatchObject({
      status: 'pending_configuration',
      fault: { code: 'not_configured', data: { variable: 'JIRA_EMAIL' } },
    });
    expect(credential?.remedy).toContain('Do not rotate the token');
  });

  test.each([
    ['a page of sessions', connect],
    ['401', plain],
  ])('is an access token by its looks: after %s the gateway is named', async (_what, reply) => {
    site({}, ({ path }) => (path === '/_edge/tenant_info' ? undefined : reply));
    const { credential } = await checked(agentAt(bearer(accessToken)));
    expect(credential?.fault).toMatchObject({ code: 'wrong_endpoint', data: { variable: 'JIRA_URL' } });
    expect(credential?.remedy).toContain(`Set JIRA_URL to https://api.atlassian.com/ex/jira/${cloudId}`);
  });

  test('has ended when the gateway refuses it', async () => {
    upstream().answerWith(plain);
    const { credential } = await checked(agentAt(bearer(accessToken, { JIRA_URL: gateway() })));
    expect(credential?.fault).toMatchObject({ code: 'credential_rejected', data: { kind: 'access token' } });
    expect(credential?.remedy).toContain('JIRA_API_TOKEN is no longer renewed');
    expect(credential?.remedy).not.toContain('JIRA_EMAIL');
  });
});

describe('a Jira that is not found', () => {
  const missing = { status: 404, body: JSON.stringify({ message: 'null for uri', 'status-code': 404 }) };

  test('is Data Center where it says so', async () => {
    const server = { status: 200, body: JSON.stringify({ deploymentType: 'Server', version: '9.12.2' }) };
    upstream().answerWith(({ path }) => (path === '/rest/api/2/serverInfo' ? server : missing));
    const { credential } = await checked(agentAt());
    expect(credential).toMatchObject({
      status: 'pending_configuration',
      fault: { code: 'not_configured', data: { variable: 'JIRA_PERSONAL_ACCESS_TOKEN' } },
    });
    expect(credential?.remedy).toContain('create a personal access token there');
    const asked = upstream().calls.find(({ path }) => path === '/rest/api/2/serverInfo');
    expect(asked?.headers.authorization).toBeUndefined();
  });

  test('is no Jira where nothing says so', async () => {
    upstream().answerWith(missing);
    const { credential } = await checked(agentAt());
    expect(credential?.remedy).toContain('No Jira answers at JIRA_URL');
    expect(credential?.remedy).not.toContain('cloud id');
  });

  test('has another cloud id at the gateway', async () => {
    upstream().answerWith(missing);
    const { credential } = await checked(agentAt({ JIRA_URL: `${upstream().url}/ex/jira/${cloudId}` }));
    expect(credential?.remedy).toContain('Compare the cloud id in JIRA_URL');
    expect(upstream().calls.some(({ path }) => path.includes('serverInfo'))).toBe(false);
  });
});

describe('a credential that Jira does not take', () => {
  const asNobody = { 'x-seraph-loginreason': 'AUTHENTICATED_FAILED' };

  test('is found out where the answer is an empty list with 200', async () => {
    const nothing = JSON.stringify({ isLast: true, values: [], total: 0, startAt: 0, maxResults: 50 });
    upstream().answerWith({ status: 200, headers: asNobody, body: nothing });
    const fault = faultIn(await agentAt().ask('tickets.listProjects', {}));
    expect(fault).toMatchObject({ code: 'credential_rejected', data: { reason: 'rejected' } });
    expect(fault.remedy).toContain('https://api.atlassian.com/ex/jira/');
  });

  test('is found out where the answer is a ticket that is not found', async () => {
    const body = JSON.stringify({ errorMessages: ['Issue does not exist or you do not have permission to see it.'] });
    upstream().answerWith({ status: 404, headers: asNobody, body });
    expect(faultIn(await agentAt().ask('tickets.get', { key: 'OPS-1' })).code).toBe('credential_rejected');
  });

  test.each([
    ['401', { status: 401, body: 'Client must be authenticated to access this resource.' }],
    ['an anonymous answer', { status: 200, headers: asNobody, body: '{}' }],
  ])('after %s the check says at which address a token with scopes is taken', async (_what, reply) => {
    site({}, ({ path }) => (path === '/_edge/tenant_info' ? undefined : reply));
    const checks = await checked(agentAt());
    for (const one of Object.values(checks)) {
      expect(one).toMatchObject({ status: 'failed', fault: { code: 'credential_rejected' } });
      expect(one.remedy).toContain(`set JIRA_URL to https://api.atlassian.com/ex/jira/${cloudId}`);
    }
    const asked = upstream().calls.find(({ path }) => path === '/_edge/tenant_info');
    expect(asked?.headers.authorization).toBeUndefined();
  });

  test('at api.atlassian.com may be one without scopes, and the message says so', async () => {
    upstream().answerWith({ status: 401, body: JSON.stringify({ code: 401, message: 'Unauthorized' }) });
    const agent = agentAt({ JIRA_URL: `${upstream().url}/ex/jira/${cloudId}` });
    const fault = faultIn(await agent.ask('tickets.listProjects', {}));
    expect(fault.remedy).toContain('for one without, set JIRA_URL to the address of the site');
    expect(paths()).toEqual([`GET /ex/jira/${cloudId}/rest/api/3/project/search`]);
  });

  test('because a person must solve a picture is not to be rotated', async () => {
    const headers = {
      'x-authentication-denied-reason': 'CAPTCHA_CHALLENGE; login-url=https://example.atlassian.net/login.jsp',
    };
    upstream().answerWith({ status: 403, headers, body: '' });
    const fault = faultIn(await agentAt().ask('tickets.listProjects', {}));
    expect(fault.code).toBe('credential_rejected');
    expect(fault.remedy).toContain('sign in once in a browser');
    expect(fault.remedy).toContain('Do not rotate the token');
  });

  test('belonging to an account that may not use Jira is not the one at fault', async () => {
    const headers = { 'x-seraph-loginreason': 'AUTHORISATION_FAILED' };
    for (const status of [200, 401, 403]) {
      upstream().answerWith({ status, headers, body: '{}' });
      const fault = faultIn(await agentAt().ask('tickets.listProjects', {}));
      expect(fault).toMatchObject({ code: 'permission_missing', data: { grant: 'access to Jira', layer: 'site' } });
      expect(fault.remedy).toContain('Do not rotate the token');
    }
  });

  test('as bearer token is sent when no address of an account is set', async () => {
    site();
    await agentAt({ JIRA_EMAIL: undefined }).ask('tickets.listProjects', {});
    expect(upstream().calls[0]?.headers.authorization).toBe('Bearer ATATT3xSecretValue');
  });
});

test('an interface that is gone is ours to mend, and Data Center is recognised by its answer', async () => {
  upstream().answerWith(
    refuse(410, 'The requested API has been removed. Please migrate to the /rest/api/3/search/jql API.'),
  );
  expect(faultIn(await agentAt().ask('tickets.search', jql('project = OPS'))).code).toBe('upstream_changed');
  upstream().answerWith({ status: 404, body: JSON.stringify({ message: 'null for uri', 'status-code': 404 }) });
  const fault = faultIn(await agentAt().ask('tickets.listProjects', {}));
  expect(fault.code).toBe('wrong_endpoint');
  expect(fault.remedy).toContain('Data Center has only version 2');
});
