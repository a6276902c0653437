import { describe, expect, test } from 'vitest';
import { encodeCursor } from '../../src/connector/cursor.ts';
import { faultIn, resultIn } from '../../test/contract/agent-under-test.ts';
import { readPages } from '../../test/contract/read-pages.ts';
import type { Comment } from './upstream/data-center-shapes.ts';
import { comment, issue, person } from './upstream/data-center-site.ts';
import { allPermissions } from './upstream/fake-jira.ts';
import { jql, jiraUnderTest } from './upstream/jira-under-test.ts';

const { serverAgent, server, upstream } = jiraUnderTest();

const paths = (): string[] => upstream().calls.map(({ method, path }) => `${method} ${path}`);
const keysIn = (data: unknown): string[] =>
  Object.values(data as Record<string, { key: string }[]>).flatMap((list) => list.map(({ key }) => key));
const browse = (keys: readonly string[]) => ({
  projects: keys,
  held: Object.fromEntries(keys.map((key) => [key, allPermissions])),
});

describe('projects', () => {
  test('come all at once, and are returned page by page by their keys', async () => {
    server(browse(['WEB', 'OPS', 'API', 'ZED', 'BAT']));
    const pages = await readPages(serverAgent(), 'tickets.listProjects', { limit: 2 });
    expect(pages.map(({ data }) => keysIn(data))).toEqual([['API', 'BAT'], ['OPS', 'WEB'], ['ZED']]);
  });

  test('go on behind the last key, whatever was created or archived meanwhile', async () => {
    server(browse(['API', 'OPS', 'WEB']));
    const agent = serverAgent();
    const first = resultIn(await agent.ask('tickets.listProjects', { limit: 2 }));
    server(browse(['AAA', 'API', 'WEB']));
    const second = resultIn(await agent.ask('tickets.listProjects', { limit: 2, cursor: first.nextCursor }));
    expect([...keysIn(first.data), ...keysIn(second.data)]).toEqual(['API', 'OPS', 'WEB']);
    expect(second).toMatchObject({ complete: true, truncated: false });
  });

  test.each([
    ['the ops', ['OPS']],
    ['w', ['WEB']],
    ['project', ['OPS', 'WEB']],
  ])('match %j in their names and keys', async (query, keys) => {
    server();
    expect(keysIn(resultIn(await serverAgent().ask('tickets.listProjects', { query })).data)).toEqual(keys);
  });

  test('are not read on from a place that no answer gave', async () => {
    server();
    for (const after of ['x', '-3', '""']) {
      const cursor = encodeCursor(['tickets.listProjects', undefined], after);
      const fault = faultIn(await serverAgent().ask('tickets.listProjects', { cursor }));
      expect(fault).toMatchObject({ code: 'invalid_arguments', data: { field: 'cursor' } });
    }
    for (const after of ['x', '7', '{"at":0}', '{"at":5,"window":5}']) {
      const cursor = encodeCursor(['tickets.search', 'project = OPS', []], after);
      const fault = faultIn(await serverAgent().ask('tickets.search', { ...jql('project = OPS'), cursor }));
      expect(fault).toMatchObject({ code: 'invalid_arguments', data: { field: 'cursor' } });
    }
    expect(upstream().calls).toEqual([]);
  });

  test('show who leads them, and the page below the context path', async () => {
    server();
    const { data } = resultIn(await serverAgent().ask('tickets.listProjects', { query: 'OPS' }));
    expect(data).toMatchObject({
      projects: [{ key: 'OPS', lead: { id: 'asouza', name: 'Ana Souza' }, url: `${upstream().url}/jira/browse/OPS` }],
    });
  });

  test('that there are none of are distinguished from those that may not be seen', async () => {
    server({ held: {} });
    expect(resultIn(await serverAgent().ask('tickets.listProjects', {}))).toMatchObject({ complete: false });
    server();
    expect(resultIn(await serverAgent().ask('tickets.listProjects', { query: 'none' }))).toMatchObject({
      complete: true,
    });
  });
});

describe('a search', () => {
  test('goes on where a page ended that the server made shorter', async () => {
    server({ mostPerPage: 2 });
    const pages = await readPages(serverAgent(), 'tickets.search', jql('project = OPS'));
    expect(pages.map(({ data }) => keysIn(data))).toEqual([['OPS-1', 'OPS-2'], ['OPS-3']]);
    const asked = upstream().calls.map(({ body }) => (JSON.parse(body) as { startAt: number }).startAt);
    expect(asked).toEqual([0, 2]);
  });

  test('ends where the server returns no more of it, and says so', async () => {
    server({ window: 2 });
    const agent = serverAgent();
    const first = resultIn(await agent.ask('tickets.search', { ...jql('project = OPS'), limit: 1 }));
    expect(first.complete).toBe(true);
    const { nextCursor: cursor } = first;
    const last = resultIn(await agent.ask('tickets.search', { ...jql('project = OPS'), limit: 2, cursor }));
    expect(keysIn(last.data)).toEqual(['OPS-2']);
    expect(last).toMatchObject({ complete: false, truncated: true });
    expect(last.because).toContain('only the first 2 of the 3 tickets');
    expect(last).not.toHaveProperty('nextCursor');
  });

  test('beyond what the server returns is refused with what to do', async () => {
    server({ window: 2 });
    const fault = faultIn(await serverAgent().ask('tickets.search', { ...jql('project = OPS'), limit: 3 }));
    expect(fault.code).toBe('cap_exceeded');
    expect(fault.remedy).toContain('narrow the query');
  });

  test('that counts tickets and returns none is not complete', async () => {
    const empty = { startAt: 0, maxResults: 50, total: 7, issues: [] };
    server({}, ({ path }) =>
      path.endsWith('/search') ? { status: 200, headers: named, body: JSON.stringify(empty) } : undefined,
    );
    const { complete, truncated, because } = resultIn(await serverAgent().ask('tickets.search', jql('project = OPS')));
    expect({ complete, truncated }).toEqual({ complete: false, truncated: true });
    expect(because).toContain('counts 7 tickets');
  });

  test('whose last page has become empty says that the list has ended', async () => {
    server({ mostPerPage: 2 });
    const agent = serverAgent();
    const { nextCursor: cursor } = resultIn(await agent.ask('tickets.search', jql('project = OPS')));
    server({ issues: [issue('OPS-1'), issue('OPS-2')] });
    const last = resultIn(await agent.ask('tickets.search', { ...jql('project = OPS'), cursor }));
    expect(last).toMatchObject({ complete: true, because: 'The previous page was the last.' });
  });

  test('that Jira cannot read names the argument and the reason', async () => {
    const message = "Error in the JQL Query: Expecting operator but got 'OPS'.";
    server({}, ({ path }) =>
      path.endsWith('/search')
        ? { status: 400, headers: named, body: JSON.stringify({ errorMessages: [message], errors: {} }) }
        : undefined,
    );
    const fault = faultIn(await serverAgent().ask('tickets.search', jql('project OPS')));
    expect(fault).toMatchObject({ code: 'invalid_arguments', data: { field: 'query.text' } });
    expect(fault.remedy).toContain(message);
  });
});

const named = { 'x-ausername': 'farol' };

describe('a ticket', () => {
  test('comes with its texts as they were written, and says in which format', async () => {
    const comments = { 'OPS-1': [comment('1'), comment('2')] };
    server({ issues: [issue('OPS-1', { description: 'h2. It {*}rose{*}' })], comments });
    const { data } = resultIn(await serverAgent().ask('tickets.get', { key: 'OPS-1' }));
    expect(data).toMatchObject({
      ticket: { description: 'h2. It {*}rose{*}', assignee: { id: 'asouza', name: 'Ana Souza' } },
      comments: [{ id: '1', text: '*comment* 1' }, { id: '2' }],
      textFormat: 'jira_wiki',
    });
  });

  test('shows no e-mail address of a person who signs in with one', async () => {
    const bo = { ...person('bo@example.com', 'Bo Lima'), key: 'JIRAUSER7' };
    server({
      issues: [issue('OPS-1', { assignee: bo, reporter: { ...bo, displayName: undefined }, watches: { by: bo } })],
    });
    const asked = { key: 'OPS-1', fields: ['watches'] };
    const { data } = resultIn(await serverAgent().ask('tickets.get', asked));
    expect(data).toMatchObject({
      ticket: { assignee: { id: 'JIRAUSER7', name: 'Bo Lima' }, reporter: { id: 'JIRAUSER7', name: 'JIRAUSER7' } },
    });
    expect(JSON.stringify(data)).not.toContain('@');
  });

  test.each<[Partial<Comment>, boolean]>([
    [{ visibility: { type: 'role', value: 'Administrators' } }, true],
    [{ properties: [{ key: 'sd.public.comment', value: { internal: true } }] }, true],
    [{ properties: [{ key: 'sd.public.comment', value: { internal: false } }] }, false],
    [{}, false],
  ])('has comments of which %j is restricted: %j', async (changed, isRestricted) => {
    server({ comments: { 'OPS-1': [comment('1', changed)] } });
    const { data } = resultIn(await serverAgent().ask('tickets.get', { key: 'OPS-1' }));
    expect(data).toMatchObject({ comments: [{ isRestricted }] });
  });

  test.each([
    ['HR-1', 'project', 'grant Browse Projects'],
    ['OPS-99', 'ticket', 'may have been deleted'],
  ])('%s: the %s is hidden or absent', async (key, what, words) => {
    server();
    const fault = faultIn(await serverAgent().ask('tickets.get', { key }));
    expect(fault).toMatchObject({ code: 'not_found_or_hidden', data: { what } });
    expect(fault.remedy).toContain(words);
  });
});

describe('the three writes', () => {
  const idempotencyKey = '3f0c5f9e-0a55-4c5c-9d52-6b1f2f0d9c11';
  const written = async (text: string) => {
    const jira = server();
    const body = { format: 'text', text };
    resultIn(
      await serverAgent({}, ['tickets.addComment']).ask('tickets.addComment', { key: 'OPS-1', body, idempotencyKey }),
    );
    return jira.written.map(({ json }) => (json as { body: string }).body);
  };

  test('open a ticket, comment it and move it, each with one call', async () => {
    const jira = server();
    const text = { format: 'text', text: 'Since *09:30*.' };
    const create = { project: 'OPS', type: 'Incident', summary: 'Latency rose', description: text, idempotencyKey };
    const opening = resultIn(await serverAgent({}, ['tickets.create']).ask('tickets.create', create));
    expect(opening.data).toEqual({ id: '10900', key: 'OPS-900', url: `${upstream().url}/jira/browse/OPS-900` });
    const say = { key: 'OPS-1', body: text, idempotencyKey };
    await serverAgent({}, ['tickets.addComment']).ask('tickets.addComment', say);
    const move = { key: 'OPS-1', transitionId: '31', fields: { resolution: { name: 'Fixed' } }, idempotencyKey };
    resultIn(await serverAgent({}, ['tickets.transition']).ask('tickets.transition', move));
    expect(paths()).toHaveLength(3);
    expect(jira.written.map(({ json }) => json)).toEqual([
      {
        fields: {
          project: { key: 'OPS' },
          issuetype: { name: 'Incident' },
          summary: 'Latency rose',
          description: 'Since *09:30*.',
        },
      },
      { body: 'Since *09:30*.' },
      { transition: { id: '31' }, fields: { resolution: { name: 'Fixed' } } },
    ]);
  });

  test.each([
    ['Ask [~asouza] or [Ana|~asouza].', 'Ask &#91;~asouza] or &#91;Ana|~asouza].'],
    [String.raw`\[~asouza]`, String.raw`\&#91;~asouza]`],
    ['!https://example.com/p.png|width=9!', '&#33;https://example.com/p.png|width=9!'],
    ['[a page|https://example.com/~ana], wow!', '[a page|https://example.com/~ana], wow!'],
  ])('call nobody and fetch nothing: %j', async (text, body) => {
    expect(await written(text)).toEqual([body]);
  });

  test('name the argument of a transition that the ticket does not have', async () => {
    server();
    const move = { key: 'OPS-1', transitionId: '99', idempotencyKey };
    const fault = faultIn(await serverAgent({}, ['tickets.transition']).ask('tickets.transition', move));
    expect(fault).toMatchObject({ code: 'invalid_arguments', data: { field: 'transitionId' } });
  });

  test('done for anybody, because Jira did not know the token, are reported as done', async () => {
    const reply = { status: 201, headers: { 'x-ausername': 'anonymous' }, body: '{"id":"9","key":"OPS-9"}' };
    upstream().answerWith(reply);
    const create = { project: 'OPS', type: 'Incident', summary: 'x', idempotencyKey };
    const { because } = resultIn(await serverAgent({}, ['tickets.create']).ask('tickets.create', create));
    expect(because).toContain('anonymously');
  });
});
