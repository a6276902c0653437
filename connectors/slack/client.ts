/** The calls of this connector, with the arguments that Slack's own library types: five reads and the two writes. */
import type { ConversationsHistoryArguments, ConversationsListArguments, WebAPICallResult } from '@slack/web-api';
import type { z } from 'zod';
import type { ResolvedWindow } from '../../catalog/window.ts';
import { matchAnswer } from '../../src/core/parse-answer.ts';
import { ask, type Run } from './ask.ts';
import type { SlackContext } from './context.ts';
import { splitScopes } from './refusal.ts';
import { AuthTestAnswer, ChannelsAnswer, CreatedAnswer, MessagesAnswer, PostedAnswer } from './schema.ts';

export interface Answered<T> {
  readonly answer: T;
  /** All scopes of the token; undefined when the answer does not tell. */
  readonly scopes: readonly string[] | undefined;
}

export interface ChannelsQuestion {
  readonly types: readonly ChannelType[];
  readonly includeArchived: boolean;
  readonly limit: number;
  readonly cursor?: string | undefined;
}
export type ChannelType = 'public' | 'private';

export interface MessagesQuestion {
  readonly channel: string;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export interface SlackClient {
  testAuth(): Promise<Answered<z.infer<typeof AuthTestAnswer>>>;
  listConversations(question: ChannelsQuestion): Promise<Answered<ChannelsAnswer>>;
  /** Those that the bot is in. */
  listOwnConversations(question: ChannelsQuestion): Promise<Answered<ChannelsAnswer>>;
  readHistory(question: MessagesQuestion & { window?: ResolvedWindow }): Promise<Answered<MessagesAnswer>>;
  readThread(question: MessagesQuestion & { threadId: string }): Promise<Answered<MessagesAnswer>>;
  postMessage(message: NewMessage): Promise<z.infer<typeof PostedAnswer>>;
  createChannel(name: string): Promise<z.infer<typeof CreatedAnswer>>;
}

export interface NewMessage {
  readonly channel: string;
  readonly text?: string | undefined;
  readonly blocks?: readonly object[] | undefined;
  readonly threadId?: string | undefined;
}

export function openSlack(context: SlackContext): SlackClient {
  const team = context.config.text('SLACK_TEAM_ID');
  const ofTeam = team === undefined ? {} : { team_id: team };

  async function read<S extends z.ZodType>(schema: S, run: Run): Promise<Answered<z.infer<S>>> {
    const result = await ask(context, 'read', run);
    return { answer: matchAnswer(schema, result, context.noteUnread), scopes: scopesIn(result) };
  }
  const write = async <S extends z.ZodType>(schema: S, run: Run): Promise<z.infer<S>> =>
    matchAnswer(schema, await ask(context, 'write', run));

  return {
    testAuth: () => read(AuthTestAnswer, (slack) => slack.auth.test()),
    listConversations: (question) =>
      read(ChannelsAnswer, (slack) => slack.conversations.list({ ...channelFields(question), ...ofTeam })),
    listOwnConversations: (question) =>
      read(ChannelsAnswer, (slack) => slack.users.conversations({ ...channelFields(question), ...ofTeam })),
    readHistory: ({ window, ...question }) =>
      read(MessagesAnswer, (slack) =>
        slack.conversations.history({
          ...messageFields(question),
          ...(window !== undefined && {
            oldest: secondsOf(window.fromMs),
            latest: secondsOf(window.toMs),
            inclusive: true,
          }),
        }),
      ),
    readThread: ({ threadId, ...question }) =>
      read(MessagesAnswer, (slack) => slack.conversations.replies({ ...messageFields(question), ts: threadId })),
    // The method's list of arguments has no field for a key that would make a second call harmless, so none is sent
    // (https://docs.slack.dev/reference/methods/chat.postMessage). Links are not unfolded: Slack would fetch them.
    postMessage: ({ channel, text, blocks, threadId }) =>
      write(PostedAnswer, (slack) =>
        // By its name: the library's types take a text or blocks, and the catalog leaves the choice to the caller.
        slack.apiCall('chat.postMessage', {
          channel,
          text,
          blocks,
          thread_ts: threadId,
          unfurl_links: false,
          unfurl_media: false,
        }),
      ),
    createChannel: (name) =>
      write(CreatedAnswer, (slack) => slack.conversations.create({ name, is_private: false, ...ofTeam })),
  };
}

function channelFields({ types, includeArchived, limit, cursor }: ChannelsQuestion): ConversationsListArguments {
  return {
    types: types.map((type) => `${type}_channel`).join(','),
    exclude_archived: !includeArchived,
    limit,
    ...(cursor !== undefined && { cursor }),
  };
}

function messageFields({ channel, limit, cursor }: MessagesQuestion): ConversationsHistoryArguments {
  return { channel, limit, ...(cursor !== undefined && { cursor }) };
}

const secondsOf = (ms: number): string => (ms / 1000).toFixed(6);

function scopesIn({ response_metadata: metadata }: WebAPICallResult): string[] | undefined {
  return metadata?.scopes === undefined ? undefined : splitScopes(metadata.scopes.join(','));
}
