/** Repositories, their commits and content, and pull requests. */
import { needs, type Slice, windowSec } from '../slice.ts';

export const code = {
  permissions: {
    'Metadata: read': {
      need: 'required',
      purpose: 'Base of all the others; repositories.',
      header: 'metadata',
      paths: /^\/(?:user|orgs\/[^/]+|installation)\/|^\/repos\/[^/]+\/[^/]+$/u,
    },
    'Contents: read': {
      need: 'optional',
      purpose: 'Commits, content, refs, tags, comparison and code search.',
      header: 'contents',
    },
    'Pull requests: read': {
      need: 'optional',
      purpose: 'Pull requests, their files, and those of a commit.',
      header: 'pull_requests',
      paths: /\/pulls(?:\/|$)/u,
    },
  },
  operations: {
    'code.getRepository': needs('Metadata: read', 'GET /repos/{owner}/{repo}'),
    'code.listRepositories': needs(
      'Metadata: read',
      'GET /orgs/{org}/repos',
      'GET /orgs/{org}',
      'GET /user/repos',
      'GET /installation/repositories',
    ),
    'code.listTags': needs('Contents: read', 'GET /repos/{owner}/{repo}/tags'),
    'code.listRefs': needs(
      'Contents: read',
      'GET /repos/{owner}/{repo}/branches',
      'GET /repos/{owner}/{repo}/git/matching-refs/{ref}',
    ),
    'code.listCommits': { ...needs('Contents: read', 'GET /repos/{owner}/{repo}/commits'), windowSec },
    'code.getCommit': needs('Contents: read', 'GET /repos/{owner}/{repo}/commits/{ref}'),
    'code.compare': needs('Contents: read', 'GET /repos/{owner}/{repo}/compare/{basehead}'),
    'code.getContent': {
      grants: ['Contents: read'],
      upstream: [
        'GET /repos/{owner}/{repo}/contents',
        'GET /repos/{owner}/{repo}/contents/{path}',
        'GET /repos/{owner}/{repo}/git/blobs/{file_sha}',
      ],
      redactions: [
        'addresses to download from, which carry a token',
        'user and password in the address of a submodule',
      ],
    },
    'code.search': needs('Contents: read', 'GET /search/code'),
    'code.listPullRequests': needs('Pull requests: read', 'GET /repos/{owner}/{repo}/pulls'),
    'code.getPullRequest': needs('Pull requests: read', 'GET /repos/{owner}/{repo}/pulls/{pull_number}'),
    'code.listPullRequestFiles': needs('Pull requests: read', 'GET /repos/{owner}/{repo}/pulls/{pull_number}/files'),
    'code.listPullRequestsForCommit': needs(
      'Pull requests: read',
      'GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls',
    ),
  },
  checks: {
    metadata: { proves: 'At least one repository is visible.', grant: 'Metadata: read' },
    contents: {
      proves: 'Commits of a repository can be listed.',
      grant: 'Contents: read',
      call: 'GET /repos/{owner}/{repo}/commits',
    },
    pull_requests: {
      proves: 'Pull requests of a repository can be listed.',
      grant: 'Pull requests: read',
      call: 'GET /repos/{owner}/{repo}/pulls',
    },
  },
} as const satisfies Slice;
