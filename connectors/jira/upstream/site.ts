/** Parts of a site of Jira Cloud in the vendor's shapes, with the addresses of people that must not get further. */
import type { Comment, Issue, Transition } from './shapes.ts';

const site = 'https://example.atlassian.net';

export const person = (accountId: string, displayName: string) => ({
  self: `${site}/rest/api/3/user?accountId=${accountId}`,
  accountId,
  accountType: 'atlassian' as const,
  emailAddress: `${accountId}@example.com`,
  avatarUrls: { '48x48': `${site}/avatar/${accountId}` },
  displayName,
  active: true,
  timeZone: 'Europe/Lisbon',
});
export const ana = person('5b10a2844c20165700ede21g', 'Ana Souza');

const categories = {
  new: { id: 2, colorName: 'blue-gray', name: 'To Do' },
  indeterminate: { id: 4, colorName: 'yellow', name: 'In Progress' },
  done: { id: 3, colorName: 'green', name: 'Done' },
  undefined: { id: 1, colorName: 'medium-gray', name: 'No Category' },
};

export const status = (name: string, key: keyof typeof categories = 'new') => ({
  self: `${site}/rest/api/3/status/1`,
  id: '1',
  name,
  description: '',
  iconUrl: `${site}/`,
  statusCategory: { self: `${site}/rest/api/3/statuscategory/1`, key, ...categories[key] },
});

export const project = (key: string) => ({
  self: `${site}/rest/api/3/project/${key}`,
  id: `1${key.length}`,
  key,
  name: `The ${key} project`,
  projectTypeKey: 'software' as const,
  simplified: false,
  style: 'classic' as const,
  isPrivate: false,
  lead: ana,
  projectCategory: { self: `${site}/rest/api/3/projectCategory/1`, id: '1', name: 'Platform', description: '' },
});

export const says = (text: string) => ({
  type: 'doc' as const,
  version: 1 as const,
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
});

export const issue = (key: string, fields: Readonly<Record<string, unknown>> = {}): Issue => ({
  id: `10${key.split('-')[1]}`,
  key,
  self: `${site}/rest/api/3/issue/${key}`,
  expand: 'renderedFields,names',
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
  self: `${site}/rest/api/3/issue/1/comment/${id}`,
  id,
  author: ana,
  body: says(`comment ${id}`),
  updateAuthor: ana,
  created: `2026-05-04T1${id}:00:00.000+0000`,
  updated: `2026-05-04T1${id}:00:00.000+0000`,
  jsdPublic: true,
  ...changed,
});

const field = (name: string, required: boolean, hasDefaultValue = false) => ({
  required,
  schema: { type: 'string', system: name },
  name,
  key: name,
  hasDefaultValue,
  operations: ['set'],
});

export const transition = (id: string, name: string, required: readonly string[] = []): Transition => ({
  id,
  name,
  to: status(name, 'done'),
  hasScreen: required.length > 0,
  isGlobal: false,
  isInitial: false,
  isAvailable: true,
  isConditional: false,
  fields: {
    comment: field('Comment', false),
    security: field('Security', true, true),
    ...Object.fromEntries(required.map((one) => [one, field(one, true)])),
  },
});
