/** Reads the body of a capture request: strict, with the two aliases, every refusal naming its field. */
import { z } from 'zod';
import { hasHidden, hiddenError } from '../../core/text/hidden-characters.ts';
import { ImageReference } from '../../../profiler/witness/bundle/record/bundle.ts';
import { scrubTokens } from '../tokens/token-text.ts';
import { ApiProblem } from '../problem/api-problem.ts';

export interface CaptureBody {
  readonly workload: string;
  readonly version: string;
  readonly env: string;
  readonly kind: 'head' | 'replicate';
  readonly duration_sec: number;
  readonly warmup_sec: number;
  /** What was deployed, by digest. */
  readonly image?: string | undefined;
}

/** Bytes; a larger body is refused with 413 before it is read. */
export const captureBodyLimit = 16 * 1024;

/** Lengths are Unicode characters, not the 16-bit units they are stored in. */
function label(min: number, max: number) {
  const length = min === 0 ? `at most ${max} characters` : `${min} to ${max} characters`;
  return z
    .string({ error: 'must be a string' })
    .refine((text) => isWithin(text, min, max), { error: `must have ${length}` })
    .refine((text) => text.isWellFormed(), { error: 'must be well-formed Unicode' })
    .refine((text) => !hasHidden(text), { error: hiddenError });
}

function isWithin(text: string, min: number, max: number): boolean {
  if (text.length > max * 2) return false;
  const characters = Array.from(text).length;
  return characters >= min && characters <= max;
}

function seconds(min: number, max: number) {
  const error = `must be a whole number of seconds from ${min} to ${max}`;
  return z.int({ error }).min(min, { error }).max(max, { error });
}

const workload = label(1, 255);
const version = label(1, 128);
const env = label(0, 64).default('');
const imageError = 'must be sha256: and 64 lower-case hexadecimal digits, or a name and @ before that';
const isImage = (text: string): boolean => ImageReference.safeParse(text).success;
const Body = z.strictObject({
  workload,
  version,
  env,
  kind: z.enum(['head', 'replicate'], { error: 'must be "head" or "replicate"' }).default('head'),
  duration_sec: seconds(5, 300).default(60),
  warmup_sec: seconds(0, 60).default(5),
  image: z.string({ error: imageError }).refine(isImage, { error: imageError }).optional(),
});
const Form = z.strictObject({ workload, version, env });

const aliases = { durationSec: 'duration_sec', warmupSec: 'warmup_sec' } as const;

/** @throws ApiProblem 400 naming the field. */
export function parseCaptureBody(body: unknown): CaptureBody {
  const fields = { ...requireObject(body) };
  const spelledAs = new Map<string, string>();
  for (const [alias, field] of Object.entries(aliases)) {
    if (!Object.hasOwn(fields, alias)) continue;
    if (Object.hasOwn(fields, field)) {
      throw invalid(alias, `is an alias of ${field}, which is also given; send only one`);
    }
    fields[field] = fields[alias];
    delete fields[alias];
    spelledAs.set(field, alias);
  }
  return parseFields(Body, fields, spelledAs);
}

/** The form of the app: process, version, environment and nothing else. @throws ApiProblem 400 naming the field. */
export function parseCaptureForm(body: unknown): CaptureBody {
  const fields = parseFields(Form, requireObject(body), new Map());
  return { ...fields, kind: 'head', duration_sec: 60, warmup_sec: 5 };
}

function requireObject(body: unknown): Record<string, unknown> {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Record<string, unknown>;
  throw invalid('body', 'must be a JSON object');
}

/** The caller reads back the spelling it sent. */
function parseFields<T extends z.ZodType>(
  schema: T,
  fields: unknown,
  spelledAs: ReadonlyMap<string, string>,
): z.infer<T> {
  const parsed = schema.safeParse(fields);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  if (issue?.code === 'unrecognized_keys') {
    throw invalid(nameOf(issue.keys[0] ?? 'body'), 'is not a field of this request');
  }
  const field = String(issue?.path[0] ?? 'body');
  const isMissing = typeof fields === 'object' && fields !== null && !Object.hasOwn(fields, field);
  throw invalid(spelledAs.get(field) ?? field, isMissing ? 'is required' : (issue?.message ?? 'is not valid'));
}

/** A key of the caller's is named, but never longer or stranger than a name is. */
function nameOf(key: string): string {
  // A token pasted in the wrong place would come back in the answer.
  const clean = scrubTokens(key)
    .replaceAll(/[^\w.$[\]-]/gu, '?')
    .slice(0, 64);
  return clean === '' ? '(empty key)' : clean;
}

function invalid(field: string, what: string): ApiProblem {
  return new ApiProblem({ status: 400, code: 'invalid_body', field, message: `${field} ${what}.` });
}
