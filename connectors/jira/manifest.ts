/**
 * Jira, Cloud or Data Center: projects, tickets and where they can be moved, and three writes. What an account may not
 * see Jira leaves out with status 200 or calls not found; every empty answer is looked into.
 */
import type { Manifest } from '../../src/connector/manifest.ts';
import { forbidden, grants } from './grants.ts';

const people = 'E-mail addresses and pictures of people';
const files = 'Addresses and contents of attachments';
/** Asked by a check that was refused, without the credential: the site tells them anybody. */
const ofSite = ['GET /_edge/tenant_info', 'GET /rest/api/2/serverInfo'] as const;
/** Asks Data Center whose answer it was, where a proxy removes the header that says so. */
const whose = 'GET /rest/api/2/myself';
const permissions = ['GET /rest/api/3/mypermissions', 'GET /rest/api/2/mypermissions'] as const;
const projects = ['GET /rest/api/3/project/search', 'GET /rest/api/2/project'] as const;
const search = ['POST /rest/api/3/search/jql', 'POST /rest/api/2/search'] as const;
const creations = ['POST /rest/api/3/issue', 'POST /rest/api/2/issue'] as const;
const comments = ['POST /rest/api/3/issue/{key}/comment', 'POST /rest/api/2/issue/{key}/comment'] as const;
const moves = ['POST /rest/api/3/issue/{key}/transitions', 'POST /rest/api/2/issue/{key}/transitions'] as const;
const everything = [
  'tickets.listProjects',
  'tickets.search',
  'tickets.get',
  'tickets.listTransitions',
  'tickets.create',
  'tickets.addComment',
  'tickets.transition',
] as const;

export const manifest = {
  id: 'jira',
  title: 'Jira',
  summary:
    'Reads projects and tickets of Jira Cloud or Jira Data Center; opens, comments and moves tickets where allowed.',
  vendorDocs: 'https://developer.atlassian.com/cloud/jira/platform/rest/v3/intro/',
  config: {
    JIRA_URL: {
      kind: 'url',
      need: 'required',
      description:
        'Cloud: address of the site for an API token without scopes; https://api.atlassian.com/ex/jira/ and the cloud id of the site for a token with scopes. Data Center: base URL with its context path.',
      example: 'https://example.atlassian.net',
    },
    JIRA_EMAIL: {
      kind: 'text',
      need: 'optional',
      pattern: /^[^\s:@]{1,128}@[^\s:@]{1,190}$/u,
      patternWords: 'an e-mail address',
      description:
        'Cloud: address of the account the API token belongs to. Leave it unset for an OAuth access token, and for Data Center.',
      example: 'farol@example.com',
    },
    JIRA_API_TOKEN: {
      kind: 'secret',
      need: { without: ['JIRA_PERSONAL_ACCESS_TOKEN'] },
      description: 'Cloud: API token of the account, or an OAuth access token when JIRA_EMAIL is not set.',
      example: 'ATATT3x…',
    },
    JIRA_PERSONAL_ACCESS_TOKEN: {
      kind: 'secret',
      need: 'optional',
      description:
        'Data Center 8.20 or later: personal access token of the account. When it is set, JIRA_URL is read as Data Center, and JIRA_API_TOKEN and JIRA_EMAIL must not be set.',
      example: 'NDgyNzE4MzY0NTUwOg…',
    },
    JIRA_PROJECTS: {
      kind: 'text',
      need: 'optional',
      pattern: /^[A-Z][A-Z0-9_]{1,49}(?:,[A-Z][A-Z0-9_]{1,49}){0,9}$/u,
      patternWords: 'one to ten project keys, separated by commas',
      description:
        'Projects whose permissions the checks verify one by one. When it is not set, any project is enough.',
      example: 'OPS,WEB',
    },
  },
  credentials: [
    {
      id: 'api_token',
      title: 'API token with scopes',
      verdict: 'recommended',
      note: 'Limited by its scopes and by the permissions of its account. Accepted only at api.atlassian.com.',
    },
    {
      id: 'api_token_unscoped',
      title: 'API token without scopes',
      verdict: 'accepted',
      note: 'Has all permissions of its account. It has the same prefix as a token with scopes, so the connector cannot distinguish the two.',
    },
    {
      id: 'oauth_token',
      title: 'OAuth access token of a service account or app',
      prefix: 'eyJ',
      verdict: 'accepted',
      note: 'Sent as bearer token when JIRA_EMAIL is not set, at api.atlassian.com. Expires after an hour: you must renew it yourself, for example with a job.',
    },
    {
      id: 'personal_access_token',
      title: 'Personal access token of Jira Data Center',
      verdict: 'recommended',
      note: 'The only credential for Data Center. Has all permissions of its account, which is therefore one of its own; it has no scopes.',
    },
  ],
  grants,
  forbidden,
  operations: {
    'tickets.listProjects': {
      grants: ['Browse projects'],
      upstream: [...projects, ...permissions, whose],
      redactions: [people],
    },
    'tickets.search': {
      grants: ['Browse projects'],
      upstream: [...search, ...permissions, whose],
      dialects: ['jql'],
      redactions: [people, files],
    },
    'tickets.get': {
      grants: ['Browse projects'],
      upstream: [
        'GET /rest/api/3/issue/{key}',
        'GET /rest/api/2/issue/{key}',
        'GET /rest/api/3/issue/{key}/comment',
        'GET /rest/api/2/issue/{key}/comment',
        // Of a ticket that is not found.
        ...permissions,
        whose,
      ],
      redactions: [people, files],
    },
    'tickets.listTransitions': {
      grants: ['Browse projects'],
      upstream: [
        'GET /rest/api/3/issue/{key}/transitions',
        'GET /rest/api/2/issue/{key}/transitions',
        ...permissions,
        whose,
      ],
      redactions: [],
    },
    'tickets.create': {
      grants: ['Browse projects', 'Create issues'],
      upstream: creations,
      writes: creations,
      redactions: [],
    },
    'tickets.addComment': {
      grants: ['Browse projects', 'Add comments'],
      upstream: comments,
      writes: comments,
      redactions: [],
    },
    'tickets.transition': {
      grants: ['Browse projects', 'Transition issues'],
      upstream: moves,
      writes: moves,
      redactions: [],
    },
  },
  checks: {
    credential: {
      proves:
        'Jira accepts the credential and identifies its owner, instead of treating the request as anonymous. Of Data Center, also that its version is 8.20 or later and that a token of the account is valid for 14 days more.',
      grants: [],
      upstream: ['GET /rest/api/3/myself', whose, 'GET /rest/pat/latest/tokens', ...ofSite],
      affects: everything,
    },
    tickets_read: {
      proves:
        'The account may browse the configured projects (or any project, if none is configured), and projects and tickets can be listed.',
      grants: ['Browse projects'],
      upstream: [...permissions, ...projects, ...search, whose, ...ofSite],
      affects: everything,
    },
    tickets_write: {
      proves: 'The account has the permissions of the three writes. The check writes nothing.',
      grants: ['Create issues', 'Add comments', 'Transition issues'],
      upstream: [...permissions, whose, ...ofSite],
      affects: ['tickets.create', 'tickets.addComment', 'tickets.transition', 'tickets.listTransitions'],
    },
    least_privilege: {
      proves: 'The account has none of the permissions that must never be granted.',
      grants: [],
      upstream: [...permissions, whose, ...ofSite],
      affects: everything,
    },
  },
  // Data Center returns all projects in one answer, of 1.5 KB each.
  limits: { upstreamCalls: 20, totalMs: 30_000, responseBytes: 16 << 20 },
} as const satisfies Manifest;
