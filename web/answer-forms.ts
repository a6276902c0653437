/**
 * Replaces the zod schemas of answers by their shapes while the app is built, so that no page loads zod for them. Each
 * schema becomes a module of its own and is loaded with the pages that read that answer.
 */
import path from 'node:path';
import type { Plugin } from 'vite';
import { z } from 'zod';
import type { Shape } from './src/edge/answer-form.ts';

const root = path.join(import.meta.dirname, '..');
type Exports = Readonly<Record<string, unknown>>;

/** Modules that hold nothing but wire types and plain constants. */
const wireModules: ReadonlyMap<string, () => Promise<Exports>> = new Map<string, () => Promise<Exports>>([
  [path.join(root, 'src/control/api/api.ts'), () => import('../src/control/api/api.ts')],
  // Apart from the others, which the first screen reads from.
  [path.join(root, 'src/control/api/comparison.ts'), () => import('../src/control/api/comparison.ts')],
  [path.join(root, 'src/control/api/permissions.ts'), () => import('../src/control/api/permissions.ts')],
  [path.join(root, 'profiler/witness/diff/diff.ts'), () => import('../profiler/witness/diff/diff.ts')],
  [
    path.join(root, 'profiler/witness/say/flame/flame-graph.ts'),
    () => import('../profiler/witness/say/flame/flame-graph.ts'),
  ],
]);
const prefix = '\0answer-form:';
const runtime = path.join(import.meta.dirname, 'src/edge/answer-form.ts');

export function answerForms(): Plugin {
  return {
    name: 'farol-answer-forms',
    enforce: 'pre',
    resolveId: (id) => (id.startsWith(prefix) ? id : null),
    async load(id) {
      const isForm = id.startsWith(prefix);
      const [file = '', name = ''] = isForm ? id.slice(prefix.length).split('#') : [id];
      const exported = await wireModules.get(file)?.();
      if (exported === undefined) return null;
      return { code: isForm ? renderForm(exported[name], name) : listForms(file, exported), moduleSideEffects: false };
    },
  };
}

/** An import of anything else, such as a function, fails the build. */
function listForms(file: string, exported: Exports): string {
  return Object.entries(exported)
    .map(([name, value]) => {
      if (value instanceof z.ZodType) {
        return `export { default as ${name} } from ${JSON.stringify(`${prefix}${file}#${name}`)};`;
      }
      return typeof value === 'string' ? `export const ${name} = ${JSON.stringify(value)};` : '';
    })
    .join('\n');
}

function renderForm(schema: unknown, name: string): string {
  if (!(schema instanceof z.ZodType)) throw new Error(`${name} is not a zod schema`);
  const shape = JSON.stringify(shapeOf(schema, name));
  return `import { formOf } from ${JSON.stringify(runtime)};\nexport default formOf(${shape});`;
}

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** The shape of what the schema lets through. @throws Error naming what a shape cannot express. */
export function shapeOf(schema: z.ZodType, name: string): Shape {
  const json = z.toJSONSchema(schema, {
    io: 'output',
    reused: 'inline',
    // A check of our own is what its `meta` says; without that it lets everything through.
    unrepresentable: 'any',
    // As output, an object that drops unknown keys looks like one that refuses them.
    override: ({ zodSchema: { _zod: zod }, jsonSchema }) => {
      if (zod.def.type === 'object' && zod.def.catchall === undefined) jsonSchema.additionalProperties = {};
    },
  });
  return toShape(json, name);
}

/** Says nothing about the value, or repeats what JSON guarantees. */
const ignored = new Set(['$schema', 'description', 'default', 'x-go-name']);

function toShape(schema: JsonSchema, place: string): Shape {
  const given = Object.fromEntries(Object.entries(schema).filter(([key]) => !ignored.has(key)));
  const only = (...keys: string[]): void => {
    const surplus = Object.keys(given).filter((key) => !keys.includes(key));
    if (surplus.length > 0) throw new Error(`${place} uses ${surplus.join(', ')}, which no shape of an answer has`);
  };
  const union = schema.oneOf ?? schema.anyOf;
  if (union !== undefined) {
    only('oneOf', 'anyOf');
    return { type: 'union', shapes: union.map((one) => toShape(asSchema(one, place), place)) };
  }
  if (schema.const !== undefined || schema.enum !== undefined) {
    only('type', 'const', 'enum');
    return { type: 'one of', values: schema.enum ?? [schema.const] };
  }
  switch (schema.type) {
    case undefined:
      only();
      return { type: 'anything' };
    case 'object':
      return toObject(schema, place, only);
    case 'array':
      only('type', 'items', 'minItems');
      return {
        ...pick(schema, 'minItems'),
        type: 'array',
        items: toShape(asSchema(schema.items, place), `${place}[]`),
      };
    case 'string':
      only('type', 'pattern', 'minLength', 'maxLength');
      return { ...pick(schema, 'pattern', 'minLength', 'maxLength'), type: 'string' };
    case 'number':
    case 'integer':
      only('type', ...bounds);
      return { ...pickBounds(schema), type: schema.type };
    case 'boolean':
    case 'null':
      only('type');
      return { type: schema.type };
    default:
      throw new Error(`${place} has the type ${String(schema.type)}, which no shape of an answer has`);
  }
}

function toObject(schema: JsonSchema, place: string, only: (...keys: string[]) => void): Shape {
  const { properties, additionalProperties: others } = schema;
  if (properties === undefined) {
    only('type', 'additionalProperties', 'propertyNames');
    if (JSON.stringify(schema.propertyNames) !== '{"type":"string"}') {
      throw new Error(`${place} restricts its keys, which no shape of an answer does`);
    }
    return { type: 'record', values: toShape(asSchema(others, place), place) };
  }
  only('type', 'properties', 'required', 'additionalProperties');
  if (others !== false) throw new Error(`${place} is not a strict object`);
  return {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(properties).map(([key, one]) => [key, toShape(asSchema(one, place), `${place}.${key}`)]),
    ),
    ...pick(schema, 'required'),
  };
}

function asSchema(value: unknown, place: string): JsonSchema {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonSchema;
  throw new Error(`${place} has no shape`);
}

const bounds = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'] as const;

/** `integer` means a safe one already. */
function pickBounds(schema: JsonSchema): Partial<Record<(typeof bounds)[number], number>> {
  return Object.fromEntries(
    bounds.flatMap((key) => {
      const value = schema[key];
      return typeof value === 'number' && Math.abs(value) !== Number.MAX_SAFE_INTEGER ? [[key, value]] : [];
    }),
  );
}

function pick<K extends keyof JsonSchema>(schema: JsonSchema, ...keys: readonly K[]): Pick<JsonSchema, K> {
  return Object.fromEntries(keys.flatMap((key) => (schema[key] === undefined ? [] : [[key, schema[key]]]))) as Pick<
    JsonSchema,
    K
  >;
}
