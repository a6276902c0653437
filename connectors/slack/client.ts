/** The only file of this connector that talks to the network: five reads by GET and the two writes by POST. */
import type { z } from 'zod';
import type { ResolvedWindow } from '../../catalog/window.ts';
import { createAsker } from '../../src/connector/ask-json.ts';
import type { ConnectorContext } from '../../src/connector/context.ts';
import type { FormFields } from '../../src/core/http-body.ts';
import type { HttpResponse } from '../../src/core/http-client.ts';
import type { manifest } from './manifest.ts';
import { isAccepted, splitScopes } from './refusal.ts';
import { AuthTestAnswer, ChannelsAnswer, CreatedAnswer, MessagesAnswer, PostedAnswer } from './schema.ts';
import { symptoms } from './symptoms.ts';

export type SlackContext = ConnectorContext<typeof manifest>;

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
  const http = context.http('SLACK_URL', { authorize: () => authorize(context) });
  const ask = createAsker(context, { http, symptoms, isAnswer: isAccepted });
  const team = context.config.text('SLACK_TEAM_ID');

  async function get<S extends z.ZodType>(schema: S, path: string, query?: FormFields): Promise<Answered<z.infer<S>>> {
    const { answer, headers } = await ask(schema, {
      method: 'GET',
      path,
      ...(query !== undefined && { query }),
      access: 'read',
    });
    return { answer, scopes: scopesIn(headers) };
  }

  const post = async <S extends z.ZodType>(schema: S, path: string, json: object): Promise<z.infer<S>> =>
    (await ask(schema, { method: 'POST', path, json, access: 'write' })).answer;

  return {
    testAuth: () => get(AuthTestAnswer, '/auth.test'),
    listConversations: (question) => get(ChannelsAnswer, '/conversations.list', channelFields(question, team)),
    listOwnConversations: (question) => get(ChannelsAnswer, '/users.conversations', channelFields(question, team)),
    readHistory: ({ window, ...question }) =>
      get(MessagesAnswer, '/conversations.history', {
        ...messageFields(question),
        ...(window !== undefined && {
          oldest: secondsOf(window.fromMs),
          latest: secondsOf(window.toMs),
          inclusive: 'true',
        }),
      }),
    readThread: ({ threadId, ...question }) =>
      get(MessagesAnswer, '/conversations.replies', { ...messageFields(question), ts: threadId }),
    // The method's list of arguments has no field for a key that would make a second call harmless, so none is sent
    // (https://docs.slack.dev/reference/methods/chat.postMessage). Links are not unfolded: Slack would fetch them.
    postMessage: ({ channel, text, blocks, threadId }) =>
      post(PostedAnswer, '/chat.postMessage', {
        channel,
        text,
        blocks,
        thread_ts: threadId,
        unfurl_links: false,
        unfurl_media: false,
      }),
    createChannel: (name) => post(CreatedAnswer, '/conversations.create', { name, is_private: false, team_id: team }),
  };
}

async function authorize({ secrets }: SlackContext): Promise<Record<string, string>> {
  const token = await secrets.read('SLACK_BOT_TOKEN');
  return token === undefined ? {} : { authorization: `Bearer ${token.reveal()}` };
}

function channelFields({ types, includeArchived, limit, cursor }: ChannelsQuestion, team?: string): FormFields {
  return {
    types: types.map((type) => `${type}_channel`).join(','),
    exclude_archived: String(!includeArchived),
    limit: String(limit),
    cursor,
    team_id: team,
  };
}

function messageFields({ channel, limit, cursor }: MessagesQuestion): FormFields {
  return { channel, limit: String(limit), cursor };
}

const secondsOf = (ms: number): string => (ms / 1000).toFixed(6);

function scopesIn(headers: HttpResponse['headers']): string[] | undefined {
  const header = headers['x-oauth-scopes'];
  return header === undefined ? undefined : splitScopes(String(header));
}
