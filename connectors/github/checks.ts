/** What each check proves, as the manifest declares it: the kind of the token, then one check for each permission. */
import type { CheckDeclaration, UpstreamCall } from '../../src/connector/manifest.ts';

/** How a repository to look at is found. */
const find: readonly UpstreamCall[] = ['GET /user/repos', 'GET /installation/repositories'];
/** For the probes that tell a refused credential from a wall in front of the interface. */
const rateLimit: UpstreamCall = 'GET /rate_limit';

const ofCode = [
  'code.listTags',
  'code.listRefs',
  'code.listCommits',
  'code.getCommit',
  'code.compare',
  'code.getContent',
  'code.search',
] as const;
const ofPullRequests = [
  'code.listPullRequests',
  'code.getPullRequest',
  'code.listPullRequestFiles',
  'code.listPullRequestsForCommit',
] as const;

export const checkDeclarations = {
  fine_grained_token: {
    proves:
      'The token is a fine-grained one, is taken, and does not end soon. Shows the beginning that every token of its kind has and its scopes, and nothing else of it.',
    grants: [],
    upstream: [rateLimit],
    affects: [
      'code.getRepository',
      'code.listRepositories',
      ...ofCode,
      ...ofPullRequests,
      'ci.listWorkflowRuns',
      'ci.listChecks',
      'code.getBranchProtection',
      'security.listDependabotAlerts',
      'code.create_github_issue',
    ],
  },
  metadata: {
    proves: 'At least one repository is visible.',
    grants: ['Metadata: read'],
    upstream: [...find, rateLimit],
    affects: ['code.getRepository', 'code.listRepositories'],
  },
  contents: {
    proves: 'Commits of a repository can be listed.',
    grants: ['Contents: read'],
    upstream: [...find, 'GET /repos/{owner}/{repo}/commits', rateLimit],
    affects: ofCode,
  },
  pull_requests: {
    proves: 'Pull requests of a repository can be listed.',
    grants: ['Pull requests: read'],
    upstream: [...find, 'GET /repos/{owner}/{repo}/pulls', rateLimit],
    affects: ofPullRequests,
  },
  actions: {
    proves: 'Workflow runs of a repository can be listed.',
    grants: ['Actions: read'],
    upstream: [...find, 'GET /repos/{owner}/{repo}/actions/runs', rateLimit],
    affects: ['ci.listWorkflowRuns', 'ci.listChecks'],
  },
  checks: {
    proves: 'Checks of a revision can be listed; skipped for a token that cannot be given this permission.',
    grants: ['Checks: read'],
    upstream: [...find, 'GET /repos/{owner}/{repo}/commits/{ref}/check-runs', rateLimit],
    affects: ['ci.listChecks'],
  },
  administration: {
    proves: 'The protection of a branch can be read.',
    grants: ['Administration: read'],
    upstream: [...find, 'GET /repos/{owner}/{repo}/branches/{branch}/protection', rateLimit],
    affects: ['code.getBranchProtection'],
  },
  dependabot_alerts: {
    proves: 'Dependabot alerts of a repository can be listed.',
    grants: ['Dependabot alerts: read'],
    upstream: [...find, 'GET /repos/{owner}/{repo}/dependabot/alerts', rateLimit],
    affects: ['security.listDependabotAlerts'],
  },
  issues: {
    proves: 'Issues of a repository can be listed. Opening one is not tried, because that would write.',
    grants: ['Issues: read and write'],
    upstream: [...find, 'GET /repos/{owner}/{repo}/issues', rateLimit],
    affects: ['code.create_github_issue'],
  },
} as const satisfies Readonly<Record<string, CheckDeclaration>>;
