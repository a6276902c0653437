import { GetQueueAttributesCommand } from '@aws-sdk/client-sqs';
import { expect, test } from 'vitest';
import { loadQueueClient } from './queue-client.ts';

test('a question about a queue goes to the region, whatever host the address of the queue names', async () => {
  const hosts: string[] = [];
  const Client = await loadQueueClient();
  const client = new Client({
    region: 'eu-west-1',
    credentials: { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'unused' },
    maxAttempts: 1,
    requestHandler: {
      handle: ({ hostname }: { readonly hostname: string }) => {
        hosts.push(hostname);
        return Promise.reject(new Error('only where it goes matters'));
      },
    },
  });
  const QueueUrl = 'https://queue.elsewhere.example/123456789012/orders';
  await expect(client.send(new GetQueueAttributesCommand({ QueueUrl }))).rejects.toThrow('only where it goes matters');
  expect(hosts).toEqual(['sqs.eu-west-1.amazonaws.com']);
});
