import { FakeGoogle, tokenFor } from './fake-google.ts';
import { billingAccount, exportTable, project } from './project.ts';
import { keyFile } from './service-account.ts';
import type { Exemplar } from '../../../test/contract/exemplar.ts';
import type { FakeCall, Reply } from '../../../test/contract/fake-upstream.ts';

const google = new FakeGoogle();
const withoutBilling = new FakeGoogle({
  'cloudbilling.billingAccounts.list': {},
});

const token = (scope: string): Reply => ({
  status: 200,
  body: JSON.stringify({ access_token: tokenFor(scope), expires_in: 3599 }),
});

const isTokenCall = ({ path }: FakeCall): boolean => path === '/oauth2.googleapis.com/token';
/** Only the address that sells tokens writes errors so. */
const isTokenError = (body: string): boolean => body.startsWith('{"error":"');

/** Scope of the statement that a token is bought with. */
function scopeIn({ form }: FakeCall): string {
  const [, claims = ''] = (form.get('assertion') ?? '').split('.');
  return String((JSON.parse(Buffer.from(claims, 'base64url').toString()) as { scope: string }).scope);
}

const lastDay = { from: 'now-1d', to: 'now' };
const gcpFilter = { dialect: 'gcp-filter', filter: 'metric.type = "compute.googleapis.com/instance/cpu/utilization"' };

const replica = (secret: string): object => ({
  mysqlReplicaConfiguration: { username: 'ada', password: secret, clientKey: secret },
});

export const exemplar: Exemplar = {
  variables: {
    RUNNER_GCP_CRED_MODE: 'static',
    GCP_PROJECT: project,
    GCP_SERVICE_ACCOUNT_KEY: keyFile('{canary}'),
    GCP_BILLING_EXPORT_TABLE: exportTable,
    GCP_BILLING_ACCOUNT: billingAccount,
    GCP_URL: '{upstream}',
  },
  reply: (call) => google.reply(call),
  render(example, call) {
    if (isTokenCall(call) && !isTokenError(example.body)) return token(scopeIn(call));
    const { status, headers, body } = example;
    return { status, body, ...(headers !== undefined && { headers }) };
  },
  isSecretOnlySigning: true,
  redacted: {
    'metadata of machines, start-up scripts among them': ['items.*.instances.*.metadata.items.*.value'],
    'values of environment variables': [
      'functions.*.serviceConfig.environmentVariables.*',
      'services.*.template.containers.*.env.*.value',
    ],
    'environment variables of the build': ['functions.*.buildConfig.environmentVariables.*'],
    'credentials of remote repositories': [
      [
        'repositories.*.remoteRepositoryConfig',
        (secret) => ({
          description: 'upstream',
          upstreamCredentials: { usernamePasswordCredentials: { username: 'ada', passwordSecretVersion: secret } },
        }),
      ],
    ],
    'commands and their arguments': ['command', 'args'].map(
      (list) => [`services.*.template.containers.*.${list}`, (secret: string) => [secret]] as const,
    ),
    'encryption keys of the customer': ['diskEncryptionKey', 'sourceImageEncryptionKey'].map(
      (key) => [`items.*.disks.*.${key}`, (secret: string) => ({ rawKey: secret, rsaEncryptedKey: secret })] as const,
    ),
    'passwords and certificates of the cluster': ['clusters.*.masterAuth', 'masterAuth'].map(
      (place) =>
        [
          place,
          (secret: string) => ({ username: 'ada', password: secret, clientKey: secret, clientCertificate: secret }),
        ] as const,
    ),
    'metadata of the nodes': ['nodePools.*.config.metadata.*'],
    'request headers that back ends are sent': [
      ['items.*.backendServices.*.customRequestHeaders', (secret) => [`authorization: ${secret}`]],
    ],
    'client secrets of sign-in proxies': [
      [
        'items.*.backendServices.*.iap',
        (secret) => ({ enabled: true, oauth2ClientId: 'id', oauth2ClientSecret: secret }),
      ],
    ],
    'passwords of servers and of their replicas': ['items.*.rootPassword', ['items.*.replicaConfiguration', replica]],
    'private keys of replicas': [['items.*.replicaConfiguration', replica]],
    'what resources are configured with': [
      ['assets.*.resource', (secret) => ({ version: 'v1', location: 'us-central1', data: { note: secret } })],
    ],
    'processes, files and environment variables that a finding is about': [
      [
        'listFindingsResults.*.finding.processes',
        (secret) => [{ args: [secret], envVariables: [{ name: 'TOKEN', val: secret }] }],
      ],
      ['listFindingsResults.*.finding.files', (secret) => [{ path: `/srv/${secret}`, contents: secret }]],
    ],
    'properties of the source': [['listFindingsResults.*.finding.sourceProperties', (secret) => ({ note: secret })]],
  },
  questions: {
    'assets.list': [{ assetTypes: ['compute.googleapis.com/Instance'] }],
    'assets.search': [{ query: 'name:web' }],
    'compute.listAutoScalingGroups': [{}],
    'compute.listContainerImages': [{ region: 'us-central1', repository: 'images' }],
    'compute.listFunctions': [{}],
    'compute.listImageRepositories': [{ region: 'us-central1' }],
    'compute.listInstances': [{}, { region: 'europe-west1' }],
    'compute.listServerlessServices': [{}, { region: 'us-central1' }],
    'compute.listVolumes': [{}],
    'cost.getCostAndUsage': [
      { window: { from: '2026-10-01T00:00:00Z', to: '2026-11-01T00:00:00Z' }, granularity: 'monthly' },
      { window: { from: '2026-09-01T00:00:00Z', to: '2026-10-01T00:00:00Z' }, granularity: 'hourly' },
    ],
    'cost.getGcpComputePricing': [{ region: 'us-central1' }],
    'cost.listBillingAccounts': [{}],
    'cost.listRecommendations': [{ resourceType: 'instance', zone: 'us-central1-a' }],
    'databases.listCaches': [{}],
    'databases.listDocumentStores': [{}],
    'databases.listInstances': [{}],
    'dns.getZone': [{ zone: 'example-com' }],
    'dns.listRecords': [{ zone: 'example-com' }],
    'dns.listZones': [{}],
    'identity.getIamPolicy': [{}],
    'identity.listServiceAccounts': [{}],
    'k8s.describeCluster': [{ name: 'main' }],
    'k8s.listClusters': [{}],
    'k8s.listNodeGroups': [{ cluster: 'main' }],
    'logs.listSources': [{}],
    'logs.search': [{ query: { dialect: 'gcp-logging', text: 'severity>=ERROR' }, window: lastDay }],
    'metrics.list': [{}],
    'metrics.query': [
      { query: { dialect: 'promql', text: 'up' } },
      { query: { dialect: 'promql', text: 'up' }, window: lastDay },
      { query: gcpFilter, window: lastDay },
    ],
    'monitors.list': [{}],
    'network.listAddresses': [{}],
    'network.listLoadBalancers': [{}],
    'network.listSecurityGroups': [{}],
    'network.listSubnets': [{}],
    'network.listVpcs': [{}],
    'security.auditAccessKeys': [{}],
    'security.listFindings': [{}],
  },
  failures: [(call) => withoutBilling.reply(call) ?? { status: 501, body: 'the fake does not know this call' }],
};
