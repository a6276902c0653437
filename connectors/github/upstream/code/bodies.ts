/** Answers about repositories, code and pull requests in the vendor's form; each takes what a test wants otherwise. */
import { accountBody, api, type More, shaOf, site, someTime } from '../body-parts.ts';

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
