/**
 * Text of tickets and comments, plain or in the tracker's own document format (ADF). Of that format only what shows
 * text: no mentions, which call people, no media, no cards that fetch addresses. The grammar ends where it can, so
 * no document is deeper than a list in a list.
 */
import { z } from 'zod';

/**
 * A longer text is refused as CONTENT_LIMIT_EXCEEDED, and uses up a ticket number all the same
 * (https://jira.atlassian.com/browse/JRACLOUD-78553). Of a document its JSON is counted, the stricter reading.
 */
const mostCharacters = 32_767;

const Text = z.strictObject({
  type: z.literal('text'),
  text: z.string().min(1).max(mostCharacters),
  marks: z
    .array(
      z.discriminatedUnion('type', [
        z.strictObject({ type: z.enum(['strong', 'em', 'strike', 'underline', 'code']) }),
        z.strictObject({
          type: z.literal('link'),
          attrs: z.strictObject({ href: z.url({ protocol: /^https?$/u }).max(2000) }),
        }),
      ]),
    )
    .max(5)
    .optional(),
});

const Inline = z.array(z.discriminatedUnion('type', [Text, z.strictObject({ type: z.literal('hardBreak') })])).max(500);

const Paragraph = z.strictObject({ type: z.literal('paragraph'), content: Inline });

const CodeBlock = z.strictObject({
  type: z.literal('codeBlock'),
  attrs: z.strictObject({ language: z.string().max(50) }).optional(),
  content: z.array(Text.omit({ marks: true })).max(50),
});

function listsOf<Item extends z.ZodType>(item: Item) {
  const content = z.array(z.strictObject({ type: z.literal('listItem'), content: z.array(item).min(1).max(50) }));
  return [
    z.strictObject({ type: z.literal('bulletList'), content: content.min(1).max(200) }),
    z.strictObject({ type: z.literal('orderedList'), content: content.min(1).max(200) }),
  ] as const;
}

const innerLists = listsOf(Paragraph);
const outerLists = listsOf(z.discriminatedUnion('type', [Paragraph, CodeBlock, ...innerLists]));

const Cells = z
  .array(z.discriminatedUnion('type', [Paragraph, CodeBlock]))
  .min(1)
  .max(20);

const Table = z.strictObject({
  type: z.literal('table'),
  content: z
    .array(
      z.strictObject({
        type: z.literal('tableRow'),
        content: z
          .array(z.strictObject({ type: z.enum(['tableHeader', 'tableCell']), content: Cells }))
          .min(1)
          .max(20),
      }),
    )
    .min(1)
    .max(200),
});

const Block = z.discriminatedUnion('type', [
  Paragraph,
  z.strictObject({
    type: z.literal('heading'),
    attrs: z.strictObject({ level: z.int().min(1).max(6) }),
    content: Inline,
  }),
  CodeBlock,
  ...outerLists,
  z.strictObject({ type: z.literal('blockquote'), content: z.array(Paragraph).min(1).max(50) }),
  z.strictObject({
    type: z.literal('panel'),
    attrs: z.strictObject({ panelType: z.enum(['info', 'note', 'success', 'warning', 'error']) }),
    content: z
      .array(z.discriminatedUnion('type', [Paragraph, ...innerLists]))
      .min(1)
      .max(50),
  }),
  Table,
  z.strictObject({ type: z.literal('rule') }),
]);

const AdfDocument = z
  .strictObject({ type: z.literal('doc'), version: z.literal(1), content: z.array(Block).min(1).max(500) })
  .refine((document) => JSON.stringify(document).length <= mostCharacters, {
    message: `must be at most ${mostCharacters} characters of JSON`,
  });

export const Body = z.discriminatedUnion('format', [
  z.strictObject({ format: z.literal('text'), text: z.string().trim().min(1).max(mostCharacters) }),
  z.strictObject({ format: z.literal('adf'), document: AdfDocument }),
]);
