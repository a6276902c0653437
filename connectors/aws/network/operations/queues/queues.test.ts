import { describe, expect, test } from 'vitest';
import { attributes } from '../../../upstream/network/queues.ts';
import { useAws } from '../../../upstream/use-aws.ts';

const agent = useAws();

const home = 'https://sqs.eu-west-1.amazonaws.com/123456789012';
const arn = 'arn:aws:sqs:eu-west-1:123456789012';
const [list, find, get] = ['sqs:ListQueues', 'sqs:GetQueueUrl', 'sqs:GetQueueAttributes'];

describe('a list of queues', () => {
  test('is returned by name', async () => {
    expect(await agent.result('queues.list', {})).toEqual({
      data: {
        region: 'eu-west-1',
        queues: [
          { name: 'orders', url: `${home}/orders`, isFifo: false },
          { name: 'payments.fifo', url: `${home}/payments.fifo`, isFifo: true },
        ],
      },
      complete: true,
      truncated: false,
      source: 'aws',
      upstreamCalls: 1,
    });
    expect(agent.inputs).toEqual([{ MaxResults: 100 }]);
  });

  test('goes on page by page', async () => {
    agent.answerWith({
      [list]: ({ NextToken }) =>
        NextToken === 'two' ? { QueueUrls: [`${home}/b`] } : { QueueUrls: [`${home}/a`], NextToken: 'two' },
    });
    const first = await agent.result('queues.list', { prefix: 'or', limit: 1 });
    const { nextCursor: cursor } = first;
    const second = await agent.result('queues.list', { prefix: 'or', limit: 1, cursor });
    expect([first.data, second.data]).toMatchObject([{ queues: [{ name: 'a' }] }, { queues: [{ name: 'b' }] }]);
    expect([first.truncated, second.truncated, second.nextCursor]).toEqual([true, false, undefined]);
    expect(agent.inputs).toEqual([
      { QueueNamePrefix: 'or', MaxResults: 1 },
      { QueueNamePrefix: 'or', MaxResults: 1, NextToken: 'two' },
    ]);
    expect(await agent.fault('queues.list', { prefix: 'pa', limit: 1, cursor })).toMatchObject({
      data: { field: 'cursor' },
    });
  });
});

describe('one queue', () => {
  const orders = {
    name: 'orders',
    url: `${home}/orders`,
    arn: `${arn}:orders`,
    messages: { waiting: 17, inFlight: 4, delayed: 1 },
    isFifo: false,
    visibilityTimeoutSec: 30,
    retentionSec: 345_600,
    delaySec: 5,
    receiveWaitSec: 20,
    maxMessageBytes: 262_144,
    deadLetter: { queueArn: `${arn}:orders-dead`, maxReceives: 5 },
    deadLetterSources: { allows: 'listed', queueArns: [`${arn}:returns`] },
    encryption: { kind: 'providerKey' },
    policy: '{"Version":"2012-10-17","Statement":[]}',
    createdAt: '2025-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
  };

  test('is returned with its depth and its settings', async () => {
    expect(await agent.result('queues.getAttributes', { name: 'orders' })).toEqual({
      data: { region: 'eu-west-1', queue: orders },
      complete: true,
      truncated: false,
      source: 'aws',
      upstreamCalls: 2,
    });
    expect(agent.inputs).toEqual([{ QueueName: 'orders' }, { QueueUrl: `${home}/orders`, AttributeNames: ['All'] }]);
  });

  test('is asked for no message', async () => {
    await agent.result('queues.getAttributes', { name: 'orders' });
    expect(agent.actions).toEqual([find, get]);
  });

  const changed = (changes: Readonly<Record<string, string | undefined>>): void =>
    agent.answerWith({
      [get]: () => ({
        Attributes: Object.fromEntries(
          Object.entries({ ...attributes, ...changes }).filter(([, value]) => value !== undefined),
        ),
      }),
    });

  test.each([
    [{ SqsManagedSseEnabled: 'false' }, { encryption: { kind: 'none' } }],
    [
      { KmsMasterKeyId: 'alias/aws/sqs', SqsManagedSseEnabled: undefined },
      { encryption: { kind: 'providerKey', keyId: 'alias/aws/sqs' } },
    ],
    [
      { KmsMasterKeyId: '1234abcd-12ab-34cd-56ef-1234567890ab' },
      { encryption: { kind: 'customerKey', keyId: '1234abcd-12ab-34cd-56ef-1234567890ab' } },
    ],
    [
      { RedrivePolicy: `{"deadLetterTargetArn":"${arn}:dead","maxReceiveCount":"3"}` },
      { deadLetter: { queueArn: `${arn}:dead`, maxReceives: 3 } },
    ],
    [
      { RedriveAllowPolicy: '{"redrivePermission":"denyAll"}' },
      { deadLetterSources: { allows: 'none', queueArns: [] } },
    ],
    [
      { RedriveAllowPolicy: '{"redrivePermission":"allowAll"}' },
      { deadLetterSources: { allows: 'all', queueArns: [] } },
    ],
  ])('with %j', async (changes, told) => {
    changed(changes);
    expect(await agent.data('queues.getAttributes', { name: 'orders' })).toMatchObject({ queue: told });
  });

  test('is returned without what was never set', async () => {
    changed({
      RedrivePolicy: undefined,
      RedriveAllowPolicy: undefined,
      Policy: undefined,
      LastModifiedTimestamp: undefined,
    });
    const { deadLetter: _d, deadLetterSources: _s, policy: _p, updatedAt: _u, ...left } = orders;
    expect(await agent.data('queues.getAttributes', { name: 'orders' })).toEqual({ region: 'eu-west-1', queue: left });
  });

  test.each([
    ['true', true],
    [undefined, false],
  ])('first in, first out, with ContentBasedDeduplication %s', async (set, deduplicatesByContent) => {
    changed({ FifoQueue: 'true', ContentBasedDeduplication: set });
    expect(await agent.data('queues.getAttributes', { name: 'payments.fifo' })).toMatchObject({
      queue: { name: 'payments.fifo', isFifo: true, deduplicatesByContent },
    });
  });

  test.each([
    [{ QueueArn: undefined }, 'Attributes.QueueArn'],
    [{ VisibilityTimeout: undefined }, 'Attributes.VisibilityTimeout'],
    [{ ApproximateNumberOfMessages: 'many' }, 'Attributes.ApproximateNumberOfMessages'],
    [{ RedrivePolicy: 'none' }, 'Attributes.RedrivePolicy'],
    [{ RedriveAllowPolicy: '{"redrivePermission":"some"}' }, 'Attributes.RedriveAllowPolicy'],
  ])('with %j is a changed answer', async (changes, path) => {
    changed(changes);
    expect(await agent.fault('queues.getAttributes', { name: 'orders' })).toMatchObject({
      code: 'upstream_changed',
      data: { path },
    });
  });
});
