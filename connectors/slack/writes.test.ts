import { describe, expect, test } from 'vitest';
import { catalog } from '../../catalog/index.ts';
import { faultIn, resultIn } from '../../test/contract/agent-under-test.ts';
import { refuse } from './upstream/fake-slack.ts';
import { slackUnderTest } from './upstream/slack-under-test.ts';
import { manifest } from './manifest.ts';

const { agentAt, upstream, workspace } = slackUnderTest();

test('every call is a POST, and only the two writes are sent as writes [C-SLACK-3] [C-EP-7]', () => {
  const writes = Object.entries(manifest.operations).filter(([name]) => catalog.get(name)?.access === 'write');
  expect(writes.flatMap(([, { upstream: calls }]) => calls)).toEqual([
    'POST /chat.postMessage',
    'POST /conversations.create',
  ]);
  const reads = [
    ...Object.entries(manifest.operations).filter(([name]) => catalog.get(name)?.access === 'read'),
    ...Object.entries(manifest.checks),
  ].flatMap(([, { upstream: calls }]) => calls);
  expect([...new Set(reads)].toSorted()).toEqual([
    'POST /auth.test',
    'POST /conversations.history',
    'POST /conversations.list',
    'POST /conversations.replies',
    'POST /users.conversations',
  ]);
});

describe('the two writes', () => {
  const idempotencyKey = '3f0c5f9e-0a55-4c5c-9d52-6b1f2f0d9c11';
  const post = { channel: 'C0INCIDENT', text: 'Latency rose.', idempotencyKey };
  const create = { name: 'inc-2042', idempotencyKey };

  test('post into a thread, with nothing that makes Slack fetch a link [C-SLACK-3]', async () => {
    const slack = workspace();
    const agent = agentAt({}, ['chat.postMessage']);
    const blocks = [{ type: 'section', text: { type: 'mrkdwn', text: '*Latency* rose.' } }];
    const answer = resultIn(await agent.ask('chat.postMessage', { ...post, blocks, threadId: '1764000000.000100' }));
    expect(answer.data).toEqual({
      channel: 'C0INCIDENT',
      id: '1760000001.000100',
      threadId: '1764000000.000100',
      time: '2025-10-09T08:53:21.000Z',
    });
    expect(slack.posted).toEqual([
      {
        channel: 'C0INCIDENT',
        text: 'Latency rose.',
        blocks: JSON.stringify(blocks),
        thread_ts: '1764000000.000100',
        unfurl_links: 'false',
        unfurl_media: 'false',
      },
    ]);
  });

  test('create a public channel and no private one [C-SLACK-3]', async () => {
    const slack = workspace();
    const { data } = resultIn(await agentAt({}, ['chat.createChannel']).ask('chat.createChannel', create));
    expect(data).toEqual({ id: 'C0NEWONE1', name: 'inc-2042', createdAt: '2023-11-14T22:13:20.000Z' });
    expect(slack.created).toEqual([{ name: 'inc-2042', is_private: 'false' }]);
  });

  test.each([
    ['not_in_channel', 'permission_missing', '/invite @'],
    ['restricted_action', 'permission_missing', 'setting of the workspace'],
    ['restricted_action_read_only_channel', 'permission_missing', 'No scope is missing'],
    ['no_permission', 'permission_missing', 'No scope is missing'],
    ['is_archived', 'invalid_arguments', 'archived'],
    ['cannot_reply_to_message', 'invalid_arguments', 'leave threadId out'],
    ['name_taken', 'invalid_arguments', 'choose another name'],
    ['msg_too_long', 'invalid_arguments', '40,000'],
    ['ratelimited', 'rate_limited', 'Wait'],
    ['internal_error', 'outcome_unknown', 'it is unknown whether it was done'],
    ['fatal_error', 'outcome_unknown', 'it is unknown whether it was done'],
  ])('refused with %s are %s and are never sent again', async (word, code, remedy) => {
    upstream().answerWith(refuse(word));
    const fault = faultIn(await agentAt({}, ['chat.postMessage']).ask('chat.postMessage', post));
    expect(fault.code).toBe(code);
    expect(fault.remedy).toContain(remedy);
    expect(upstream().calls).toHaveLength(1);
  });
});
