/** Questions and answers of the Web API as its pages describe them: https://docs.slack.dev/reference/methods. Nothing beside them is allowed. */
import { z } from 'zod';

const Flag = z.enum(['true', 'false']);
const Ts = z.string().regex(/^\d{10}\.\d{6}$/u);
const Limit = (most: number) =>
  z.string().refine((text) => Number.isInteger(Number(text)) && Number(text) >= 1 && Number(text) <= most);
const ChannelId = z.string().regex(/^[CG][A-Z0-9]{6,}$/u);
const ok = z.literal(true);
const Metadata = z.strictObject({ next_cursor: z.string() });

/** What every call carries; the user agent reveals nothing of the machine. */
export const FormHeaders = z.looseObject({
  authorization: z.string().regex(/^Bearer \S+$/u),
  'content-type': z.literal('application/x-www-form-urlencoded'),
  'user-agent': z.literal('farol'),
});

/** `conversations.list` and `users.conversations` take the same. */
export const ListForm = z.strictObject({
  types: z.string().regex(/^(?:public|private)_channel(?:,(?:public|private)_channel)?$/u),
  exclude_archived: Flag,
  limit: Limit(1000),
  cursor: z.string().min(1).optional(),
  team_id: z.string().regex(/^T/u).optional(),
});

const Paged = { channel: ChannelId, limit: Limit(999), cursor: z.string().min(1).optional() };
export const HistoryForm = z.strictObject({
  ...Paged,
  oldest: Ts.optional(),
  latest: Ts.optional(),
  inclusive: Flag.optional(),
});
export const RepliesForm = z.strictObject({ ...Paged, ts: Ts });

const PlainText = z.strictObject({ type: z.literal('plain_text'), text: z.string() });
const Block = z.looseObject({ type: z.enum(['header', 'section', 'context', 'divider']) });
/** A list or an object is one field, as JSON. */
const jsonOf = (schema: z.ZodType) =>
  z.string().refine((text) => schema.safeParse(JSON.parse(text)).success, 'JSON of another shape');
export const PostForm = z
  .strictObject({
    channel: ChannelId,
    text: z.string().max(40_000).optional(),
    blocks: jsonOf(z.array(Block.or(PlainText)).max(50)).optional(),
    thread_ts: Ts.optional(),
    unfurl_links: Flag,
    unfurl_media: Flag,
  })
  .refine(({ text, blocks }) => text !== undefined || blocks !== undefined, 'text or blocks');
export const CreateForm = z.strictObject({
  name: z.string().min(1).max(80),
  is_private: Flag,
  team_id: z.string().optional(),
});

export const AuthTest = z.strictObject({
  ok,
  url: z.url(),
  team: z.string(),
  user: z.string(),
  team_id: z.string(),
  user_id: z.string(),
  bot_id: z.string().optional(),
  is_enterprise_install: z.boolean().optional(),
});

const Described = z.strictObject({ value: z.string(), creator: z.string(), last_set: z.int() });
export const Channel = z.strictObject({
  id: ChannelId,
  name: z.string(),
  name_normalized: z.string().optional(),
  is_channel: z.boolean(),
  is_group: z.boolean().optional(),
  is_im: z.boolean().optional(),
  is_mpim: z.boolean().optional(),
  is_private: z.boolean(),
  is_archived: z.boolean(),
  is_general: z.boolean().optional(),
  is_member: z.boolean().optional(),
  is_shared: z.boolean().optional(),
  is_ext_shared: z.boolean().optional(),
  is_org_shared: z.boolean().optional(),
  created: z.int(),
  creator: z.string(),
  topic: Described,
  purpose: Described,
  num_members: z.int().optional(),
});
export type Channel = z.infer<typeof Channel>;

export const Message = z.strictObject({
  type: z.literal('message'),
  subtype: z.string().optional(),
  ts: Ts,
  text: z.string(),
  user: z.string().optional(),
  bot_id: z.string().optional(),
  app_id: z.string().optional(),
  username: z.string().optional(),
  bot_profile: z.looseObject({ id: z.string(), name: z.string() }).optional(),
  team: z.string().optional(),
  thread_ts: Ts.optional(),
  parent_user_id: z.string().optional(),
  reply_count: z.int().optional(),
  reply_users_count: z.int().optional(),
  latest_reply: Ts.optional(),
  edited: z.strictObject({ user: z.string(), ts: Ts }).optional(),
  reactions: z.array(z.strictObject({ name: z.string(), users: z.array(z.string()), count: z.int() })).optional(),
  files: z.array(z.looseObject({ id: z.string(), url_private: z.url() })).optional(),
  attachments: z.array(z.looseObject({ id: z.int(), fallback: z.string() })).optional(),
  blocks: z.array(z.looseObject({ type: z.string() })).optional(),
});
export type Message = z.infer<typeof Message>;

export const Channels = z.strictObject({ ok, channels: z.array(Channel), response_metadata: Metadata });
export const Messages = z.strictObject({
  ok,
  messages: z.array(Message),
  has_more: z.boolean(),
  is_limited: z.boolean().optional(),
  pin_count: z.int().optional(),
  response_metadata: Metadata.optional(),
});
export const Posted = z.strictObject({ ok, channel: ChannelId, ts: Ts, message: Message });
export const Created = z.strictObject({ ok, channel: Channel });

/** A refusal, with HTTP 200 as everything. */
export const Refused = z.strictObject({
  ok: z.literal(false),
  error: z.string(),
  needed: z.string().optional(),
  provided: z.string().optional(),
});
