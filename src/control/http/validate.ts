/**
 * Turns a failed schema check into a refusal that names the field in the caller's spelling and says
 * what is expected, without repeating the value.
 */
import { z } from 'zod';
import { ApiProblem } from '../problem/api-problem.ts';
import { scrubTokens } from '../tokens/token-text.ts';

type Part = 'body' | 'querystring' | 'params' | 'headers';

const unchecked = new WeakSet<z.ZodType>();

/** For texts that go on as they came, and reach the store only in another form. */
export function acceptNul<T extends z.ZodType>(schema: T): T {
  unchecked.add(schema);
  return schema;
}

export function refusesNul(schema: unknown): boolean {
  return schema instanceof z.ZodType && !unchecked.has(schema);
}

/** Fastify's validator compiler for zod schemas. */
export function compileValidator({ schema, httpPart }: { schema: unknown; httpPart?: string | undefined }) {
  if (!(schema instanceof z.ZodType)) throw new TypeError('a route schema must be a zod schema');
  const part = (httpPart ?? 'body') as Part;
  return (value: unknown): { value: unknown } | { error: ApiProblem } => {
    const parsed = schema.safeParse(value);
    if (!parsed.success) return { error: refuseIssue(parsed.error, part) };
    const field = refusesNul(schema) ? findNul(parsed.data) : undefined;
    return field === undefined ? { value: parsed.data } : { error: refuseNul(field, part) };
  };
}

/**
 * The first member that is a text with a NUL, which PostgreSQL cannot store or compare. Of what is below, only the
 * arguments of an operation are free text, and no store receives them.
 */
export function findNul(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  return Object.entries(data).find(([, value]) => typeof value === 'string' && value.includes('\0'))?.[0];
}

function refuseNul(field: string, part: Part): ApiProblem {
  return new ApiProblem({ status: 400, code: code(part), field, message: describeNul(field) });
}

export function describeNul(field: string): string {
  return `${field}: must not contain a NUL character.`;
}

/** Names the field, in the words of this part of a request. */
export function refuseIssue(error: z.ZodError, part: Part): ApiProblem {
  const [issue] = error.issues;
  const field = issue === undefined ? part : nameField(issue, part);
  const what = issue === undefined ? 'is not valid' : describeIssue(issue);
  return new ApiProblem({ status: 400, code: code(part), field, message: `${field}: ${what}.` });
}

function code(part: Part): string {
  if (part === 'body') return 'invalid_body';
  return part === 'querystring' ? 'invalid_query' : 'invalid_address';
}

function nameField(issue: z.core.$ZodIssue, part: Part): string {
  const extra = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  // A token pasted in the wrong place becomes the name of an unknown field.
  const path = scrubTokens([...issue.path, ...extra].map(String).join('.').slice(0, 120));
  return path === '' ? part : path;
}

function describeIssue(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') return 'is not a known field';
  // zod's own messages contain the expectation and the type found, never the value.
  return issue.message.charAt(0).toLowerCase() + issue.message.slice(1);
}

/** What copies a body calls itself for each level. Arguments of no operation come near it. */
const maxLevels = 64;

/** @throws ApiProblem 400 naming `field`. */
export function checkNesting(value: unknown, field: string): void {
  if (isWithin(value, maxLevels)) return;
  const message = `${field}: must not be nested deeper than ${maxLevels} levels.`;
  throw new ApiProblem({ status: 400, code: 'invalid_body', field, message });
}

function isWithin(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((one) => isWithin(one, levels - 1));
}
