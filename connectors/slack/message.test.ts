import { describe, expect, test } from 'vitest';
import { timeOf, toMessage } from './message.ts';
import { readableText, toPlainText } from './message-text.ts';

describe('the text of a message', () => {
  test.each([
    ['a person', 'ask <@U0ANA>', 'ask @U0ANA'],
    ['a person with a name', 'ask <@U0ANA|ana>', 'ask @ana'],
    ['a channel', 'see <#C0OPS|ops>', 'see #ops'],
    ['a group', '<!subteam^S0ONCALL|@oncall> please', '@oncall please'],
    ['a group without a name', '<!subteam^S0ONCALL>', '@S0ONCALL'],
    ['everybody', '<!here> now', '@here now'],
    ['a date', 'since <!date^1392734382^{date}|Feb 18, 2014>', 'since Feb 18, 2014'],
    ['an address', '<https://example.com/a?b=1&amp;c=2>', 'https://example.com/a?b=1&c=2'],
    ['an address with words', '<https://example.com|the graph>', 'the graph (https://example.com)'],
    ['a mailbox', '<mailto:ana@example.com|ana@example.com>', 'ana@example.com'],
    ['signs that are written as entities', 'a &lt; b &amp;&amp; b &gt; c', 'a < b && b > c'],
    ['an entity that a person typed', '&amp;lt;', '&lt;'],
    ['a lone sign', 'a > b < c', 'a > b < c'],
  ])('tells %s as a person reads it', (_what, markup, text) => expect(toPlainText(markup)).toBe(text));

  test('takes what integrations put beside it, and the fallback only where nothing else is said', () => {
    const attachments = [
      {
        title: 'Latency',
        text: 'p99 is <https://example.com|high>',
        fallback: 'no',
        fields: [{ title: 'env', value: 'prod' }],
      },
      { fallback: 'Deploy finished' },
      {},
    ];
    expect(readableText({ text: 'Alert', attachments })).toBe(
      'Alert\nLatency\np99 is high (https://example.com)\nenv: prod\nDeploy finished',
    );
  });
});

describe('a message', () => {
  test('of an app is returned with its name', () => {
    expect(
      toMessage({ ts: '1764000000.000100', bot_id: 'B0BOT', user: 'U0BOT', username: 'pager', text: 'x' }),
    ).toEqual({
      id: '1764000000.000100',
      time: '2025-11-24T16:00:00.000Z',
      author: { id: 'B0BOT', kind: 'app', name: 'pager' },
      text: 'x',
      reactions: [],
      files: [],
    });
  });

  test('of a person has no name, because no scope for names is asked for', () => {
    expect(toMessage({ ts: '1764000000.000100', user: 'U0ANA' }).author).toEqual({ id: 'U0ANA', kind: 'person' });
    expect(toMessage({ ts: '1764000000.000100', user: 'USLACKBOT' }).author).toMatchObject({ kind: 'app' });
    expect(toMessage({ ts: '1764000000.000100', subtype: 'channel_name', user: null, text: null })).toEqual({
      id: '1764000000.000100',
      time: '2025-11-24T16:00:00.000Z',
      kind: 'channel_name',
      text: '',
      reactions: [],
      files: [],
    });
  });

  test('returns thread, edit, reactions and files, and no address of a file', () => {
    const file = {
      id: 'F1',
      name: 'heap.png',
      mimetype: 'image/png',
      size: 12,
      url_private: 'https://files.slack.com/files-pri/T0-F1/heap.png',
      permalink_public: 'https://slack-files.com/T0-F1-abcdef',
    };
    const told = toMessage({
      ts: '1764000000.000100',
      user: 'U0ANA',
      subtype: 'file_share',
      thread_ts: '1764000000.000100',
      reply_count: 2,
      latest_reply: '1764000009.999999',
      edited: { ts: '1764000001.000000' },
      reactions: [{ name: 'eyes', count: 2, users: ['U1', 'U2'] }],
      files: [file, { id: 'F2', name: null }],
    });
    expect(told).toMatchObject({
      kind: 'file_share',
      threadId: '1764000000.000100',
      replies: 2,
      lastReplyAt: '2025-11-24T16:00:09.999Z',
      editedAt: '2025-11-24T16:00:01.000Z',
      reactions: [{ name: 'eyes', count: 2 }],
      files: [{ id: 'F1', name: 'heap.png', mediaType: 'image/png', sizeBytes: 12 }, { id: 'F2' }],
    });
    expect(JSON.stringify(told)).not.toMatch(/slack\.com|slack-files/u);
  });

  test.each([
    ['1764000000.000000', '2025-11-24T16:00:00.000Z'],
    ['1764000000.123999', '2025-11-24T16:00:00.123Z'],
    ['1764000000.5', '2025-11-24T16:00:00.500Z'],
  ])('of %s was said at %s', (ts, time) => expect(timeOf(ts)).toBe(time));
});
