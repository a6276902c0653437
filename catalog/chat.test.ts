import { expect, test } from 'vitest';
import { chatCreateChannel, chatPostMessage } from './chat.ts';

const idempotencyKey = '3f0c5f9e-0a55-4c5c-9d52-6b1f2f0d9c11';
const channel = 'C0123456789';

function isAccepted(message: Record<string, unknown>): boolean {
  return chatPostMessage.arguments.safeParse({ channel, idempotencyKey, ...message }).success;
}

test('a message has text, or blocks, or both', () => {
  const blocks = [{ type: 'divider' }];
  expect(isAccepted({ text: 'Deployed.' })).toBe(true);
  expect(isAccepted({ blocks })).toBe(true);
  expect(isAccepted({ text: 'Deployed.', blocks })).toBe(true);
  expect(isAccepted({})).toBe(false);
  expect(isAccepted({ text: ' \n' })).toBe(false);
});

test.each([
  ['a text', { type: 'section', text: { type: 'mrkdwn', text: '*Deployed*' } }, true],
  ['fields', { type: 'section', fields: [{ type: 'plain_text', text: 'v2' }] }, true],
  ['neither text nor fields', { type: 'section' }, false],
  [
    'a button beside its text',
    { type: 'section', text: { type: 'mrkdwn', text: 'Roll back?' }, accessory: { type: 'button' } },
    false,
  ],
  ['something to press', { type: 'actions', elements: [] }, false],
  ['a header in markup', { type: 'header', text: { type: 'mrkdwn', text: 'Deployed' } }, false],
  ['a header that is too long', { type: 'header', text: { type: 'plain_text', text: 'x'.repeat(151) } }, false],
])('a block with %s: accepted is %s', (_what, block, accepted) => {
  expect(isAccepted({ blocks: [block] })).toBe(accepted);
});

test('a write without a key to tell it from another is refused', () => {
  expect(chatPostMessage.arguments.safeParse({ channel, text: 'Deployed.' }).success).toBe(false);
  expect(chatPostMessage.arguments.safeParse({ channel, text: 'Deployed.', idempotencyKey: 'short' }).success).toBe(
    false,
  );
});

test.each([
  ['incident-2026-11-21', true],
  ['störung_1', true],
  ['Incident', false],
  ['two words', false],
  ['#incident', false],
  ['x'.repeat(81), false],
])('channel name %j: accepted is %s', (name, accepted) => {
  expect(chatCreateChannel.arguments.safeParse({ name, idempotencyKey }).success).toBe(accepted);
});
