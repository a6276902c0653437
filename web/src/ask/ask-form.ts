/** The form of an operation, made from the JSON Schema of its arguments. Pure. */

export type JsonObject = Readonly<Record<string, unknown>>;

interface Common {
  /** What the catalog says about it, in English. */
  readonly hint?: string;
  /** What the Agent takes when nothing is given, as JSON. */
  readonly usual?: string;
}

export type TextFormat = 'plain' | 'long' | 'time' | 'day' | 'instant';

export type Field = Common &
  (
    | { readonly kind: 'text'; readonly format: TextFormat; readonly maxLength?: number }
    | { readonly kind: 'number'; readonly isWhole: boolean; readonly least?: number; readonly most?: number }
    | { readonly kind: 'choice'; readonly values: readonly (string | number)[] }
    | { readonly kind: 'boolean' }
    /** Nothing to choose: the word that tells variants apart. */
    | { readonly kind: 'constant'; readonly value: unknown }
    | { readonly kind: 'list'; readonly item: Field; readonly least: number; readonly most: number }
    | { readonly kind: 'object'; readonly members: readonly Member[]; readonly isWindow: boolean }
    /** Keys of the caller's choice. */
    | { readonly kind: 'record'; readonly item: Field }
    | { readonly kind: 'union'; readonly variants: readonly Variant[] }
    /** Whatever JSON the system that answers understands. `only`: what it must be at its top. */
    | { readonly kind: 'json'; readonly only?: 'object' }
  );

export type FieldOf<K extends Field['kind']> = Extract<Field, { readonly kind: K }>;

export interface Member {
  readonly name: string;
  readonly isRequired: boolean;
  readonly field: Field;
}

interface Variant {
  /** What sets it apart from the others, in the words of the schema. */
  readonly label: string;
  readonly field: Field;
}

/** Texts longer than this are queries and messages, which have lines. */
const longText = 2000;
/** Where the next page begins, as the answer before said: long, and on one line. */
const cursorName = 'cursor';

export function toField(schema: unknown): Field {
  const given = isObject(schema) ? schema : {};
  const { description, default: usual } = given;
  return {
    ...(typeof description === 'string' && { hint: description }),
    ...(usual !== undefined && { usual: JSON.stringify(usual) }),
    ...bareField(given),
  };
}

function bareField(schema: JsonObject): Field {
  const variants = listOf(schema['anyOf'] ?? schema['oneOf']);
  if (variants.length > 0) return unionOf(variants.filter(isObject));
  if ('const' in schema) return { kind: 'constant', value: schema['const'] };
  const values = listOf(schema['enum']);
  if (values.length > 0) return { kind: 'choice', values: values.filter(isWord) };
  switch (schema['type']) {
    case 'string':
      return textOf(schema);
    case 'integer':
    case 'number':
      return numberOf(schema, schema['type'] === 'integer');
    case 'boolean':
      return { kind: 'boolean' };
    case 'array':
      return {
        kind: 'list',
        item: toField(schema['items']),
        least: numberIn(schema, 'minItems') ?? 0,
        most: numberIn(schema, 'maxItems') ?? Infinity,
      };
    case 'object':
      return objectOf(schema);
    default:
      return { kind: 'json' };
  }
}

function textOf(schema: JsonObject): Field {
  const maxLength = numberIn(schema, 'maxLength');
  return { kind: 'text', format: formatOf(schema, maxLength), ...(maxLength !== undefined && { maxLength }) };
}

function formatOf({ format }: JsonObject, maxLength = 0): TextFormat {
  if (format === 'date-time') return 'time';
  if (format === 'date') return 'day';
  return maxLength > longText ? 'long' : 'plain';
}

/** Bounds that only say what a number of JavaScript can be are none. */
function numberOf(schema: JsonObject, isWhole: boolean): Field {
  const [least, most] = [numberIn(schema, 'minimum'), numberIn(schema, 'maximum')];
  return {
    kind: 'number',
    isWhole,
    ...(least !== undefined && least > Number.MIN_SAFE_INTEGER && { least }),
    ...(most !== undefined && most < Number.MAX_SAFE_INTEGER && { most }),
  };
}

function objectOf(schema: JsonObject): Field {
  const { properties, additionalProperties: others, required } = schema;
  if (!isObject(properties)) {
    return isObject(others) && Object.keys(others).length > 0
      ? { kind: 'record', item: toField(others) }
      : { kind: 'json', only: 'object' };
  }
  const needed = listOf(required);
  const members = Object.entries(properties).map(([name, one]) => ({
    name,
    isRequired: needed.includes(name),
    field: name === cursorName ? onOneLine(toField(one)) : toField(one),
  }));
  const isWindow = members.length === 2 && ['from', 'to'].every((end) => isInstant(members, end));
  return { kind: 'object', members, isWindow };
}

function onOneLine(field: Field): Field {
  return field.kind === 'text' ? { ...field, format: 'plain' } : field;
}

function isInstant(members: readonly Member[], end: string): boolean {
  return members.some(({ name, field }) => name === end && field.kind === 'text' && field.format === 'instant');
}

function unionOf(schemas: readonly JsonObject[]): Field {
  const fields = schemas.map(toField);
  const [only, ...others] = fields;
  if (only !== undefined && others.length === 0) return only;
  const texts = fields.filter((field) => field.kind === 'text');
  if (texts.length === fields.length) return oneText(texts, schemas);
  const labels = labelsOf(fields);
  return { kind: 'union', variants: fields.map((field, at) => ({ label: labels[at] ?? '', field })) };
}

/** Several forms of a text are written into one field: its hint says which there are. */
function oneText(texts: readonly FieldOf<'text'>[], schemas: readonly JsonObject[]): Field {
  const isNow = schemas.some(({ pattern }) => typeof pattern === 'string' && pattern.startsWith('^now'));
  if (isNow) return { kind: 'text', format: 'instant' };
  const lengths = texts.map(({ maxLength = Infinity }) => maxLength);
  const most = Math.max(...lengths);
  return { kind: 'text', format: 'plain', ...(most < Infinity && { maxLength: most }) };
}

const scalarLabels: Readonly<Partial<Record<Field['kind'], string>>> = {
  text: 'text',
  number: 'number',
  boolean: 'true / false',
  json: 'JSON',
};

function labelsOf(fields: readonly Field[]): string[] {
  const byConstant = fields.map(constantsOf);
  if (isDistinct(byConstant)) return byConstant;
  const shared = namesOf(fields[0]).filter((name) => fields.every((field) => namesOf(field).includes(name)));
  const labels = fields.map((field, at) => {
    const own = namesOf(field).filter((name) => !shared.includes(name));
    const words = [byConstant[at] ?? '', ...choicesOf(field).slice(0, 3), ...own].filter((word) => word !== '');
    return words.length === 0 ? (scalarLabels[field.kind] ?? field.kind) : words.join(', ');
  });
  return isDistinct(labels) ? labels : labels.map((label, at) => `${at + 1}: ${label}`);
}

function isDistinct(labels: readonly string[]): boolean {
  return !labels.includes('') && new Set(labels).size === labels.length;
}

function constantsOf(field: Field): string {
  if (field.kind === 'constant') return String(field.value);
  const constants = membersOf(field).flatMap((one) => (one.field.kind === 'constant' ? [String(one.field.value)] : []));
  return constants.join(', ');
}

function choicesOf(field: Field): string[] {
  const [first] = membersOf(field).flatMap((one) =>
    one.field.kind === 'choice' ? [one.field.values.map(String)] : [],
  );
  return first ?? [];
}

function namesOf(field: Field | undefined): string[] {
  return field === undefined ? [] : membersOf(field).map(({ name }) => name);
}

function membersOf(field: Field): readonly Member[] {
  return field.kind === 'object' ? field.members : [];
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

function isWord(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

function numberIn(schema: JsonObject, key: string): number | undefined {
  const value = schema[key];
  return typeof value === 'number' ? value : undefined;
}
