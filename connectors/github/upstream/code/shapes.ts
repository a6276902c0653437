/** What the vendor's reference says of repositories, code and pull requests: what each call takes, and what its answers hold. */
import { z } from 'zod';
import { account, address, paged, sha, time } from '../shape-parts.ts';

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

export const answers = {
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
};

export const queries = {
  ownRepositories: z.strictObject({
    visibility: z.enum(['all', 'public', 'private']).optional(),
    affiliation: z.string().optional(),
    sort: z.enum(['created', 'updated', 'pushed', 'full_name']).optional(),
    direction: z.enum(['asc', 'desc']).optional(),
    ...paged,
  }),
  repositoriesOf: z.strictObject({
    type: z.enum(['all', 'public', 'private', 'forks', 'sources', 'member']).optional(),
    sort: z.enum(['created', 'updated', 'pushed', 'full_name']).optional(),
    direction: z.enum(['asc', 'desc']).optional(),
    ...paged,
  }),
  paged: z.strictObject(paged),
  commits: z.strictObject({
    sha: z.string().optional(),
    path: z.string().optional(),
    since: z.iso.datetime().optional(),
    until: z.iso.datetime().optional(),
    ...paged,
  }),
  content: z.strictObject({ ref: z.string().optional() }),
  search: z.strictObject({ q: z.string().min(1).max(256), ...paged }),
  pulls: z.strictObject({
    state: z.enum(['open', 'closed', 'all']).optional(),
    head: z.string().optional(),
    base: z.string().optional(),
    sort: z.enum(['created', 'updated', 'popularity', 'long-running']).optional(),
    direction: z.enum(['asc', 'desc']).optional(),
    ...paged,
  }),
};
