/** From Slack's markup to plain text: https://docs.slack.dev/messaging/formatting-message-text. */
import type { Attachment, Message } from './schema.ts';

const reference = /<([^<>|]+)(?:\|([^<>]*))?>/gu;
const entities: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' };

/** What a person reads: the text, then what integrations put beside it. */
export function readableText({ text, attachments = [] }: Pick<Message, 'text' | 'attachments'>): string {
  return [text ?? '', ...attachments.map(attachmentText)]
    .filter((part) => part !== '')
    .map(toPlainText)
    .join('\n');
}

export function toPlainText(markup: string): string {
  return markup
    .replaceAll(reference, (_whole, target: string, label: string | undefined) => readReference(target, label))
    .replaceAll(/&(?:lt|gt|amp);/gu, (entity) => entities[entity] ?? entity);
}

function readReference(target: string, label: string | undefined): string {
  if (target.startsWith('@')) return `@${label ?? target.slice(1)}`;
  if (target.startsWith('#')) return `#${label ?? target.slice(1)}`;
  if (target.startsWith('!subteam^')) return label ?? `@${target.slice('!subteam^'.length)}`;
  if (target.startsWith('!date^')) return label ?? '';
  if (target.startsWith('!')) return label ?? `@${target.slice(1)}`;
  const address = target.replace(/^(?:mailto|tel):/u, '');
  return label === undefined || label === address || label === target ? address : `${label} (${address})`;
}

/** The fallback says the same in one line, so it is used only if nothing else says it. */
function attachmentText({ pretext, title, text, fields, fallback }: Attachment): string {
  const named = (fields ?? []).map((field) => [field.title, field.value].filter(Boolean).join(': '));
  const lines = [pretext, title, text, ...named].filter(Boolean);
  return lines.length > 0 ? lines.join('\n') : (fallback ?? '');
}
