/**
 * From what a caller may write to the markup of Jira Data Center. A text is sent as it is, so that markup in it works,
 * but for what does more than show text: mentions, which call people, and images, which fetch addresses.
 * https://jira.atlassian.com/secure/WikiRendererHelpAction.jspa?section=all
 */
import type { ArgumentsOf } from '../../../catalog/index.ts';

type Body = ArgumentsOf<'tickets.addComment'>['body'];
type AdfDocument = Extract<Body, { format: 'adf' }>['document'];
type Block = AdfDocument['content'][number];
type Inline = Extract<Block, { type: 'paragraph' }>['content'][number];
type Marks = Extract<Inline, { type: 'text' }>['marks'];
type List = Extract<Block, { type: 'bulletList' | 'orderedList' }>;
type Inner = Block | List['content'][number]['content'][number];
type Table = Extract<Block, { type: 'table' }>;

export function toWiki(body: Body): string {
  return body.format === 'adf' ? toBlocks(body.document.content) : withoutCalls(body.text);
}

/** By its number, because a backslash before a backslash is a line end and hides nothing. */
function withoutCalls(text: string): string {
  return text.replaceAll(/\[(?=\s*~|[^\]\n]*\|\s*~)|!(?=[^\s!][^!\n]*!)/gu, numberOf);
}

function numberOf(character: string): string {
  return `&#${character.charCodeAt(0)};`;
}

/** In the middle of a word too, where the marks alone mean nothing. */
const phrases = { strong: '{*}', em: '{_}', strike: '{-}', underline: '{+}' } as const;

/** Ends a line where a line end would end the list or the row. */
const lineBreak = '\\\\';

/** Jira shows an error in place of code in a language that it does not know. */
const languages = new Set(
  'bash c c# c++ css go groovy haskell html java javascript js json lua perl php python r ruby scala sh sql swift xml yaml'.split(
    ' ',
  ),
);

function toBlocks(blocks: readonly Inner[]): string {
  return blocks.map((block) => toBlock(block)).join('\n\n');
}

function toBlock(block: Inner): string {
  switch (block.type) {
    case 'paragraph':
      return toLine(block.content, '\n');
    case 'heading':
      return `h${block.attrs.level}. ${toLine(block.content, ' ')}`;
    case 'codeBlock':
      return toCode(block.content.map(({ text }) => text).join(''), block.attrs?.language.toLowerCase());
    case 'bulletList':
    case 'orderedList':
      return toList(block, '');
    case 'blockquote':
      return `{quote}\n${toBlocks(block.content)}\n{quote}`;
    case 'panel':
      return `{panel:title=${block.attrs.panelType}}\n${toBlocks(block.content)}\n{panel}`;
    case 'table':
      return block.content.map(toRow).join('\n');
    case 'rule':
      return '----';
  }
}

/** The marks of an entry repeat those of the lists around it. */
function toList(
  { type, content }: Pick<List, 'type'> & { content: readonly { content: readonly Inner[] }[] },
  around: string,
): string {
  const marks = `${around}${type === 'bulletList' ? '*' : '#'}`;
  return content
    .map((item) =>
      item.content
        .map((block, at) => {
          if (block.type === 'bulletList' || block.type === 'orderedList') return toList(block, marks);
          const text = block.type === 'paragraph' ? toLine(block.content, lineBreak) : toBlock(block);
          return at === 0 ? `${marks} ${text}` : text;
        })
        .join('\n'),
    )
    .join('\n');
}

function toRow({ content }: Table['content'][number]): string {
  const cells = content.map(({ type, content: blocks }) => {
    const edge = type === 'tableHeader' ? '||' : '|';
    const text = blocks.map((block) =>
      block.type === 'paragraph' ? toLine(block.content, lineBreak) : toBlock(block),
    );
    return `${edge}${text.join(lineBreak) || ' '}`;
  });
  return `${cells.join('')}${content.at(-1)?.type === 'tableHeader' ? '||' : '|'}`;
}

function toCode(code: string, language: string | undefined): string {
  const isCode = language !== undefined && languages.has(language) && !code.includes('{code');
  if (isCode) return `{code:${language}}\n${code}\n{code}`;
  return `{noformat}\n${code.replaceAll('{noformat', '{ noformat')}\n{noformat}`;
}

function toLine(content: readonly Inline[], lineEnd: string): string {
  return content.map((node) => (node.type === 'text' ? toPhrase(node.text, node.marks) : lineEnd)).join('');
}

/** Marks mean nothing beside a space, so that spaces stay outside. */
function toPhrase(text: string, marks: Marks = []): string {
  const [, before = '', words = '', after = ''] = /^(\s*)(.*?)(\s*)$/su.exec(text) ?? [];
  if (words === '') return text;
  const href = marks.flatMap((mark) => (mark.type === 'link' ? [mark.attrs.href] : []))[0];
  let phrase = literal(words);
  for (const { type } of marks) {
    if (type === 'code') phrase = `{{${phrase}}}`;
    else if (type !== 'link') phrase = `${phrases[type]}${phrase}${phrases[type]}`;
  }
  if (href !== undefined) phrase = `[${phrase}|${href.replaceAll(/[[\]|]/gu, encodeURIComponent)}]`;
  return `${before}${phrase}${after}`;
}

/** A text that shows no markup: with a backslash before what the renderer has one for, and for the rest its number. */
function literal(text: string): string {
  return text
    .split(/(https?:\/\/[\w./%#?=&:,;~+-]+)/u)
    .map((part, at) => (at % 2 === 1 ? part : escaped(part)))
    .join('');
}

function escaped(text: string): string {
  return text
    .replaceAll('\\', numberOf)
    .replaceAll(/[![\]^~+?%{}()*_|@-]/gu, String.raw`\$&`)
    .replaceAll(/^#(?=#* )|^h(?=[1-6]\.)|^b(?=q\.)/gmu, numberOf);
}
