/**
 * The connector against a Slack that somebody else wrote, with its scopes enforced. It neither filters by time nor tells scopes,
 * and takes any token.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OperationName } from '../../catalog/index.ts';
import { connector } from './connector.ts';
import { manifest } from './manifest.ts';
import { AgentUnderTest, faultIn, resultIn } from '../../test/contract/agent-under-test.ts';
import { type Emulator, startEmulate } from '../../test/contract/start-emulate.ts';

const reading = ['channels:read', 'groups:read', 'channels:history', 'groups:history'];
const tokens = {
  'xoxb-everything': [...reading, 'chat:write', 'channels:manage'],
  'xoxb-reading': reading,
  'xoxb-public-only': ['channels:read', 'channels:history'],
  'xoxb-posting-only': ['chat:write'],
};
type Token = keyof typeof tokens;

const opened: AgentUnderTest[] = [];
let slack: Emulator;
let keys = 0;

beforeAll(async () => {
  slack = await startEmulate('slack', {
    slack: {
      strict_scopes: true,
      channels: [
        { name: 'incidents', topic: 'What burns' },
        { name: 'war-room', is_private: true },
      ],
      tokens: Object.entries(tokens).map(([token, scopes]) => ({ token, scopes, type: 'bot' as const })),
    },
  });
});
beforeEach(() => slack.reset());
afterEach(() => {
  for (const one of opened.splice(0)) one.close();
});
afterAll(() => slack.close());

function agentWith(token: Token, allowed?: readonly OperationName[]): AgentUnderTest {
  const agent = new AgentUnderTest({
    registry: [{ manifest, load: () => Promise.resolve(connector) }],
    env: { SLACK_URL: `${slack.url}/api`, SLACK_BOT_TOKEN: token },
    ...(allowed !== undefined && { allowed: new Set(allowed) }),
  });
  opened.push(agent);
  return agent;
}

const lastHour = { from: 'now-1h', to: 'now' };
const newKey = (): string => `emulate-key-${String((keys += 1)).padStart(8, '0')}`;

interface Told {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly isMember: boolean;
}
async function channelsOf(token: Token): Promise<readonly Told[]> {
  const { data } = resultIn(await agentWith(token).ask('chat.listConversations', {}));
  return (data as { conversations: Told[] }).conversations;
}
async function idOf(name: string): Promise<string> {
  return (await channelsOf('xoxb-everything')).find((one) => one.name === name)?.id ?? '';
}
async function post(args: object): Promise<string> {
  const agent = agentWith('xoxb-everything', ['chat.postMessage']);
  const { data } = resultIn(await agent.ask('chat.postMessage', { ...args, idempotencyKey: newKey() }));
  return (data as { id: string }).id;
}

describe('channels', () => {
  test('are listed with their kind and membership [C-SLACK-1]', async () => {
    expect(await channelsOf('xoxb-reading')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: 'incidents', type: 'public', isMember: true, topic: 'What burns' }),
        expect.objectContaining({ name: 'war-room', type: 'private', isMember: true }),
      ]),
    );
  });

  test('are the public ones when the token lacks groups:read, and the answer says so [C-SLACK-1]', async () => {
    const { data, complete, because } = resultIn(await agentWith('xoxb-public-only').ask('chat.listConversations', {}));
    expect((data as { conversations: Told[] }).conversations.map(({ type }) => type)).not.toContain('private');
    expect(complete).toBe(false);
    expect(because).toContain('the token lacks groups:read');
  });

  test('come page by page, each once', async () => {
    const agent = agentWith('xoxb-reading');
    const ids: string[] = [];
    for (let cursor: string | undefined; ;) {
      const args = { limit: 1, ...(cursor !== undefined && { cursor }) };
      const { data, nextCursor } = resultIn(await agent.ask('chat.listConversations', args));
      ids.push(...(data as { conversations: Told[] }).conversations.map(({ id }) => id));
      if (nextCursor === undefined) break;
      cursor = nextCursor;
    }
    expect(ids).toHaveLength((await channelsOf('xoxb-reading')).length);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('what is posted', () => {
  test('is read again, in the channel and in its thread [C-SLACK-2] [C-SLACK-3]', async () => {
    const channel = await idOf('incidents');
    const threadId = await post({ channel, text: 'p99 is <https://example.com|high> &amp; rising' });
    const replyId = await post({ channel, text: 'rolled back', threadId });
    const agent = agentWith('xoxb-reading');
    const history = resultIn(await agent.ask('chat.getHistory', { channel, window: lastHour }));
    expect(history.data).toMatchObject({
      messages: [{ id: threadId, text: 'p99 is high (https://example.com) & rising', replies: 1 }],
    });
    const thread = resultIn(await agent.ask('chat.getThread', { channel, threadId }));
    expect(thread.data).toMatchObject({ messages: [{ id: threadId }, { id: replyId, threadId, text: 'rolled back' }] });
  });

  test('needs chat:write and nothing else, and reading needs no more than reading', async () => {
    const channel = await idOf('incidents');
    const reader = agentWith('xoxb-reading', ['chat.postMessage']);
    const refused = faultIn(await reader.ask('chat.postMessage', { channel, text: 'x', idempotencyKey: newKey() }));
    expect(refused).toMatchObject({ code: 'permission_missing', data: { grant: 'chat:write' } });
    const poster = agentWith('xoxb-posting-only', ['chat.postMessage', 'chat.getHistory']);
    expect((await poster.ask('chat.postMessage', { channel, text: 'x', idempotencyKey: newKey() })).ok).toBe(true);
    const blind = faultIn(await poster.ask('chat.getHistory', { channel, window: lastHour }));
    expect(blind).toMatchObject({ code: 'permission_missing', data: { grant: 'channels:history' } });
    expect(blind.remedy).toContain('The token holds: chat:write.');
  });
});

test('a channel is created once, and a second of its name is refused [C-SLACK-3]', async () => {
  const agent = agentWith('xoxb-everything', ['chat.createChannel']);
  const made = resultIn(await agent.ask('chat.createChannel', { name: 'inc-2042', idempotencyKey: newKey() }));
  expect(made.data).toMatchObject({ name: 'inc-2042' });
  const again = faultIn(await agent.ask('chat.createChannel', { name: 'inc-2042', idempotencyKey: newKey() }));
  expect(again).toMatchObject({ code: 'invalid_arguments', data: { field: 'name' } });
});

test('a channel that is not there is hidden or absent', async () => {
  const fault = faultIn(
    await agentWith('xoxb-reading').ask('chat.getHistory', { channel: 'C0NOWHERE', window: lastHour }),
  );
  expect(fault).toMatchObject({ code: 'not_found_or_hidden', data: { what: 'channel' } });
});

test('the check of channels goes by what was refused where scopes are not returned [C-SLACK-1]', async () => {
  const checks = await agentWith('xoxb-public-only').check();
  expect(checks.find(({ check }) => check === 'conversations_read')).toMatchObject({
    status: 'degraded',
    held: ['channels:read'],
    missing: ['groups:read'],
  });
});
