import { describe, expect, test } from 'vitest';
import { AwsError } from '../../upstream/aws-fake.ts';
import { executionId, storeId } from '../../upstream/audit.ts';
import { useAws } from '../../upstream/use-aws.ts';

const aws = useAws();

const window = { from: '2026-11-20T09:00:00Z', to: '2026-11-20T10:00:00Z' };
const sent = (at = 0): Readonly<Record<string, unknown>> => aws.inputs[at] ?? {};

describe('audit.lookupEvents', () => {
  const eventIs = (members: object): void =>
    aws.answerWith({
      'cloudtrail:LookupEvents': () => ({
        Events: [
          {
            EventId: 'e-9',
            EventName: 'ConsoleLogin',
            EventTime: new Date('2026-11-20T10:00:00Z'),
            EventSource: 'signin.amazonaws.com',
            ...members,
          },
        ],
      }),
    });

  test('returns who did what, from where and on which resources', async () => {
    const result = await aws.result('audit.lookupEvents', { window, limit: 1 });
    expect(result.data).toEqual({
      region: 'eu-west-1',
      events: [
        {
          id: 'e-1',
          time: '2026-11-20T10:00:00.000Z',
          name: 'PutSecretValue',
          source: 'secretsmanager.amazonaws.com',
          region: 'eu-west-1',
          isReadOnly: false,
          username: 'jane',
          identity: {
            kind: 'AssumedRole',
            principal: 'arn:aws:sts::123456789012:assumed-role/admin/jane',
            accountId: '123456789012',
            role: 'arn:aws:iam::123456789012:role/admin',
            isMultiFactor: true,
          },
          accessKeyId: 'ASIAEXAMPLE',
          sourceAddress: '198.51.100.7',
          userAgent: 'aws-cli/2.31',
          errorCode: 'AccessDenied',
          errorMessage: 'not authorized',
          resources: [{ type: 'AWS::SecretsManager::Secret', name: 'shop/db' }],
        },
      ],
    });
    expect(sent()).toEqual({ StartTime: 1_795_165_200, EndTime: 1_795_168_800, MaxResults: 1 });
  });

  test('looks up by one attribute, in the words of CloudTrail', async () => {
    await aws.result('audit.lookupEvents', { window, attribute: { name: 'resourceName', value: 'shop/db' } });
    expect(sent()['LookupAttributes']).toEqual([{ AttributeKey: 'ResourceName', AttributeValue: 'shop/db' }]);
  });

  test('returns what an event has and no more', async () => {
    eventIs({ CloudTrailEvent: JSON.stringify({ userIdentity: { type: 'Root', invokedBy: 'AWS Internal' } }) });
    expect((await aws.result('audit.lookupEvents', { window })).data).toEqual({
      region: 'eu-west-1',
      events: [
        {
          id: 'e-9',
          time: '2026-11-20T10:00:00.000Z',
          name: 'ConsoleLogin',
          source: 'signin.amazonaws.com',
          identity: { kind: 'Root', principal: 'AWS Internal' },
          resources: [],
        },
      ],
    });
    eventIs({});
    expect((await aws.result('audit.lookupEvents', { window })).complete).toBe(true);
  });

  test.each(['no json', '[]', JSON.stringify({ userIdentity: { type: 7 } })])(
    'an event in another shape is upstream_changed: %s',
    async (CloudTrailEvent) => {
      eventIs({ CloudTrailEvent });
      const fault = await aws.fault('audit.lookupEvents', { window });
      expect(fault.code).toBe('upstream_changed');
      expect(String(fault.data['path'])).toMatch(/^Events\[\]\.CloudTrailEvent/u);
    },
  );
});

describe('audit.listEventDataStores', () => {
  test('returns the id that a query names', async () => {
    const result = await aws.result('audit.listEventDataStores', { limit: 1 });
    expect(result.data).toEqual({
      region: 'eu-west-1',
      stores: [
        {
          id: storeId,
          identifier: `arn:aws:cloudtrail:eu-west-1:123456789012:eventdatastore/${storeId}`,
          name: 'all-events',
          status: 'ENABLED',
          retentionSec: 31_622_400,
          isMultiRegion: true,
          isOrganizationWide: false,
          createdAt: '2026-11-20T10:00:00.000Z',
          updatedAt: '2026-11-20T10:00:02.000Z',
        },
      ],
    });
    const next = await aws.result('audit.listEventDataStores', { limit: 1, cursor: result.nextCursor });
    expect(next.data).toMatchObject({ stores: [{ name: 'other-events' }] });
  });
});

describe('warehouse.listQueries', () => {
  test('returns queries with state, text and what they scanned', async () => {
    const result = await aws.result('warehouse.listQueries', { limit: 1 });
    expect(result.data).toEqual({
      region: 'eu-west-1',
      queries: [
        {
          id: executionId,
          sql: 'SELECT level, n FROM logs.counts',
          statementType: 'SELECT',
          state: 'SUCCEEDED',
          workgroup: 'farol',
          catalog: 'AwsDataCatalog',
          database: 'logs',
          engineVersion: 'Athena engine version 3',
          submittedAt: '2026-11-20T10:00:00.000Z',
          completedAt: '2026-11-20T10:00:02.000Z',
          scannedBytes: 10_485_760,
          queuedSec: 0.12,
          tookSec: 1.8,
          isReused: false,
        },
      ],
      unread: [],
    });
    expect(result.complete).toBe(true);
    const next = await aws.result('warehouse.listQueries', { limit: 1, cursor: result.nextCursor });
    expect(next.truncated).toBe(false);
  });

  test('reads the workgroup that is named', async () => {
    await aws.result('warehouse.listQueries', { workgroup: 'analysts', limit: 5 });
    expect(sent()).toEqual({ MaxResults: 5, WorkGroup: 'analysts' });
    expect(sent(1)).toEqual({ QueryExecutionIds: [executionId] });
  });

  test('returns a failed query with its reason, and ids that could not be read', async () => {
    aws.answerWith({
      'athena:ListQueryExecutions': () => ({ QueryExecutionIds: ['q-1', 'q-2'] }),
      'athena:BatchGetQueryExecution': () => ({
        QueryExecutions: [
          {
            QueryExecutionId: 'q-1',
            Status: { State: 'FAILED', StateChangeReason: 'broken', AthenaError: { Retryable: true } },
          },
        ],
        UnprocessedQueryExecutionIds: [{ QueryExecutionId: 'q-2', ErrorCode: 'INTERNAL_ERROR' }],
      }),
    });
    const result = await aws.result('warehouse.listQueries', {});
    expect(result.data).toEqual({
      region: 'eu-west-1',
      queries: [{ id: 'q-1', state: 'FAILED', stateReason: 'broken', isRetryable: true }],
      unread: [{ id: 'q-2', code: 'INTERNAL_ERROR' }],
    });
    expect(result).toMatchObject({ complete: false, because: '1 of 2 queries could not be read: see unread.' });
  });

  test('returns the ids when what they are may not be read, and which grant is missing', async () => {
    aws.answerWith({
      'athena:BatchGetQueryExecution': () =>
        new AwsError(400, 'AccessDeniedException: x is not authorized to perform: athena:BatchGetQueryExecution'),
    });
    const result = await aws.result('warehouse.listQueries', {});
    expect(result).toMatchObject({
      complete: false,
      data: { queries: [], unread: [{ id: executionId, code: 'permission_missing' }] },
    });
    expect(result.because).toContain('athena:BatchGetQueryExecution is missing');
  });
});
