import { describe, expect, test } from 'vitest';
import { toDocument } from './from-body.ts';
import { documentToText } from './to-text.ts';

const doc = (...content: unknown[]) => ({ type: 'doc', version: 1, content });
const text = (words: string, ...marks: unknown[]) => ({
  type: 'text',
  text: words,
  ...(marks.length > 0 && { marks }),
});
const paragraph = (...content: unknown[]) => ({ type: 'paragraph', content });
const item = (...content: unknown[]) => ({ type: 'listItem', content });

describe('a document as text', () => {
  test.each<[string, unknown, string | undefined]>([
    ['paragraphs', doc(paragraph(text('One.')), paragraph(text('Two.'))), 'One.\n\nTwo.'],
    ['a break', doc(paragraph(text('a'), { type: 'hardBreak' }, text('b'))), 'a\nb'],
    [
      'a heading',
      doc({ type: 'heading', attrs: { level: 1 }, content: [text('Impact')] }, paragraph(text('None.'))),
      'Impact\n\nNone.',
    ],
    [
      'a link',
      doc(paragraph(text('graph', { type: 'link', attrs: { href: 'https://example.com' } }))),
      'graph (https://example.com)',
    ],
    [
      'a link that is its own words',
      doc(paragraph(text('https://a.b', { type: 'link', attrs: { href: 'https://a.b' } }))),
      'https://a.b',
    ],
    ['a card', doc(paragraph({ type: 'inlineCard', attrs: { url: 'https://a.b/OPS-1' } })), 'https://a.b/OPS-1'],
    ['a person', doc(paragraph(text('ask '), { type: 'mention', attrs: { id: '5b1', text: '@Ana' } })), 'ask @Ana'],
    ['an emoji', doc(paragraph({ type: 'emoji', attrs: { shortName: ':fire:', text: '🔥' } })), '🔥'],
    ['a day', doc(paragraph({ type: 'date', attrs: { timestamp: '1764000000000' } })), '2025-11-24'],
    ['a day that is none', doc(paragraph(text('x'), { type: 'date', attrs: { timestamp: 'soon' } })), 'x'],
    ['a state', doc(paragraph({ type: 'status', attrs: { text: 'BLOCKED', color: 'red' } })), 'BLOCKED'],
    [
      'a picture',
      doc({ type: 'mediaSingle', content: [{ type: 'media', attrs: { id: 'f1', type: 'file', alt: 'heap.png' } }] }),
      '[heap.png]',
    ],
    [
      'a list',
      doc({ type: 'bulletList', content: [item(paragraph(text('a'))), item(paragraph(text('b')))] }),
      '- a\n- b',
    ],
    [
      'a list in a list',
      doc({
        type: 'orderedList',
        attrs: { order: 3 },
        content: [item(paragraph(text('a')), { type: 'bulletList', content: [item(paragraph(text('b')))] })],
      }),
      '3. a\n\n   - b',
    ],
    [
      'tasks',
      doc({
        type: 'taskList',
        content: [
          { type: 'taskItem', attrs: { state: 'DONE' }, content: [text('page')] },
          { type: 'taskItem', attrs: { state: 'TODO' }, content: [text('fix')] },
        ],
      }),
      '[x] page\n[ ] fix',
    ],
    [
      'a table',
      doc({
        type: 'table',
        content: [
          {
            type: 'tableRow',
            content: [
              { type: 'tableHeader', content: [paragraph(text('a'))] },
              { type: 'tableHeader', content: [paragraph(text('b'))] },
            ],
          },
          {
            type: 'tableRow',
            content: [
              { type: 'tableCell', content: [paragraph(text('1'))] },
              { type: 'tableCell', content: [] },
            ],
          },
        ],
      }),
      'a | b\n1 |',
    ],
    ['code', doc({ type: 'codeBlock', attrs: { language: 'sql' }, content: [text('SELECT 1')] }), 'SELECT 1'],
    ['a fold', doc({ type: 'expand', attrs: { title: 'Log' }, content: [paragraph(text('line'))] }), 'Log\nline'],
    ['what is not known', doc({ type: 'hologram', content: [paragraph(text('still there'))] }), 'still there'],
    ['plain text', 'from an earlier time', 'from an earlier time'],
    ['nothing', doc(), undefined],
    ['no document', null, undefined],
  ])('tells %s', (_what, document, expected) => expect(documentToText(document)).toBe(expected));

  test('ends, however deep it goes', () => {
    let node: unknown = paragraph(text('deep'));
    for (let depth = 0; depth < 5000; depth += 1) node = { type: 'blockquote', content: [node] };
    expect(documentToText(doc(paragraph(text('top')), node))).toBe('top');
  });
});

describe('text as a document', () => {
  test('has a paragraph for each, breaks within them and no empty text', () => {
    expect(toDocument({ format: 'text', text: 'One\r\nline.\n \n\r\nTwo.\n' })).toEqual(
      doc(paragraph(text('One'), { type: 'hardBreak' }, text('line.')), paragraph(text('Two.'), { type: 'hardBreak' })),
    );
  });

  test('comes back as it was', () => {
    const words = 'Latency rose.\n\nSince the deploy:\nabout 09:30.';
    expect(documentToText(toDocument({ format: 'text', text: words }))).toBe(words);
  });

  test('that is a document already is left alone', () => {
    const document = { type: 'doc' as const, version: 1 as const, content: [{ type: 'rule' as const }] };
    expect(toDocument({ format: 'adf', document })).toBe(document);
  });
});
