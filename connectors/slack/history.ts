/** What was said: in a channel within a window, newest first, and in one thread, oldest first. */
import { z } from 'zod';
import type { ResolvedWindow } from '../../catalog/window.ts';
import type { Answer, ConnectorOperations } from '../../src/connector/connector.ts';
import { continueAt, decodeCursor, decodePlace } from '../../src/connector/cursor.ts';
import { Fault } from '../../src/core/fault.ts';
import { openSlack } from './client.ts';
import type { manifest } from './manifest.ts';
import { toMessage } from './message.ts';
import type { MessagesAnswer } from './schema.ts';

/** Slack's own cursor, and the window of the first page: one that is relative to now would move meanwhile. */
const Place = z.strictObject({ cursor: z.string(), fromMs: z.int(), toMs: z.int() });
const toText = ({ cursor, fromMs, toMs }: z.infer<typeof Place>): string => JSON.stringify({ cursor, fromMs, toMs });

export const historyOperations = {
  'chat.getHistory': {
    async run({ channel, limit, cursor, window: asked }, { window, ...context }) {
      const about = ['chat.getHistory', channel, asked];
      const place = cursor === undefined ? undefined : decodePlace(about, cursor, Place);
      const within: ResolvedWindow | undefined = place ?? window;
      const { answer } = await openSlack(context).readHistory({
        channel,
        limit,
        ...(within !== undefined && { window: within }),
        cursor: place?.cursor,
      });
      const next = nextIn(answer);
      const nextPlace = next === undefined || within === undefined ? undefined : toText({ ...within, cursor: next });
      return {
        data: { messages: answer.messages.map(toMessage) },
        ...explain(answer, 'The read was allowed, and nothing was written in this channel in this window.'),
        ...continueAt(about, { from: place && toText(place), next: nextPlace }),
      };
    },
  },

  'chat.getThread': {
    async run({ channel, threadId, limit, cursor }, context) {
      const about = ['chat.getThread', channel, threadId];
      const from = cursor === undefined ? undefined : decodeCursor(about, cursor);
      const { answer } = await openSlack(context).readThread({ channel, threadId, limit, cursor: from });
      refuseReply(answer, threadId);
      // Slack repeats the message that began the thread at the head of every page.
      const messages = from === undefined ? answer.messages : answer.messages.filter(({ ts }) => ts !== threadId);
      return {
        data: { messages: messages.map(toMessage) },
        ...explain({ ...answer, messages }, 'The read was allowed, and the thread ends here.'),
        ...continueAt(about, { from, next: nextIn(answer) }),
      };
    },
  },
} satisfies Pick<ConnectorOperations<typeof manifest>, 'chat.getHistory' | 'chat.getThread'>;

function nextIn({ has_more: hasMore, response_metadata: paging }: MessagesAnswer): string | undefined {
  return hasMore === false ? undefined : paging?.next_cursor;
}

function explain(
  { messages, has_more: hasMore, is_limited: isLimited, response_metadata: paging }: MessagesAnswer,
  nothing: string,
): Pick<Answer, 'complete' | 'because'> {
  const isCut = hasMore === true && !paging?.next_cursor;
  const missing = [
    ...(isLimited === true ? ['Older messages are hidden by the plan of the workspace.'] : []),
    ...(isCut ? ['There are more, but Slack returned no cursor for them: narrow the window.'] : []),
  ];
  const goesOn = nextIn({ messages, ok: true, has_more: hasMore, response_metadata: paging });
  const empty = goesOn ? 'This page is empty; continue with nextCursor.' : nothing;
  const because = [...missing, ...(messages.length === 0 ? [empty] : [])].join(' ');
  return { complete: missing.length === 0, ...(because !== '' && { because }) };
}

/** For the id of a reply Slack answers with that reply alone, as if it were a thread of one. */
function refuseReply({ messages }: MessagesAnswer, threadId: string): void {
  const begun = messages.find(({ ts }) => ts === threadId)?.thread_ts;
  if (begun === undefined || begun === threadId) return;
  throw new Fault(
    'invalid_arguments',
    { field: 'threadId' },
    `This message is a reply itself: ask for the thread that ${begun} began.`,
  );
}
