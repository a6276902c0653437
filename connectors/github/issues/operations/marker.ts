/**
 * A line in the text of an issue that no reader sees: from which key it was opened. The vendor has no field for it.
 * The Agent's own record knows the keys it has used; the mark is for what that record cannot know: another Agent, or
 * one that lost its volume after the issue was sent.
 */
import { createHash } from 'node:crypto';

/** Of the body, the mark included. */
const maxBodyLength = 65_536;

/** A digest, so that nobody who reads the issue learns the key and can open another one under it. */
export function markOf(repo: string, idempotencyKey: string): string {
  const digest = createHash('sha256').update(`${repo.toLowerCase()}\n${idempotencyKey}`).digest('hex').slice(0, 32);
  return `<!-- farol: ${digest} -->`;
}

export function markedBody(body: string, mark: string): string {
  return body === '' ? mark : `${body}\n\n${mark}`;
}

/** What is left for the caller's own text. */
export const maxCallersBody = maxBodyLength - markedBody('x', markOf('', '')).length + 1;
