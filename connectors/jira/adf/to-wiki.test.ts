import { expect, test } from 'vitest';
import { Body } from '../../../catalog/tickets-body.ts';
import { toWiki } from './to-wiki.ts';

const wikiOf = (...content: unknown[]): string =>
  toWiki(Body.parse({ format: 'adf', document: { type: 'doc', version: 1, content } }));
const text = (words: string, ...marks: unknown[]) => ({
  type: 'text',
  text: words,
  ...(marks.length > 0 && { marks }),
});
const paragraph = (...content: unknown[]) => ({ type: 'paragraph', content });
const mark = (type: string) => ({ type });
const item = (...content: unknown[]) => ({ type: 'listItem', content });
const cell = (type: string, words: string) => ({ type, content: [paragraph(text(words))] });

test.each([
  ['strong', '{*}x{*}'],
  ['em', '{_}x{_}'],
  ['strike', '{-}x{-}'],
  ['underline', '{+}x{+}'],
  ['code', '{{x}}'],
])('the mark %s is %s', (type, wiki) => {
  expect(wikiOf(paragraph(text('a'), text(' x ', mark(type)), text('b')))).toBe(`a ${wiki} b`);
});

test('a link shows its words, and its address cannot end it', () => {
  const link = { type: 'link', attrs: { href: 'https://example.com/a?b=c|d]' } };
  expect(wikiOf(paragraph(text('the page', mark('strong'), link)))).toBe(
    '[{*}the page{*}|https://example.com/a?b=c%7Cd%5D]',
  );
});

test.each([
  ['a *b* {c} [~d] !e! (x)', String.raw`a \*b\* \{c\} \[\~d\] \!e\! \(x\)`],
  [String.raw`C:\temp`, 'C:&#92;temp'],
  ['# one', '&#35; one'],
  ['h1. one', '&#104;1. one'],
  ['bq. one', '&#98;q. one'],
  ['see https://example.com/a_b-c.', 'see https://example.com/a_b-c.'],
])('the text %j shows no markup', (words, wiki) => {
  expect(wikiOf(paragraph(text(words)))).toBe(wiki);
});

test('blocks have their own markup', () => {
  expect(
    wikiOf(
      { type: 'heading', attrs: { level: 2 }, content: [text('Cause')] },
      paragraph(text('one'), { type: 'hardBreak' }, text('two')),
      { type: 'blockquote', content: [paragraph(text('said'))] },
      { type: 'panel', attrs: { panelType: 'warning' }, content: [paragraph(text('hot'))] },
      { type: 'rule' },
    ),
  ).toBe('h2. Cause\n\none\ntwo\n\n{quote}\nsaid\n{quote}\n\n{panel:title=warning}\nhot\n{panel}\n\n----');
});

test('lists repeat the marks of those around them', () => {
  const inner = { type: 'orderedList', content: [item(paragraph(text('b'))), item(paragraph(text('c')))] };
  const list = {
    type: 'bulletList',
    content: [item(paragraph(text('a'), { type: 'hardBreak' }, text('a2')), inner), item(paragraph(text('d')))],
  };
  expect(wikiOf(list)).toBe(String.raw`* a\\a2` + '\n*# b\n*# c\n* d');
});

test('a table has its header, and no empty cell ends a row', () => {
  const table = {
    type: 'table',
    content: [
      { type: 'tableRow', content: [cell('tableHeader', 'host'), cell('tableHeader', 'p99')] },
      { type: 'tableRow', content: [cell('tableCell', 'a|b'), { type: 'tableCell', content: [paragraph()] }] },
    ],
  };
  expect(wikiOf(table)).toBe(String.raw`||host||p99||` + '\n' + String.raw`|a\|b| |`);
});

test.each([
  ['sql', 'select *', '{code:sql}\nselect *\n{code}'],
  ['cobol', 'x', '{noformat}\nx\n{noformat}'],
  ['java', '{code} a', '{noformat}\n{code} a\n{noformat}'],
  [undefined, '{noformat}', '{noformat}\n{ noformat}\n{noformat}'],
])('code in %s is %s', (language, code, wiki) => {
  const attrs = language === undefined ? {} : { attrs: { language } };
  expect(wikiOf({ type: 'codeBlock', ...attrs, content: [text(code)] })).toBe(wiki);
});
