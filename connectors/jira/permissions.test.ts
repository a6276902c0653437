import { describe, expect, test } from 'vitest';
import { faultIn } from '../../test/contract/agent-under-test.ts';
import { manifest } from './manifest.ts';
import { allPermissions, refuse } from './upstream/fake-jira.ts';
import { checked, jql, jiraUnderTest } from './upstream/jira-under-test.ts';

const { agentAt, site } = jiraUnderTest();

const readOnly = { OPS: ['BROWSE_PROJECTS'], WEB: ['BROWSE_PROJECTS'] };

describe('without the three write permissions', () => {
  test('every read works [C-PLAT-5]', async () => {
    site({ held: readOnly });
    const agent = agentAt();
    for (const [name, args] of [
      ['tickets.listProjects', {}],
      ['tickets.search', jql('project = OPS')],
      ['tickets.get', { key: 'OPS-1' }],
      ['tickets.listTransitions', { key: 'OPS-1' }],
    ] as const) {
      expect((await agent.ask(name, args)).ok).toBe(true);
    }
  });

  test('the checks of reading are green and the one of writing is skipped, naming each [C-PLAT-5]', async () => {
    site({ held: readOnly });
    const { tickets_write: writes, ...others } = await checked(agentAt());
    expect(Object.values(others).map(({ status: one }) => one)).toEqual(['ok', 'ok', 'ok']);
    expect(writes).toMatchObject({
      status: 'skipped',
      held: [],
      missing: ['Create issues', 'Add comments', 'Transition issues'],
      affects: manifest.checks.tickets_write.affects,
    });
  });

  test.each([
    ['tickets.create', { project: 'OPS', type: 'Incident', summary: 'x' }, 'Create issues'],
    ['tickets.addComment', { key: 'OPS-1', body: { format: 'text', text: 'x' } }, 'Add comments'],
  ] as const)('%s names the permission [C-PLAT-5]', async (name, args, grant) => {
    const jira = site({ held: readOnly });
    const key = { idempotencyKey: `key-${name.replace('.', '-')}-0001` };
    const fault = faultIn(await agentAt({}, [name]).ask(name, { ...args, ...key }));
    expect(fault).toMatchObject({ code: 'permission_missing', data: { grant, layer: 'project permission' } });
    expect(jira.written).toEqual([]);
  });
});

describe('health', () => {
  test('checks each configured project, and at one that is not shown', async () => {
    site({ held: { OPS: allPermissions, WEB: ['BROWSE_PROJECTS', 'ADD_COMMENTS'] } });
    const checks = await checked(agentAt({ JIRA_PROJECTS: 'OPS,WEB,HR' }));
    expect(checks).toMatchObject({
      tickets_read: { status: 'degraded', held: ['Browse projects'], missing: ['Browse projects in HR'] },
      tickets_write: {
        status: 'skipped',
        missing: ['Create issues in WEB and HR', 'Add comments in HR', 'Transition issues in WEB and HR'],
      },
    });
  });

  test('fails when nothing may be browsed, and does not blame the token', async () => {
    site({ held: {} });
    const { tickets_read: check } = await checked(agentAt());
    expect(check).toMatchObject({ status: 'failed', missing: ['Browse projects'], layer: 'project permission' });
    expect(check?.remedy).toContain('Do not rotate the token');
  });

  test('is not green while tickets cannot be searched', async () => {
    site({}, ({ path }) =>
      path.endsWith('/search/jql') ? refuse(410, 'The requested API has been removed.') : undefined,
    );
    const { tickets_read: check } = await checked(agentAt());
    expect(check).toMatchObject({ status: 'failed', fault: { code: 'upstream_changed' } });
  });

  test('reports permissions that nothing uses', async () => {
    site({ held: { OPS: [...allPermissions, 'ADMINISTER_PROJECTS', 'DELETE_ISSUES'] } });
    const { least_privilege: check } = await checked(agentAt());
    expect(check).toMatchObject({
      status: 'pending_configuration',
      excess: ['Administer projects', 'Delete issues'],
      affects: [],
    });
  });

  test.each([
    ['only this account', undefined, 'refuses this account'],
    ['everybody', { status: 403, body: 'Forbidden' }, 'Every request from here is refused'],
  ])('after a bare 403 tells whether %s is refused', async (_who, front, words) => {
    const forbidden = { status: 403, body: JSON.stringify({ message: 'Forbidden' }) };
    site({}, ({ path }) => (path === '/_edge/tenant_info' ? front : forbidden));
    const { credential: check } = await checked(agentAt());
    expect(check).toMatchObject({ status: 'failed', fault: { code: 'permission_missing' } });
    expect(check?.remedy).toContain(words);
  });
});
