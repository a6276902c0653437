import { z } from 'zod';
import { operations } from '../../catalog/index.ts';
import type { Operation } from '../../catalog/operation.ts';
import { registry } from '../../connectors/registry.ts';
import { code, type Page, renderTable, toPage } from './page.ts';

export function render(): Page[] {
  const domains = Map.groupBy(operations, ({ name }) => domainOf(name));
  return [
    toPage('operations.md', 'catalog/ and connectors/', [
      '# Operations',
      'The closed catalog. Everything else is refused before its arguments are read.',
      renderTable(['operation', 'access', 'what it answers', 'answered by'], operations.map(indexRow)),
    ]),
    ...[...domains].map(([domain, members]) =>
      toPage(`operations/${domain}.md`, `catalog/${domain}.ts`, [`# ${domain}`, ...members.flatMap(renderOperation)]),
    ),
  ];
}

/** Where an operation is described, from the folder of the reference pages. */
export function linkTo(name: string): string {
  return `operations/${domainOf(name)}.md#${anchorOf(name)}`;
}

function indexRow(operation: Operation): string[] {
  const { name, access, summary } = operation;
  return [`[${code(name)}](${linkTo(name)})`, access, summary, sourcesOf(operation)];
}

function domainOf(name: string): string {
  return name.split('.')[0] ?? '';
}

function renderOperation(operation: Operation): string[] {
  const { properties = {}, required = [] } = z.toJSONSchema(operation.arguments, { io: 'input' });
  const rows = Object.entries(properties).map(([name, schema]) => {
    const { description = '' } = schema as { description?: string };
    return [code(name), required.includes(name) ? 'yes' : 'no', code(describe(schema)), description];
  });
  return [
    `## ${operation.name}`,
    operation.summary,
    renderTable(['argument', 'required', 'form', 'meaning'], rows),
    `Answer: ${code(describe(z.toJSONSchema(operation.result)))}`,
  ];
}

function sourcesOf({ name }: Operation): string {
  const able = registry.filter(({ manifest }) => Object.hasOwn(manifest.operations, name));
  return able.map(({ manifest }) => `[${manifest.title}](connectors/${manifest.id}.md)`).join(', ');
}

interface JsonSchema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly prefixItems?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: JsonSchema | false;
  readonly $ref?: string;
  readonly required?: readonly string[];
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly default?: unknown;
}

/** A schema in one line, the way a person would write it. */
function describe(input: unknown): string {
  const schema = input as JsonSchema;
  const otherwise = schema.default === undefined ? '' : ` = ${JSON.stringify(schema.default)}`;
  return `${shapeOf(schema)}${otherwise}`;
}

function shapeOf(schema: JsonSchema): string {
  // A form that contains itself.
  if (schema.$ref !== undefined) return 'the same again';
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((one) => JSON.stringify(one)).join(' or ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return choices.map(describe).join(' or ');
  if (schema.prefixItems !== undefined) return `[${schema.prefixItems.map(describe).join(', ')}]`;
  if (schema.type === 'array') return `[${describe(schema.items)}, …]`;
  if (schema.type === 'object') return objectShape(schema);
  return scalarShape(schema);
}

function objectShape({ properties, required = [], additionalProperties }: JsonSchema): string {
  const isOpen = properties === undefined || Object.keys(properties).length === 0;
  if (isOpen && additionalProperties === false) return '{}';
  if (isOpen) return additionalProperties === undefined ? 'object' : `{ <name>: ${describe(additionalProperties)} }`;
  const fields = Object.entries(properties).map(
    ([name, schema]) => `${name}${required.includes(name) ? '' : '?'}: ${describe(schema)}`,
  );
  return `{ ${fields.join(', ')} }`;
}

function scalarShape({ type = 'anything', format, minimum, maximum, maxLength }: JsonSchema): string {
  const isBounded = minimum !== undefined && maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER;
  if (isBounded) return `${type} ${minimum}–${maximum}`;
  if (maxLength !== undefined) return `${type} of at most ${maxLength}`;
  return format === undefined ? type : format;
}

function anchorOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9 _-]/gu, '');
}
