/** The checks. Slack tells the scopes of a token with every answer, so that they name what is held, missing and too much. */
import type { z } from 'zod';
import type { Checks, Finding } from '../../src/connector/connector.ts';
import type { CredentialKind } from '../../src/connector/manifest.ts';
import { symptomOf } from '../../src/connector/symptom.ts';
import { Fault } from '../../src/core/fault.ts';
import { type ChannelsQuestion, type ChannelType, openSlack, type SlackClient } from './client.ts';
import { bothTypes, listPermitted, listScopes } from './conversations.ts';
import { kindOf } from './credential-kinds.ts';
import { isScope, type Scope } from './grants.ts';
import type { manifest } from './manifest.ts';
import type { AuthTestAnswer, Channel } from './schema.ts';
import { readToken, type SlackToken } from './token.ts';

const historyScopes: readonly Scope[] = ['channels:history', 'groups:history'];
const writeScopes = { 'chat:write': 'chat.postMessage', 'channels:manage': 'chat.createChannel' } as const;
const one: ChannelsQuestion = { types: bothTypes, includeArchived: false, limit: 1 };
const historyScopeOf: Readonly<Record<ChannelType, Scope>> = { public: 'channels:history', private: 'groups:history' };
/** Slack may answer with fewer than asked for, even with none, and more behind the cursor: one could miss them all. */
const mostOwn = 200;

const addScopes = (scopes: readonly string[]): string =>
  `Add ${scopes.join(', ')} to the bot token scopes on api.slack.com/apps, under OAuth & Permissions, and reinstall the app there.`;

export const checks = {
  bot_token: {
    async run(context) {
      const token = await readToken(context);
      const kind = requireUsable(token);
      const { answer, scopes } = await openSlack(context).testAuth();
      const excess = (scopes ?? []).filter((scope) => !isScope(scope));
      const who = whoIs(answer, token);
      if (kind?.verdict === 'accepted') return pending(`${who} ${kind.note}`, { excess, remedy: useBotToken });
      if (scopes === undefined) {
        return {
          status: 'ok',
          summary: `${who} Slack did not return its scopes, so excess scopes cannot be detected.`,
        };
      }
      if (excess.length === 0) return { status: 'ok', summary: who };
      const remedy = `Remove ${excess.join(', ')} from the bot token scopes of the app, and reinstall it.`;
      return pending(`${who} The token has more scopes than are used.`, { excess, remedy });
    },
  },

  conversations_read: {
    async run(context) {
      const client = openSlack(context);
      const { types, scopes } = await listPermitted(one, (question) => client.listConversations(question));
      const needed = bothTypes.map((type) => listScopes[type]);
      const held =
        scopes === undefined ? types.map((type) => listScopes[type]) : needed.filter((scope) => scopes.includes(scope));
      return compare(needed, held, 'Channels can be listed.');
    },
  },

  history_read: {
    async run(context) {
      const client = openSlack(context);
      const { scopes } = await client.testAuth();
      if (scopes !== undefined && !historyScopes.some((scope) => scopes.includes(scope))) return lacksAll();
      const channel = await findOwnChannel(client, scopes);
      if (channel === 'unknown') return untried(scopes);
      if (channel === 'none') return inNoChannel(scopes);
      await client.readHistory({ channel: channel.id, limit: 1 });
      const held = scopes === undefined ? undefined : historyScopes.filter((scope) => scopes.includes(scope));
      return compare(historyScopes, held ?? historyScopes, 'The latest message of a channel can be read.');
    },
  },

  writes: {
    async run(context) {
      const { scopes } = await openSlack(context).testAuth();
      if (scopes === undefined) return { status: 'skipped', summary: 'Slack did not return the scopes of the token.' };
      const needed = Object.keys(writeScopes) as (keyof typeof writeScopes)[];
      const missing = needed.filter((scope) => !scopes.includes(scope));
      const held = needed.filter((scope) => scopes.includes(scope));
      if (missing.length === 0) return { status: 'ok', summary: 'Both writes are granted.', held };
      return {
        status: 'skipped',
        summary: `Not granted: ${missing.join(', ')}. Reading needs neither.`,
        held,
        missing,
        affects: missing.map((scope) => writeScopes[scope]),
        remedy: `Nothing to do unless ${missing.map((scope) => writeScopes[scope]).join(' or ')} is wanted. ${addScopes(missing)}`,
      };
    },
  },
} satisfies Checks<typeof manifest>;

/** Undefined for a token that the Agent renews, and for a text that begins like none. @throws Fault for one that is no token of a bot. */
function requireUsable(token: SlackToken | undefined): CredentialKind | undefined {
  if (token?.forget !== undefined) return undefined;
  const kind = kindOf(token?.secret.reveal() ?? '');
  if (kind?.verdict === 'rejected' || kind?.id === 'refresh_token') throw unusable(kind.id, kind.note);
  return kind;
}

function whoIs({ user, team }: z.infer<typeof AuthTestAnswer>, token: SlackToken | undefined): string {
  const renewed = token?.forget === undefined ? '' : ' The Agent renews its token.';
  return `Signed in as ${user ?? 'an unnamed bot'} of ${team ?? 'an unnamed workspace'}.${renewed}`;
}

const useBotToken = 'Install the app in the workspace and set SLACK_BOT_TOKEN to its Bot User OAuth Token (xoxb-).';

function unusable(kind: string, note: string): Fault {
  return new Fault('credential_rejected', { kind, reason: 'malformed' }, `${note} ${useBotToken}`);
}

/** Everything works; it is only allowed more than it needs, or not for long. */
function pending(summary: string, more: Pick<Finding, 'excess' | 'remedy'>): Finding {
  return { status: 'pending_configuration', summary, affects: [], ...more };
}

function compare(needed: readonly Scope[], held: readonly Scope[], summary: string): Finding {
  const missing = needed.filter((scope) => !held.includes(scope));
  if (missing.length === 0) return { status: 'ok', summary, held };
  return {
    status: 'degraded',
    summary: `${summary} ${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing.`,
    fault: lacking(missing),
    held,
    missing,
    remedy: addScopes(missing),
  };
}

function lacking(scopes: readonly string[]): Fault {
  return new Fault('permission_missing', { grant: scopes.join(', '), layer: 'bot token scope' }, addScopes(scopes));
}

function lacksAll(): Finding {
  return {
    status: 'degraded',
    summary: 'No message can be read.',
    fault: lacking(historyScopes),
    held: [],
    missing: historyScopes,
    remedy: addScopes(historyScopes),
  };
}

/** One of a kind whose history the token may read. Unknown when it may list none of that kind, or not all were returned. */
async function findOwnChannel(
  client: SlackClient,
  scopes: readonly string[] | undefined,
): Promise<Channel | 'none' | 'unknown'> {
  const types = readableTypes(scopes);
  try {
    const { answer, types: listed } = await listPermitted({ ...one, types, limit: mostOwn }, (question) =>
      client.listOwnConversations(question),
    );
    const isWhole = listed.length === types.length && !answer.response_metadata?.next_cursor;
    return answer.channels[0] ?? (isWhole ? 'none' : 'unknown');
  } catch (error) {
    if (error instanceof Fault && symptomOf(error)?.id === 'missing_scope') return 'unknown';
    throw error;
  }
}

/** All when Slack does not tell the scopes. */
function readableTypes(scopes: readonly string[] | undefined): readonly ChannelType[] {
  return bothTypes.filter((type) => scopes?.includes(historyScopeOf[type]) ?? true);
}

function untried(scopes: readonly string[] | undefined): Finding {
  const held = historyScopes.filter((scope) => scopes?.includes(scope));
  const lists = readableTypes(scopes).map((type) => listScopes[type]);
  const lacked = lists.filter((scope) => scopes?.includes(scope) !== true);
  return {
    status: 'degraded',
    summary: 'Reading messages was not tested: no channel was found to read.',
    held,
    missing: scopes === undefined ? [] : historyScopes.filter((scope) => !held.includes(scope)),
    remedy: `Invite the bot to a channel (/invite @ and its name).${lacked.length > 0 ? ` ${addScopes(lacked)}` : ''}`,
  };
}

function inNoChannel(scopes: readonly string[] | undefined): Finding {
  const types = readableTypes(scopes);
  const kind = types.length === 1 ? `${types.join('')} ` : '';
  return {
    status: 'pending_configuration',
    summary: `The bot is in no ${kind}channel, so it can read none.`,
    remedy: 'Invite it: in each channel that it should read, type /invite @ and its name. No scope is missing.',
  };
}
