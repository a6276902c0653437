/**
 * The catalog as a customer reviewed it: for each operation its access and a digest of what it takes and
 * of what it answers. With a lock, what an upgrade adds or changes stays inert until somebody has looked
 * at it. The file has one line for each operation, sorted, so that a change of it reads as a diff.
 */
import { z } from 'zod';
import type { Catalog } from '../../../catalog/index.ts';
import type { Operation } from '../../../catalog/operation.ts';
import { sha256 } from '../audit/audit-line.ts';

const format = 'farol-catalog-lock/1';
const Digest = z.string().regex(/^sha256:[0-9a-f]{64}$/u, 'must be sha256: and 64 hexadecimal digits');
const LockedOperation = z.strictObject({ access: z.enum(['read', 'write']), arguments: Digest, result: Digest });
export type LockedOperation = z.infer<typeof LockedOperation>;

export const CatalogLock = z.strictObject({
  format: z.literal(format),
  /** Version that wrote it; said to people, decides nothing. */
  farol: z.string().regex(/^\d+\.\d+\.\d+\S{0,40}$/u, 'must be a version'),
  operations: z.record(z.string(), LockedOperation),
});
export type CatalogLock = z.infer<typeof CatalogLock>;

export type ChangedPart = keyof LockedOperation;

export interface CatalogDiff {
  /** In the catalog and not in the lock. */
  readonly added: readonly string[];
  readonly changed: readonly { readonly name: string; readonly what: readonly ChangedPart[] }[];
  /** In the lock and not in the catalog. */
  readonly removed: readonly string[];
}

/** The text of a lock file. */
export function renderLock(catalog: Catalog, farol: string): string {
  const lines = namesOf(catalog).map((name, index, names) => {
    const { access, arguments: accepted, result } = lockOperation(operationOf(catalog, name));
    const entry = `{ "access": "${access}", "arguments": "${accepted}", "result": "${result}" }`;
    return `    ${JSON.stringify(name)}: ${entry}${index === names.length - 1 ? '' : ','}\n`;
  });
  const head = `  "format": "${format}",\n  "farol": ${JSON.stringify(farol)},\n`;
  return `{\n${head}  "operations": {\n${lines.join('')}  }\n}\n`;
}

export function compareWithLock(catalog: Catalog, { operations }: CatalogLock): CatalogDiff {
  const locked = new Map(Object.entries(operations));
  const changed = namesOf(catalog).flatMap((name) => {
    const reviewed = locked.get(name);
    if (reviewed === undefined) return [];
    const now = lockOperation(operationOf(catalog, name));
    const what = (['access', 'arguments', 'result'] as const).filter((part) => now[part] !== reviewed[part]);
    return what.length === 0 ? [] : [{ name, what }];
  });
  return {
    added: namesOf(catalog).filter((name) => !locked.has(name)),
    changed,
    removed: [...locked.keys()].filter((name) => !catalog.has(name)).toSorted(),
  };
}

function namesOf(catalog: Catalog): string[] {
  return [...catalog.keys()].toSorted();
}

function operationOf(catalog: Catalog, name: string): Operation {
  const operation = catalog.get(name);
  if (operation === undefined) throw new Error(`${name} is not in the catalog it was listed from`);
  return operation;
}

function lockOperation({ access, arguments: accepted, result }: Operation): LockedOperation {
  return {
    access,
    arguments: digestOf(z.toJSONSchema(accepted, { io: 'input' })),
    result: digestOf(z.toJSONSchema(result)),
  };
}

function digestOf(schema: unknown): string {
  return `sha256:${sha256(JSON.stringify(normalize(schema, 'schema')))}`;
}

/** Descriptions are for readers: a better sentence does not change the operation. */
const prose = new Set(['$schema', 'description', 'title', 'examples']);
/** Keywords whose value maps names that anybody chose to schemas. */
const maps = new Set(['properties', 'patternProperties', '$defs', 'definitions']);

/** The schema without prose, its keys in one order: the same for two spellings of the same rule. */
function normalize(value: unknown, as: 'schema' | 'map' | 'value'): unknown {
  if (Array.isArray(value)) return value.map((one) => normalize(one, as));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value)
    .filter(([key]) => as !== 'schema' || !prose.has(key))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, one]): [string, unknown] => [key, normalize(one, kindBelow(as, key))]);
  return Object.fromEntries(entries);
}

function kindBelow(as: 'schema' | 'map' | 'value', key: string): 'schema' | 'map' | 'value' {
  if (as === 'map') return 'schema';
  if (as === 'value' || key === 'default' || key === 'const' || key === 'enum') return 'value';
  return maps.has(key) ? 'map' : 'schema';
}
