/** Good answers of SQS: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/ */
import type { Answers } from '../aws-fake.ts';
import type { Exemplar } from '../../../../test/contract/exemplar.ts';

const home = 'https://sqs.eu-west-1.amazonaws.com/123456789012';
const arn = 'arn:aws:sqs:eu-west-1:123456789012';

export const attributes = {
  QueueArn: `${arn}:orders`,
  ApproximateNumberOfMessages: '17',
  ApproximateNumberOfMessagesNotVisible: '4',
  ApproximateNumberOfMessagesDelayed: '1',
  CreatedTimestamp: '1735689600',
  LastModifiedTimestamp: '1767225600',
  VisibilityTimeout: '30',
  MaximumMessageSize: '262144',
  MessageRetentionPeriod: '345600',
  DelaySeconds: '5',
  ReceiveMessageWaitTimeSeconds: '20',
  RedrivePolicy: JSON.stringify({ deadLetterTargetArn: `${arn}:orders-dead`, maxReceiveCount: 5 }),
  RedriveAllowPolicy: JSON.stringify({ redrivePermission: 'byQueue', sourceQueueArns: [`${arn}:returns`] }),
  SqsManagedSseEnabled: 'true',
  Policy: '{"Version":"2012-10-17","Statement":[]}',
};

export const queuesAnswers: Answers = {
  'sqs:ListQueues': () => ({ QueueUrls: [`${home}/orders`, `${home}/payments.fifo`] }),
  'sqs:GetQueueUrl': ({ QueueName }) => ({ QueueUrl: `${home}/${String(QueueName)}` }),
  'sqs:GetQueueAttributes': () => ({ Attributes: attributes }),
};

export const queuesQuestions: Exemplar['questions'] = {
  'queues.list': [{}],
  'queues.getAttributes': [{ name: 'orders' }],
};
