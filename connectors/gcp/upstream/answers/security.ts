/** Good answers of Security Command Center, and of IAM about keys. */
import type { Exemplar } from '../../../../test/contract/exemplar.ts';
import { project, projectNumber, serviceAccount } from '../project.ts';

const account = `projects/${project}/serviceAccounts/${serviceAccount}`;

const finding = {
  finding: {
    name: `projects/${projectNumber}/sources/5/findings/f1`,
    category: 'PUBLIC_BUCKET_ACL',
    findingClass: 'MISCONFIGURATION',
    severity: 'HIGH',
    state: 'ACTIVE',
    mute: 'UNMUTED',
    description: 'Anybody may read this bucket.',
    nextSteps: 'Take allUsers away.',
    resourceName: '//storage.googleapis.com/acme-public',
    parentDisplayName: 'Security Health Analytics',
    eventTime: '2026-11-20T10:00:00Z',
    createTime: '2026-11-20T10:00:05Z',
    externalUri: 'https://console.cloud.google.com/storage/browser/acme-public',
    vulnerability: { cve: { id: 'CVE-2026-1234', cvssv3: { baseScore: 7.5 } } },
    mitreAttack: { primaryTactic: 'EXFILTRATION', primaryTechniques: ['DATA_FROM_CLOUD'] },
    attackExposure: { score: 3.5 },
    access: { principalEmail: 'dev@example.com', callerIp: '198.51.100.4', methodName: 'SetIamPolicy' },
    compliances: [{ standard: 'cis', version: '2.0', ids: ['5.1'] }],
    securityMarks: { marks: { accepted: 'no' } },
    processes: [{ envVariables: [{ name: 'TOKEN', val: 'canary-secret' }] }],
    sourceProperties: { note: 'canary-secret' },
  },
  resource: {
    name: '//storage.googleapis.com/acme-public',
    displayName: 'acme-public',
    type: 'google.cloud.storage.Bucket',
    projectName: `//cloudresourcemanager.googleapis.com/projects/${projectNumber}`,
  },
};

const keys = [
  {
    name: `${account}/keys/0123abcd`,
    keyType: 'USER_MANAGED',
    keyOrigin: 'GOOGLE_PROVIDED',
    validAfterTime: '2025-01-05T10:00:00Z',
    validBeforeTime: '9999-12-31T23:59:59Z',
  },
  {
    name: `${account}/keys/beef`,
    keyType: 'SYSTEM_MANAGED',
    validAfterTime: '2026-11-18T10:00:00Z',
    validBeforeTime: '2027-12-04T10:00:00Z',
  },
  {
    name: `${account}/keys/dead`,
    keyType: 'USER_MANAGED',
    disabled: true,
    disableReason: 'SERVICE_ACCOUNT_KEY_DISABLE_REASON_EXPOSED',
    validAfterTime: '2025-01-05T10:00:00Z',
    validBeforeTime: '2025-04-05T10:00:00Z',
  },
];

export const securityAnswers = {
  'securitycenter.projects.sources.findings.list': { listFindingsResults: [finding] },
  'iam.projects.serviceAccounts.keys.list': { keys },
};

export const securityQuestions: Exemplar['questions'] = {
  'security.auditAccessKeys': [{}],
  'security.listFindings': [{}],
};

export const securityRedacted: NonNullable<Exemplar['redacted']> = {
  'processes, files and environment variables that a finding is about': [
    [
      'listFindingsResults.*.finding.processes',
      (secret) => [{ args: [secret], envVariables: [{ name: 'TOKEN', val: secret }] }],
    ],
    ['listFindingsResults.*.finding.files', (secret) => [{ path: `/srv/${secret}`, contents: secret }]],
  ],
  'properties of the source': [['listFindingsResults.*.finding.sourceProperties', (secret) => ({ note: secret })]],
};
