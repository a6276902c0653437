import { describe, expect, test } from 'vitest';
import { encodeCursor } from '../../src/connector/cursor.ts';
import { faultIn, resultIn } from '../../test/contract/agent-under-test.ts';
import { allScopes, channel } from './upstream/fake-slack.ts';
import { incidents, slackUnderTest } from './upstream/slack-under-test.ts';
import { readPages } from '../../test/contract/read-pages.ts';

const { agentAt, upstream, workspace } = slackUnderTest();

const namesIn = (data: unknown): string[] =>
  (data as { conversations: { name: string }[] }).conversations.map(({ name }) => name);
const paths = (): string[] => upstream().calls.map(({ method, path }) => `${method} ${path}`);

describe('channels', () => {
  test('are listed, public and private ones, with one call [C-SLACK-1]', async () => {
    workspace();
    const { data, complete, because } = resultIn(await agentAt().ask('chat.listConversations', {}));
    expect(namesIn(data)).toEqual(['incidents', 'war-room', 'elsewhere']);
    expect(data).toMatchObject({
      conversations: [{ type: 'public', isMember: true, isShared: true }, { type: 'private' }, { isMember: false }],
    });
    expect({ complete, because }).toEqual({ complete: true });
    expect(paths()).toEqual(['POST /conversations.list']);
  });

  test.each([
    ['groups:read', 'private', ['incidents', 'elsewhere']],
    ['channels:read', 'public', ['war-room']],
  ])('without %s are listed but for the %s ones, and the answer says so [C-SLACK-1]', async (scope, type, names) => {
    workspace({ scopes: allScopes.filter((one) => one !== scope) });
    const { data, complete, because } = resultIn(await agentAt().ask('chat.listConversations', {}));
    expect(namesIn(data)).toEqual(names);
    expect(complete).toBe(false);
    expect(because?.toLowerCase()).toBe(`${type} channels are left out: the token lacks ${scope}.`);
    expect(upstream().calls.map(({ form }) => form.get('types'))).toHaveLength(2);
  });

  test('on later pages are asked only for the types that the first page could list', async () => {
    const many = Array.from({ length: 5 }, (_, at) => channel(`C0CHANNEL${at}`));
    workspace({ channels: many, scopes: ['channels:read'], mostPerPage: 2 });
    const pages = await readPages(agentAt(), 'chat.listConversations', {});
    expect(pages.flatMap(({ data }) => namesIn(data))).toEqual(many.map(({ name }) => name));
    expect(upstream().calls.map(({ form }) => form.get('types'))).toEqual([
      'public_channel,private_channel',
      ...Array.from({ length: 3 }, () => 'public_channel'),
    ]);
  });

  test('are refused when the token may list none, naming exactly the scopes and what is held', async () => {
    workspace({ scopes: ['chat:write'] });
    const fault = faultIn(await agentAt().ask('chat.listConversations', { types: ['private'] }));
    expect(fault).toMatchObject({
      code: 'permission_missing',
      data: { grant: 'groups:read', layer: 'bot token scope' },
    });
    expect(fault.remedy).toContain('The token holds: chat:write.');
    expect(fault.remedy).toContain('do not rotate');
    const both = faultIn(await agentAt().ask('chat.listConversations', {}));
    expect(both.data).toMatchObject({ grant: 'channels:read, groups:read' });
  });

  test('that there are none of is distinguished from those that may not be seen', async () => {
    workspace({ channels: [] });
    const none = resultIn(await agentAt().ask('chat.listConversations', { types: ['private'] }));
    expect(none).toMatchObject({ complete: true, data: { conversations: [] } });
    expect(none.because).toMatch(/^The read was allowed, and there is no private channel\. .* invited/u);
    workspace({ channels: [], scopes: ['channels:read'] });
    const hidden = resultIn(await agentAt().ask('chat.listConversations', {}));
    expect(hidden).toMatchObject({ complete: false });
    expect(hidden.because).toContain('the token lacks groups:read');
  });

  test('archived ones come only when asked for', async () => {
    workspace({ channels: [incidents, channel('C0OLDONE1', { name: 'old', is_archived: true })] });
    const agent = agentAt();
    expect(namesIn(resultIn(await agent.ask('chat.listConversations', {})).data)).toEqual(['incidents']);
    const all = resultIn(await agent.ask('chat.listConversations', { includeArchived: true }));
    expect(namesIn(all.data)).toEqual(['incidents', 'old']);
  });

  test('of an organization are those of the workspace that is set', async () => {
    workspace();
    await agentAt({ SLACK_TEAM_ID: 'T0EXAMPLE' }).ask('chat.listConversations', {});
    expect(upstream().calls[0]?.form.get('team_id')).toBe('T0EXAMPLE');
  });

  test('are not read on from a place that no answer gave', async () => {
    workspace();
    const about = ['chat.listConversations', ['public', 'private'], false];
    const cursors = ['x', '{"types":[],"cursor":"x"}'].map((after) => encodeCursor(about, after));
    for (const cursor of cursors) {
      const fault = faultIn(await agentAt().ask('chat.listConversations', { cursor }));
      expect(fault).toMatchObject({ code: 'invalid_arguments', data: { field: 'cursor' } });
    }
    expect(upstream().calls).toEqual([]);
  });

  test('that name the page just read as the next one are not walked for ever', async () => {
    const next = { ok: true, channels: [], response_metadata: { next_cursor: 'again' } };
    upstream().answerWith({ status: 200, body: JSON.stringify(next) });
    const agent = agentAt();
    const { nextCursor: cursor } = resultIn(await agent.ask('chat.listConversations', {}));
    expect(faultIn(await agent.ask('chat.listConversations', { cursor })).code).toBe('upstream_changed');
  });
});
