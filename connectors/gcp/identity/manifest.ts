/** Service accounts, and who holds which role on the project. */
import { api, asksOf, oneRow, scopes, type Slice } from '../slice.ts';

const project = 'cloudresourcemanager.googleapis.com/v3/projects/{project}';
const iam = api('iam.googleapis.com/v1/projects/{project}', { scope: scopes.whole, area: 'identity' });

const methods = {
  'cloudresourcemanager.projects.getIamPolicy': api(project, { scope: scopes.readOnly, area: 'identity' }).post(
    ':getIamPolicy',
    'resourcemanager.projects.getIamPolicy',
  ),
  /** Asked by checks, about their own permissions. */
  'cloudresourcemanager.projects.testIamPermissions': api(project, { scope: scopes.readOnly }).post(
    ':testIamPermissions',
  ),
  'iam.projects.serviceAccounts.list': iam.get('/serviceAccounts', 'iam.serviceAccounts.list'),
} as const;

const asks = asksOf(methods);

export const identity = {
  permissions: {
    'roles/iam.securityReviewer': {
      'iam.serviceAccounts.list': 'Lists service accounts.',
      'resourcemanager.projects.getIamPolicy': 'Tells who holds which role on the project.',
    },
  },
  methods,
  areas: {
    identity: {
      title: 'Identity and Access Management',
      probes: [{ method: 'iam.projects.serviceAccounts.list', path: {}, query: oneRow }],
    },
  },
  operations: {
    'identity.getIamPolicy': asks('cloudresourcemanager.projects.getIamPolicy'),
    'identity.listServiceAccounts': asks('iam.projects.serviceAccounts.list'),
  },
} as const satisfies Slice;
