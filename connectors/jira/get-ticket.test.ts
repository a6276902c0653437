import { describe, expect, test } from 'vitest';
import { faultIn, resultIn } from '../../test/contract/agent-under-test.ts';
import { comment, issue, says, status } from './upstream/site.ts';
import { jiraUnderTest } from './upstream/jira-under-test.ts';

const { agentAt, site } = jiraUnderTest();

describe('one ticket', () => {
  const linked = (key: string) => ({
    id: '1',
    key,
    fields: { summary: `About ${key}`, status: status('Done', 'done') },
  });
  const whole = issue('OPS-1', {
    description: says('p99 rose.'),
    subtasks: [linked('OPS-7')],
    issuelinks: [
      {
        id: '1',
        type: { id: '1', name: 'Blocks', inward: 'is blocked by', outward: 'blocks' },
        inwardIssue: linked('WEB-8'),
      },
      {
        id: '2',
        type: { id: '1', name: 'Blocks', inward: 'is blocked by', outward: 'blocks' },
        outwardIssue: linked('WEB-9'),
      },
    ],
  });

  test('comes with text, links and its latest comments, oldest of them first', async () => {
    const comments = { 'OPS-1': ['1', '2', '3', '4'].map((id) => comment(id)) };
    site({ issues: [whole], comments });
    const { data, complete, truncated } = resultIn(await agentAt().ask('tickets.get', { key: 'OPS-1', limit: 2 }));
    expect({ complete, truncated }).toEqual({ complete: false, truncated: true });
    expect(data).toMatchObject({
      ticket: {
        description: 'p99 rose.',
        subtasks: [{ key: 'OPS-7', summary: 'About OPS-7', status: { category: 'done' } }],
        links: [
          { relation: 'is blocked by', key: 'WEB-8' },
          { relation: 'blocks', key: 'WEB-9' },
        ],
      },
      commentCount: 4,
      comments: [{ id: '3' }, { id: '4', text: 'comment 4', isRestricted: false }],
    });
  });

  test('is returned without its comments when those may not be read', async () => {
    const refusal = { status: 401, body: JSON.stringify({ code: 401, message: 'Unauthorized; scope does not match' }) };
    site({ issues: [whole] }, ({ path }) => (path.endsWith('/comment') ? refusal : undefined));
    const { data, complete, because } = resultIn(await agentAt().ask('tickets.get', { key: 'OPS-1' }));
    expect(complete).toBe(false);
    expect(because).toMatch(/^The comments are missing: they could not be read \(permission_missing\)/u);
    expect(data).toMatchObject({ ticket: { key: 'OPS-1' }, comments: [] });
    expect(data).not.toHaveProperty('commentCount');
  });

  describe.each(['tickets.get', 'tickets.listTransitions'] as const)('in %s', (name) => {
    test.each([
      ['HR-1', 'project', { said: ['HR', 'grant Browse Projects'], not: 'security level' }],
      ['OPS-99', 'ticket', { said: ['OPS', 'security level'], not: 'grant Browse Projects' }],
    ])('%s: the %s is hidden or absent', async (key, what, words) => {
      site();
      const fault = faultIn(await agentAt().ask(name, { key }));
      expect(fault).toMatchObject({ code: 'not_found_or_hidden', data: { what } });
      for (const word of words.said) expect(fault.remedy).toContain(word);
      expect(fault.remedy).not.toContain(words.not);
    });
  });

  test('says both where the permission cannot be asked', async () => {
    site({}, ({ path }) => (path.endsWith('/mypermissions') ? { status: 503, body: '' } : undefined));
    const fault = faultIn(await agentAt().ask('tickets.get', { key: 'OPS-99' }));
    expect(fault).toMatchObject({ code: 'not_found_or_hidden', data: { what: 'ticket' } });
    expect(fault.remedy).toContain('grant Browse Projects');
    expect(fault.remedy).toContain('security level');
  });
});
