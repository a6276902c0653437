/** Good answers of Cloud Billing and of BigQuery about the billing export. */
import { z } from 'zod';
import type { Exemplar } from '../../../../test/contract/exemplar.ts';
import type { FakeCall } from '../../../../test/contract/fake-upstream.ts';
import { billingAccount } from '../project.ts';

const sku = {
  skuId: '9E49-6D6D-4B2F',
  name: 'services/6F81-5844-456A/skus/9E49-6D6D-4B2F',
  description: 'E2 Instance Core running in Americas',
  category: { resourceFamily: 'Compute', resourceGroup: 'CPU', usageType: 'OnDemand' },
  serviceRegions: ['us-central1', 'us-east1'],
  pricingInfo: [
    {
      effectiveTime: '2026-11-01T10:00:00Z',
      pricingExpression: {
        usageUnit: 'h',
        usageUnitDescription: 'hour',
        tieredRates: [{ startUsageAmount: 0, unitPrice: { currencyCode: 'USD', units: '0', nanos: 21_811_590 } }],
      },
    },
  ],
};

const ramSku = {
  skuId: 'F449-33EC-A5EF',
  description: 'E2 Instance Ram running in Americas',
  category: { resourceFamily: 'Compute', resourceGroup: 'RAM', usageType: 'OnDemand' },
  serviceRegions: ['us-central1'],
  pricingInfo: [
    {
      pricingExpression: {
        usageUnit: 'GiBy.h',
        usageUnitDescription: 'gibibyte hour',
        tieredRates: [{ unitPrice: { currencyCode: 'USD', units: '0', nanos: 2_923_530 } }],
      },
    },
  ],
};

const diskSku = {
  skuId: 'D973-5D65-BAB2',
  description: 'Storage PD Capacity',
  category: { resourceFamily: 'Storage', resourceGroup: 'PDStandard', usageType: 'OnDemand' },
  serviceRegions: ['us-central1'],
  pricingInfo: [],
};

function record(name: string, members: readonly string[]) {
  return { name, type: 'RECORD', fields: members.map((member) => ({ name: member, type: 'STRING' })) };
}

/** Columns of the standard usage cost export, as far as they matter: the rest is like them. */
export const exportSchema = {
  fields: [
    { name: 'billing_account_id', type: 'STRING' },
    record('service', ['id', 'description']),
    record('sku', ['id', 'description']),
    { name: 'usage_start_time', type: 'TIMESTAMP' },
    { name: 'usage_end_time', type: 'TIMESTAMP' },
    record('project', ['id', 'name']),
    { ...record('labels', ['key', 'value']), mode: 'REPEATED' },
    record('location', ['location', 'country', 'region', 'zone']),
    { name: 'export_time', type: 'TIMESTAMP' },
    { name: 'cost', type: 'FLOAT' },
    { name: 'currency', type: 'STRING' },
    { name: 'cost_type', type: 'STRING' },
    {
      name: 'credits',
      type: 'RECORD',
      mode: 'REPEATED',
      fields: [
        { name: 'name', type: 'STRING' },
        { name: 'amount', type: 'FLOAT' },
        { name: 'type', type: 'STRING' },
      ],
    },
  ],
};

/** What a query that is only tried out answers, and what a real one does. */
export const triedQuery = { jobComplete: true, statementType: 'SELECT', totalBytesProcessed: '1048576' };

export const ranQuery = {
  jobComplete: true,
  jobReference: { projectId: 'acme-prod', jobId: 'job_1', location: 'EU' },
  statementType: 'SELECT',
  totalBytesProcessed: '1048576',
  totalBytesBilled: '10485760',
  totalRows: '1',
  schema: { fields: ['period', 'currency', 'gross', 'credits', 'net'].map((name) => ({ name, type: 'STRING' })) },
  rows: [{ f: ['2026-10-01T00:00:00Z', 'EUR', '12.500000000', '-1.5', '11'].map((v) => ({ v })) }],
};

const DryRun = z.object({ dryRun: z.boolean().optional() });

export const costAnswers = {
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
  'cloudbilling.services.skus.list': { skus: [sku, ramSku, diskSku] },
  'bigquery.tables.get': {
    type: 'TABLE',
    location: 'EU',
    numBytes: '123456789',
    numRows: '4200',
    lastModifiedTime: String(Date.now() - 3_600_000),
    schema: exportSchema,
    timePartitioning: { type: 'DAY' },
  },
  'bigquery.jobs.query': ({ body }: FakeCall) => {
    if (DryRun.parse(JSON.parse(body)).dryRun === true) return triedQuery;
    // A question by the hour takes longer than one call waits.
    return body.includes('HOUR') ? { ...without(ranQuery, ['rows']), jobComplete: false } : ranQuery;
  },
  'bigquery.jobs.getQueryResults': without(ranQuery, ['statementType', 'totalBytesBilled']),
};

export const costQuestions: Exemplar['questions'] = {
  'cost.getCostAndUsage': [
    { window: { from: '2026-10-01T00:00:00Z', to: '2026-11-01T00:00:00Z' }, granularity: 'monthly' },
    { window: { from: '2026-09-01T00:00:00Z', to: '2026-10-01T00:00:00Z' }, granularity: 'hourly' },
  ],
  'cost.getGcpComputePricing': [{ region: 'us-central1' }],
  'cost.listBillingAccounts': [{}],
};

function without(value: object, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}
