/**
 * Jira Cloud: projects, tickets and where they can be moved, and three writes. What an account may not see
 * Jira leaves out with status 200 or calls not found; every empty answer is looked into.
 */
import type { Manifest } from '../../src/connector/manifest.ts';
import { forbidden, grants } from './grants.ts';

const people = 'E-mail addresses and pictures of people';
const files = 'Addresses and contents of attachments';
/** Asked by a check that was refused, without the credential: the site tells them anybody. */
const ofSite = ['GET /_edge/tenant_info', 'GET /rest/api/2/serverInfo'] as const;
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
  summary: 'Reads projects and tickets of Jira Cloud; opens, comments and moves tickets where allowed.',
  vendorDocs: 'https://developer.atlassian.com/cloud/jira/platform/rest/v3/intro/',
  config: {
    JIRA_URL: {
      kind: 'url',
      need: 'required',
      description:
        'Address of the site for an API token without scopes; https://api.atlassian.com/ex/jira/ and the cloud id of the site for a token with scopes.',
      example: 'https://example.atlassian.net',
    },
    JIRA_EMAIL: {
      kind: 'text',
      need: 'optional',
      pattern: /^[^\s:@]{1,128}@[^\s:@]{1,190}$/u,
      patternWords: 'an e-mail address',
      description: 'Address of the account the API token belongs to. Leave it unset for an OAuth access token.',
      example: 'farol@example.com',
    },
    JIRA_API_TOKEN: {
      kind: 'secret',
      need: 'required',
      description: 'API token of the account, or an OAuth access token when JIRA_EMAIL is not set.',
      example: 'ATATT3x…',
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
  ],
  grants,
  forbidden,
  operations: {
    'tickets.listProjects': {
      grants: ['Browse projects'],
      upstream: ['GET /rest/api/3/project/search', 'GET /rest/api/3/mypermissions'],
      redactions: [people],
    },
    'tickets.search': {
      grants: ['Browse projects'],
      upstream: ['POST /rest/api/3/search/jql', 'GET /rest/api/3/mypermissions'],
      dialects: ['jql'],
      redactions: [people, files],
    },
    'tickets.get': {
      grants: ['Browse projects'],
      upstream: [
        'GET /rest/api/3/issue/{key}',
        'GET /rest/api/3/issue/{key}/comment',
        // Of a ticket that is not found.
        'GET /rest/api/3/mypermissions',
      ],
      redactions: [people, files],
    },
    'tickets.listTransitions': {
      grants: ['Browse projects'],
      upstream: ['GET /rest/api/3/issue/{key}/transitions', 'GET /rest/api/3/mypermissions'],
      redactions: [],
    },
    'tickets.create': {
      grants: ['Browse projects', 'Create issues'],
      upstream: ['POST /rest/api/3/issue'],
      redactions: [],
    },
    'tickets.addComment': {
      grants: ['Browse projects', 'Add comments'],
      upstream: ['POST /rest/api/3/issue/{key}/comment'],
      redactions: [],
    },
    'tickets.transition': {
      grants: ['Browse projects', 'Transition issues'],
      upstream: ['POST /rest/api/3/issue/{key}/transitions'],
      redactions: [],
    },
  },
  checks: {
    credential: {
      proves: 'Jira accepts the credential and identifies its owner, instead of treating the request as anonymous.',
      grants: [],
      upstream: ['GET /rest/api/3/myself', ...ofSite],
      affects: everything,
    },
    tickets_read: {
      proves:
        'The account may browse the configured projects (or any project, if none is configured), and projects and tickets can be listed.',
      grants: ['Browse projects'],
      upstream: [
        'GET /rest/api/3/mypermissions',
        'GET /rest/api/3/project/search',
        'POST /rest/api/3/search/jql',
        ...ofSite,
      ],
      affects: everything,
    },
    tickets_write: {
      proves: 'The account has the permissions of the three writes. The check writes nothing.',
      grants: ['Create issues', 'Add comments', 'Transition issues'],
      upstream: ['GET /rest/api/3/mypermissions', ...ofSite],
      affects: ['tickets.create', 'tickets.addComment', 'tickets.transition', 'tickets.listTransitions'],
    },
    least_privilege: {
      proves: 'The account has none of the permissions that must never be granted.',
      grants: [],
      upstream: ['GET /rest/api/3/mypermissions', ...ofSite],
      affects: everything,
    },
  },
  limits: { upstreamCalls: 20, totalMs: 30_000, responseBytes: 8 << 20 },
} as const satisfies Manifest;
