/**
 * Slack, as a bot that people invite: channels, what was said in them, and two writes. Slack's own library sends
 * every call by POST: a proxy tells a write from a read by its path, and the gate by the operation that declares it.
 */
import type { Manifest } from '../../src/connector/manifest.ts';
import { credentialKinds } from './credential-kinds.ts';
import { forbidden, grants } from './grants.ts';

const messageRedactions = ['Addresses of files, with which their contents could be fetched'];
/** Widest window of one question; it may lie anywhere in the past. */
const windowSec = 31 * 86_400;

export const manifest = {
  id: 'slack',
  title: 'Slack',
  summary: 'Reads channels and threads that the bot was invited to; posts messages and creates channels where allowed.',
  vendorDocs: 'https://docs.slack.dev/apis/web-api/',
  config: {
    SLACK_REFRESH_TOKEN: {
      kind: 'secret',
      need: { with: 'SLACK_CLIENT_ID' },
      description:
        'In place of SLACK_BOT_TOKEN, for an app with token rotation: the refresh token of its installation. The Agent renews the token with it and stores the refresh token that follows in RUNNER_IDENTITY_DIR; another value here replaces the stored one.',
      example: 'xoxe-1-…',
    },
    SLACK_BOT_TOKEN: {
      kind: 'secret',
      need: { without: ['SLACK_REFRESH_TOKEN'] },
      description: 'Bot user OAuth token, from OAuth & Permissions of the app.',
      example: 'xoxb-…',
    },
    SLACK_CLIENT_ID: {
      kind: 'text',
      need: { with: 'SLACK_REFRESH_TOKEN' },
      pattern: /^\d{1,20}\.\d{1,20}$/u,
      patternWords: 'two numbers joined by a dot',
      description: 'Client ID of the app with token rotation, from Basic Information of the app.',
      example: '2141029472.691202649728',
    },
    SLACK_CLIENT_SECRET: {
      kind: 'secret',
      need: { with: 'SLACK_REFRESH_TOKEN' },
      description: 'Client secret of the app with token rotation, from Basic Information of the app.',
      example: 'e1b9e11dfcd19c1982d5de12921e17e8c',
    },
    SLACK_URL: {
      kind: 'url',
      need: 'optional',
      default: 'https://slack.com/api',
      description: 'Address of the Web API, for a proxy or for the government cloud (https://slack-gov.com/api).',
      example: 'https://slack.com/api',
    },
    SLACK_TEAM_ID: {
      kind: 'text',
      need: 'optional',
      pattern: /^T[A-Z0-9]{6,20}$/u,
      patternWords: 'the id of a workspace, such as T0123ABCD',
      description: 'Workspace to list and create channels in; needed if the app is installed on a whole organization.',
      example: 'T0123ABCD',
    },
  },
  signIn: ['POST /oauth.v2.access'],
  credentials: credentialKinds,
  grants,
  forbidden,
  operations: {
    'chat.listConversations': {
      grants: ['channels:read', 'groups:read'],
      upstream: ['POST /conversations.list'],
      redactions: [],
    },
    'chat.getHistory': {
      grants: ['channels:history', 'groups:history'],
      upstream: ['POST /conversations.history'],
      redactions: messageRedactions,
      windowSec,
    },
    'chat.getThread': {
      grants: ['channels:history', 'groups:history'],
      upstream: ['POST /conversations.replies'],
      redactions: messageRedactions,
    },
    'chat.postMessage': { grants: ['chat:write'], upstream: ['POST /chat.postMessage'], redactions: [] },
    'chat.createChannel': { grants: ['channels:manage'], upstream: ['POST /conversations.create'], redactions: [] },
  },
  checks: {
    bot_token: {
      proves: 'Slack accepts the token, it belongs to a bot, and it has no scope that is not used.',
      grants: [],
      upstream: ['POST /auth.test'],
      affects: [
        'chat.listConversations',
        'chat.getHistory',
        'chat.getThread',
        'chat.postMessage',
        'chat.createChannel',
      ],
    },
    conversations_read: {
      proves: 'Channels can be listed, public and private ones.',
      grants: ['channels:read', 'groups:read'],
      upstream: ['POST /conversations.list'],
      affects: ['chat.listConversations'],
    },
    history_read: {
      proves: 'The bot is in a channel and the latest message there can be read.',
      grants: ['channels:history', 'groups:history'],
      upstream: ['POST /users.conversations', 'POST /conversations.history', 'POST /auth.test'],
      affects: ['chat.getHistory', 'chat.getThread'],
    },
    writes: {
      proves: 'The token has the scopes of the two writes. The check writes nothing.',
      grants: ['chat:write', 'channels:manage'],
      upstream: ['POST /auth.test'],
      affects: ['chat.postMessage', 'chat.createChannel'],
    },
  },
  limits: { upstreamCalls: 20, totalMs: 30_000, responseBytes: 8 << 20 },
} as const satisfies Manifest;
