/** Answers of the Web API: only the fields used. Addresses of files are not among them, so they never get further. */
import { z } from 'zod';
import { EpochSec } from '../../src/connector/instants.ts';
import { rowsOf } from '../../src/core/rows.ts';

const ok = z.literal(true);
const paging = z.looseObject({ next_cursor: z.string().optional() }).optional();
/** Seconds since 1970 with six decimals, as text: the id of a message too. */
const Timestamp = z.string().regex(/^\d{1,12}\.\d{1,6}$/u);

export const AuthTestAnswer = z.looseObject({ ok, team: z.string().optional(), user: z.string().optional() });

const Channel = z.looseObject({
  id: z.string(),
  name: z.string(),
  is_private: z.boolean().optional(),
  is_archived: z.boolean().optional(),
  is_member: z.boolean().optional(),
  is_ext_shared: z.boolean().optional(),
  topic: z.looseObject({ value: z.string() }).optional(),
  purpose: z.looseObject({ value: z.string() }).optional(),
  num_members: z.int().optional(),
  created: EpochSec.optional(),
});
export type Channel = z.infer<typeof Channel>;

export const ChannelsAnswer = z.looseObject({ ok, channels: rowsOf(Channel), response_metadata: paging });
export type ChannelsAnswer = z.infer<typeof ChannelsAnswer>;

/** Apps of the older kind wrote numbers here, and Slack hands on what they wrote. */
const Text = z.union([z.string(), z.number().transform(String)]).nullish();
const Attachment = z.looseObject({
  pretext: Text,
  title: Text,
  text: Text,
  fallback: Text,
  fields: rowsOf(z.looseObject({ title: Text, value: Text })).nullish(),
});
export type Attachment = z.infer<typeof Attachment>;

const Message = z.looseObject({
  ts: Timestamp,
  subtype: z.string().optional(),
  text: z.string().nullish(),
  user: z.string().nullish(),
  bot_id: z.string().nullish(),
  username: z.string().nullish(),
  bot_profile: z.looseObject({ name: z.string().nullish() }).nullish(),
  thread_ts: Timestamp.optional(),
  reply_count: z.int().optional(),
  latest_reply: Timestamp.optional(),
  edited: z.looseObject({ ts: Timestamp }).optional(),
  reactions: rowsOf(z.looseObject({ name: z.string(), count: z.int() })).optional(),
  attachments: rowsOf(Attachment).optional(),
  files: rowsOf(
    z.looseObject({
      id: z.string(),
      name: z.string().nullish(),
      mimetype: z.string().optional(),
      size: z.int().optional(),
    }),
  ).optional(),
});
export type Message = z.infer<typeof Message>;

export const MessagesAnswer = z.looseObject({
  ok,
  messages: rowsOf(Message),
  has_more: z.boolean().optional(),
  /** Older messages exist and the workspace's plan hides them. */
  is_limited: z.boolean().optional(),
  response_metadata: paging,
});
export type MessagesAnswer = z.infer<typeof MessagesAnswer>;

export const PostedAnswer = z.looseObject({
  ok,
  channel: z.string(),
  ts: Timestamp,
  message: z.looseObject({ thread_ts: Timestamp.optional() }).optional(),
});

export const CreatedAnswer = z.looseObject({ ok, channel: Channel });

/** With HTTP 200, which is how Slack refuses. */
export const Refusal = z.looseObject({
  ok: z.literal(false),
  error: z.string().regex(/^[\w.-]{1,80}$/u),
  needed: z.string().optional(),
  provided: z.string().optional(),
});
export type Refusal = z.infer<typeof Refusal>;
