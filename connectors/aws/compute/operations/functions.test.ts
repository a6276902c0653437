import { describe, expect, test } from 'vitest';
import { useAws } from '../../upstream/use-aws.ts';

const agent = useAws();

const configured = {
  id: 'arn:aws:lambda:eu-west-1:123456789012:function:charge',
  name: 'charge',
  region: 'eu-west-1',
  description: 'Charges a card.',
  version: '$LATEST',
  runtime: 'nodejs24.x',
  packageType: 'Zip',
  architecture: 'arm64',
  entryPoint: 'index.handler',
  codeSizeBytes: 123_456,
  codeSha256: '6cO8ggdkX9qeJ9rEAMPLEGGqHLyYfZ1mBqzV2mUYR1I=',
  memoryBytes: 268_435_456,
  temporaryStorageBytes: 536_870_912,
  timeoutSec: 30,
  identity: 'arn:aws:iam::123456789012:role/charge',
  environmentVariables: ['MODE', 'PSP_TOKEN'],
  vpcId: 'vpc-0a1b2c3d4e5f60718',
  subnetIds: ['subnet-0a1b2c3d4e5f60718'],
  securityGroupIds: ['sg-0a1b2c3d4e5f60718'],
  layers: ['arn:aws:lambda:eu-west-1:123456789012:layer:base:7'],
  deadLetterTarget: 'arn:aws:sqs:eu-west-1:123456789012:charge-dead',
  tracing: 'Active',
  logDestination: '/aws/lambda/charge',
  updatedAt: '2026-11-20T10:00:00.000Z',
};

const idle = {
  id: 'arn:aws:lambda:eu-west-1:123456789012:function:idle',
  name: 'idle',
  region: 'eu-west-1',
  environmentVariables: [],
  subnetIds: [],
  securityGroupIds: [],
  layers: [],
};

/** What Lambda answers when the variables are encrypted with a key of the customer. */
const encrypted = {
  FunctionName: 'sealed',
  FunctionArn: 'arn:aws:lambda:eu-west-1:123456789012:function:sealed',
  Environment: { Error: { ErrorCode: 'AccessDeniedException', Message: 'canary-of-a-message' } },
};

describe('compute.listFunctions', () => {
  test('returns a function member by member, from every page it needs', async () => {
    const result = await agent.resultOf('compute.listFunctions');
    expect(agent.inputs).toEqual([{ MaxItems: 50 }, { MaxItems: 50, Marker: 'page-2' }]);
    expect(result).toMatchObject({ complete: true, truncated: false });
    expect(result.data).toEqual({ region: 'eu-west-1', functions: [configured, idle] });
  });

  test('asks no more pages than one question may, and says where to go on', async () => {
    const page = Array.from({ length: 50 }, (_, at) => ({ FunctionName: `f-${at}`, FunctionArn: `arn:f-${at}` }));
    const endless = { 'lambda:ListFunctions': () => ({ Functions: page, NextMarker: 'more' }) };
    const result = await agent.resultOf('compute.listFunctions', { limit: 1000 }, endless);
    expect(result).toMatchObject({ upstreamCalls: 10, truncated: true, nextCursor: expect.any(String) as string });
    expect((result.data as { functions: unknown[] }).functions).toHaveLength(500);
  });

  test('variables that cannot be read are absent, and the answer says why it is not whole', async () => {
    const result = await agent.resultOf(
      'compute.listFunctions',
      {},
      { 'lambda:ListFunctions': () => ({ Functions: [encrypted] }) },
    );
    expect(result).toMatchObject({ complete: false, data: { functions: [{ name: 'sealed' }] } });
    expect(result.because).toMatch(/variables of sealed could not be read \(AccessDeniedException\).*kms:Decrypt/u);
    expect(JSON.stringify(result)).not.toMatch(/environmentVariables|canary-of-a-message/u);
  });
});

describe('compute.getFunction', () => {
  const state = {
    state: 'Active',
    stateReason: 'The function is idle.',
    lastUpdateState: 'Failed',
    lastUpdateReason: 'InvalidSubnet',
  };

  test('returns the function member by member, with its state and the reason for it', async () => {
    const result = await agent.resultOf('compute.getFunction', { name: 'charge' });
    expect(agent.inputs).toEqual([{ FunctionName: 'charge' }]);
    expect(result).toMatchObject({ complete: true, truncated: false });
    expect(result.data).toEqual({ region: 'eu-west-1', function: { ...configured, ...state } });
  });

  test('variables that cannot be read are absent, and the answer says why it is not whole', async () => {
    const result = await agent.resultOf(
      'compute.getFunction',
      { name: 'sealed' },
      { 'lambda:GetFunctionConfiguration': () => encrypted },
    );
    expect(result).toMatchObject({ complete: false, because: expect.stringContaining('kms:Decrypt') as string });
    expect(JSON.stringify(result)).not.toMatch(/environmentVariables|canary-of-a-message/u);
  });

  test('an ARN says the region, which no other may contradict', async () => {
    const name = 'arn:aws:lambda:us-east-1:123456789012:function:charge:live';
    expect((await agent.resultOf('compute.getFunction', { name })).data).toMatchObject({ region: 'us-east-1' });
    expect(agent.requests.map(({ region }) => region)).toEqual(['us-east-1']);
    expect(agent.inputs).toEqual([{ FunctionName: name }]);
    const refused = await agent.faultOf('compute.getFunction', { name, region: 'eu-west-1' });
    expect(refused).toMatchObject({ code: 'invalid_arguments', data: { field: 'name' } });
    expect(agent.requests).toEqual([]);
  });
});

describe('compute.listEventSourceMappings', () => {
  test('returns a mapping member by member', async () => {
    const result = await agent.resultOf('compute.listEventSourceMappings', { function: 'charge' });
    expect(agent.inputs).toEqual([{ FunctionName: 'charge', MaxItems: 100 }]);
    expect(result).toMatchObject({ complete: true, truncated: true });
    expect(result.data).toEqual({
      region: 'eu-west-1',
      mappings: [
        {
          id: 'a1b2c3d4-5678-90ab-cdef-11111example',
          function: 'arn:aws:lambda:eu-west-1:123456789012:function:charge',
          source: 'arn:aws:sqs:eu-west-1:123456789012:charges',
          topics: [],
          queues: [],
          state: 'Enabled',
          stateReason: 'USER_INITIATED',
          lastResult: 'No records processed',
          startingPosition: 'LATEST',
          batchSize: 10,
          batchWindowSec: 5,
          batchesPerShard: 2,
          maxConcurrency: 20,
          maxRetries: -1,
          maxRecordAgeSec: -1,
          splitsBatchOnError: true,
          reportsFailedItems: true,
          failureDestination: 'arn:aws:sqs:eu-west-1:123456789012:charges-dead',
          eventFilters: ['{"body":{"kind":["charge"]}}'],
          updatedAt: '2026-11-20T10:00:00.000Z',
        },
      ],
    });
  });

  test('continues where the previous page ended; brokers of the customer are returned, how to sign in to them is not', async () => {
    const { nextCursor: cursor } = await agent.resultOf('compute.listEventSourceMappings');
    const rest = await agent.resultOf('compute.listEventSourceMappings', { cursor });
    expect(agent.inputs).toEqual([{ MaxItems: 100, Marker: 'page-2' }]);
    expect(rest.truncated).toBe(false);
    expect(rest.data).toEqual({
      region: 'eu-west-1',
      mappings: [
        {
          id: 'a1b2c3d4-5678-90ab-cdef-22222example',
          function: 'arn:aws:lambda:eu-west-1:123456789012:function:charge',
          brokers: ['kafka-1.example.com:9096', 'kafka-2.example.com:9096'],
          topics: ['charges'],
          queues: [],
          state: 'Disabled',
          reportsFailedItems: false,
          eventFilters: [],
        },
      ],
    });
  });

  test('filters that cannot be read are no filters that are absent: the answer says so', async () => {
    const one = {
      UUID: 'u-1',
      FunctionArn: 'arn:f',
      State: 'Enabled',
      FilterCriteriaError: { ErrorCode: 'KMSAccessDeniedException', Message: 'denied' },
    };
    const answers = { 'lambda:ListEventSourceMappings': () => ({ EventSourceMappings: [one] }) };
    const result = await agent.resultOf('compute.listEventSourceMappings', {}, answers);
    expect(result.complete).toBe(false);
    expect(result.because).toMatch(/filters of u-1 could not be read \(KMSAccessDeniedException\).*kms:Decrypt/u);
  });
});
