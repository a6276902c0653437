import { describe, expect, test } from 'vitest';
import type { HealthCheck } from '../../src/tunnel/messages.ts';
import { type AgentUnderTest, faultIn } from '../../test/contract/agent-under-test.ts';
import { allScopes, refuse } from './upstream/fake-slack.ts';
import { elsewhere, incidents, slackUnderTest, warRoom } from './upstream/slack-under-test.ts';

const { agentAt, upstream, workspace } = slackUnderTest();

const paths = (): string[] => upstream().calls.map(({ method, path }) => `${method} ${path}`);

describe('a token that is refused is distinguished', () => {
  test.each([
    ['invalid_auth', { reason: 'rejected' }, 'listed addresses'],
    ['not_authed', { reason: 'missing' }, 'removes the Authorization header'],
    ['token_revoked', { reason: 'revoked' }, 'Ask who and why'],
    ['token_expired', { reason: 'expired' }, 'twelve hours'],
    ['account_inactive', { reason: 'revoked' }, 'uninstalled'],
    ['not_allowed_token_type', { reason: 'malformed' }, 'xoxb-'],
  ])('%s', async (word, data, remedy) => {
    upstream().answerWith(refuse(word));
    const fault = faultIn(await agentAt().ask('chat.listConversations', {}));
    expect(fault).toMatchObject({ code: 'credential_rejected', data });
    expect(fault.remedy).toContain(remedy);
  });
});

describe('a rule of the workspace is recognized by its word', () => {
  test.each([
    ['accesslimited', 'permission_missing', 'network of the Agent', 'allow the address'],
    ['team_access_not_granted', 'permission_missing', 'workspaces of the app', 'SLACK_TEAM_ID'],
    ['enterprise_is_restricted', 'permission_missing', 'workspaces of the app', 'install it in the workspace'],
    ['ekm_access_denied', 'permission_missing', 'encryption key of the organization', 'Enterprise Key Management'],
    ['two_factor_setup_required', 'permission_missing', 'account of the token', 'second factor'],
    ['user_is_restricted', 'permission_missing', 'account of the token', 'Bot User OAuth Token'],
    ['no_permission', 'permission_missing', 'channel', '/invite @'],
    ['restricted_action_read_only_channel', 'permission_missing', 'channel policy', 'posting permissions'],
    ['restricted_action', 'permission_missing', 'workspace policy', 'setting of the workspace'],
  ])('%s', async (word, code, layer, words) => {
    upstream().answerWith(refuse(word));
    const fault = faultIn(await agentAt().ask('chat.listConversations', {}));
    expect(fault).toMatchObject({ code, data: { layer } });
    expect(fault.remedy).toContain(words);
  });

  test.each(['team_added_to_org', 'org_login_required'])('%s is a move that ends by itself', async (word) => {
    upstream().answerWith(refuse(word));
    const fault = faultIn(await agentAt().ask('chat.listConversations', {}));
    expect(fault).toMatchObject({ code: 'upstream_down', data: { code: word } });
    expect(fault.remedy).toContain('Wait until the move');
    expect(fault.remedy).not.toContain('slack-status.com');
  });

  test('a text that quotes such a word is no refusal of that kind', async () => {
    upstream().answerWith(refuse('channel_not_found', { response_metadata: { error: 'accesslimited' } }));
    const fault = faultIn(await agentAt().ask('chat.listConversations', {}));
    expect(fault.code).toBe('not_found_or_hidden');
  });
});

describe('health', () => {
  async function checked(agent: AgentUnderTest): Promise<Record<string, HealthCheck>> {
    return Object.fromEntries((await agent.check()).map((one) => [one.check, one]));
  }

  test('names what is held, missing and affected for each group of scopes [C-SLACK-1] [C-SLACK-2] [C-SLACK-3]', async () => {
    workspace({ scopes: ['channels:read', 'channels:history', 'chat:write'] });
    expect(await checked(agentAt())).toMatchObject({
      bot_token: { status: 'ok', excess: [] },
      conversations_read: {
        status: 'degraded',
        held: ['channels:read'],
        missing: ['groups:read'],
        affects: ['chat.listConversations'],
      },
      history_read: { status: 'degraded', held: ['channels:history'], missing: ['groups:history'] },
      writes: {
        status: 'skipped',
        held: ['chat:write'],
        missing: ['channels:manage'],
        affects: ['chat.createChannel'],
      },
    });
    expect(paths().filter((call) => /chat\.postMessage|conversations\.create/u.test(call))).toEqual([]);
  });

  test('is content with reading alone', async () => {
    workspace({ scopes: allScopes.slice(0, 4) });
    const { writes, ...reading } = await checked(agentAt());
    expect(Object.values(reading).map(({ status }) => status)).toEqual(['ok', 'ok', 'ok']);
    expect(writes).toMatchObject({ status: 'skipped', affects: ['chat.postMessage', 'chat.createChannel'] });
  });

  test('reports scopes that nothing uses', async () => {
    workspace({ scopes: [...allScopes, 'chat:write.public', 'users:read'] });
    const { bot_token: token } = await checked(agentAt());
    expect(token).toMatchObject({
      status: 'pending_configuration',
      excess: ['chat:write.public', 'users:read'],
      affects: [],
    });
  });

  test.each([
    ['xoxp-1-a', 'pending_configuration', 'Acts as a person'],
    ['xoxe.xoxb-1-a', 'pending_configuration', 'twelve hours'],
  ])('takes %s and says what is wrong with it', async (token, status, words) => {
    workspace();
    const { bot_token: check } = await checked(agentAt({ SLACK_BOT_TOKEN: `${token}-secret-value` }));
    expect(check?.status).toBe(status);
    expect(check?.summary).toContain(words);
  });

  test('distinguishes a text that is no token from an address that is not listed', async () => {
    upstream().answerWith(refuse('invalid_auth'));
    const { bot_token: noToken } = await checked(agentAt({ SLACK_BOT_TOKEN: 'Bearer-secret-value' }));
    expect(noToken?.fault).toMatchObject({ code: 'credential_rejected', data: { reason: 'malformed' } });
    expect(noToken?.remedy).toContain('does not begin like a Slack token');
    const { bot_token: token } = await checked(agentAt());
    expect(token?.fault).toMatchObject({ code: 'credential_rejected', data: { reason: 'rejected' } });
    expect(token?.remedy).toMatch(/First .*, then /u);
  });

  test.each([
    ['xapp-1-a', 'app_level_token'],
    ['xoxe-1-a', 'refresh_token'],
    ['xoxc-1-a', 'browser_token'],
  ])('refuses %s by its looks', async (token, kind) => {
    workspace();
    const { bot_token: check } = await checked(agentAt({ SLACK_BOT_TOKEN: `${token}-secret-value` }));
    expect(check).toMatchObject({
      status: 'failed',
      fault: { code: 'credential_rejected', data: { kind, reason: 'malformed' } },
    });
    expect(check?.remedy).toContain('xoxb-');
  });

  test('asks for an invitation when the bot is in no channel', async () => {
    workspace({ channels: [elsewhere] });
    const { history_read: check } = await checked(agentAt());
    expect(check).toMatchObject({ status: 'pending_configuration', affects: ['chat.getHistory', 'chat.getThread'] });
    expect(check?.remedy).toContain('/invite @');
  });

  test('does not call history readable when it found no channel to read', async () => {
    workspace({ scopes: ['channels:history', 'groups:history'] });
    const { history_read: check } = await checked(agentAt());
    expect(check).toMatchObject({ status: 'degraded', held: ['channels:history', 'groups:history'] });
    workspace({ scopes: ['channels:read'] });
    const { history_read: lacking } = await checked(agentAt());
    expect(lacking).toMatchObject({
      status: 'degraded',
      missing: ['channels:history', 'groups:history'],
      fault: { code: 'permission_missing' },
    });
  });

  test('reads a channel of the kind whose history is granted, whichever the bot is in first', async () => {
    const scopes = ['channels:read', 'groups:read', 'channels:history'];
    workspace({ scopes, channels: [warRoom, incidents] });
    const { history_read: check } = await checked(agentAt());
    expect(check).toMatchObject({ status: 'degraded', held: ['channels:history'], missing: ['groups:history'] });
    expect(check?.summary).toContain('The latest message of a channel can be read.');
    workspace({ scopes, channels: [warRoom] });
    const { history_read: alone } = await checked(agentAt());
    expect(alone).toMatchObject({ status: 'pending_configuration' });
    expect(alone?.summary).toContain('in no public channel');
  });

  test('does not take an empty page with a cursor for a bot that is in no channel', async () => {
    const slack = workspace();
    const emptyPage = { ok: true, channels: [], response_metadata: { next_cursor: 'more' } };
    upstream().answerWith((call) =>
      call.path === '/users.conversations'
        ? { status: 200, body: JSON.stringify(emptyPage) }
        : (slack.reply(call) ?? { status: 404, body: '' }),
    );
    const { history_read: check } = await checked(agentAt());
    expect(check).toMatchObject({ status: 'degraded', missing: [] });
    expect(check?.summary).toContain('was not tested');
    expect(check?.remedy).not.toContain('scopes');
  });

  test('goes by what was refused where the answer does not tell the scopes', async () => {
    workspace({ isSilentOnScopes: true, scopes: ['channels:read', 'channels:history'] });
    expect(await checked(agentAt())).toMatchObject({
      bot_token: { status: 'ok', summary: expect.stringContaining('did not return its scopes') as string },
      conversations_read: { status: 'degraded', held: ['channels:read'], missing: ['groups:read'] },
      history_read: { status: 'ok' },
      writes: { status: 'skipped' },
    });
  });
});
