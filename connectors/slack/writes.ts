/** The two writes. Each is one call, sent once. */
import type { ConnectorOperations } from '../../src/connector/connector.ts';
import { openSlack } from './client.ts';
import type { manifest } from './manifest.ts';
import { timeOf } from './message.ts';

export const writeOperations = {
  'chat.postMessage': {
    async run({ channel, text, blocks, threadId }, context) {
      const posted = await openSlack(context).postMessage({ channel, text, blocks, threadId });
      const thread = posted.message?.thread_ts ?? threadId;
      return {
        data: {
          channel: posted.channel,
          id: posted.ts,
          ...(thread !== undefined && { threadId: thread }),
          time: timeOf(posted.ts),
        },
        complete: true,
        truncated: false,
      };
    },
  },

  'chat.createChannel': {
    async run({ name }, context) {
      const { channel } = await openSlack(context).createChannel(name);
      return {
        data: {
          id: channel.id,
          name: channel.name,
          ...(channel.created !== undefined && { createdAt: new Date(channel.created * 1000).toISOString() }),
        },
        complete: true,
        truncated: false,
      };
    },
  },
} satisfies Pick<ConnectorOperations<typeof manifest>, 'chat.postMessage' | 'chat.createChannel'>;
