/** The body of a marker: strict and bounded. What is in it comes from outside and is shown to people. */
import { z } from 'zod';
import { hasHidden, hiddenError } from '../../core/text/hidden-characters.ts';
import { MarkerKind } from '../api/markers.ts';
import { scrubTokens } from '../tokens/token-text.ts';

/** Bytes; a larger body is refused with 413 before it is read. */
export const markerBodyLimit = 16 * 1024;

/** Lengths are Unicode characters. */
function text(min: number, max: number) {
  const error = min === 0 ? `must have at most ${max} characters` : `must have ${min} to ${max} characters`;
  return z
    .string()
    .refine((one) => one.length <= max * 2 && isWithin(Array.from(one).length, min, max), { error })
    .refine((one) => one.isWellFormed(), { error: 'must be well-formed Unicode' })
    .refine((one) => !hasHidden(one), { error: hiddenError })
    .refine((one) => scrubTokens(one) === one, { error: 'must not contain a token' });
}

function isWithin(length: number, min: number, max: number): boolean {
  return length >= min && length <= max;
}

function isPlainHttps(value: string): boolean {
  const url = URL.parse(value);
  return url !== null && url.protocol === 'https:' && url.username === '' && url.password === '';
}

const time = z.iso.datetime({ offset: true, error: 'must be a time of RFC 3339, such as 2026-01-31T09:00:00Z' });

/** POST /api/markers */
export const MarkerBody = z
  .strictObject({
    key: text(1, 128).describe('Chosen by the caller. The same key, kind, workload and env are the same marker.'),
    kind: MarkerKind,
    workload: text(1, 255).describe('Process name exactly as in the target list.'),
    env: text(0, 64).default('').describe('Environment label; empty is legitimate.'),
    version: text(1, 128).optional().describe('Deploys only, and required for them.'),
    title: text(1, 200).optional().describe('Required for a new incident.'),
    url: text(1, 2048)
      .refine(isPlainHttps, { error: 'must be an https address without user name and password' })
      .optional()
      .describe('https address of the run or the incident. Shown as text, never fetched.'),
    started_at: time.optional().describe('Default: now. Required for a new marker that has ended_at.'),
    ended_at: time.optional().describe('Ends an incident; may be sent later with the same key.'),
  })
  .superRefine(({ kind, version }, context) => {
    const refuse = (message: string): void =>
      context.addIssue({ code: 'custom', path: ['version'], message, input: version });
    if (kind === 'deploy' && version === undefined) refuse('is required for a deploy');
    if (kind === 'incident' && version !== undefined) refuse('is for deploys only');
  });
export type MarkerBody = z.infer<typeof MarkerBody>;
