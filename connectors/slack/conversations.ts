/**
 * Lists of channels. Slack refuses a whole list when the scope of one asked type is missing, so what is
 * refused is asked again for the types the token may list, and the answer says what was left out.
 */
import { z } from 'zod';
import type { DataOf } from '../../catalog/index.ts';
import type { ConnectorOperations } from '../../src/connector/connector.ts';
import { continueAt, decodePlace } from '../../src/connector/cursor.ts';
import { refineFault, symptomOf } from '../../src/connector/symptom.ts';
import { Fault } from '../../src/core/fault.ts';
import { type Answered, type ChannelsQuestion, type ChannelType, openSlack } from './client.ts';
import type { Scope } from './grants.ts';
import type { manifest } from './manifest.ts';
import type { Channel, ChannelsAnswer } from './schema.ts';

export const bothTypes: readonly ChannelType[] = ['public', 'private'];
export const listScopes: Readonly<Record<ChannelType, Scope>> = { public: 'channels:read', private: 'groups:read' };

/** Where a list goes on: at Slack's own cursor, with the types that its first page was asked for. */
const Place = z.strictObject({ types: z.array(z.enum(['public', 'private'])).min(1), cursor: z.string() });
const toText = (types: readonly ChannelType[], cursor: string): string => JSON.stringify({ types, cursor });

export const conversationOperations = {
  'chat.listConversations': {
    async run({ types: asked = bothTypes, includeArchived, limit, cursor }, context) {
      const about = ['chat.listConversations', asked, includeArchived];
      const place = cursor === undefined ? undefined : decodePlace(about, cursor, Place);
      const client = openSlack(context);
      const question = { types: place?.types ?? asked, includeArchived, limit, cursor: place?.cursor };
      const { types, answer } = await listPermitted(question, (permitted) => client.listConversations(permitted));
      const next = answer.response_metadata?.next_cursor;
      const leftOut = asked.filter((type) => !types.includes(type));
      const because = [...leftOut.map(explainLeftOut), ...explainEmpty(answer, { types, next })];
      return {
        data: { conversations: answer.channels.map(toConversation) },
        complete: leftOut.length === 0,
        ...(because.length > 0 && { because: because.join(' ') }),
        ...continueAt(about, {
          from: place && toText(place.types, place.cursor),
          next: next ? toText(types, next) : undefined,
        }),
      };
    },
  },
} satisfies Pick<ConnectorOperations<typeof manifest>, 'chat.listConversations'>;

export interface ListedChannels extends Answered<ChannelsAnswer> {
  /** Of the asked types those that the token may list. */
  readonly types: readonly ChannelType[];
}

/** @throws Fault `permission_missing` naming the scopes of the asked types when it may list none of them. */
export async function listPermitted(
  question: ChannelsQuestion,
  list: (permitted: ChannelsQuestion) => Promise<Answered<ChannelsAnswer>>,
): Promise<ListedChannels> {
  try {
    return { types: question.types, ...(await list(question)) };
  } catch (error) {
    const lacking = lackingTypes(error, question.types);
    if (!(error instanceof Fault) || lacking.length === 0) throw error;
    const types = question.types.filter((type) => !lacking.includes(type));
    if (types.length > 0) return { types, ...(await list({ ...question, types })) };
    const grant = lacking.map((type) => listScopes[type]).join(', ');
    throw refineFault(error, 'permission_missing', { grant, layer: 'bot token scope' }, error.remedy);
  }
}

function lackingTypes(error: unknown, asked: readonly ChannelType[]): readonly ChannelType[] {
  if (!(error instanceof Fault) || symptomOf(error)?.id !== 'missing_scope' || !('grant' in error.data)) return [];
  const grants = error.data.grant.split(', ');
  return asked.filter((type) => grants.includes(listScopes[type]));
}

function explainLeftOut(type: ChannelType): string {
  return `${type === 'public' ? 'Public' : 'Private'} channels are left out: the token lacks ${listScopes[type]}.`;
}

function explainEmpty(
  { channels }: ChannelsAnswer,
  { types, next }: { types: readonly ChannelType[]; next: string | undefined },
): string[] {
  if (channels.length > 0) return [];
  if (next) return ['This page is empty; continue with nextCursor.'];
  const invited = types.includes('private') ? ' A private channel is listed only after the bot was invited to it.' : '';
  return [`The read was allowed, and there is no ${types.join(' or ')} channel.${invited}`];
}

function toConversation(channel: Channel): DataOf<'chat.listConversations'>['conversations'][number] {
  const { id, name, is_ext_shared: isShared, topic, purpose, num_members: members, created } = channel;
  return {
    id,
    name,
    type: channel.is_private === true ? 'private' : 'public',
    isArchived: channel.is_archived ?? false,
    isMember: channel.is_member ?? false,
    ...(isShared !== undefined && { isShared }),
    ...(topic !== undefined && topic.value !== '' && { topic: topic.value }),
    ...(purpose !== undefined && purpose.value !== '' && { purpose: purpose.value }),
    ...(members !== undefined && { members }),
    ...(created !== undefined && { createdAt: new Date(created * 1000).toISOString() }),
  };
}
