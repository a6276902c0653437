/** Branch protection and Dependabot alerts as the vendor answers them when all is well. */
import { z } from 'zod';
import { answerJson, type DescribedRoute } from '../../../test/contract/described-upstream.ts';
import type { Exemplar } from '../../../test/contract/exemplar.ts';
import { accountBody, api, type More, refusal, site, someTime } from './body-parts.ts';
import { account, address, after, read, time } from './shape-parts.ts';

const repo = 'acme/shop';

const alert = z.looseObject({
  number: z.int(),
  state: z.enum(['auto_dismissed', 'dismissed', 'fixed', 'open']),
  dependency: z.looseObject({}),
  security_advisory: z.looseObject({
    ghsa_id: z.string(),
    cve_id: z.string().nullable(),
    summary: z.string(),
    severity: z.enum(['low', 'medium', 'high', 'critical']),
    cvss: z.looseObject({ score: z.number(), vector_string: z.string().nullable() }),
    cwes: z.array(z.looseObject({ cwe_id: z.string() })),
    published_at: time,
  }),
  security_vulnerability: z.looseObject({
    package: z.looseObject({ ecosystem: z.string(), name: z.string() }),
    severity: z.enum(['low', 'medium', 'high', 'critical']),
    vulnerable_version_range: z.string(),
    first_patched_version: z.looseObject({ identifier: z.string() }).nullable(),
  }),
  html_url: address,
  created_at: time,
  updated_at: time,
  dismissed_at: time.nullable(),
  dismissed_by: account.nullable(),
  dismissed_reason: z.string().nullable(),
  dismissed_comment: z.string().nullable(),
  fixed_at: time.nullable(),
});

const on = { enabled: true };
const off = { enabled: false };

export const protectionBody = (more: More = {}): object => ({
  url: `${api}/repos/acme/shop/branches/main/protection`,
  required_status_checks: { url: api, strict: true, contexts: ['build'], checks: [{ context: 'build', app_id: null }] },
  required_pull_request_reviews: {
    url: api,
    dismiss_stale_reviews: true,
    require_code_owner_reviews: true,
    required_approving_review_count: 2,
    require_last_push_approval: false,
  },
  restrictions: {
    url: api,
    users_url: api,
    teams_url: api,
    apps_url: api,
    users: [accountBody('ana')],
    teams: [{ id: 1, slug: 'platform' }],
    apps: [{ id: 1, slug: 'release-bot' }],
  },
  enforce_admins: { url: api, ...on },
  required_signatures: { url: api, ...off },
  required_linear_history: on,
  allow_force_pushes: off,
  allow_deletions: off,
  required_conversation_resolution: on,
  lock_branch: off,
  ...more,
});

export const alertBody = (number = 2, more: More = {}): object => ({
  number,
  state: 'open',
  dependency: {
    package: { ecosystem: 'npm', name: 'left-pad' },
    manifest_path: 'package-lock.json',
    scope: 'runtime',
    relationship: 'transitive',
  },
  security_advisory: {
    ghsa_id: 'GHSA-rf4j-j272-fj86',
    cve_id: 'CVE-2018-6188',
    summary: 'Pads too much',
    description: 'Long.',
    severity: 'high',
    cvss: { score: 7.5, vector_string: 'CVSS:3.0/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N' },
    epss: { percentage: 0.00045, percentile: 0.16 },
    cwes: [{ cwe_id: 'CWE-200', name: 'Exposure' }],
    identifiers: [{ type: 'GHSA', value: 'GHSA-rf4j-j272-fj86' }],
    references: [],
    vulnerabilities: [],
    published_at: someTime,
    updated_at: someTime,
    withdrawn_at: null,
  },
  security_vulnerability: {
    package: { ecosystem: 'npm', name: 'left-pad' },
    severity: 'high',
    vulnerable_version_range: '< 1.3.1',
    first_patched_version: { identifier: '1.3.1' },
  },
  url: `${api}/repos/acme/shop/dependabot/alerts/${number}`,
  html_url: `${site}/acme/shop/security/dependabot/${number}`,
  created_at: someTime,
  updated_at: someTime,
  dismissed_at: null,
  dismissed_by: null,
  dismissed_reason: null,
  dismissed_comment: null,
  fixed_at: null,
  assignees: [],
  ...more,
});

const alertsQuery = z.strictObject({
  state: z
    .string()
    .regex(/^(?:auto_dismissed|dismissed|fixed|open)(?:,(?:auto_dismissed|dismissed|fixed|open))*$/u)
    .optional(),
  severity: z
    .string()
    .regex(/^(?:low|medium|high|critical)(?:,(?:low|medium|high|critical))*$/u)
    .optional(),
  ...after,
});

export const securityRoutes: readonly DescribedRoute[] = [
  {
    ...read,
    call: 'GET /repos/{owner}/{repo}/branches/{branch}/protection',
    answers: z.looseObject({ url: address }),
    reply: ({ parts }) =>
      parts['branch'] === 'topic' ? refusal(404, 'Branch not protected') : answerJson(protectionBody()),
  },
  {
    ...read,
    call: 'GET /repos/{owner}/{repo}/dependabot/alerts',
    query: alertsQuery,
    answers: z.array(alert),
    reply: () => answerJson([alertBody()]),
  },
];

export const securityQuestions = {
  'code.getBranchProtection': [
    { repo, branch: 'main' },
    { repo, branch: 'topic' },
  ],
  'security.listDependabotAlerts': [{ repo, states: ['open', 'fixed'], severities: ['high'] }],
} satisfies Exemplar['questions'];
