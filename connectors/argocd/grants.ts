/** Permissions as a line of policy.csv spells them (resource, action), and the kinds of credential there are: https://argo-cd.readthedocs.io/en/stable/operator-manual/rbac/. */
import type { Manifest } from '../../src/connector/manifest.ts';

export const getApplications = 'applications, get';

export const grants = {
  [getApplications]: {
    group: 'Line of policy.csv in the ConfigMap argocd-rbac-cm',
    need: 'required',
    purpose: 'List applications, tell one of them, and its history, which is a part of it.',
  },
} as const satisfies Manifest['grants'];

export const forbidden = [
  { grant: 'applications, sync', because: 'Deploys, and rolls back; no operation does either.' },
  { grant: 'applications, override', because: 'Deploys what is not in the repository; no operation deploys.' },
  { grant: 'applications, action', because: 'Runs actions on resources, such as a restart; no operation does.' },
  { grant: 'applications, create', because: 'Defines applications; no operation does.' },
  { grant: 'applications, update', because: 'Changes what an application is; no operation does.' },
  { grant: 'applications, delete', because: 'Removes applications and what they deployed; no operation does.' },
  { grant: 'exec, create', because: 'Opens a shell in a running container; no operation does.' },
] as const satisfies Manifest['forbidden'];

export const credentialKinds: Manifest['credentials'] = [
  {
    id: 'account_token',
    title: 'Token of a local account with capability apiKey',
    verdict: 'recommended',
    note: 'Has the permissions that policy.csv gives its account, and no password: an account with only apiKey cannot sign in interactively.',
  },
  {
    id: 'project_role_token',
    title: 'Token of a role of one project',
    verdict: 'accepted',
    note: 'Sees the applications of its project; name the project in ARGOCD_PROJECTS.',
  },
  {
    id: 'session_token',
    title: 'Session of a person or of admin',
    verdict: 'rejected',
    note: 'Expires after a day and may do everything that the person may.',
  },
];
