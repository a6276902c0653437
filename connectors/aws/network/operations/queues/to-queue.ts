/** From the attributes of a queue, every one of which is a text, to ours. */
import { z } from 'zod';
import type { DataOf } from '../../../../../catalog/index.ts';
import { Fault } from '../../../../../src/core/fault.ts';
import { need } from '../../../access/need.ts';
import { known } from '../../../members.ts';

type QueueData = DataOf<'queues.getAttributes'>['queue'];
type Attributes = Readonly<Partial<Record<string, string>>>;

/** The last part of the address of a queue is its name. */
export function toQueueName(url: string): DataOf<'queues.list'>['queues'][number] {
  const name = url.slice(url.lastIndexOf('/') + 1);
  if (name === '') throw changed('QueueUrls[]');
  return { name, url, isFifo: name.endsWith('.fifo') };
}

export function toQueue(url: string, attributes: Attributes): QueueData {
  const { name, isFifo } = toQueueName(url);
  const count = (attribute: string): number => numberIn(attributes, attribute);
  return {
    name,
    url,
    arn: need(attributes['QueueArn'], 'Attributes.QueueArn'),
    messages: {
      waiting: count('ApproximateNumberOfMessages'),
      inFlight: count('ApproximateNumberOfMessagesNotVisible'),
      delayed: count('ApproximateNumberOfMessagesDelayed'),
    },
    isFifo,
    visibilityTimeoutSec: count('VisibilityTimeout'),
    retentionSec: count('MessageRetentionPeriod'),
    delaySec: count('DelaySeconds'),
    receiveWaitSec: count('ReceiveMessageWaitTimeSeconds'),
    maxMessageBytes: count('MaximumMessageSize'),
    encryption: encryptionOf(attributes),
    ...known({
      deduplicatesByContent: isFifo ? attributes['ContentBasedDeduplication'] === 'true' : undefined,
      deadLetter: deadLetterOf(attributes),
      deadLetterSources: deadLetterSourcesOf(attributes),
      policy: attributes['Policy'],
      createdAt: timeIn(attributes, 'CreatedTimestamp'),
      updatedAt: timeIn(attributes, 'LastModifiedTimestamp'),
    }),
  };
}

function numberIn(attributes: Attributes, attribute: string): number {
  const text = need(attributes[attribute], `Attributes.${attribute}`);
  if (!/^\d{1,15}$/u.test(text)) throw changed(`Attributes.${attribute}`);
  return Number(text);
}

/** Told in seconds since 1970, by some implementations with a fraction. */
function timeIn(attributes: Attributes, attribute: string): string | undefined {
  const text = attributes[attribute];
  if (text === undefined) return undefined;
  if (!/^\d{1,12}(?:\.\d{1,9})?$/u.test(text)) throw changed(`Attributes.${attribute}`);
  return new Date(Math.floor(Number(text)) * 1000).toISOString();
}

/** The key that AWS keeps for everybody has this name; any other is the customer's. */
const sharedKey = 'alias/aws/sqs';

function encryptionOf(attributes: Attributes): QueueData['encryption'] {
  const keyId = attributes['KmsMasterKeyId'];
  if (keyId !== undefined && keyId !== '') {
    return { kind: keyId.endsWith(sharedKey) ? 'providerKey' : 'customerKey', keyId };
  }
  return { kind: attributes['SqsManagedSseEnabled'] === 'true' ? 'providerKey' : 'none' };
}

const RedrivePolicy = z.looseObject({
  deadLetterTargetArn: z.string(),
  // A number, or a text when it was set as one.
  maxReceiveCount: z.coerce.number().int(),
});

function deadLetterOf(attributes: Attributes): QueueData['deadLetter'] {
  const policy = parseAttribute(attributes, 'RedrivePolicy', RedrivePolicy);
  return policy && { queueArn: policy.deadLetterTargetArn, maxReceives: policy.maxReceiveCount };
}

const RedriveAllowPolicy = z.looseObject({
  redrivePermission: z.enum(['allowAll', 'denyAll', 'byQueue']),
  sourceQueueArns: z.array(z.string()).optional(),
});

const allows = { allowAll: 'all', denyAll: 'none', byQueue: 'listed' } as const;

function deadLetterSourcesOf(attributes: Attributes): QueueData['deadLetterSources'] {
  const policy = parseAttribute(attributes, 'RedriveAllowPolicy', RedriveAllowPolicy);
  return policy && { allows: allows[policy.redrivePermission], queueArns: policy.sourceQueueArns ?? [] };
}

function parseAttribute<Value>(attributes: Attributes, attribute: string, shape: z.ZodType<Value>): Value | undefined {
  const text = attributes[attribute];
  if (text === undefined || text === '') return undefined;
  try {
    return shape.parse(JSON.parse(text));
  } catch (cause) {
    throw changed(`Attributes.${attribute}`, cause);
  }
}

function changed(path: string, cause?: unknown): Fault {
  return new Fault('upstream_changed', { path }, 'Report the path to Farol: AWS returned it in an unknown shape.', {
    cause,
  });
}
