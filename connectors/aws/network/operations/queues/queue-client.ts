/** The vendor's client of queues, prevented from sending to the address in an answer. */
import type { SQSClient, SQSClientConfig } from '@aws-sdk/client-sqs';

/** By itself it would send a question about a queue to the host in the queue's address; this one goes where the region says. */
export async function loadQueueClient(): Promise<new (configuration: SQSClientConfig) => SQSClient> {
  const { SQSClient: Client } = await import('@aws-sdk/client-sqs');
  return class extends Client {
    constructor(configuration: SQSClientConfig) {
      super({ ...configuration, useQueueUrlAsEndpoint: false });
    }
  };
}
