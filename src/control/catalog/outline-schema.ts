/**
 * A JSON Schema of the catalog as a type of TypeScript: what a model needs to read it, in a third of the bytes. No
 * object accepts other keys than it lists. Lengths of texts are left out, and the pattern of a text that is described in
 * words; everything else is in the type or its comment.
 */

interface Schema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly const?: unknown;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: boolean | Schema;
  readonly prefixItems?: readonly Schema[];
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly format?: string;
}

const timeWords = 'RFC 3339';
const wordsOfFormat: Readonly<Record<string, string>> = { 'date-time': timeWords };
/** What is written again and is longer gets a name. */
const longestRepeated = 40;

export function outlineSchema(schema: object): string {
  const seen = new Map<string, { readonly key: string; count: number }>();
  const note: Note = (key, type) => {
    const known = seen.get(type);
    if (known === undefined) seen.set(type, { key, count: 1 });
    else known.count += 1;
    return type;
  };
  return nameRepeated(typeOf(schema, 'It', note), seen);
}

type Note = (key: string, type: string) => string;

function typeOf(schema: Schema, key: string, note: Note): string {
  const choices = choicesOf(schema);
  if (choices !== undefined) {
    return note(key, [...new Set(choices.map((one) => `${typeOf(one, key, note)}${commentOf(one)}`))].join(' | '));
  }
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum !== undefined) return note(key, schema.enum.map((one) => literal(one)).join('|'));
  if (schema.prefixItems !== undefined) {
    return `[${schema.prefixItems.map((one) => typeOf(one, key, note)).join(', ')}]`;
  }
  if (schema.type === 'array') return listOf(schema, key, note);
  if (schema.type === 'object') return objectOf(schema, key, note);
  const plain = schema.type ?? (schema.anyOf === undefined ? 'unknown' : 'string');
  return [plain].flat().join(' | ');
}

/** None where a description says which texts are meant. */
function choicesOf({ anyOf, oneOf, description }: Schema): readonly Schema[] | undefined {
  const choices = anyOf ?? oneOf;
  const areTexts = choices?.every((one) => one.type === 'string' && one.const === undefined && one.enum === undefined);
  return areTexts === true && description !== undefined ? undefined : choices;
}

/** In single quotes, which JSON does not escape. */
function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", String.raw`\'`)}'` : JSON.stringify(value);
}

function listOf({ items }: Schema, key: string, note: Note): string {
  if (typeof items !== 'object') return 'unknown[]';
  const type = `${typeOf(items, key, note)}${commentOf(items)}`;
  return choicesOf(items) === undefined && /^(?:\w+|\{.*\})$/u.test(type) ? `${type}[]` : `(${type})[]`;
}

function objectOf({ properties = {}, required = [], additionalProperties }: Schema, key: string, note: Note): string {
  const members = Object.entries(properties).map(([name, member]) => {
    const mark = required.includes(name) && member.default === undefined ? '' : '?';
    return `${name}${mark}: ${typeOf(member, name, note)}${commentOf(member)}`;
  });
  if (additionalProperties !== false) {
    const others = typeof additionalProperties === 'object' ? additionalProperties : {};
    members.push(`[key: string]: ${typeOf(others, key, note)}${commentOf(others)}`);
  }
  return members.length === 0 ? '{}' : note(key, `{${members.join(', ')}}`);
}

function commentOf(schema: Schema): string {
  const { description, pattern, format } = schema;
  const facts = [
    description,
    schema.prefixItems === undefined ? rangeOf(schema.minItems, schema.maxItems, 'entries') : undefined,
    rangeOf(schema.minimum, schema.maximum, ''),
    description?.startsWith(timeWords) === true ? undefined : (wordsOfFormat[format ?? ''] ?? format),
    pattern !== undefined && format === undefined && description === undefined ? `matches ${pattern}` : undefined,
    schema.default === undefined ? undefined : `default ${literal(schema.default)}`,
  ].filter((fact) => fact !== undefined);
  return facts.length === 0 ? '' : ` /*${facts.join('; ').replaceAll('*/', '* /')}*/`;
}

/** Bounds that say only "an integer" or "not empty" are left out. */
function rangeOf(least: number | undefined, most: number | undefined, of: string): string | undefined {
  const isBound = (one: number | undefined): boolean => one !== undefined && Math.abs(one) < Number.MAX_SAFE_INTEGER;
  if (!isBound(most)) return isBound(least) && least !== 1 ? `at least ${least} ${of}`.trim() : undefined;
  return `${isBound(least) ? least : 'up'} to ${most} ${of}`.trim();
}

function nameRepeated(
  text: string,
  seen: ReadonlyMap<string, { readonly key: string; readonly count: number }>,
): string {
  const repeated = [...seen]
    .filter(([type, { count }]) => count > 1 && type.length > longestRepeated)
    .toSorted(([a], [b]) => b.length - a.length);
  const names = new Set<string>();
  const declared: string[] = [];
  let rest = text;
  for (const [type, { key }] of repeated) {
    // Within a longer type that has a name already it stands once.
    if ([rest, ...declared].join('\n').split(type).length <= 2) continue;
    const title = `${key.charAt(0).toUpperCase()}${key.slice(1)}`;
    const name = names.has(title) ? `${title}${names.size}` : title;
    names.add(name);
    rest = rest.replaceAll(type, () => name);
    for (const [at, one] of declared.entries()) declared[at] = one.replaceAll(type, () => name);
    declared.push(`type ${name} = ${type}`);
  }
  return [...declared, rest].join('\n');
}
