/** Inventory, recommendations, findings and identities as they answer about a small project. */
import { billingAccount, project, projectNumber, serviceAccount } from '../project.ts';

const searched = {
  name: `//compute.googleapis.com/projects/${project}/zones/us-central1-a/instances/web-1`,
  assetType: 'compute.googleapis.com/Instance',
  displayName: 'web-1',
  description: 'front end',
  state: 'RUNNING',
  location: 'us-central1-a',
  project: `projects/${projectNumber}`,
  folders: ['folders/42'],
  organization: 'organizations/7',
  parentFullResourceName: `//cloudresourcemanager.googleapis.com/projects/${project}`,
  parentAssetType: 'cloudresourcemanager.googleapis.com/Project',
  networkTags: ['http-server'],
  kmsKeys: ['projects/acme-prod/locations/us/keyRings/r/cryptoKeys/k'],
  createTime: '2026-01-05T10:00:00Z',
  updateTime: '2026-11-01T10:00:00Z',
  labels: { team: 'web' },
};

const asset = {
  name: searched.name,
  assetType: searched.assetType,
  ancestors: [`projects/${projectNumber}`, 'folders/42', 'organizations/7'],
  updateTime: '2026-11-01T10:00:00Z',
  resource: {
    location: 'us-central1-a',
    parent: `//cloudresourcemanager.googleapis.com/projects/${projectNumber}`,
    data: { metadata: 'canary-secret' },
  },
};

const recommendation = {
  name: `projects/${projectNumber}/locations/us-central1-a/recommenders/google.compute.instance.MachineTypeRecommender/recommendations/r1`,
  description: 'Save cost by changing machine type from e2-standard-4 to e2-medium.',
  recommenderSubtype: 'CHANGE_MACHINE_TYPE',
  priority: 'P2',
  lastRefreshTime: '2026-11-20T10:00:00Z',
  targetResources: [`//compute.googleapis.com/projects/${project}/zones/us-central1-a/instances/web-1`],
  stateInfo: { state: 'ACTIVE' },
  primaryImpact: {
    category: 'COST',
    costProjection: { cost: { currencyCode: 'USD', units: '-73', nanos: -500_000_000 }, duration: '2592000s' },
  },
  content: {
    overview: { currentMachineType: { name: 'e2-standard-4' }, recommendedMachineType: { name: 'e2-medium' } },
  },
};

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

const account = {
  name: `projects/${project}/serviceAccounts/${serviceAccount}`,
  uniqueId: '104567',
  email: serviceAccount,
  displayName: 'Farol',
  projectId: project,
  disabled: false,
};

const keys = [
  {
    name: `${account.name}/keys/0123abcd`,
    keyType: 'USER_MANAGED',
    keyOrigin: 'GOOGLE_PROVIDED',
    validAfterTime: '2025-01-05T10:00:00Z',
    validBeforeTime: '9999-12-31T23:59:59Z',
  },
  {
    name: `${account.name}/keys/beef`,
    keyType: 'SYSTEM_MANAGED',
    validAfterTime: '2026-11-18T10:00:00Z',
    validBeforeTime: '2027-12-04T10:00:00Z',
  },
  {
    name: `${account.name}/keys/dead`,
    keyType: 'USER_MANAGED',
    disabled: true,
    disableReason: 'SERVICE_ACCOUNT_KEY_DISABLE_REASON_EXPOSED',
    validAfterTime: '2025-01-05T10:00:00Z',
    validBeforeTime: '2025-04-05T10:00:00Z',
  },
];

export const policy = {
  version: 3,
  bindings: [
    { role: 'roles/viewer', members: [`serviceAccount:${serviceAccount}`] },
    {
      role: 'roles/logging.viewer',
      members: ['group:sre@example.com'],
      condition: { title: 'until new year', expression: 'request.time < timestamp("2027-01-01T00:00:00Z")' },
    },
  ],
  auditConfigs: [
    { service: 'allServices', auditLogConfigs: [{ logType: 'DATA_READ', exemptedMembers: ['user:dev@example.com'] }] },
  ],
};

export const governanceAnswers = {
  'cloudasset.searchAllResources': { results: [searched] },
  'cloudasset.assets.list': { assets: [asset] },
  'recommender.projects.locations.recommenders.recommendations.list': { recommendations: [recommendation] },
  'securitycenter.projects.sources.findings.list': { listFindingsResults: [finding] },
  'iam.projects.serviceAccounts.list': { accounts: [account] },
  'iam.projects.serviceAccounts.keys.list': { keys },
  'cloudresourcemanager.projects.getIamPolicy': policy,
  'cloudbilling.billingAccounts.list': {
    billingAccounts: [
      {
        name: `billingAccounts/${billingAccount}`,
        displayName: 'Acme',
        open: true,
        currencyCode: 'EUR',
        masterBillingAccount: '',
        parent: 'organizations/7',
      },
    ],
  },
};
