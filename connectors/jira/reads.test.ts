import { describe, expect, test } from 'vitest';
import type { OperationName } from '../../catalog/index.ts';
import { encodeCursor } from '../../src/connector/cursor.ts';
import { type AgentUnderTest, faultIn, resultIn } from '../../test/contract/agent-under-test.ts';
import { allPermissions, refuse } from './upstream/fake-jira.ts';
import { jql, jiraUnderTest } from './upstream/jira-under-test.ts';
import { readPages } from '../../test/contract/read-pages.ts';

const { agentAt, site, upstream } = jiraUnderTest();

const keysIn = (data: unknown): string[] =>
  Object.values(data as Record<string, { key: string }[]>).flatMap((list) => list.map(({ key }) => key));

async function walk(agent: AgentUnderTest, operation: OperationName, args: object): Promise<string[]> {
  return (await readPages(agent, operation, args)).flatMap(({ data }) => keysIn(data));
}

describe('projects', () => {
  test('are those that the account may browse, page by page', async () => {
    const projects = Array.from({ length: 7 }, (_, at) => `OPS${at}`);
    site({ projects, held: Object.fromEntries(projects.map((key) => [key, allPermissions])) });
    expect(await walk(agentAt(), 'tickets.listProjects', { limit: 3 })).toEqual(projects);
    expect(upstream().calls.map(({ query }) => query.get('startAt'))).toEqual(['0', '3', '6']);
  });

  test('that there are none of are distinguished from those that may not be seen', async () => {
    site({ held: {} });
    const hidden = resultIn(await agentAt().ask('tickets.listProjects', {}));
    expect(hidden).toMatchObject({ complete: false, data: { projects: [] } });
    expect(hidden.because).toContain('may not browse any project');
    site();
    const none = resultIn(await agentAt().ask('tickets.listProjects', { query: 'nothing' }));
    expect(none).toMatchObject({ complete: true, data: { projects: [] } });
    expect(none.because).toContain('The read was allowed');
  });

  test('say so when it could not be asked why there are none', async () => {
    site({ held: {} }, ({ path }) => (path.endsWith('/mypermissions') ? { status: 500, body: '' } : undefined));
    const { complete, because } = resultIn(await agentAt().ask('tickets.listProjects', {}));
    expect({ complete, because }).toEqual({
      complete: false,
      because: 'Nothing was returned; whether the account has Browse projects could not be checked (upstream_down).',
    });
  });

  test('are not read on from a place that no answer gave', async () => {
    site();
    for (const after of ['x', '-3', '1.5']) {
      const cursor = encodeCursor(['tickets.listProjects', undefined], after);
      const fault = faultIn(await agentAt().ask('tickets.listProjects', { cursor }));
      expect(fault).toMatchObject({ code: 'invalid_arguments', data: { field: 'cursor' } });
    }
    expect(upstream().calls).toEqual([]);
  });

  test('that a page claims to go on without any are not walked for ever', async () => {
    site({}, ({ path }) =>
      path.endsWith('/project/search')
        ? { status: 200, body: JSON.stringify({ isLast: false, values: [] }) }
        : undefined,
    );
    expect(faultIn(await agentAt().ask('tickets.listProjects', {})).code).toBe('upstream_changed');
  });
});

describe('a search', () => {
  test('goes on to its end by the token of the page, sent once each', async () => {
    site({ mostPerPage: 2 });
    expect(await walk(agentAt(), 'tickets.search', jql('project = OPS'))).toEqual(['OPS-1', 'OPS-2', 'OPS-3']);
    const tokens = upstream().calls.map(({ body }) => (JSON.parse(body) as { nextPageToken?: string }).nextPageToken);
    expect(tokens).toEqual([undefined, '2']);
  });

  test.each(['ORDER BY created DESC', '  order   by updated'])(
    'without a condition is refused unsent: %j',
    async (text) => {
      site();
      const fault = faultIn(await agentAt().ask('tickets.search', jql(text)));
      expect(fault).toMatchObject({ code: 'invalid_arguments', data: { field: 'query.text' } });
      expect(fault.remedy).toContain('Bound the query');
      expect(upstream().calls).toEqual([]);
    },
  );

  test('that Jira itself finds unbounded is reported the same', async () => {
    upstream().answerWith(
      refuse(400, 'Unbounded JQL queries are not allowed here. Please add a search restriction to your query.'),
    );
    const fault = faultIn(await agentAt().ask('tickets.search', jql('project is not EMPTY')));
    expect(fault).toMatchObject({ code: 'invalid_arguments', data: { field: 'query.text' } });
    expect(fault.remedy).toContain('Bound the query');
  });

  test('in a project that may not be seen is not found, and not empty', async () => {
    site();
    const fault = faultIn(await agentAt().ask('tickets.search', jql('project = HR')));
    expect(fault).toMatchObject({ code: 'not_found_or_hidden', data: { what: 'project' } });
  });

  test('that finds nothing says whether it was allowed to see', async () => {
    site();
    const none = resultIn(await agentAt().ask('tickets.search', jql('project = NONE')));
    expect(none.complete).toBe(true);
    expect(none.because).toContain('others are omitted without notice');
    site({ held: {} });
    const hidden = resultIn(await agentAt().ask('tickets.search', jql('status = Open')));
    expect(hidden).toMatchObject({ complete: false, data: { tickets: [] } });
    expect(hidden.because).toContain('Browse Projects');
  });

  test('that Jira cannot read is reported with its reason', async () => {
    upstream().answerWith(refuse(400, "Error in the JQL Query: Expecting operator but got 'OPS'."));
    const fault = faultIn(await agentAt().ask('tickets.search', jql('project OPS')));
    expect(fault).toMatchObject({ code: 'invalid_arguments', data: { field: 'query.text' } });
    expect(fault.remedy).toContain("Expecting operator but got 'OPS'");
  });
});

describe('transitions', () => {
  test('tell where they lead and which fields they need, but for those that fill themselves', async () => {
    site();
    const { data } = resultIn(await agentAt().ask('tickets.listTransitions', { key: 'OPS-1' }));
    expect(data).toEqual({
      transitions: [
        {
          id: '31',
          name: 'Done',
          to: { name: 'Done', category: 'done' },
          requiredFields: [{ id: 'resolution', name: 'resolution' }],
        },
      ],
    });
  });

  test('that are none say whether the account may move the ticket', async () => {
    site({ held: { OPS: ['BROWSE_PROJECTS'] } });
    const hidden = resultIn(await agentAt().ask('tickets.listTransitions', { key: 'OPS-1' }));
    expect(hidden.complete).toBe(false);
    expect(hidden.because).toContain('lacks Transition issues for OPS-1');
    site();
    const none = resultIn(await agentAt().ask('tickets.listTransitions', { key: 'OPS-2' }));
    expect(none.complete).toBe(true);
    expect(none.because).toContain('has no transition');
  });
});
