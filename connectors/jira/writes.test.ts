import { describe, expect, test } from 'vitest';
import { faultIn, resultIn } from '../../test/contract/agent-under-test.ts';
import { says } from './upstream/site.ts';
import { jiraUnderTest } from './upstream/jira-under-test.ts';
import { manifest } from './manifest.ts';

const { agentAt, site, upstream } = jiraUnderTest();

const paths = (): string[] => upstream().calls.map(({ method, path }) => `${method} ${path}`);

test('the writes are three, and every other POST is a question [C-EP-8]', () => {
  const posts = Object.entries(manifest.operations).flatMap(([name, { upstream: calls }]) =>
    calls.filter((call) => call.startsWith('POST')).map((call) => [name, call]),
  );
  expect(posts).toEqual([
    ['tickets.search', 'POST /rest/api/3/search/jql'],
    ['tickets.search', 'POST /rest/api/2/search'],
    ['tickets.create', 'POST /rest/api/3/issue'],
    ['tickets.create', 'POST /rest/api/2/issue'],
    ['tickets.addComment', 'POST /rest/api/3/issue/{key}/comment'],
    ['tickets.addComment', 'POST /rest/api/2/issue/{key}/comment'],
    ['tickets.transition', 'POST /rest/api/3/issue/{key}/transitions'],
    ['tickets.transition', 'POST /rest/api/2/issue/{key}/transitions'],
  ]);
});

describe('the three writes', () => {
  const idempotencyKey = '3f0c5f9e-0a55-4c5c-9d52-6b1f2f0d9c11';
  const create = {
    project: 'OPS',
    type: 'Incident',
    summary: 'Latency rose',
    description: { format: 'text', text: 'Since 09:30.' },
    labels: ['latency'],
    priority: 'High',
    parent: 'OPS-1',
    fields: { customfield_10010: { value: 'EU' } },
    idempotencyKey,
  };
  const addComment = { key: 'OPS-1', body: { format: 'text', text: 'Seen.' }, idempotencyKey };
  const move = { key: 'OPS-1', transitionId: '31', fields: { resolution: { name: 'Fixed' } }, idempotencyKey };

  test('open a ticket, comment it and move it, each with one call', async () => {
    const jira = site();
    const opening = resultIn(await agentAt({}, ['tickets.create']).ask('tickets.create', create));
    expect(opening.data).toEqual({ id: '10900', key: 'OPS-900', url: `${upstream().url}/browse/OPS-900` });
    const commenting = resultIn(await agentAt({}, ['tickets.addComment']).ask('tickets.addComment', addComment));
    expect(commenting.data).toEqual({ id: '9', key: 'OPS-1', createdAt: '2026-05-04T19:00:00.000Z' });
    const moving = resultIn(await agentAt({}, ['tickets.transition']).ask('tickets.transition', move));
    expect(moving.data).toEqual({ key: 'OPS-1', transitionId: '31' });
    expect(paths()).toHaveLength(3);
    expect(jira.written).toEqual([
      {
        call: 'create',
        json: {
          fields: {
            project: { key: 'OPS' },
            issuetype: { name: 'Incident' },
            summary: 'Latency rose',
            description: says('Since 09:30.'),
            labels: ['latency'],
            priority: { name: 'High' },
            parent: { key: 'OPS-1' },
            customfield_10010: { value: 'EU' },
          },
        },
      },
      { call: 'comment OPS-1', json: { body: says('Seen.') } },
      { call: 'move OPS-1', json: { transition: { id: '31' }, fields: { resolution: { name: 'Fixed' } } } },
    ]);
  });

  test.each([
    ['tickets.create', { ...create, type: 'Nonsense' }, 'type'],
    ['tickets.transition', { ...move, transitionId: '99' }, 'transitionId'],
  ] as const)('%s names the argument that Jira refuses', async (name, args, field) => {
    site();
    expect(faultIn(await agentAt({}, [name]).ask(name, args))).toMatchObject({
      code: 'invalid_arguments',
      data: { field },
    });
  });

  test.each([
    [{ customfield_10010: 'Field is required.' }, 'fields.customfield_10010'],
    [{ description: 'CONTENT_LIMIT_EXCEEDED' }, 'description'],
  ])('name the field of %j', async (errors, field) => {
    upstream().answerWith({ status: 400, body: JSON.stringify({ errorMessages: [], errors }) });
    const fault = faultIn(await agentAt({}, ['tickets.create']).ask('tickets.create', create));
    expect(fault.data).toEqual({ field });
    expect(fault.remedy).toContain(Object.values(errors)[0]);
  });

  test('done anonymously, because Jira did not accept the credential, are reported as done and not sent again', async () => {
    const headers = { 'x-seraph-loginreason': 'AUTHENTICATED_FAILED' };
    upstream().answerWith({ status: 201, headers, body: JSON.stringify({ id: '10900', key: 'OPS-900', self: 'x' }) });
    const agent = agentAt({}, ['tickets.create']);
    const { data, because } = resultIn(await agent.ask('tickets.create', create));
    expect(data).toMatchObject({ key: 'OPS-900' });
    expect(because).toContain('anonymously');
    await agent.ask('tickets.create', create);
    expect(upstream().calls).toHaveLength(1);
  });
});
