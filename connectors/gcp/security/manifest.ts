/** Keys of service accounts, and what the security scanners found. */
import { identity } from '../identity/manifest.ts';
import { api, asksOf, daySec, oneRow, scopes, type Slice } from '../slice.ts';

const iam = api('iam.googleapis.com/v1/projects/{project}', { scope: scopes.whole, area: 'identity' });
const center = api('securitycenter.googleapis.com/v1/projects/{project}', { scope: scopes.whole, area: 'findings' });

const methods = {
  'iam.projects.serviceAccounts.keys.list': iam.get(
    '/serviceAccounts/{serviceAccount}/keys',
    'iam.serviceAccountKeys.list',
  ),
  'securitycenter.projects.sources.findings.list': center.get(
    '/sources/{source}/findings',
    'securitycenter.findings.list',
  ),
} as const;

const asks = asksOf({ ...identity.methods, ...methods });

export const security = {
  permissions: {
    'roles/securitycenter.findingsViewer': { 'securitycenter.findings.list': 'Lists findings.' },
    'roles/iam.securityReviewer': {
      'iam.serviceAccountKeys.list':
        'Tells the age of service account keys; the keys themselves are never in the answer.',
    },
  },
  methods,
  areas: {
    findings: {
      title: 'Security Command Center',
      probes: [{ method: 'securitycenter.projects.sources.findings.list', path: { source: '-' }, query: oneRow }],
    },
  },
  operations: {
    'security.auditAccessKeys': asks('iam.projects.serviceAccounts.list', 'iam.projects.serviceAccounts.keys.list'),
    'security.listFindings': {
      ...asks('securitycenter.projects.sources.findings.list'),
      redactions: ['processes, files and environment variables that a finding is about', 'properties of the source'],
      windowSec: 366 * daySec,
    },
  },
} as const satisfies Slice;
