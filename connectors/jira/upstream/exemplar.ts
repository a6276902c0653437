import type { UpstreamCall } from '../../../src/connector/manifest.ts';
import type { Exemplar, Exemplars } from '../../../test/contract/exemplar.ts';
import { manifest } from '../manifest.ts';
import * as server from './data-center-site.ts';
import { FakeDataCenter } from './fake-data-center.ts';
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

/** Projects are in another place of the answer in each of the two. */
function redactedWith(lead: string): NonNullable<Exemplar['redacted']> {
  const people = [lead, 'issues.*.fields.assignee', 'fields.assignee', 'comments.*.author', 'comments.*.updateAuthor'];
  return {
    'E-mail addresses and pictures of people': people.flatMap((one) => [`${one}.emailAddress`, `${one}.avatarUrls.*`]),
    'Addresses and contents of attachments': [
      ['issues.*.fields.attachment', attachmentAt],
      ['fields.attachment', attachmentAt],
    ],
  };
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
  redacted: redactedWith('values.*.lead'),
  refused: { 'tickets.get': [{ key: 'OPS-99' }] },
  unmade: callsOf(/^GET \/rest\/pat\/|\/rest\/api\/2\/(?!serverInfo$)/u),
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

const dataCenter = new FakeDataCenter({
  projects: ['OPS', 'WEB'],
  held: { OPS: allPermissions, WEB: allPermissions },
  issues: [server.issue('OPS-1', { description: 'It *rose*.', subtasks: [], issuelinks: [] }), server.issue('WEB-2')],
  comments: { 'OPS-1': [server.comment('1'), server.comment('2')], 'WEB-2': [server.comment('3')] },
  transitions: { 'OPS-1': [server.transition('31', 'Done', ['resolution'])] },
  hidesUser: ({ path, body }) => path === '/rest/api/2/project' || path.includes('/WEB-2') || body.includes('NONE'),
});

/** Jira Data Center, below a context path, with a personal access token. */
export const variants: Exemplars['variants'] = {
  'Data Center': {
    ...exemplar,
    variables: {
      JIRA_URL: `{upstream}${server.contextPath}`,
      JIRA_PERSONAL_ACCESS_TOKEN: 'NDgyNzE4{canary}',
      JIRA_PROJECTS: 'OPS,WEB',
    },
    reply: dataCenter.reply,
    nameOf: ({ method, path }) => `${method} ${path.slice(server.contextPath.length)}` as UpstreamCall,
    questions: { ...exemplar.questions, 'tickets.get': [{ key: 'OPS-1' }, { key: 'WEB-2' }] },
    redacted: redactedWith('*.lead'),
    // A token that it does not take: the checks ask which server it is.
    failures: [
      (call) => (call.path.endsWith('/serverInfo') ? (dataCenter.reply(call) ?? unknown) : { status: 401, body: '' }),
    ],
    unmade: callsOf(/\/rest\/api\/3\/|_edge/u),
  },
};

/** Of the manifest, those that only the other of the two has. */
function callsOf(ofOther: RegExp): readonly UpstreamCall[] {
  const declared = [...Object.values(manifest.operations), ...Object.values(manifest.checks)];
  return declared.flatMap(({ upstream }) => upstream.filter((call) => ofOther.test(call)));
}

const unknown = { status: 501, body: 'the fake does not know this call' };
