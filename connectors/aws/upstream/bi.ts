/** What AWS answers to the questions about QuickSight when all is well. */
import type { Answers } from './aws-fake.ts';
import type { Exemplar } from '../../../test/contract/exemplar.ts';

const created = new Date('2026-10-01T08:00:00Z');
const updated = new Date('2026-11-20T10:00:00Z');
const account = 'arn:aws:quicksight:eu-west-1:123456789012';
const times = { CreatedTime: created, LastUpdatedTime: updated };

/** Text in the place where a connection has roles, secrets and sign-in pages. */
const connectionCanary = 'canary-of-the-connection';

const onlyFirst = (token: unknown): object => (token === undefined ? { NextToken: 'page-2' } : {});
const numbered = (name: string, token: unknown): string => (token === undefined ? name : `${name}-2`);

const dashboards: Answers[string] = ({ NextToken }) => ({
  DashboardSummaryList: [
    {
      Arn: `${account}:dashboard/${numbered('sales', NextToken)}`,
      DashboardId: numbered('sales', NextToken),
      Name: 'Sales',
      PublishedVersionNumber: 4,
      LastPublishedTime: updated,
      ...times,
    },
  ],
  ...onlyFirst(NextToken),
});

const inputColumns = [{ Name: 'amount', Type: 'DECIMAL' }];

export const biAnswers: Answers = {
  'quicksight:ListDashboards': dashboards,
  'quicksight:SearchDashboards': dashboards,
  'quicksight:DescribeDashboard': ({ DashboardId, VersionNumber = 4 }) => ({
    Dashboard: {
      DashboardId,
      Arn: `${account}:dashboard/sales`,
      Name: 'Sales',
      LastPublishedTime: updated,
      ...times,
      Version: {
        CreatedTime: created,
        Errors: [{ Type: 'DATA_SET_NOT_FOUND', Message: 'The dataset was deleted.' }],
        VersionNumber,
        Status: 'CREATION_SUCCESSFUL',
        SourceEntityArn: `${account}:analysis/sales`,
        DataSetArns: [`${account}:dataset/orders`],
        Description: 'With the new regions.',
        Sheets: [{ SheetId: 'sheet-1', Name: 'Overview' }],
      },
    },
  }),
  'quicksight:ListDataSets': ({ NextToken }) => ({
    DataSetSummaries: [
      {
        Arn: `${account}:dataset/orders`,
        DataSetId: numbered('orders', NextToken),
        Name: 'Orders',
        ImportMode: 'SPICE',
        RowLevelPermissionDataSet: {
          Arn: `${account}:dataset/rules`,
          PermissionPolicy: 'GRANT_ACCESS',
          Status: 'ENABLED',
        },
        RowLevelPermissionTagConfigurationApplied: false,
        ColumnLevelPermissionRulesApplied: false,
        ...times,
      },
    ],
    ...onlyFirst(NextToken),
  }),
  'quicksight:DescribeDataSet': ({ DataSetId }) => ({
    DataSet: {
      Arn: `${account}:dataset/orders`,
      DataSetId,
      Name: 'Orders',
      ImportMode: 'SPICE',
      ConsumedSpiceCapacityInBytes: 4096,
      ...times,
      PhysicalTableMap: {
        one: {
          RelationalTable: {
            DataSourceArn: `${account}:datasource/db`,
            Catalog: 'AwsDataCatalog',
            Schema: 'shop',
            Name: 'orders',
            InputColumns: inputColumns,
          },
        },
        two: {
          CustomSql: {
            DataSourceArn: `${account}:datasource/db`,
            Name: 'totals',
            SqlQuery: 'SELECT sum(amount) FROM orders',
            Columns: inputColumns,
          },
        },
        three: { S3Source: { DataSourceArn: `${account}:datasource/files`, InputColumns: inputColumns } },
        four: {
          SaaSTable: {
            DataSourceArn: `${account}:datasource/crm`,
            TablePath: [{ Name: 'accounts' }, { Name: 'open' }],
            InputColumns: inputColumns,
          },
        },
      },
      LogicalTableMap: {
        five: { Alias: 'parent', Source: { DataSetArn: `${account}:dataset/customers` } },
        six: { Alias: 'plain', Source: { PhysicalTableId: 'one' } },
      },
      OutputColumns: [{ Name: 'amount', Type: 'DECIMAL', Description: 'In euros.' }],
      RowLevelPermissionTagConfiguration: { Status: 'DISABLED', TagRules: [{ TagKey: 'team', ColumnName: 'team' }] },
      ColumnLevelPermissionRules: [{ Principals: [`${account}:user/default/jane`], ColumnNames: ['amount'] }],
    },
  }),
  'quicksight:ListDataSources': ({ NextToken }) => ({
    DataSources: [
      {
        Arn: `${account}:datasource/db`,
        DataSourceId: numbered('db', NextToken),
        Name: 'Shop database',
        Type: 'SNOWFLAKE',
        Status: 'UPDATE_FAILED',
        ...times,
        DataSourceParameters: {
          SnowflakeParameters: {
            Host: 'shop.example.com',
            Database: 'SHOP',
            Warehouse: connectionCanary,
            DatabaseAccessControlRole: connectionCanary,
            OAuthParameters: { TokenProviderUrl: `https://${connectionCanary}.example.com` },
          },
        },
        VpcConnectionProperties: { VpcConnectionArn: `${account}:vpcConnection/v1` },
        SslProperties: { DisableSsl: false },
        ErrorInfo: { Type: 'ACCESS_DENIED', Message: 'The database refused the sign-in.' },
        SecretArn: `arn:aws:secretsmanager:eu-west-1:123456789012:secret:${connectionCanary}`,
      },
    ],
    ...onlyFirst(NextToken),
  }),
  'quicksight:ListAnalyses': ({ NextToken }) => ({
    AnalysisSummaryList: [
      {
        Arn: `${account}:analysis/sales`,
        AnalysisId: numbered('sales', NextToken),
        Name: 'Sales analysis',
        Status: 'CREATION_SUCCESSFUL',
        ...times,
      },
    ],
    ...onlyFirst(NextToken),
  }),
  'quicksight:ListIngestions': ({ NextToken }) => ({
    Ingestions: [
      {
        Arn: `${account}:dataset/orders/ingestion/i-1`,
        IngestionId: numbered('i-1', NextToken),
        IngestionStatus: 'FAILED',
        ErrorInfo: { Type: 'SQL_TABLE_NOT_FOUND', Message: 'The table is gone.' },
        RowInfo: { RowsIngested: 10, RowsDropped: 1, TotalRowsInDataset: 100 },
        CreatedTime: created,
        IngestionTimeInSeconds: 61,
        IngestionSizeInBytes: 2048,
        RequestSource: 'SCHEDULED',
        RequestType: 'FULL_REFRESH',
      },
    ],
    ...onlyFirst(NextToken),
  }),
  'quicksight:ListUsers': ({ NextToken }) => ({
    UserList: [
      {
        Arn: `${account}:user/default/jane`,
        UserName: numbered('jane', NextToken),
        Email: 'jane@example.com',
        Role: 'AUTHOR',
        IdentityType: 'IAM',
        Active: true,
        PrincipalId: 'federated/iam/AIDAEXAMPLE',
        CustomPermissionsName: 'no-export',
      },
    ],
    ...onlyFirst(NextToken),
  }),
};

export const biQuestions: Exemplar['questions'] = {
  'bi.listDashboards': [{}],
  'bi.searchDashboards': [
    { filter: { by: 'name', value: 'Sales' } },
    { filter: { by: 'owner', principal: `${account}:user/default/jane` } },
  ],
  'bi.getDashboard': [{ id: 'sales' }],
  'bi.listDatasets': [{}],
  'bi.getDataset': [{ id: 'orders' }],
  'bi.listDataSources': [{}],
  'bi.listAnalyses': [{}],
  'bi.listIngestions': [{ datasetId: 'orders' }],
  'bi.listUsers': [{}],
};
