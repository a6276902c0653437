/**
 * A small valid value of a schema, for the first question and answer of a new connector: required
 * members only, one entry in a list, the first choice of several. The schema itself has the last word.
 */
import { z } from 'zod';

interface Described {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly anyOf?: readonly Described[];
  readonly oneOf?: readonly Described[];
  readonly allOf?: readonly Described[];
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Described>>;
  readonly properties?: Readonly<Record<string, Described>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Described | boolean;
  readonly items?: Described;
  readonly prefixItems?: readonly Described[];
  readonly minItems?: number;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
}

export class NoSample extends Error {
  override readonly name = 'NoSample';
}

/** What texts with a pattern usually are; the first that fits is taken. */
const texts = [
  'example',
  'example.com',
  'EXAMPLE',
  'a',
  'A',
  '1',
  '1.5',
  '2026-01-31',
  '2026-01-31T12:00:00.000Z',
  'now-1h',
  'now',
  '2026-01',
  'EUR',
  'OPS-1',
  'eu-west-1',
  'us-central1',
  'db-ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  'i-0123456789abcdef0',
  'vol-0123456789abcdef0',
  '123456789012',
  '0123456789abcdef0123456789abcdef',
  '0123456789abcdef0123456789abcdef01234567',
  'C0123456789',
  '1700000000.000100',
  'owner/name',
  'fetch first row only',
  'projects/example/locations/global',
  'arn:aws:iam::123456789012:user/example',
  '12345678-1234-1234-1234-123456789012',
  '$.a',
  '$field',
];

/** @throws NoSample naming the place, when no value could be thought of. */
export function sampleOf(schema: z.ZodType): unknown {
  const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Described;
  const at = { root: described, path: '$' };
  const value = make(described, at);
  const checked = schema.safeParse(value);
  if (checked.success) return value;
  // A rule between members can ask for one that is optional by itself.
  const asked = checked.error.issues.map(({ path: [name] }) => String(name));
  const added = makeObject({ ...described, required: asked.slice(0, 1) }, at);
  const more = typeof value === 'object' ? { ...value, ...added } : value;
  if (schema.safeParse(more).success) return more;
  throw new NoSample(z.prettifyError(checked.error));
}

interface At {
  readonly root: Described;
  readonly path: string;
}

function make(of: Described, at: At): unknown {
  const given = of.const ?? of.enum?.[0] ?? of.default;
  if (given !== undefined) return given;
  if (of.$ref !== undefined) return make(resolve(of.$ref, at), at);
  const choice = of.anyOf?.[0] ?? of.oneOf?.[0];
  if (choice !== undefined) return make(choice, at);
  if (of.allOf !== undefined) return Object.assign({}, ...of.allOf.map((one) => make(one, at)));
  const type = typeof of.type === 'string' ? of.type : of.type?.[0];
  return (makers[type ?? 'string'] ?? makeText)(of, at);
}

const makers: Readonly<Record<string, (of: Described, at: At) => unknown>> = {
  object: makeObject,
  array: makeList,
  integer: makeNumber,
  number: makeNumber,
  boolean: () => true,
  string: makeText,
};

function makeNumber({ minimum = 1, exclusiveMinimum = 0, maximum = Infinity }: Described): number {
  return Math.min(maximum, Math.max(1, minimum, exclusiveMinimum + 1));
}

function makeList({ prefixItems, items = {}, minItems = 0 }: Described, at: At): unknown[] {
  if (prefixItems !== undefined) return prefixItems.map((one) => make(one, at));
  return Array.from({ length: Math.max(1, minItems) }, () => make(items, { ...at, path: `${at.path}[]` }));
}

function makeObject({ properties = {}, required = [] }: Described, at: At): Record<string, unknown> {
  return Object.fromEntries(
    required.map((name) => [name, make(properties[name] ?? {}, { ...at, path: `${at.path}.${name}` })]),
  );
}

function makeText({ pattern, format, minLength = 0 }: Described, { path }: At): string {
  if (format === 'date-time') return '2026-01-31T12:00:00.000Z';
  if (format === 'date') return '2026-01-31';
  if (format === 'uri') return 'https://example.com';
  const accepts = pattern === undefined ? /^/u : new RegExp(pattern, 'u');
  const fitting = texts.find((text) => text.length >= minLength && accepts.test(text));
  if (fitting !== undefined) return fitting;
  throw new NoSample(`${path}: no example fits ${pattern ?? `a text of ${minLength} characters`}`);
}

function resolve(reference: string, { root, path }: At): Described {
  const found = root.$defs?.[reference.replace('#/$defs/', '')];
  if (found === undefined) throw new NoSample(`${path}: ${reference} is not defined`);
  return found;
}
