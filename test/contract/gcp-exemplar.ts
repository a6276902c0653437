import { FakeGoogle, tokenFor } from '../gcp/fake-google.ts';
import { billingAccount, exportTable, project } from '../gcp/project.ts';
import { keyFile } from '../gcp/service-account.ts';
import type { Exemplar } from './exemplar.ts';
import type { FakeCall, Reply } from './fake-upstream.ts';

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

export const gcp: Exemplar = {
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
  troubles: [(call) => withoutBilling.reply(call) ?? { status: 501, body: 'the fake does not know this call' }],
};
