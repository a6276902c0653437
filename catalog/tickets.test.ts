import { describe, expect, test } from 'vitest';
import { Body } from './tickets-body.ts';
import { ticketsCreate, ticketsGet, ticketsTransition } from './tickets.ts';

const idempotencyKey = '3f0c5f9e-0a55-4c5c-9d52-6b1f2f0d9c11';

test.each([
  ['OPS-42', true],
  ['OPS_2-1', true],
  ['ops-42', false],
  ['OPS-0', false],
  ['OPS-42/comment', false],
  ['../OPS-42', false],
  ['10042', false],
])('key %j: accepted is %s', (key, isAccepted) => {
  expect(ticketsGet.arguments.safeParse({ key }).success).toBe(isAccepted);
});

describe('the text of a ticket in the format of the tracker', () => {
  const text = { type: 'text', text: 'Latency rose.' };
  const paragraph = { type: 'paragraph', content: [text] };
  const listOf = (...content: unknown[]) => ({ type: 'bulletList', content: [{ type: 'listItem', content }] });
  const linkTo = (href: string) => ({
    type: 'paragraph',
    content: [{ ...text, marks: [{ type: 'link', attrs: { href } }] }],
  });

  test.each<[string, unknown, boolean]>([
    ['a paragraph', paragraph, true],
    ['a heading', { type: 'heading', attrs: { level: 2 }, content: [text] }, true],
    ['code', { type: 'codeBlock', attrs: { language: 'sql' }, content: [text] }, true],
    ['a panel', { type: 'panel', attrs: { panelType: 'warning' }, content: [paragraph] }, true],
    [
      'a table',
      {
        type: 'table',
        content: [{ type: 'tableRow', content: [{ type: 'tableCell', content: [paragraph] }] }],
      },
      true,
    ],
    ['a list in a list', listOf(paragraph, listOf(paragraph)), true],
    ['a list in a list in a list', listOf(listOf(listOf(paragraph))), false],
    ['a link', linkTo('https://status.example.com/'), true],
    ['a link that runs code', linkTo('javascript:alert(1)'), false],
    ['a mention', { type: 'paragraph', content: [{ type: 'mention', attrs: { id: '5b10' } }] }, false],
    ['a card', { type: 'blockCard', attrs: { url: 'https://example.com/' } }, false],
    ['media', { type: 'mediaSingle', content: [] }, false],
    ['an attribute of its own', { ...paragraph, attrs: { localId: 'x' } }, false],
  ])('takes or refuses %s', (_what, block, isAccepted) => {
    const document = { type: 'doc', version: 1, content: [block] };
    expect(Body.safeParse({ format: 'adf', document }).success).toBe(isAccepted);
  });

  test('is bounded as a whole, like plain text', () => {
    const long = { type: 'paragraph', content: [{ type: 'text', text: 'x'.repeat(20_000) }] };
    const document = { type: 'doc', version: 1, content: [long, long] };
    expect(Body.safeParse({ format: 'adf', document: { ...document, content: [long] } }).success).toBe(true);
    expect(Body.safeParse({ format: 'adf', document }).success).toBe(false);
    expect(Body.safeParse({ format: 'text', text: 'x'.repeat(32_767) }).success).toBe(true);
    expect(Body.safeParse({ format: 'text', text: 'x'.repeat(32_768) }).success).toBe(false);
  });
});

test.each([
  [{ customfield_10010: { value: 'High' } }, true],
  [{ project: { key: 'SECRET' } }, false],
  [{ summary: 'Another' }, false],
  [{ 'a b': 1 }, false],
])('further fields %j of a new ticket: accepted is %s', (fields, isAccepted) => {
  const ticket = { project: 'OPS', type: 'Incident', summary: 'Latency', fields, idempotencyKey };
  expect(ticketsCreate.arguments.safeParse(ticket).success).toBe(isAccepted);
});

test('a ticket is moved by the id of a transition, with a key of its own', () => {
  const move = { key: 'OPS-42', transitionId: '31', idempotencyKey };
  expect(ticketsTransition.arguments.safeParse(move).success).toBe(true);
  expect(ticketsTransition.arguments.safeParse({ ...move, transitionId: 'Done' }).success).toBe(false);
  expect(ticketsTransition.arguments.safeParse({ key: 'OPS-42', transitionId: '31' }).success).toBe(false);
});
