/** Parts of a Jira Data Center in the vendor's shapes, with the addresses of people that must not get further. */
import type { Comment, Issue, Transition } from './data-center-shapes.ts';
import { status } from './site.ts';

export const contextPath = '/jira';
export const address = `https://jira.example.com${contextPath}`;
const api = `${address}/rest/api/2`;

export const person = (name: string, displayName: string) => ({
  self: `${api}/user?username=${name}`,
  key: `JIRAUSER1${name.length}`,
  name,
  emailAddress: `${name}@example.com`,
  avatarUrls: { '48x48': `${address}/secure/useravatar?ownerId=${name}` },
  displayName,
  active: true,
  timeZone: 'Europe/Lisbon',
});
export const ana = person('asouza', 'Ana Souza');
export const farol = person('farol', 'Farol');

export const project = (key: string) => ({
  expand: 'description,lead,url,projectKeys',
  self: `${api}/project/${key}`,
  id: `1${key.length}`,
  key,
  name: `The ${key} project`,
  avatarUrls: { '48x48': `${address}/secure/projectavatar?pid=${key}` },
  projectTypeKey: 'software' as const,
  lead: ana,
  projectCategory: { self: `${api}/projectCategory/1`, id: '1', name: 'Platform', description: '' },
  archived: false,
});

export const issue = (key: string, fields: Readonly<Record<string, unknown>> = {}): Issue => ({
  expand: 'operations,versionedRepresentations,editmeta,changelog,renderedFields',
  id: `10${key.split('-')[1]}`,
  key,
  self: `${api}/issue/${key}`,
  fields: {
    summary: `About ${key}`,
    status: status('Open'),
    issuetype: { id: '1', name: 'Incident', subtask: false },
    priority: { id: '2', name: 'High' },
    resolution: null,
    project: { id: '1', key: key.split('-')[0], name: 'Project' },
    assignee: ana,
    reporter: null,
    labels: ['latency'],
    components: [{ id: '1', name: 'gateway' }],
    fixVersions: [],
    created: '2026-05-04T09:30:00.000+0200',
    updated: '2026-05-04T10:30:00.000+0200',
    resolutiondate: null,
    duedate: '2026-05-11',
    ...fields,
  },
});

export const comment = (id: string, changed: Partial<Comment> = {}): Comment => ({
  self: `${api}/issue/1/comment/${id}`,
  id,
  author: ana,
  body: `*comment* ${id}`,
  updateAuthor: ana,
  created: `2026-05-04T1${id}:00:00.000+0000`,
  updated: `2026-05-04T1${id}:00:00.000+0000`,
  ...changed,
});

export const transition = (id: string, name: string, required: readonly string[] = []): Transition => ({
  id,
  name,
  to: status(name, 'done'),
  fields: Object.fromEntries(
    required.map((fieldId) => [
      fieldId,
      {
        required: true,
        schema: { type: 'string', system: fieldId },
        name: fieldId,
        fieldId,
        hasDefaultValue: false,
        operations: ['set'],
      },
    ]),
  ),
});
