/** Workflow runs, and the checks of a revision. */
import { needs, type Slice, windowSec } from '../slice.ts';

export const ci = {
  permissions: {
    'Actions: read': { need: 'optional', purpose: 'Workflow runs.', header: 'actions', paths: /\/actions\//u },
    'Checks: read': { need: 'optional', purpose: 'Checks of a ref.', header: 'checks', paths: /\/check-runs$/u },
  },
  operations: {
    'ci.listWorkflowRuns': { ...needs('Actions: read', 'GET /repos/{owner}/{repo}/actions/runs'), windowSec },
    'ci.listChecks': {
      grants: ['Checks: read', 'Actions: read', 'Contents: read'],
      upstream: [
        'GET /repos/{owner}/{repo}/commits/{ref}/check-runs',
        'GET /repos/{owner}/{repo}/commits',
        'GET /repos/{owner}/{repo}/actions/runs',
      ],
      redactions: [],
    },
  },
  checks: {
    actions: {
      proves: 'Workflow runs of a repository can be listed.',
      grant: 'Actions: read',
      call: 'GET /repos/{owner}/{repo}/actions/runs',
    },
    checks: {
      proves: 'Checks of a revision can be listed; skipped for a token that cannot be given this permission.',
      grant: 'Checks: read',
      call: 'GET /repos/{owner}/{repo}/commits/{ref}/check-runs',
    },
  },
} as const satisfies Slice;
