/** A workspace of Slack as data: channels, who is in them, what was said, and a token with scopes. Refuses as Slack does, with 200. */
import { z } from 'zod';
import { answerJson, type DescribedCall, describeUpstream } from '../../../test/contract/described-upstream.ts';
import type { FakeCall, Reply } from '../../../test/contract/fake-upstream.ts';
import {
  AuthTest,
  type Channel,
  Channels,
  Created,
  CreateForm,
  FormHeaders,
  HistoryForm,
  ListForm,
  type Message,
  Messages,
  Posted,
  PostForm,
  Refused,
  RepliesForm,
} from './shapes.ts';

export interface Workspace {
  readonly scopes: readonly string[];
  readonly channels: readonly Channel[];
  /** By channel, in no order. */
  readonly messages: Readonly<Record<string, readonly Message[]>>;
  /** Leaves the header out that tells the scopes. */
  readonly isSilentOnScopes?: true;
  /** Older messages than those here are hidden by the plan. */
  readonly isLimited?: true;
  /** Most entries of one page, whatever is asked for. */
  readonly mostPerPage?: number;
}

export const allScopes = [
  'channels:read',
  'groups:read',
  'channels:history',
  'groups:history',
  'chat:write',
  'channels:manage',
] as const;

export class FakeSlack {
  readonly posted: Record<string, string>[] = [];
  readonly created: Record<string, string>[] = [];
  readonly #workspace: Workspace;
  readonly #reply: (call: FakeCall) => Reply | undefined;

  constructor(workspace: Workspace) {
    this.#workspace = workspace;
    const headers = FormHeaders;
    this.#reply = describeUpstream([
      {
        call: 'POST /auth.test',
        headers,
        form: z.strictObject({}),
        answers: AuthTest,
        reply: () => this.#answer(aboutMe),
      },
      {
        call: 'POST /conversations.list',
        headers,
        form: ListForm,
        answers: Channels.or(Refused),
        reply: (call) => this.#list(call, () => true),
      },
      {
        call: 'POST /users.conversations',
        headers,
        form: ListForm,
        answers: Channels.or(Refused),
        reply: (call) => this.#list(call, ({ is_member: isMember }) => isMember === true),
      },
      {
        call: 'POST /conversations.history',
        headers,
        form: HistoryForm,
        answers: Messages.or(Refused),
        reply: (call) => this.#history(call),
      },
      {
        call: 'POST /conversations.replies',
        headers,
        form: RepliesForm,
        answers: Messages.or(Refused),
        reply: (call) => this.#replies(call),
      },
      {
        call: 'POST /chat.postMessage',
        headers,
        form: PostForm,
        answers: Posted.or(Refused),
        reply: ({ form }) => this.#post(Object.fromEntries(form)),
      },
      {
        call: 'POST /conversations.create',
        headers,
        form: CreateForm,
        answers: Created.or(Refused),
        reply: ({ form }) => this.#create(Object.fromEntries(form)),
      },
    ]);
  }

  /** @throws Error for what the Web API does not describe. */
  readonly reply = (call: FakeCall): Reply | undefined => {
    const reply = this.#reply(call);
    const isConversational = /^Bearer xox(?:b|p|e\.xox[bp])-/u.test(call.headers.authorization ?? '');
    return reply === undefined || isConversational ? reply : refuse('not_allowed_token_type');
  };

  #list({ form }: DescribedCall, belongs: (channel: Channel) => boolean): Reply {
    const types = (form.get('types') ?? '').split(',');
    const needed = types.map((type) => (type === 'public_channel' ? 'channels:read' : 'groups:read'));
    const { channels } = this.#workspace;
    return (
      this.#lacking(needed) ??
      this.#page(form, {
        all: channels.filter(
          (one) =>
            belongs(one) &&
            types.includes(one.is_private ? 'private_channel' : 'public_channel') &&
            !(form.get('exclude_archived') === 'true' && one.is_archived),
        ),
        render: (page, next) => ({ ok: true, channels: page, response_metadata: { next_cursor: next } }),
      })
    );
  }

  #history({ form }: DescribedCall): Reply {
    const refused = this.#unreadable(form.get('channel') ?? '');
    if (refused !== undefined) return refused;
    const [oldest, latest] = [Number(form.get('oldest') ?? 0), Number(form.get('latest') ?? Infinity)];
    const all = this.#said(form)
      .filter(({ ts, thread_ts: thread }) => thread === undefined || thread === ts)
      .filter(({ ts }) => Number(ts) >= oldest && Number(ts) <= latest)
      .toSorted((a, b) => Number(b.ts) - Number(a.ts));
    return this.#messages(form, all);
  }

  #replies({ form }: DescribedCall): Reply {
    const refused = this.#unreadable(form.get('channel') ?? '');
    if (refused !== undefined) return refused;
    const ts = form.get('ts') ?? '';
    const said = this.#said(form);
    const first = said.find((one) => one.ts === ts);
    if (first === undefined) return refuse('thread_not_found');
    const replies = said
      .filter((one) => one.thread_ts === ts && one.ts !== ts)
      .toSorted((a, b) => Number(a.ts) - Number(b.ts));
    return this.#messages(form, replies, first);
  }

  /** With what begins every page. */
  #messages(form: URLSearchParams, all: readonly Message[], head?: Message): Reply {
    return this.#page(form, {
      all,
      render: (page, next) => ({
        ok: true,
        messages: head === undefined ? page : [head, ...page],
        has_more: next !== '',
        ...(this.#workspace.isLimited && { is_limited: true }),
        ...(next !== '' && { response_metadata: { next_cursor: next } }),
      }),
    });
  }

  #page<T>(
    form: URLSearchParams,
    { all, render }: { all: readonly T[]; render: (page: readonly T[], next: string) => unknown },
  ): Reply {
    const begin = Number(Buffer.from(form.get('cursor') ?? '', 'base64').toString() || 0);
    const end = begin + Math.min(Number(form.get('limit')), this.#workspace.mostPerPage ?? Infinity);
    const next = end < all.length ? Buffer.from(String(end)).toString('base64') : '';
    return this.#answer(render(all.slice(begin, end), next));
  }

  #post(message: Record<string, string>): Reply {
    const { channel = '', text = '', thread_ts: thread } = message;
    const place = this.#workspace.channels.find(({ id }) => id === channel);
    if (place === undefined) return refuse('channel_not_found');
    const refused = this.#lacking(['chat:write']) ?? (place.is_member === true ? undefined : refuse('not_in_channel'));
    if (refused !== undefined) return refused;
    if (place.is_archived) return refuse('is_archived');
    this.posted.push(message);
    const ts = `17600000${String(this.posted.length).padStart(2, '0')}.000100`;
    const made = { type: 'message', subtype: 'bot_message', ts, text, bot_id: 'B0FAROL' };
    return this.#answer({ ok: true, channel, ts, message: { ...made, ...(thread && { thread_ts: thread }) } });
  }

  #create(asked: Record<string, string>): Reply {
    const { name = '' } = asked;
    const refused = this.#lacking(['channels:manage']);
    if (refused !== undefined) return refused;
    if (this.#workspace.channels.some((one) => one.name === name)) return refuse('name_taken');
    this.created.push(asked);
    return this.#answer({ ok: true, channel: channel('C0NEWONE1', { name, is_member: true }) });
  }

  #unreadable(id: string): Reply | undefined {
    const place = this.#workspace.channels.find((one) => one.id === id);
    if (place === undefined || (place.is_private && place.is_member !== true)) return refuse('channel_not_found');
    const refused = this.#lacking([place.is_private ? 'groups:history' : 'channels:history']);
    return refused ?? (place.is_member === true ? undefined : refuse('not_in_channel'));
  }

  #lacking(needed: readonly string[]): Reply | undefined {
    const { scopes } = this.#workspace;
    if (needed.every((scope) => scopes.includes(scope))) return undefined;
    // A list names the scopes of every kind of conversation, whatever it was asked for.
    const isList = needed.some((scope) => scope.endsWith(':read'));
    const told = isList ? 'channels:read,groups:read,mpim:read,im:read' : needed.join(',');
    return refuse('missing_scope', { needed: told, provided: scopes.join(',') });
  }

  #said(form: URLSearchParams): readonly Message[] {
    return this.#workspace.messages[form.get('channel') ?? ''] ?? [];
  }

  #answer(value: unknown): Reply {
    const { scopes, isSilentOnScopes } = this.#workspace;
    return answerJson(value, isSilentOnScopes ? undefined : { 'x-oauth-scopes': scopes.join(',') });
  }
}

const aboutMe = {
  ok: true,
  url: 'https://example.slack.com/',
  team: 'Example',
  user: 'farol',
  team_id: 'T0EXAMPLE',
  user_id: 'U0FAROL',
  bot_id: 'B0FAROL',
};

export function refuse(error: string, more: object = {}): Reply {
  return answerJson({ ok: false, error, ...more });
}

export function channel(id: string, changed: Partial<Channel> = {}): Channel {
  const isPrivate = changed.is_private ?? false;
  return {
    id,
    name: id.toLowerCase(),
    is_channel: !isPrivate,
    is_group: isPrivate,
    is_private: isPrivate,
    is_archived: false,
    created: 1_700_000_000,
    creator: 'U0PERSON',
    topic: { value: '', creator: '', last_set: 0 },
    purpose: { value: '', creator: '', last_set: 0 },
    num_members: 4,
    ...changed,
  };
}

export function message(ts: string, changed: Partial<Message> = {}): Message {
  return { type: 'message', ts, text: `said at ${ts}`, user: 'U0PERSON', team: 'T0EXAMPLE', ...changed };
}
