/** From Slack's message to that of the catalog. */
import type { DataOf } from '../../catalog/index.ts';
import { readableText } from './message-text.ts';
import type { Message } from './schema.ts';

type CatalogMessage = DataOf<'chat.getHistory'>['messages'][number];

/** What Slack itself writes under. */
const slackbot = 'USLACKBOT';

export function toMessage(message: Message): CatalogMessage {
  const { ts, subtype, thread_ts: threadId, reply_count: replies, latest_reply: lastReply, edited } = message;
  const author = authorOf(message);
  return {
    id: ts,
    time: timeOf(ts),
    ...(author !== undefined && { author }),
    ...(subtype !== undefined && { kind: subtype }),
    text: readableText(message),
    ...(threadId !== undefined && { threadId }),
    ...(replies !== undefined && { replies }),
    ...(lastReply !== undefined && { lastReplyAt: timeOf(lastReply) }),
    ...(edited !== undefined && { editedAt: timeOf(edited.ts) }),
    reactions: (message.reactions ?? []).map(({ name, count }) => ({ name, count })),
    files: (message.files ?? []).map(({ id, name, mimetype, size }) => ({
      id,
      ...(name != null && { name }),
      ...(mimetype !== undefined && mimetype !== '' && { mediaType: mimetype }),
      ...(size !== undefined && { sizeBytes: size }),
    })),
  };
}

/** Microseconds are cut, never rounded, so that no message is later than it was. */
export function timeOf(ts: string): string {
  const [seconds = '0', fraction = ''] = ts.split('.');
  return new Date(Number(seconds) * 1000 + Number(fraction.padEnd(3, '0').slice(0, 3))).toISOString();
}

/** An app's own messages carry the id of its bot beside that of its user. */
function authorOf({ user, bot_id: bot, bot_profile: profile, username }: Message): CatalogMessage['author'] {
  if (bot != null && bot !== '') return { id: bot, kind: 'app', ...nameOf(username ?? profile?.name) };
  if (user == null) return undefined;
  return user === slackbot
    ? { id: user, kind: 'app', name: 'Slackbot' }
    : { id: user, kind: 'person', ...nameOf(username) };
}

function nameOf(name: string | null | undefined): { name?: string } {
  return name == null || name === '' ? {} : { name };
}
