/** Conversations: what was said, and two writes. What may be posted: `chat-message.ts`. */
import { z } from 'zod';
import { Blocks } from './chat-message.ts';
import { Cursor, IdempotencyKey, limitUpTo, Time } from './common.ts';
import { defineOperation } from './operation.ts';
import { Window } from './window.ts';

const ChannelId = z
  .string()
  .max(30)
  .regex(/^[CG][A-Z0-9]{6,}$/u, 'must be the id of a channel, as chat.listConversations tells it');

const MessageId = z.string().regex(/^\d{10}\.\d{6}$/u, 'must be the id of a message, such as 1764000000.000100');

const Message = z.strictObject({
  id: z.string(),
  time: Time,
  author: z
    .strictObject({ id: z.string(), kind: z.enum(['person', 'app']), name: z.string().optional() })
    .optional()
    .describe('Absent for what the system itself says'),
  kind: z.string().optional().describe('In the words of the system that answers; absent for an ordinary message'),
  text: z.string().describe('Without what stands only in blocks'),
  threadId: z.string().optional().describe('Id of the message that began the thread'),
  replies: z.int().optional().describe('Told of the message that began a thread'),
  lastReplyAt: Time.optional(),
  editedAt: Time.optional(),
  reactions: z.array(z.strictObject({ name: z.string(), count: z.int() })),
  files: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string().optional(),
      mediaType: z.string().optional(),
      sizeBytes: z.int().optional(),
    }),
  ),
});

export const chatListConversations = defineOperation({
  name: 'chat.listConversations',
  access: 'read',
  summary: 'Channels that the credential can see, public ones and the private ones it was invited to.',
  arguments: () =>
    z.strictObject({
      types: z
        .array(z.enum(['public', 'private']))
        .min(1)
        .max(2)
        .optional()
        .describe('Those that the credential may list when left out'),
      includeArchived: z.boolean().default(false),
      limit: limitUpTo(1000),
      cursor: Cursor.optional(),
    }),
  result: () =>
    z.strictObject({
      conversations: z.array(
        z.strictObject({
          id: z.string(),
          name: z.string(),
          type: z.enum(['public', 'private']),
          isArchived: z.boolean(),
          isMember: z.boolean().describe('False: its messages can be neither read nor written'),
          isShared: z.boolean().optional().describe('True when other organizations take part'),
          topic: z.string().optional(),
          purpose: z.string().optional(),
          members: z.int().optional(),
          createdAt: Time.optional(),
        }),
      ),
    }),
});

export const chatGetHistory = defineOperation({
  name: 'chat.getHistory',
  access: 'read',
  summary: 'Messages of a channel in a window, newest first; replies are in their threads.',
  arguments: () =>
    z.strictObject({
      channel: ChannelId,
      window: Window,
      limit: limitUpTo(999),
      cursor: Cursor.optional(),
    }),
  result: () => z.strictObject({ messages: z.array(Message) }),
});

export const chatGetThread = defineOperation({
  name: 'chat.getThread',
  access: 'read',
  summary: 'One thread: the message that began it and the replies, oldest first.',
  arguments: () =>
    z.strictObject({
      channel: ChannelId,
      threadId: MessageId,
      limit: limitUpTo(999),
      cursor: Cursor.optional(),
    }),
  result: () => z.strictObject({ messages: z.array(Message) }),
});

export const chatPostMessage = defineOperation({
  name: 'chat.postMessage',
  access: 'write',
  summary: 'Posts a message into a channel or a thread.',
  arguments: () =>
    z
      .strictObject({
        channel: ChannelId,
        text: z.string().trim().min(1).max(40_000).optional().describe('With blocks: what notifications show'),
        blocks: Blocks.optional(),
        threadId: MessageId.optional(),
        idempotencyKey: IdempotencyKey,
      })
      .refine(({ text, blocks }) => text !== undefined || blocks !== undefined, {
        path: ['text'],
        message: 'must be given when there are no blocks',
      }),
  result: () =>
    z.strictObject({
      channel: z.string(),
      id: z.string(),
      threadId: z.string().optional(),
      time: Time,
    }),
});

export const chatCreateChannel = defineOperation({
  name: 'chat.createChannel',
  access: 'write',
  summary: 'Creates a public channel.',
  arguments: () =>
    z.strictObject({
      name: z
        .string()
        .max(80)
        .regex(/^[\p{Ll}\p{Lo}\p{N}_-]+$/u, 'must be lower-case letters, digits, hyphens and underscores'),
      idempotencyKey: IdempotencyKey,
    }),
  result: () =>
    z.strictObject({
      id: z.string(),
      name: z.string().describe('As the system made it, which may differ from what was asked'),
      createdAt: Time.optional(),
    }),
});

export const chatOperations = [
  chatCreateChannel,
  chatGetHistory,
  chatGetThread,
  chatListConversations,
  chatPostMessage,
] as const;
