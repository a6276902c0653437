/** Every field that a schema lets through, as paths; and the fields that a value has. */
import { z } from 'zod';

interface Field {
  /** `a.b[].c`; `{}` is a key that no schema names. */
  readonly path: string;
  readonly type: string;
}

type Node = Readonly<Record<string, unknown>>;

/**
 * Each field once, in the order of the schema; alternatives are merged.
 * @throws Error for an object that accepts fields which are not in the schema.
 */
export function listFields(schema: z.ZodType): Field[] {
  const fields = new Map<string, Set<string>>();
  walk(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }), '', (path, type) => {
    fields.set(path, (fields.get(path) ?? new Set()).add(type));
  });
  return [...fields].map(([path, types]) => ({ path, type: [...types].join(' or ') }));
}

function walk(node: Node, path: string, found: (path: string, type: string) => void): void {
  for (const key of ['anyOf', 'oneOf', 'allOf'] as const) for (const one of listOf(node[key])) walk(one, path, found);
  const properties = Object.entries((node['properties'] ?? {}) as Record<string, Node>);
  const further = node['additionalProperties'];
  if (node['type'] === 'object' && further !== false && typeof further !== 'object') {
    throw new Error(`${path === '' ? 'the whole' : path} accepts fields that are not in its schema`);
  }
  for (const [name, one] of properties) {
    const own = path === '' ? name : `${path}.${name}`;
    found(own, typeOf(one));
    walk(one, own, found);
  }
  if (typeof further === 'object' && further !== null) walk(further as Node, `${path}{}`, found);
  if (typeof node['items'] === 'object' && node['items'] !== null) walk(node['items'] as Node, `${path}[]`, found);
  for (const one of listOf(node['prefixItems'])) walk(one, `${path}[]`, found);
}

function typeOf(node: Node): string {
  if (node['const'] !== undefined) return JSON.stringify(node['const']);
  const choices = node['enum'] as readonly string[] | undefined;
  if (choices !== undefined) return choices.length <= 4 ? choices.join(', ') : `one of ${choices.length} words`;
  const alternatives = [...listOf(node['anyOf']), ...listOf(node['oneOf'])];
  if (alternatives.length > 0) return [...new Set(alternatives.map(typeOf))].join(' or ');
  if (node['type'] === 'array') return `list of ${itemOf(node)}`;
  if (node['type'] === 'object' && typeof node['additionalProperties'] === 'object') {
    const value = typeOf(node['additionalProperties'] as Node);
    return value === 'any' ? 'open' : `${value} by name`;
  }
  return typeof node['type'] === 'string' ? node['type'] : 'open';
}

function itemOf(node: Node): string {
  const [item] = [...listOf(node['prefixItems']), ...listOf([node['items']])];
  return item === undefined ? 'open' : typeOf(item);
}

function listOf(value: unknown): Node[] {
  return Array.isArray(value) ? value.filter((one): one is Node => typeof one === 'object' && one !== null) : [];
}

/** Paths of a value, as `listFields` writes them. Nothing is listed below an open field: no schema names what is there. */
export function fieldsOf(value: unknown, isOpen: (path: string) => boolean, path = ''): Set<string> {
  const found = new Set<string>();
  const add = (more: Iterable<string>): void => {
    for (const one of more) found.add(one);
  };
  if (Array.isArray(value)) for (const one of value) add(fieldsOf(one, isOpen, `${path}[]`));
  else if (typeof value === 'object' && value !== null) {
    for (const [name, one] of Object.entries(value)) {
      if (one === undefined) continue;
      const own = path === '' ? name : `${path}.${name}`;
      found.add(own);
      if (!isOpen(own)) add(fieldsOf(one, isOpen, own));
    }
  }
  return found;
}
