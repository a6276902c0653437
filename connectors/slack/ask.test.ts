/** What Slack's own library would do by itself, and does not do here. */
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { faultIn } from '../../test/contract/agent-under-test.ts';
import { refuse } from './upstream/fake-slack.ts';
import { slackUnderTest } from './upstream/slack-under-test.ts';

const { agentAt, upstream, workspace } = slackUnderTest();
const json = { 'content-type': 'application/json' };

afterEach(() => vi.restoreAllMocks());

test('sends no header of the library: no version of the kernel, Node or the library', async () => {
  workspace();
  await agentAt().ask('chat.listConversations', {});
  expect(upstream().calls[0]?.headers).toEqual({
    host: new URL(upstream().url).host,
    connection: expect.any(String),
    accept: 'application/json',
    'user-agent': 'farol',
    authorization: 'Bearer xoxb-1-secret-token-value',
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': expect.any(String),
  });
});

test('sends the token in a header, and never in the form', async () => {
  workspace();
  await agentAt().ask('chat.listConversations', {});
  expect(upstream().calls[0]?.body).toBe('types=public_channel%2Cprivate_channel&exclude_archived=true&limit=100');
});

describe('an answer that the library misreads', () => {
  test('is a wrong endpoint when it is a web page with 200', async () => {
    upstream().answerWith({ status: 200, headers: { 'content-type': 'text/html' }, body: '<html>Sign in</html>' });
    const fault = faultIn(await agentAt().ask('chat.listConversations', {}));
    expect(fault).toMatchObject({
      code: 'wrong_endpoint',
      data: { variable: 'SLACK_URL', tried: '/conversations.list' },
    });
    expect(JSON.stringify(fault)).not.toContain('Sign in');
  });

  test.each([
    ['without Retry-After', {}, 60],
    ['with one that is a date in the past', { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' }, 0],
    ['with one longer than is waited for', { 'retry-after': '31' }, 31],
  ])('stays a rate limit %s', async (_what, headers, retryAfterSec) => {
    upstream().answerWith({
      status: 429,
      headers: { ...json, ...headers },
      body: '{"ok":false,"error":"ratelimited"}',
    });
    const fault = faultIn(await agentAt().ask('chat.listConversations', {}));
    expect(fault).toMatchObject({ code: 'rate_limited', data: { retryAfterSec } });
  });

  test('keeps its status when Slack is down', async () => {
    upstream().answerWith({ status: 503, body: 'Service Unavailable' });
    const fault = faultIn(await agentAt().ask('chat.listConversations', {}));
    expect(fault).toMatchObject({ code: 'upstream_down', data: { status: 503 } });
  });

  test('is not unpacked when it says that it is packed', async () => {
    const body = gzipSync('{"ok":true,"channels":[]}').toString('latin1');
    upstream().answerWith({ status: 200, headers: { 'content-type': 'application/gzip' }, body });
    expect(faultIn(await agentAt().ask('chat.listConversations', {})).code).toBe('upstream_changed');
  });

  test.each([
    ['no JSON', 'canary-of-an-answer'],
    ['null', 'null'],
    ['metadata that is null', '{"ok":true,"channels":[],"response_metadata":null,"note":"canary-of-an-answer"}'],
    ['warnings that are no list', '{"ok":true,"channels":[],"response_metadata":{"warnings":"canary-of-an-answer"}}'],
    ['a refusal without a word', '{"ok":false,"note":"canary-of-an-answer"}'],
  ])('is another answer than was described when it is %s, and no log quotes it', async (_what, body) => {
    upstream().answerWith({ status: 200, headers: json, body });
    const agent = agentAt();
    const fault = faultIn(await agent.ask('chat.listConversations', {}));
    expect(fault).toMatchObject({ code: 'upstream_changed', data: { path: '$' } });
    expect(`${JSON.stringify(fault)}${agent.written.join('')}`).not.toContain('canary-of-an-answer');
  });
});

test('writes no line of its own to the console', async () => {
  const lines = (['debug', 'info', 'log', 'warn', 'error'] as const).map((level) => vi.spyOn(console, level));
  upstream().answerWith(refuse('invalid_arguments', { response_metadata: { messages: ['[ERROR] a channel'] } }));
  await agentAt().ask('chat.listConversations', {});
  upstream().answerWith('truncate');
  await agentAt({}, ['chat.postMessage']).ask('chat.postMessage', {
    channel: 'C0INCIDENT',
    blocks: [{ type: 'divider' }],
    idempotencyKey: '3f0c5f9e-0a55-4c5c-9d52-6b1f2f0d9c12',
  });
  expect(upstream().calls).toHaveLength(1);
  for (const line of lines) expect(line).not.toHaveBeenCalled();
});
