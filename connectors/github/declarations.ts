/** What each operation needs and calls. */
import type { OperationDeclaration } from '../../src/connector/manifest.ts';
import type { GrantName } from './grants.ts';

const daySec = 86_400;
/** Commits and runs are listed page by page whatever the window, so that it may hold a year. */
const windowSec = 366 * daySec;

type Declaration = Omit<OperationDeclaration, 'grants'> & { readonly grants: readonly GrantName[] };

export const declarations = {
  'code.getRepository': {
    grants: ['Metadata: read'],
    upstream: ['GET /repos/{owner}/{repo}'],
    redactions: [],
  },
  'code.listRepositories': {
    grants: ['Metadata: read'],
    upstream: ['GET /orgs/{org}/repos', 'GET /orgs/{org}', 'GET /user/repos', 'GET /installation/repositories'],
    redactions: [],
  },
  'code.listTags': {
    grants: ['Contents: read'],
    upstream: ['GET /repos/{owner}/{repo}/tags'],
    redactions: [],
  },
  'code.listRefs': {
    grants: ['Contents: read'],
    upstream: ['GET /repos/{owner}/{repo}/branches', 'GET /repos/{owner}/{repo}/git/matching-refs/{ref}'],
    redactions: [],
  },
  'code.listCommits': {
    grants: ['Contents: read'],
    upstream: ['GET /repos/{owner}/{repo}/commits'],
    redactions: [],
    windowSec,
  },
  'code.getCommit': {
    grants: ['Contents: read'],
    upstream: ['GET /repos/{owner}/{repo}/commits/{ref}'],
    redactions: [],
  },
  'code.compare': {
    grants: ['Contents: read'],
    upstream: ['GET /repos/{owner}/{repo}/compare/{basehead}'],
    redactions: [],
  },
  'code.getContent': {
    grants: ['Contents: read'],
    upstream: [
      'GET /repos/{owner}/{repo}/contents',
      'GET /repos/{owner}/{repo}/contents/{path}',
      'GET /repos/{owner}/{repo}/git/blobs/{file_sha}',
    ],
    redactions: ['addresses to download from, which carry a token', 'user and password in the address of a submodule'],
  },
  'code.search': {
    grants: ['Contents: read'],
    upstream: ['GET /search/code'],
    redactions: [],
  },
  'code.listPullRequests': {
    grants: ['Pull requests: read'],
    upstream: ['GET /repos/{owner}/{repo}/pulls'],
    redactions: [],
  },
  'code.getPullRequest': {
    grants: ['Pull requests: read'],
    upstream: ['GET /repos/{owner}/{repo}/pulls/{pull_number}'],
    redactions: [],
  },
  'code.listPullRequestFiles': {
    grants: ['Pull requests: read'],
    upstream: ['GET /repos/{owner}/{repo}/pulls/{pull_number}/files'],
    redactions: [],
  },
  'code.listPullRequestsForCommit': {
    grants: ['Pull requests: read'],
    upstream: ['GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls'],
    redactions: [],
  },
  'ci.listWorkflowRuns': {
    grants: ['Actions: read'],
    upstream: ['GET /repos/{owner}/{repo}/actions/runs'],
    redactions: [],
    windowSec,
  },
  'ci.listChecks': {
    grants: ['Checks: read', 'Actions: read', 'Contents: read'],
    upstream: [
      'GET /repos/{owner}/{repo}/commits/{ref}/check-runs',
      'GET /repos/{owner}/{repo}/commits',
      'GET /repos/{owner}/{repo}/actions/runs',
    ],
    redactions: [],
  },
  'code.getBranchProtection': {
    grants: ['Administration: read'],
    upstream: ['GET /repos/{owner}/{repo}/branches/{branch}/protection'],
    redactions: [],
  },
  'security.listDependabotAlerts': {
    grants: ['Dependabot alerts: read'],
    upstream: ['GET /repos/{owner}/{repo}/dependabot/alerts'],
    redactions: [],
  },
  'code.create_github_issue': {
    grants: ['Issues: read and write'],
    upstream: ['GET /repos/{owner}/{repo}/issues', 'POST /repos/{owner}/{repo}/issues'],
    writes: 'POST /repos/{owner}/{repo}/issues',
    redactions: [],
  },
} as const satisfies Readonly<Record<string, Declaration>>;
