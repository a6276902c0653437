/** From what a caller may write to Atlassian's document format, the only one that version 3 of the interface takes. */
import type { ArgumentsOf } from '../../../catalog/index.ts';

type Body = ArgumentsOf<'tickets.addComment'>['body'];

/** An empty line begins a paragraph, a single line end is a break inside one. */
export function toDocument(body: Body): object {
  if (body.format === 'adf') return body.document;
  const paragraphs = body.text.split(/\r?\n(?:[ \t]*\r?\n)+/u).filter((paragraph) => paragraph.trim() !== '');
  return { type: 'doc', version: 1, content: paragraphs.map(toParagraph) };
}

/** A text node may not be empty: an empty line is a break and nothing else. */
function toParagraph(paragraph: string): object {
  const content = paragraph
    .split(/\r?\n/u)
    .flatMap((line, at) => [
      ...(at === 0 ? [] : [{ type: 'hardBreak' }]),
      ...(line === '' ? [] : [{ type: 'text', text: line }]),
    ]);
  return { type: 'paragraph', content };
}
