import { describe, expect, test } from 'vitest';
import type { OperationName } from '../../../catalog/index.ts';
import { AwsError } from '../upstream/aws-fake.ts';
import { biQuestions } from '../upstream/bi.ts';
import { useAws } from '../upstream/use-aws.ts';

const account = 'arn:aws:quicksight:eu-west-1:123456789012';
const times = { createdAt: '2026-10-01T08:00:00.000Z', updatedAt: '2026-11-20T10:00:00.000Z' };
const dashboard = {
  id: 'sales',
  identifier: `${account}:dashboard/sales`,
  name: 'Sales',
  publishedVersion: 4,
  publishedAt: '2026-11-20T10:00:00.000Z',
  ...times,
};

const aws = useAws();

const question = (name: OperationName): object => biQuestions[name]?.[0] as object;

const expected: Readonly<Record<string, object>> = {
  'bi.listDashboards': { dashboards: [dashboard] },
  'bi.searchDashboards': { dashboards: [dashboard] },
  'bi.getDashboard': {
    dashboard: {
      id: 'sales',
      identifier: `${account}:dashboard/sales`,
      name: 'Sales',
      publishedAt: '2026-11-20T10:00:00.000Z',
      ...times,
      version: 4,
      versionCreatedAt: '2026-10-01T08:00:00.000Z',
      versionDescription: 'With the new regions.',
      status: 'CREATION_SUCCESSFUL',
      problems: [{ kind: 'DATA_SET_NOT_FOUND', message: 'The dataset was deleted.' }],
      datasetIdentifiers: [`${account}:dataset/orders`],
      sourceIdentifier: `${account}:analysis/sales`,
      sheets: [{ id: 'sheet-1', name: 'Overview' }],
    },
  },
  'bi.listDatasets': {
    datasets: [
      {
        id: 'orders',
        identifier: `${account}:dataset/orders`,
        name: 'Orders',
        ...times,
        importMode: 'SPICE',
        hasRowRules: true,
        hasColumnRules: false,
      },
    ],
  },
  'bi.getDataset': {
    dataset: {
      id: 'orders',
      identifier: `${account}:dataset/orders`,
      name: 'Orders',
      ...times,
      importMode: 'SPICE',
      copiedBytes: 4096,
      hasRowRules: false,
      hasColumnRules: true,
      columns: [{ name: 'amount', type: 'DECIMAL', description: 'In euros.' }],
      tables: [
        {
          kind: 'table',
          name: 'orders',
          catalog: 'AwsDataCatalog',
          schema: 'shop',
          dataSourceIdentifier: `${account}:datasource/db`,
          columns: [{ name: 'amount', type: 'DECIMAL' }],
        },
        {
          kind: 'query',
          name: 'totals',
          sql: 'SELECT sum(amount) FROM orders',
          dataSourceIdentifier: `${account}:datasource/db`,
          columns: [{ name: 'amount', type: 'DECIMAL' }],
        },
        {
          kind: 'file',
          dataSourceIdentifier: `${account}:datasource/files`,
          columns: [{ name: 'amount', type: 'DECIMAL' }],
        },
        {
          kind: 'application',
          name: 'accounts/open',
          dataSourceIdentifier: `${account}:datasource/crm`,
          columns: [{ name: 'amount', type: 'DECIMAL' }],
        },
        { kind: 'other', name: 'parent', dataSourceIdentifier: `${account}:dataset/customers`, columns: [] },
      ],
    },
  },
  'bi.listDataSources': {
    dataSources: [
      {
        id: 'db',
        identifier: `${account}:datasource/db`,
        name: 'Shop database',
        ...times,
        kind: 'SNOWFLAKE',
        status: 'UPDATE_FAILED',
        problem: { kind: 'ACCESS_DENIED', message: 'The database refused the sign-in.' },
        host: 'shop.example.com',
        database: 'SHOP',
        isPrivate: true,
        isEncrypted: true,
      },
    ],
  },
  'bi.listAnalyses': {
    analyses: [
      {
        id: 'sales',
        identifier: `${account}:analysis/sales`,
        name: 'Sales analysis',
        ...times,
        status: 'CREATION_SUCCESSFUL',
      },
    ],
  },
  'bi.listIngestions': {
    ingestions: [
      {
        id: 'i-1',
        status: 'FAILED',
        problem: { kind: 'SQL_TABLE_NOT_FOUND', message: 'The table is gone.' },
        trigger: 'SCHEDULED',
        kind: 'FULL_REFRESH',
        createdAt: '2026-10-01T08:00:00.000Z',
        durationSec: 61,
        sizeBytes: 2048,
        rowsIngested: 10,
        rowsDropped: 1,
        rowsTotal: 100,
      },
    ],
  },
  'bi.listUsers': {
    users: [
      {
        name: 'jane',
        identifier: `${account}:user/default/jane`,
        email: 'jane@example.com',
        role: 'AUTHOR',
        identityKind: 'IAM',
        isActive: true,
        customPermissions: 'no-export',
      },
    ],
  },
};

describe('the reads of QuickSight', () => {
  test.each(Object.keys(expected) as OperationName[])('%s returns every member of the catalog', async (name) => {
    const result = await aws.result(name, question(name));
    expect(result.data).toEqual({ region: 'eu-west-1', ...expected[name] });
    expect(result.complete).toBe(true);
  });
});

describe('what is asked of QuickSight', () => {
  test('is the account of the credential', async () => {
    await aws.result('bi.listDashboards', { limit: 9 });
    expect(aws.requests[1]?.input).toEqual({ AwsAccountId: '123456789012', MaxResults: 9 });
  });

  test.each([
    [
      { by: 'name', value: 'Sales' },
      { Name: 'DASHBOARD_NAME', Operator: 'StringLike', Value: 'Sales' },
    ],
    [
      { by: 'name', match: 'equals', value: 'Sales' },
      { Name: 'DASHBOARD_NAME', Operator: 'StringEquals', Value: 'Sales' },
    ],
    [
      { by: 'owner', principal: `${account}:user/default/jane` },
      { Name: 'QUICKSIGHT_OWNER', Operator: 'StringEquals', Value: `${account}:user/default/jane` },
    ],
    [
      { by: 'viewer_or_owner', principal: `${account}:group/default/all` },
      { Name: 'QUICKSIGHT_VIEWER_OR_OWNER', Operator: 'StringEquals', Value: `${account}:group/default/all` },
    ],
  ])('is searched by %j', async (filter, sent) => {
    await aws.result('bi.searchDashboards', { filter });
    expect(aws.requests[1]?.input['Filters']).toEqual([sent]);
  });

  test('is the version of a dashboard that is wanted', async () => {
    const { data } = await aws.result('bi.getDashboard', { id: 'sales', version: 2 });
    expect(data).toMatchObject({ dashboard: { version: 2 } });
  });

  test('is the namespace whose users are wanted', async () => {
    await aws.result('bi.listUsers', { namespace: 'partners' });
    expect(aws.requests[1]?.input['Namespace']).toBe('partners');
  });
});

describe('what QuickSight does not return', () => {
  test('a connection to a named cluster has no port', async () => {
    aws.answerWith({
      'quicksight:ListDataSources': () => ({
        DataSources: [
          {
            DataSourceId: 'warehouse',
            Type: 'REDSHIFT',
            DataSourceParameters: { RedshiftParameters: { Port: 0, Database: 'dw', ClusterId: 'one' } },
          },
        ],
      }),
    });
    const { data } = await aws.result('bi.listDataSources', {});
    expect(data).toEqual({
      region: 'eu-west-1',
      dataSources: [{ id: 'warehouse', kind: 'REDSHIFT', database: 'dw', isPrivate: false }],
    });
  });

  test('a member that is always there and is missing is upstream_changed', async () => {
    aws.answerWith({ 'quicksight:ListUsers': () => ({ UserList: [{ Email: 'jane@example.com' }] }) });
    expect(await aws.fault('bi.listUsers', {})).toMatchObject({
      code: 'upstream_changed',
      data: { path: 'UserList[].UserName' },
    });
  });

  test('without an account of its own nothing is asked', async () => {
    aws.answerWith({ 'sts:GetCallerIdentity': () => ({}) });
    expect(await aws.fault('bi.listAnalyses', {})).toMatchObject({ code: 'upstream_changed' });
    expect(aws.actions).toEqual(['sts:GetCallerIdentity']);
  });

  test('users are asked for in another region when AWS names it', async () => {
    aws.answerWith({
      'quicksight:ListUsers': () =>
        new AwsError(
          403,
          'AccessDeniedException: Operation is being called from endpoint eu-west-1, but your identity region is us-east-1. Please use the us-east-1 endpoint.',
        ),
    });
    const fault = await aws.fault('bi.listUsers', {});
    expect(fault.code).toBe('wrong_endpoint');
    expect(fault.remedy).toContain('us-east-1');
  });
});
