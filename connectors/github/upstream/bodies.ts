/** Answers in the vendor's form, for one small organization; each takes what a test wants otherwise. */

const api = 'https://api.github.com';
const site = 'https://github.com';

type More = Readonly<Record<string, unknown>>;

export const shaOf = (digit: string): string => digit.repeat(40).slice(0, 40);
export const someTime = '2026-11-01T08:30:00Z';

export const accountBody = (login: string): object => ({
  login,
  id: 7,
  node_id: 'U_7',
  type: 'User',
  site_admin: false,
});

export const repositoryBody = (fullName = 'acme/shop', more: More = {}): object => ({
  id: 1296269,
  node_id: 'R_1',
  name: fullName.split('/')[1],
  full_name: fullName,
  owner: { ...accountBody(fullName.split('/')[0] ?? ''), type: 'Organization' },
  private: true,
  visibility: 'private',
  html_url: `${site}/${fullName}`,
  description: 'Where things are sold',
  fork: false,
  default_branch: 'main',
  language: 'TypeScript',
  topics: ['shop'],
  archived: false,
  disabled: false,
  size: 108,
  open_issues_count: 3,
  license: { key: 'mit', name: 'MIT License', spdx_id: 'MIT', url: `${api}/licenses/mit` },
  allow_merge_commit: false,
  allow_squash_merge: true,
  allow_rebase_merge: false,
  delete_branch_on_merge: true,
  pushed_at: someTime,
  created_at: someTime,
  updated_at: someTime,
  ...more,
});

export const commitBody = (sha = shaOf('a'), more: More = {}): object => ({
  sha,
  node_id: 'C_1',
  url: `${api}/repos/acme/shop/commits/${sha}`,
  html_url: `${site}/acme/shop/commit/${sha}`,
  comments_url: `${api}/repos/acme/shop/commits/${sha}/comments`,
  commit: {
    message: 'Sell more',
    author: { name: 'Ana', email: 'ana@example.com', date: someTime },
    committer: { name: 'GitHub', email: 'noreply@github.com', date: someTime },
    comment_count: 0,
    verification: { verified: true, reason: 'valid', signature: null, payload: null, verified_at: null },
  },
  author: accountBody('ana'),
  committer: null,
  parents: [{ sha: shaOf('b'), url: `${api}/repos/acme/shop/commits/${shaOf('b')}` }],
  ...more,
});

export const fileBody = (filename = 'src/cart.ts', more: More = {}): object => ({
  sha: shaOf('c'),
  filename,
  status: 'modified',
  additions: 2,
  deletions: 1,
  changes: 3,
  patch: '@@ -1 +1,2 @@',
  ...more,
});

export const wholeCommitBody = (files: readonly object[], sha = shaOf('a')): object =>
  commitBody(sha, { stats: { additions: 2, deletions: 1, total: 3 }, files });

export const comparisonBody = (more: More = {}): object => ({
  url: `${api}/repos/acme/shop/compare/main...topic`,
  status: 'ahead',
  ahead_by: 1,
  behind_by: 0,
  total_commits: 1,
  base_commit: commitBody(shaOf('b')),
  merge_base_commit: commitBody(shaOf('b')),
  commits: [commitBody()],
  files: [fileBody()],
  ...more,
});

const privateDownload = 'https://raw.githubusercontent.com/acme/shop/main/README.md?token=GHSAT0AAAAAACANARYTOKEN';

export const entryBody = (path: string, more: More = {}): object => ({
  type: 'file',
  name: path.split('/').at(-1) ?? '',
  path,
  sha: shaOf('d'),
  size: 5,
  url: `${api}/repos/acme/shop/contents/${path}?ref=main`,
  git_url: `${api}/repos/acme/shop/git/blobs/${shaOf('d')}`,
  html_url: `${site}/acme/shop/blob/main/${path}`,
  download_url: privateDownload,
  _links: { self: `${api}/repos/acme/shop/contents/${path}`, git: null, html: null },
  ...more,
});

export const fileContentBody = (path: string, bytes: Uint8Array, more: More = {}): object =>
  entryBody(path, {
    size: bytes.length,
    encoding: 'base64',
    // The vendor breaks it into lines.
    content: Buffer.from(bytes).toString('base64').replaceAll(/.{60}/gu, '$&\n'),
    ...more,
  });

export const folderBody = (path: string, entries: readonly object[]): object =>
  entryBody(path, { type: 'dir', size: 0, download_url: null, git_url: `${api}/repos/acme/shop/git/trees/x`, entries });

export const matchesBody = (total: number, more: More = {}): object => ({
  total_count: total,
  incomplete_results: false,
  items:
    total === 0
      ? []
      : [
          {
            name: 'cart.ts',
            path: 'src/cart.ts',
            sha: shaOf('e'),
            url: `${api}/repositories/1296269/contents/src/cart.ts`,
            git_url: `${api}/repositories/1296269/git/blobs/${shaOf('e')}`,
            html_url: `${site}/acme/shop/blob/main/src/cart.ts`,
            repository: repositoryBody(),
            score: 1,
            text_matches: [{ object_url: api, object_type: 'FileContent', property: 'content', fragment: 'total()' }],
          },
        ],
  ...more,
});

const sideBody = (ref: string, digit: string): object => ({
  label: `acme:${ref}`,
  ref,
  sha: shaOf(digit),
  user: accountBody('acme'),
  repo: repositoryBody(),
});

export const pullBody = (number = 42, more: More = {}): object => ({
  id: 1000 + number,
  number,
  state: 'open',
  locked: false,
  draft: false,
  title: 'Sell more',
  user: accountBody('ana'),
  body: 'Because.',
  labels: [{ id: 1, name: 'sales', color: 'ededed' }],
  assignees: [accountBody('bea')],
  requested_reviewers: [accountBody('caio')],
  requested_teams: [{ id: 1, slug: 'platform', name: 'Platform' }],
  head: sideBody('topic', 'a'),
  base: sideBody('main', 'b'),
  merge_commit_sha: null,
  created_at: someTime,
  updated_at: someTime,
  merged_at: null,
  closed_at: null,
  html_url: `${site}/acme/shop/pull/${number}`,
  ...more,
});

export const wholePullBody = (number = 42, more: More = {}): object =>
  pullBody(number, {
    merged: false,
    mergeable: null,
    mergeable_state: 'unknown',
    merged_by: null,
    comments: 1,
    review_comments: 2,
    commits: 1,
    additions: 2,
    deletions: 1,
    changed_files: 1,
    ...more,
  });

export const runBody = (id = 30433642, more: More = {}): object => ({
  id,
  name: 'Build',
  node_id: 'WFR_1',
  head_branch: 'main',
  head_sha: shaOf('a'),
  path: '.github/workflows/build.yml',
  display_title: 'Sell more',
  run_number: 562,
  run_attempt: 1,
  event: 'push',
  status: 'completed',
  conclusion: 'success',
  workflow_id: 159038,
  pull_requests: [{ id: 1, number: 42 }],
  actor: accountBody('ana'),
  html_url: `${site}/acme/shop/actions/runs/${id}`,
  created_at: someTime,
  run_started_at: someTime,
  updated_at: someTime,
  ...more,
});

export const checkRunBody = (id = 4, more: More = {}): object => ({
  id,
  name: 'lint',
  head_sha: shaOf('a'),
  external_id: '',
  status: 'completed',
  conclusion: 'neutral',
  started_at: someTime,
  completed_at: someTime,
  output: { title: 'Lint', summary: 'Nothing found', text: null, annotations_count: 2, annotations_url: api },
  html_url: `${site}/acme/shop/runs/${id}`,
  details_url: 'https://ci.example.com/build/4?token=of-somebody-else',
  app: { id: 1, slug: 'linter', name: 'Linter' },
  pull_requests: [],
  ...more,
});

const on = { enabled: true };
const off = { enabled: false };

export const protectionBody = (more: More = {}): object => ({
  url: `${api}/repos/acme/shop/branches/main/protection`,
  required_status_checks: {
    url: api,
    strict: true,
    contexts: ['build'],
    checks: [{ context: 'build', app_id: null }],
  },
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

export const issueBody = (number = 1347, more: More = {}): object => ({
  id: 2000 + number,
  node_id: 'I_1',
  number,
  state: 'open',
  title: 'Latency rose',
  body: 'Look at it.',
  user: accountBody('farol'),
  labels: [],
  locked: false,
  comments: 0,
  html_url: `${site}/acme/shop/issues/${number}`,
  created_at: someTime,
  updated_at: someTime,
  closed_at: null,
  ...more,
});
