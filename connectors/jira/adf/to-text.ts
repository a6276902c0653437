/**
 * From Atlassian's document format to plain text. What is not known is walked through for the text inside
 * it, so that a new kind of node loses its look and not its words.
 * https://developer.atlassian.com/cloud/jira/platform/apis/document/structure/
 */
import { z } from 'zod';

/** Deeper than people nest, far from the end of the stack. */
const maxDepth = 60;

const Node = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  attrs: z.record(z.string(), z.unknown()).optional(),
  content: z.array(z.unknown()).optional(),
  marks: z.array(z.looseObject({ type: z.string(), attrs: z.record(z.string(), z.unknown()).optional() })).optional(),
});
type Node = z.infer<typeof Node>;

/** A text is returned as it is: older tickets and other places hold texts. Undefined for nothing. */
export function documentToText(document: unknown): string | undefined {
  if (typeof document === 'string') return document === '' ? undefined : document;
  const text = renderNode(document, 0)
    .replaceAll(/[ \t]+\n/gu, '\n')
    .replaceAll(/\n{3,}/gu, '\n\n')
    .trim();
  return text === '' ? undefined : text;
}

type Children = readonly string[];

/** Nodes without others inside. */
const leaves: Readonly<Record<string, (node: Node) => string>> = {
  text: (node) => `${node.text ?? ''}${renderLink(node)}`,
  hardBreak: () => '\n',
  rule: () => '\n---\n\n',
  mention: (node) => textAttr(node, 'text') ?? '',
  status: (node) => textAttr(node, 'text') ?? '',
  emoji: (node) => textAttr(node, 'text') ?? textAttr(node, 'shortName') ?? '',
  date: (node) => dateText(textAttr(node, 'timestamp')),
  inlineCard: (node) => textAttr(node, 'url') ?? '',
  blockCard: (node) => textAttr(node, 'url') ?? '',
  embedCard: (node) => textAttr(node, 'url') ?? '',
  media: (node) => `[${textAttr(node, 'alt') ?? 'attachment'}]`,
  mediaInline: (node) => `[${textAttr(node, 'alt') ?? 'attachment'}]`,
};

const item = (parts: Children): string => parts.join('\n').trim();
const paragraph = (parts: Children): string => `${parts.join('')}\n\n`;
const fold = (parts: Children, node: Node): string => `${[textAttr(node, 'title') ?? '', ...parts].join('\n')}\n`;

/** Nodes around others, whose text is given. Any other is as long as what is inside. */
const branches: Readonly<Record<string, (parts: Children, node: Node) => string>> = {
  paragraph,
  heading: paragraph,
  codeBlock: paragraph,
  listItem: item,
  taskItem: item,
  decisionItem: item,
  bulletList: (parts) => list(parts, () => '- '),
  decisionList: (parts) => list(parts, () => '- '),
  orderedList: (parts, node) => list(parts, (at) => `${at + startOf(node)}. `),
  taskList: (parts, node) => list(parts, (at) => (isDone(node.content?.[at]) ? '[x] ' : '[ ] ')),
  tableRow: (parts) => parts.map((part) => part.trim().replaceAll(/\s*\n\s*/gu, ' ')).join(' | '),
  table: (parts) => `${parts.join('\n')}\n\n`,
  expand: fold,
  nestedExpand: fold,
};

function renderNode(value: unknown, depth: number): string {
  const { data: node } = Node.safeParse(value);
  if (node === undefined || depth > maxDepth) return '';
  const leaf = leaves[node.type];
  if (leaf !== undefined) return leaf(node);
  const parts = (node.content ?? []).map((child) => renderNode(child, depth + 1));
  return branches[node.type]?.(parts, node) ?? parts.join('');
}

/** The address behind the words, unless the words are the address. */
function renderLink({ text, marks = [] }: Node): string {
  const href = marks.find(({ type }) => type === 'link')?.attrs?.['href'];
  return typeof href === 'string' && href !== text ? ` (${href})` : '';
}

/** Further lines of an entry begin below its first word. */
function list(parts: Children, markOf: (at: number) => string): string {
  const entries = parts.map((part, at) => {
    const mark = markOf(at);
    return `${mark}${part.trim().replaceAll('\n', `\n${' '.repeat(mark.length)}`)}`;
  });
  return `${entries.join('\n')}\n`;
}

function isDone(item: unknown): boolean {
  const { data } = Node.safeParse(item);
  return data?.attrs?.['state'] === 'DONE';
}

function startOf({ attrs }: Node): number {
  const order = attrs?.['order'];
  return typeof order === 'number' && Number.isInteger(order) ? order : 1;
}

function textAttr({ attrs }: Node, name: string): string | undefined {
  const value = attrs?.[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Milliseconds since 1970, as text, meaning a day of no time zone. */
function dateText(timestamp: string | undefined): string {
  const at = Number(timestamp);
  return timestamp === undefined || !(Math.abs(at) < 8.64e15) ? '' : new Date(at).toISOString().slice(0, 10);
}
