import { describe, expect, test } from 'vitest';
import { faultIn, resultIn } from '../../test/contract/agent-under-test.ts';
import { allScopes, message } from './upstream/fake-slack.ts';
import { slackUnderTest } from './upstream/slack-under-test.ts';
import { readPages } from '../../test/contract/read-pages.ts';

const { agentAt, upstream, workspace } = slackUnderTest();

const idsIn = (data: unknown): string[] => (data as { messages: { id: string }[] }).messages.map(({ id }) => id);

describe('history', () => {
  const at = (sec: number): string => `${1_764_000_000 + sec}.000100`;
  const window = { from: '2025-11-24T16:00:00Z', to: '2025-11-24T16:10:00Z' };
  const said = Array.from({ length: 5 }, (_, n) => message(at(n * 60)));
  const ask = { channel: 'C0INCIDENT', window };

  test('is read newest first within the window, over its pages, with the window of the first [C-SLACK-2]', async () => {
    workspace({ messages: { C0INCIDENT: [...said, message(at(-1)), message(at(601))] }, mostPerPage: 2 });
    const pages = await readPages(agentAt(), 'chat.getHistory', { ...ask, limit: 3 });
    expect(pages.flatMap(({ data }) => idsIn(data))).toEqual(said.map(({ ts }) => ts).toReversed());
    const asked = upstream().calls.map(({ form }) => [form.get('oldest'), form.get('latest'), form.get('inclusive')]);
    expect(asked).toEqual(pages.map(() => ['1764000000.000000', '1764000600.000000', 'true']));
  });

  test('with a window that ends now goes on with the window it began with', async () => {
    const now = Math.floor(Date.now() / 1000);
    workspace({
      messages: { C0INCIDENT: [message(`${now - 9}.000100`), message(`${now - 8}.000100`)] },
      mostPerPage: 1,
    });
    await readPages(agentAt(), 'chat.getHistory', { channel: 'C0INCIDENT', window: { from: 'now-1m', to: 'now' } });
    const [first, second] = upstream().calls.map(({ form }) => [form.get('oldest'), form.get('latest')]);
    expect(second).toEqual(first);
  });

  test('takes both ends of the window for inside it', async () => {
    workspace({ messages: { C0INCIDENT: [message('1764000000.000000'), message('1764000600.000000')] } });
    expect(idsIn(resultIn(await agentAt().ask('chat.getHistory', ask)).data)).toHaveLength(2);
  });

  test('that is empty says that it was allowed to see', async () => {
    workspace();
    const { because, complete } = resultIn(await agentAt().ask('chat.getHistory', ask));
    expect(complete).toBe(true);
    expect(because).toBe('The read was allowed, and nothing was written in this channel in this window.');
  });

  test('that the plan hides is reported as hidden', async () => {
    workspace({ isLimited: true, messages: { C0INCIDENT: said } });
    const { because, complete } = resultIn(await agentAt().ask('chat.getHistory', ask));
    expect({ complete, because }).toEqual({
      complete: false,
      because: 'Older messages are hidden by the plan of the workspace.',
    });
  });

  test.each([
    ['C0ELSEWHERE', 'permission_missing', { grant: 'membership in the channel', layer: 'channel' }],
    ['C0NOWHERE', 'not_found_or_hidden', { what: 'channel' }],
  ])('of %s asks for an invitation and not for a scope', async (id, code, data) => {
    workspace();
    const fault = faultIn(await agentAt().ask('chat.getHistory', { channel: id, window }));
    expect(fault).toMatchObject({ code, data });
    expect(fault.remedy).toContain('/invite @');
    expect(fault.remedy).toContain('No scope is missing');
  });

  test.each([
    ['channels:history', 'C0INCIDENT'],
    ['groups:history', 'G0WARROOM'],
  ])('needs %s for %s [C-SLACK-2]', async (scope, id) => {
    workspace({ scopes: allScopes.filter((one) => one !== scope) });
    const fault = faultIn(await agentAt().ask('chat.getHistory', { channel: id, window }));
    expect(fault.data).toEqual({ grant: scope, layer: 'bot token scope' });
    workspace({ scopes: [scope] });
    expect((await agentAt().ask('chat.getHistory', { channel: id, window })).ok).toBe(true);
  });

  test('explains the limit of distributed apps when it is met', async () => {
    upstream().answerWith({ ...limited, headers: { 'retry-after': '60' } });
    const agent = agentAt();
    const fault = faultIn(await agent.ask('chat.getHistory', ask));
    expect(fault).toMatchObject({ code: 'rate_limited', data: { retryAfterSec: 60 } });
    expect(fault.remedy).toContain('outside the Slack Marketplace');
    expect(faultIn(await agent.ask('chat.listConversations', {})).remedy).not.toContain('Marketplace');
  });

  const limited = { status: 429, body: JSON.stringify({ ok: false, error: 'ratelimited' }) } as const;
});

describe('a thread', () => {
  const first = '1764000000.000100';
  const replies = Array.from({ length: 4 }, (_, n) => message(`${1_764_000_010 + n}.000100`, { thread_ts: first }));
  const thread = { C0INCIDENT: [message(first, { thread_ts: first, reply_count: 4 }), ...replies] };

  test('is read oldest first, and its first message is returned once [C-SLACK-2]', async () => {
    workspace({ messages: thread, mostPerPage: 2 });
    const pages = await readPages(agentAt(), 'chat.getThread', { channel: 'C0INCIDENT', threadId: first });
    expect(pages.flatMap(({ data }) => idsIn(data))).toEqual([first, ...replies.map(({ ts }) => ts)]);
  });

  test('asked for by one of its replies names the message that began it', async () => {
    workspace({ messages: thread });
    const fault = faultIn(await agentAt().ask('chat.getThread', { channel: 'C0INCIDENT', threadId: replies[0]?.ts }));
    expect(fault).toMatchObject({ code: 'invalid_arguments', data: { field: 'threadId' } });
    expect(fault.remedy).toContain(first);
  });

  test('that is not there is not found', async () => {
    workspace({ messages: thread });
    const fault = faultIn(
      await agentAt().ask('chat.getThread', { channel: 'C0INCIDENT', threadId: '1700000000.000000' }),
    );
    expect(fault).toMatchObject({ code: 'not_found_or_hidden', data: { what: 'thread' } });
  });
});
