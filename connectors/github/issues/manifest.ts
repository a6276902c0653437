/** Opening an issue: the only write of this connector. */
import type { Slice } from '../slice.ts';

export const issues = {
  permissions: {
    'Issues: read and write': {
      need: 'optional',
      purpose: 'Only to open issues; without it everything else works.',
      justification: 'Opening an issue is the only write of this connector; it is off until it is enabled by name.',
      header: 'issues',
      paths: /\/issues$/u,
    },
  },
  operations: {
    'code.create_github_issue': {
      grants: ['Issues: read and write'],
      upstream: ['GET /repos/{owner}/{repo}/issues', 'POST /repos/{owner}/{repo}/issues'],
      writes: 'POST /repos/{owner}/{repo}/issues',
      redactions: [],
    },
  },
  checks: {
    issues: {
      proves: 'Issues of a repository can be listed. Opening one is not tried, because that would write.',
      grant: 'Issues: read and write',
      call: 'GET /repos/{owner}/{repo}/issues',
    },
  },
} as const satisfies Slice;
