import type { Exemplar } from '../../../test/contract/exemplar.ts';
import { allPermissions, FakeJira, refuse } from './fake-jira.ts';
import { comment, issue, says, transition } from './site.ts';
import { statusOf } from '../../../test/contract/looking.ts';

const idempotencyKey = '3f0c5f9e-0a55-4c5c-9d52-6b1f2f0d9c11';

const jiraSite = new FakeJira({
  projects: ['OPS', 'WEB'],
  held: { OPS: allPermissions, WEB: allPermissions },
  issues: [issue('OPS-1', { description: says('It rose.'), subtasks: [], issuelinks: [] }), issue('WEB-2')],
  comments: { 'OPS-1': [comment('1'), comment('2')] },
  transitions: { 'OPS-1': [transition('31', 'Done', ['resolution'])] },
});

function attachmentAt(secret: string): readonly object[] {
  const address = `https://example.atlassian.net/rest/api/3/attachment/content/${secret}`;
  return [{ id: '1', filename: 'graph.png', mimeType: 'image/png', size: 1, content: address, thumbnail: address }];
}

export const exemplar: Exemplar = {
  variables: {
    JIRA_URL: '{upstream}',
    JIRA_EMAIL: 'farol@example.com',
    JIRA_API_TOKEN: 'ATATT3x{canary}',
    JIRA_PROJECTS: 'OPS,WEB',
  },
  reply: jiraSite.reply,
  says: (fault, message) => refuse(statusOf[fault], message),
  questions: {
    'tickets.listProjects': [{}, { query: 'nothing' }],
    'tickets.search': [
      { query: { dialect: 'jql', text: 'project = OPS' }, fields: ['customfield_10010'] },
      { query: { dialect: 'jql', text: 'project = NONE' } },
    ],
    'tickets.get': [{ key: 'OPS-1' }],
    'tickets.listTransitions': [{ key: 'OPS-1' }, { key: 'WEB-2' }],
    'tickets.create': [{ project: 'OPS', type: 'Incident', summary: 'Latency rose', idempotencyKey }],
    'tickets.addComment': [{ key: 'OPS-1', body: { format: 'text', text: 'Seen.' }, idempotencyKey }],
    'tickets.transition': [{ key: 'OPS-1', transitionId: '31', idempotencyKey }],
  },
  redacted: {
    'E-mail addresses and pictures of people': [
      'values.*.lead',
      'issues.*.fields.assignee',
      'fields.assignee',
      'comments.*.author',
      'comments.*.updateAuthor',
    ].flatMap((person) => [`${person}.emailAddress`, `${person}.avatarUrls.*`]),
    'Addresses and contents of attachments': [
      ['issues.*.fields.attachment', attachmentAt],
      ['fields.attachment', attachmentAt],
    ],
  },
  refused: { 'tickets.get': [{ key: 'OPS-99' }] },
  // A credential that the site does not take: the checks look where a token with scopes would be taken.
  failures: [
    (call) => (call.path === '/_edge/tenant_info' ? (jiraSite.reply(call) ?? unknown) : { status: 401, body: '' }),
    // Another Jira than the one that is read.
    ({ path }) =>
      path === '/rest/api/2/serverInfo'
        ? { status: 200, body: JSON.stringify({ deploymentType: 'Server', version: '9.12.2' }) }
        : { status: 404, body: JSON.stringify({ 'status-code': 404, message: `null for uri: ${path}` }) },
  ],
};

const unknown = { status: 501, body: 'the fake does not know this call' };
