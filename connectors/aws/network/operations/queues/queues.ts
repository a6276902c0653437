/** Queues by name, and the attributes of one. No message is read: that would hide it from its consumers. */
import { ask } from '../../../access/ask.ts';
import { need } from '../../../access/need.ts';
import type { AwsOperations } from '../../../aws-operations.ts';
import { answerPage } from '../../../paging.ts';
import { chooseRegion } from '../../../access/regions.ts';
import { loadQueueClient } from './queue-client.ts';
import { toQueue, toQueueName } from './to-queue.ts';

export const queueOperations = {
  'queues.list': {
    async run(args, context) {
      const region = chooseRegion(context, args.region);
      const { SQSClient: Client, ListQueuesCommand } = await import('@aws-sdk/client-sqs');
      return answerPage(
        { operation: 'queues.list', args, region, what: 'queues' },
        async (NextToken) => {
          // Without a page size the answer ends after a thousand and does not say so.
          const command = new ListQueuesCommand({ QueueNamePrefix: args.prefix, MaxResults: args.limit, NextToken });
          const answer = await ask(context, { call: 'sqs:ListQueues', region, Client, command });
          return { items: answer.QueueUrls ?? [], next: answer.NextToken };
        },
        (urls) => ({ region, queues: urls.map(toQueueName) }),
      );
    },
  },

  'queues.getAttributes': {
    async run({ region: wanted, name }, context) {
      const region = chooseRegion(context, wanted);
      const { SQSClient: Client, GetQueueAttributesCommand, GetQueueUrlCommand } = await import('@aws-sdk/client-sqs');
      const found = await ask(context, {
        call: 'sqs:GetQueueUrl',
        region,
        Client,
        command: new GetQueueUrlCommand({ QueueName: name }),
      });
      const QueueUrl = need(found.QueueUrl, 'QueueUrl');
      const { Attributes = {} } = await ask(context, {
        call: 'sqs:GetQueueAttributes',
        region,
        Client: await loadQueueClient(),
        command: new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] }),
      });
      return { data: { region, queue: toQueue(QueueUrl, Attributes) }, complete: true, truncated: false };
    },
  },
} satisfies AwsOperations<'queues.list' | 'queues.getAttributes'>;
