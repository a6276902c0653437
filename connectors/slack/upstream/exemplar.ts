import type { Exemplar, Exemplars, PlainFault } from '../../../test/contract/exemplar.ts';
import type { Reply } from '../../../test/contract/fake-upstream.ts';
import { withCanary } from '../../../test/contract/canary.ts';
import { client, FakeRotation } from './fake-rotation.ts';
import { allScopes, channel, FakeSlack, message, refuse } from './fake-slack.ts';

const idempotencyKey = '3f0c5f9e-0a55-4c5c-9d52-6b1f2f0d9c11';
const secondsAgo = (sec: number): string => `${Math.floor(Date.now() / 1000) - sec}.000100`;
const thread = secondsAgo(600);

const slackWorkspace = new FakeSlack({
  scopes: allScopes,
  channels: [
    channel('C0INCIDENT', { name: 'incidents', is_member: true }),
    channel('G0PRIVATE1', { name: 'war-room', is_private: true, is_member: true }),
    channel('C0QUIETONE', { name: 'quiet', is_member: true }),
  ],
  messages: {
    C0INCIDENT: [
      message(thread, { thread_ts: thread, reply_count: 1, latest_reply: secondsAgo(300) }),
      message(secondsAgo(300), { thread_ts: thread, parent_user_id: 'U0PERSON' }),
    ],
  },
});

/** With HTTP 200, but for its rate limit and a proxy before it. */
const words: Readonly<Record<Exclude<PlainFault, 'rate_limited' | 'down'>, string>> = {
  invalid: 'invalid_arguments',
  unauthorized: 'invalid_auth',
  forbidden: 'missing_scope',
  missing: 'channel_not_found',
  failing: 'internal_error',
};

function say(fault: PlainFault, message: string): Reply {
  if (fault === 'down') return { status: 503, body: message };
  if (fault === 'rate_limited') return { status: 429, body: '{"ok":false,"error":"ratelimited"}' };
  const scopes = { needed: 'channels:read,groups:read,mpim:read,im:read', provided: 'identify' };
  return refuse(words[fault], {
    ...(fault === 'forbidden' && scopes),
    response_metadata: { messages: [`[ERROR] ${message}`] },
  });
}

/** https://docs.slack.dev/reference/objects/file-object */
function fileAt(secret: string): readonly object[] {
  const address = `https://files.slack.com/files-pri/T0-F0/${secret}`;
  const addresses = ['url_private', 'url_private_download', 'permalink', 'permalink_public', 'thumb_64', 'preview'];
  return [
    {
      id: 'F0',
      name: 'graph.png',
      mimetype: 'image/png',
      ...Object.fromEntries(addresses.map((one) => [one, address])),
    },
  ];
}

export const exemplar: Exemplar = {
  variables: { SLACK_URL: '{upstream}', SLACK_BOT_TOKEN: 'xoxb-{canary}', SLACK_TEAM_ID: 'T0EXAMPLE' },
  reply: slackWorkspace.reply,
  says: say,
  questions: {
    'chat.listConversations': [{}, { types: ['private'], includeArchived: true, limit: 1 }],
    'chat.getHistory': [
      { channel: 'C0INCIDENT', window: { from: 'now-1h', to: 'now' } },
      { channel: 'C0QUIETONE', window: { from: 'now-1h', to: 'now' } },
    ],
    'chat.getThread': [{ channel: 'C0INCIDENT', threadId: thread }],
    'chat.postMessage': [{ channel: 'C0INCIDENT', text: 'Latency rose.', idempotencyKey }],
    'chat.createChannel': [{ name: 'inc-2042', idempotencyKey }],
  },
  redacted: { 'Addresses of files, with which their contents could be fetched': [['messages.*.files', fileAt]] },
  failures: [],
};

const first = 'xoxe-1-first-of-all';
const rotation = new FakeRotation({ first, secret: withCanary('{canary}'), isFirstReusable: true });

/** An app whose tokens the Agent renews. */
export const variants: Exemplars['variants'] = {
  'token rotation': {
    ...exemplar,
    variables: {
      SLACK_URL: '{upstream}',
      SLACK_CLIENT_ID: client.id,
      SLACK_CLIENT_SECRET: '{canary}',
      SLACK_REFRESH_TOKEN: first,
      SLACK_TEAM_ID: 'T0EXAMPLE',
    },
    reply: rotation.guard(slackWorkspace.reply),
    doesSignInOutlastCaller: true,
  },
};
