/** What the vendor's reference says its answers hold: fields that are always there, null where it may be. */
import { z } from 'zod';

const time = z.iso.datetime({ offset: true });
const account = z.looseObject({ login: z.string(), id: z.int(), type: z.string() });
const address = z.url();
const sha = z.string().regex(/^[0-9a-f]{40}$/u);

const repository = z.looseObject({
  id: z.int(),
  name: z.string(),
  full_name: z.string(),
  owner: account,
  private: z.boolean(),
  html_url: address,
  description: z.string().nullable(),
  fork: z.boolean(),
  default_branch: z.string(),
  language: z.string().nullable(),
  archived: z.boolean(),
  disabled: z.boolean(),
  size: z.int(),
  open_issues_count: z.int(),
  license: z.looseObject({ key: z.string(), name: z.string(), spdx_id: z.string().nullable() }).nullable(),
  pushed_at: time.nullable(),
  created_at: time.nullable(),
  updated_at: time.nullable(),
});

const signature = z.looseObject({ name: z.string(), email: z.string(), date: time }).nullable();
const file = z.looseObject({
  sha: sha.nullable(),
  filename: z.string(),
  status: z.enum(['added', 'removed', 'modified', 'renamed', 'copied', 'changed', 'unchanged']),
  additions: z.int(),
  deletions: z.int(),
  changes: z.int(),
});
const commit = z.looseObject({
  sha,
  node_id: z.string(),
  url: address,
  html_url: address,
  comments_url: address,
  commit: z.looseObject({ message: z.string(), author: signature, committer: signature, comment_count: z.int() }),
  author: account.nullable(),
  committer: account.nullable(),
  parents: z.array(z.looseObject({ sha, url: address })),
});

const side = z.looseObject({ label: z.string(), ref: z.string(), sha, repo: repository.nullable() });
const pull = z.looseObject({
  id: z.int(),
  number: z.int(),
  state: z.enum(['open', 'closed']),
  title: z.string(),
  user: account.nullable(),
  body: z.string().nullable(),
  labels: z.array(z.looseObject({ name: z.string() })),
  head: side,
  base: side,
  merge_commit_sha: z.string().nullable(),
  created_at: time,
  updated_at: time,
  merged_at: time.nullable(),
  closed_at: time.nullable(),
  html_url: address,
});
const wholePull = pull.extend({
  merged: z.boolean(),
  mergeable: z.boolean().nullable(),
  mergeable_state: z.string(),
  merged_by: account.nullable(),
  comments: z.int(),
  review_comments: z.int(),
  commits: z.int(),
  additions: z.int(),
  deletions: z.int(),
  changed_files: z.int(),
});

const run = z.looseObject({
  id: z.int(),
  name: z.string().nullable().optional(),
  head_branch: z.string().nullable(),
  head_sha: sha,
  path: z.string(),
  display_title: z.string(),
  run_number: z.int(),
  event: z.string(),
  status: z.string().nullable(),
  conclusion: z.string().nullable(),
  workflow_id: z.int(),
  pull_requests: z.array(z.looseObject({ number: z.int() })).nullable(),
  html_url: address,
  created_at: time,
  updated_at: time,
});
const checkRun = z.looseObject({
  id: z.int(),
  name: z.string(),
  head_sha: sha,
  status: z.string(),
  conclusion: z.string().nullable(),
  started_at: time.nullable(),
  completed_at: time.nullable(),
  output: z.looseObject({
    title: z.string().nullable(),
    summary: z.string().nullable(),
    annotations_count: z.int(),
  }),
  html_url: address.nullable(),
  details_url: z.string().nullable(),
  app: z.looseObject({ name: z.string() }).nullable(),
});

const entry = z.looseObject({
  type: z.string(),
  name: z.string(),
  path: z.string(),
  sha,
  size: z.int(),
  url: address,
  git_url: address.nullable(),
  html_url: address.nullable(),
  download_url: address.nullable(),
});

const issue = z.looseObject({
  id: z.int(),
  number: z.int(),
  state: z.string(),
  title: z.string(),
  body: z.string().nullable().optional(),
  user: account.nullable(),
  labels: z.array(z.looseObject({ name: z.string() })),
  html_url: address,
  created_at: time,
  updated_at: time,
  closed_at: time.nullable(),
});

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

export const answers = {
  rateLimit: z.looseObject({ resources: z.looseObject({ core: z.looseObject({ limit: z.int() }) }) }),
  repository,
  repositories: z.array(repository),
  installation: z.looseObject({ total_count: z.int(), repositories: z.array(repository) }),
  organization: z.looseObject({ login: z.string(), public_repos: z.int() }),
  tags: z.array(z.looseObject({ name: z.string(), commit: z.looseObject({ sha, url: address }) })),
  branches: z.array(
    z.looseObject({ name: z.string(), commit: z.looseObject({ sha, url: address }), protected: z.boolean() }),
  ),
  refs: z.array(z.looseObject({ ref: z.string(), object: z.looseObject({ type: z.string(), sha, url: address }) })),
  commits: z.array(commit),
  commit: commit.extend({
    stats: z.looseObject({ additions: z.int(), deletions: z.int(), total: z.int() }),
    files: z.array(file),
  }),
  comparison: z.looseObject({
    status: z.enum(['diverged', 'ahead', 'behind', 'identical']),
    ahead_by: z.int(),
    behind_by: z.int(),
    total_commits: z.int(),
    base_commit: commit,
    merge_base_commit: commit,
    commits: z.array(commit),
    files: z.array(file).optional(),
  }),
  content: entry.extend({
    content: z.string().optional(),
    encoding: z.string().optional(),
    entries: z.array(entry).optional(),
  }),
  blob: z.looseObject({ content: z.string(), encoding: z.string(), sha, size: z.int().nullable() }),
  matches: z.looseObject({
    total_count: z.int(),
    incomplete_results: z.boolean(),
    items: z.array(
      z.looseObject({ name: z.string(), path: z.string(), sha, html_url: address, repository: z.looseObject({}) }),
    ),
  }),
  pulls: z.array(pull),
  pull: wholePull,
  files: z.array(file),
  runs: z.looseObject({ total_count: z.int(), workflow_runs: z.array(run) }),
  checkRuns: z.looseObject({ total_count: z.int(), check_runs: z.array(checkRun) }),
  protection: z.looseObject({ url: address }),
  alerts: z.array(alert),
  issues: z.array(issue),
  issue,
};
