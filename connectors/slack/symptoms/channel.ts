/** Answers that speak of a channel or a thread. None of them is about a scope. */
import { type Symptom, symptom } from '../../../src/connector/symptom.ts';
import { refusing, saying, wordIn } from './words.ts';

const invite = 'Invite the bot: in the channel, type /invite @ and its name.';

export const ofChannel: readonly Symptom[] = [
  symptom({
    id: 'not_in_channel',
    seen: '`not_in_channel`',
    when: saying('not_in_channel'),
    kind: 'permission_missing',
    data: { grant: 'membership in the channel', layer: 'channel' },
    remedy: `${invite} No scope is missing: do not change the app.`,
    example: refusing('not_in_channel'),
  }),
  symptom({
    id: 'not_in_conversation',
    seen: '`no_permission`',
    when: saying('no_permission'),
    kind: 'permission_missing',
    data: { grant: 'membership in the channel', layer: 'channel' },
    remedy: `Slack requires the app to be a member of the conversation that it writes to. ${invite} No scope is missing.`,
    example: refusing('no_permission'),
  }),
  symptom({
    id: 'channel_policy',
    seen: '`restricted_action_read_only_channel`, or one about threads',
    when: saying(String.raw`restricted_action_(?:read_only|thread|non_threadable)\w*`),
    kind: 'permission_missing',
    data: (seen) => ({ grant: wordIn(seen), layer: 'channel policy' }),
    remedy:
      'The posting permissions of this channel do not allow the app to post: ask a manager of the channel to allow it (channel details → Settings → posting permissions). No scope is missing.',
    example: refusing('restricted_action_read_only_channel'),
  }),
  symptom({
    id: 'channel_not_found',
    seen: '`channel_not_found`',
    when: saying('channel_not_found'),
    kind: 'not_found_or_hidden',
    data: { what: 'channel' },
    remedy: `Slack gives the same answer for a channel that does not exist and for a private one the bot is not in. First compare the id with chat.listConversations, then have a member of the channel type /invite @ and the name of the bot there. No scope is missing.`,
    example: refusing('channel_not_found'),
  }),
  symptom({
    id: 'thread_not_found',
    seen: '`thread_not_found` or `message_not_found`',
    when: saying('thread_not_found', 'message_not_found'),
    kind: 'not_found_or_hidden',
    data: { what: 'thread' },
    remedy: 'Take the id of the message that began the thread from chat.getHistory of the same channel.',
    example: refusing('thread_not_found'),
  }),
  symptom({
    id: 'not_to_be_answered',
    seen: '`cannot_reply_to_message`',
    when: saying('cannot_reply_to_message'),
    kind: 'invalid_arguments',
    data: { field: 'threadId' },
    remedy: 'This message accepts no replies: use the id of a message that began a thread, or leave threadId out.',
    example: refusing('cannot_reply_to_message'),
  }),
  symptom({
    id: 'channel_archived',
    seen: '`is_archived`',
    when: saying('is_archived'),
    kind: 'invalid_arguments',
    data: { field: 'channel' },
    remedy: 'The channel is archived and accepts no messages: use another, or ask a person to unarchive it.',
    example: refusing('is_archived'),
  }),
];
