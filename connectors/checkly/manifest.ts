/** Checkly: synthetic checks of one account and their results. Two kinds of read, by GET. */
import type { Manifest } from '../../src/connector/manifest.ts';

/** Raw results are stored for 30 days; a wider question is asked in parts. */
const windowSec = 7 * 86_400;

const whatIsSent = 'Headers, parameters, sign-ins, bodies, variables and scripts of a check';

export const manifest = {
  id: 'checkly',
  title: 'Checkly',
  summary: 'Reads synthetic checks of an account and their results, without what the checks send.',
  vendorDocs: 'https://www.checklyhq.com/docs/api-reference/overview/',
  config: {
    CHECKLY_API_KEY: {
      kind: 'secret',
      need: 'required',
      description: 'API key of a user whose role in the account is Read Only.',
      example: 'cu_…',
    },
    CHECKLY_ACCOUNT_ID: {
      kind: 'text',
      need: 'optional',
      pattern: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u,
      patternWords: 'the id of an account, such as 438d3f2e-77fe-4c66-9a31-b8b8d6f5c9a1',
      description:
        'Account to read. In practice required: without it, Checkly rejects the key of a user with 401 and no reason.',
      example: '438d3f2e-77fe-4c66-9a31-b8b8d6f5c9a1',
    },
    CHECKLY_URL: {
      kind: 'url',
      need: 'optional',
      default: 'https://api.checklyhq.com',
      description: 'Address of the API, for a proxy.',
      example: 'https://api.checklyhq.com',
    },
  },
  credentials: [
    {
      id: 'user_api_key',
      title: 'API key of a user',
      prefix: 'cu_',
      verdict: 'recommended',
      note: 'Has the permissions that its user has in each account; with the role Read Only it can only read.',
    },
    {
      id: 'service_api_key',
      title: 'API key of the account',
      prefix: 'sv_',
      verdict: 'accepted',
      note: 'Belongs to no person, and may change checks: Checkly offers no narrower role for it.',
    },
  ],
  grants: {
    'read of checks': { group: 'Role Read Only', need: 'required', purpose: 'List the checks with their settings.' },
    'read of results': { group: 'Role Read Only', need: 'required', purpose: 'List the results of one check.' },
  },
  forbidden: [
    { grant: 'Read & Write', because: 'Changes, runs and deletes checks; no operation does.' },
    { grant: 'Admin', because: 'Manages members and alert channels of the account; no operation does.' },
  ],
  operations: {
    'synthetics.listChecks': { grants: ['read of checks'], upstream: ['GET /v1/checks'], redactions: [whatIsSent] },
    'synthetics.listResults': {
      grants: ['read of results'],
      upstream: ['GET /v2/check-results/{check_id}', 'GET /v1/check-results/{check_id}'],
      redactions: ['Requests, answers, logs and recordings of a run'],
      windowSec,
    },
  },
  checks: {
    checks_read: {
      proves: 'Checks of the account can be listed.',
      grants: ['read of checks'],
      upstream: ['GET /v1/checks', 'GET /v1/accounts'],
      affects: ['synthetics.listChecks'],
    },
    results_read: {
      proves: 'Results of the first check can be listed.',
      grants: ['read of results'],
      upstream: [
        'GET /v1/checks',
        'GET /v2/check-results/{check_id}',
        'GET /v1/check-results/{check_id}',
        'GET /v1/accounts',
      ],
      affects: ['synthetics.listResults'],
    },
  },
  limits: { upstreamCalls: 20, totalMs: 30_000, responseBytes: 16 << 20 },
} as const satisfies Manifest;
