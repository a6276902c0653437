/** What AWS answers to the questions of the trail and of the warehouse when all is well. */
import type { Answers } from './aws-fake.ts';
import type { Exemplar } from '../../../test/contract/exemplar.ts';

const at = new Date('2026-11-20T10:00:00Z');
const later = new Date('2026-11-20T10:00:02Z');

export const storeId = 'a1b2c3d4-5678-90ab-cdef-1234567890ab';
export const executionId = '0a1b2c3d-1111-2222-3333-444455556666';
const lakeQueryId = '9f8e7d6c-5555-4444-8333-222211110000';

/** Text in the place of the arguments and results in the trail. */
const trailCanary = 'canary-of-request-parameters';

const trailRecord = {
  eventVersion: '1.11',
  userIdentity: {
    type: 'AssumedRole',
    principalId: 'AROAEXAMPLE:jane',
    arn: 'arn:aws:sts::123456789012:assumed-role/admin/jane',
    accountId: '123456789012',
    accessKeyId: 'ASIAEXAMPLE',
    sessionContext: {
      sessionIssuer: { type: 'Role', arn: 'arn:aws:iam::123456789012:role/admin' },
      attributes: { creationDate: '2026-11-20T09:00:00Z', mfaAuthenticated: 'true' },
    },
  },
  eventTime: '2026-11-20T10:00:00Z',
  eventSource: 'secretsmanager.amazonaws.com',
  eventName: 'PutSecretValue',
  awsRegion: 'eu-west-1',
  sourceIPAddress: '198.51.100.7',
  userAgent: 'aws-cli/2.31',
  errorCode: 'AccessDenied',
  errorMessage: 'not authorized',
  requestParameters: { secretString: trailCanary },
  responseElements: { token: trailCanary },
  additionalEventData: { note: trailCanary },
};

const execution = {
  QueryExecutionId: executionId,
  Query: 'SELECT level, n FROM logs.counts',
  StatementType: 'DML',
  SubstatementType: 'SELECT',
  ResultConfiguration: { OutputLocation: `s3://example-athena-results/${executionId}.csv` },
  QueryExecutionContext: { Database: 'logs', Catalog: 'AwsDataCatalog' },
  Status: { State: 'SUCCEEDED', SubmissionDateTime: at, CompletionDateTime: later },
  Statistics: {
    EngineExecutionTimeInMillis: 1500,
    DataScannedInBytes: 10_485_760,
    TotalExecutionTimeInMillis: 1800,
    QueryQueueTimeInMillis: 120,
    ResultReuseInformation: { ReusedPreviousResult: false },
  },
  WorkGroup: 'farol',
  EngineVersion: { SelectedEngineVersion: 'AUTO', EffectiveEngineVersion: 'Athena engine version 3' },
};

const row = (...values: readonly string[]): object => ({ Data: values.map((VarCharValue) => ({ VarCharValue })) });

export const auditAnswers: Answers = {
  'cloudtrail:LookupEvents': ({ NextToken }) => ({
    Events: [
      {
        EventId: NextToken === undefined ? 'e-1' : 'e-2',
        EventName: 'PutSecretValue',
        ReadOnly: 'false',
        AccessKeyId: 'ASIAEXAMPLE',
        EventTime: at,
        EventSource: 'secretsmanager.amazonaws.com',
        Username: 'jane',
        Resources: [{ ResourceType: 'AWS::SecretsManager::Secret', ResourceName: 'shop/db' }],
        CloudTrailEvent: JSON.stringify(trailRecord),
      },
    ],
    ...(NextToken === undefined && { NextToken: 'page-2' }),
  }),
  'cloudtrail:ListEventDataStores': ({ NextToken }) => ({
    EventDataStores: [
      {
        EventDataStoreArn: `arn:aws:cloudtrail:eu-west-1:123456789012:eventdatastore/${storeId}`,
        Name: NextToken === undefined ? 'all-events' : 'other-events',
        Status: 'ENABLED',
        MultiRegionEnabled: true,
        OrganizationEnabled: false,
        RetentionPeriod: 366,
        CreatedTimestamp: at,
        UpdatedTimestamp: later,
      },
    ],
    ...(NextToken === undefined && { NextToken: 'page-2' }),
  }),
  'cloudtrail:StartQuery': () => ({ QueryId: lakeQueryId }),
  'cloudtrail:DescribeQuery': ({ QueryId }) => ({
    QueryId,
    QueryStatus: 'FINISHED',
    QueryStatistics: { EventsMatched: 2, EventsScanned: 5000, BytesScanned: 2_000_000, ExecutionTimeInMillis: 2500 },
  }),
  'cloudtrail:GetQueryResults': ({ NextToken }) => ({
    QueryStatus: 'FINISHED',
    QueryStatistics: { ResultsCount: 1, TotalResultsCount: 2, BytesScanned: 2_000_000 },
    QueryResultRows: [[{ eventName: NextToken === undefined ? 'PutObject' : 'GetObject' }, { n: '7' }]],
    ...(NextToken === undefined && { NextToken: 'page-2' }),
  }),
  'athena:StartQueryExecution': () => ({ QueryExecutionId: executionId }),
  'athena:GetQueryExecution': () => ({ QueryExecution: execution }),
  'athena:GetQueryResults': ({ NextToken }) => ({
    ResultSet: {
      Rows: NextToken === undefined ? [row('level', 'n'), row('ERROR', '42')] : [row('WARN', '7')],
      ResultSetMetadata: {
        ColumnInfo: [
          { Name: 'level', Label: 'level', Type: 'varchar' },
          { Name: 'n', Label: 'n', Type: 'bigint' },
        ],
      },
    },
    ...(NextToken === undefined && { NextToken: 'page-2' }),
  }),
  'athena:StopQueryExecution': () => ({}),
  'athena:ListQueryExecutions': ({ NextToken }) => ({
    QueryExecutionIds: [executionId],
    ...(NextToken === undefined && { NextToken: 'page-2' }),
  }),
  'athena:BatchGetQueryExecution': () => ({ QueryExecutions: [execution], UnprocessedQueryExecutionIds: [] }),
};

export const auditQuestions: Exemplar['questions'] = {
  'audit.lookupEvents': [
    { window: { from: 'now-1d', to: 'now' } },
    { window: { from: 'now-1d', to: 'now' }, attribute: { name: 'eventName', value: 'PutSecretValue' } },
  ],
  'audit.listEventDataStores': [{}],
  'audit.runLakeQuery': [{ sql: `SELECT eventName, count(*) AS n FROM ${storeId} GROUP BY eventName` }],
  'warehouse.runQuery': [
    { sql: 'SELECT level, n FROM logs.counts', catalog: 'AwsDataCatalog', database: 'logs', workgroup: 'farol' },
  ],
  'warehouse.listQueries': [{}],
};
