import { describe, expect, test } from 'vitest';
import { faultIn } from '../../test/contract/agent-under-test.ts';
import { cloudId, refuse } from '../../test/contract/jira/fake-jira.ts';
import { checked, jql, jiraUnderTest } from '../../test/contract/jira/jira-under-test.ts';

const { agentAt, site, upstream } = jiraUnderTest();

const paths = (): string[] => upstream().calls.map(({ method, path }) => `${method} ${path}`);

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
    ['an answer as to nobody', { status: 200, headers: asNobody, body: '{}' }],
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

  test('at api.atlassian.com is told to be one without scopes, perhaps', async () => {
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

test('an interface that is gone is ours to mend, and Data Center is told by its answer', async () => {
  upstream().answerWith(
    refuse(410, 'The requested API has been removed. Please migrate to the /rest/api/3/search/jql API.'),
  );
  expect(faultIn(await agentAt().ask('tickets.search', jql('project = OPS'))).code).toBe('upstream_changed');
  upstream().answerWith({ status: 404, body: JSON.stringify({ message: 'null for uri', 'status-code': 404 }) });
  const fault = faultIn(await agentAt().ask('tickets.listProjects', {}));
  expect(fault.code).toBe('wrong_endpoint');
  expect(fault.remedy).toContain('Data Center has only version 2');
});
