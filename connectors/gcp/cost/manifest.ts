/** What was charged, what things cost, and the billing accounts. */
import { identity } from '../identity/manifest.ts';
import { api, asksOf, daySec, oneRow, scopes, type Slice } from '../slice.ts';

const scope = 'cloud-billing.readonly';
const bigquery = api('bigquery.googleapis.com/bigquery/v2/projects/{project}', { scope: scopes.readOnly });

const methods = {
  'cloudbilling.billingAccounts.list': api('cloudbilling.googleapis.com/v1', { scope }).get(
    '/billingAccounts',
    'billing.accounts.list',
  ),
  'cloudbilling.services.skus.list': api('cloudbilling.googleapis.com/v1', { scope, area: 'prices' }).get(
    '/services/{service}/skus',
  ),
  'bigquery.tables.get': bigquery.get('/datasets/{dataset}/tables/{table}', 'bigquery.tables.get'),
  'bigquery.jobs.query': bigquery.post('/queries', 'bigquery.jobs.create'),
  'bigquery.jobs.getQueryResults': bigquery.get('/queries/{job}', 'bigquery.jobs.create'),
} as const;

const asks = asksOf(methods);

const exportGrants = ['bigquery.tables.get', 'bigquery.tables.getData', 'bigquery.jobs.create'] as const;

export const cost = {
  permissions: {
    'roles/billing.viewer': { 'billing.accounts.list': 'Lists billing accounts.' },
    'roles/bigquery.dataViewer': {
      'bigquery.tables.get': 'Reads the description of the export table, which tells its partitions.',
      'bigquery.tables.getData': 'Reads what was charged from the export table.',
    },
    'roles/bigquery.jobUser': {
      'bigquery.jobs.create': 'Runs the one fixed query of the billing export, in GCP_PROJECT, which is billed for it.',
    },
  },
  methods,
  areas: {
    prices: {
      title: 'Price list (Cloud Billing)',
      probes: [{ method: 'cloudbilling.services.skus.list', path: { service: '6F81-5844-456A' }, query: oneRow }],
    },
  },
  checks: {
    billing_account: {
      proves: 'A billing account is visible, so that its role stands on the billing account and not on the project.',
      grants: ['billing.accounts.list'],
      upstream: [
        methods['cloudbilling.billingAccounts.list'].call,
        identity.methods['cloudresourcemanager.projects.getIamPolicy'].call,
      ],
    },
    billing_export: {
      proves:
        'The export table is there, is written to and is partitioned, and a question to it may be asked; tried out, not run.',
      grants: exportGrants,
      upstream: [
        identity.methods['cloudresourcemanager.projects.testIamPermissions'].call,
        methods['bigquery.tables.get'].call,
        methods['bigquery.jobs.query'].call,
      ],
    },
  },
  operations: {
    'cost.getCostAndUsage': {
      ...asks('bigquery.tables.get', 'bigquery.jobs.query', 'bigquery.jobs.getQueryResults'),
      grants: exportGrants,
      windowSec: 366 * daySec,
      totalMs: 90_000,
    },
    'cost.getGcpComputePricing': { ...asks('cloudbilling.services.skus.list'), totalMs: 60_000 },
    'cost.listBillingAccounts': asks('cloudbilling.billingAccounts.list'),
  },
} as const satisfies Slice;
