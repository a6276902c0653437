/**
 * The vendor's library hands on what its model does not allow, or fails on the whole answer for one value. So an
 * answer in JSON is held to the library's own model first: a row of a list with another value is left out and noted.
 */
import type { NormalizedSchema } from '@smithy/core/schema';
import { changedAt, type NoteUnread } from '../../../src/core/parse-answer.ts';
import type { UnreadRow } from '../../../src/core/rows.ts';

type Path = readonly (string | number)[];

/** Of which the first row names the columns of the others, so that none can be left out. */
const positional: ReadonlySet<string> = new Set(['athena:GetQueryResults']);

/**
 * The body without the rows that cannot be read; the same body when it is no JSON. `schema` is that of the command.
 * @throws Fault `upstream_changed` for a value of another type that is in no row, and where no row of a list can be read.
 */
export async function withReadableRows(
  body: string,
  { call, schema, noteUnread }: { readonly call: string; readonly schema: unknown; readonly noteUnread: NoteUnread },
): Promise<string> {
  const output = outputOf(schema);
  const value = /^\s*\{/u.test(body) ? parse(body) : undefined;
  if (output === undefined || value === undefined) return body;
  // Loaded by every client of the library anyway.
  const { NormalizedSchema: model } = await import('@smithy/core/schema');
  const unread = new Map<string, UnreadRow & { readonly path: Path }>();
  for (const path of othersThan(model.of(output as never), value, [])) {
    const depth = positional.has(call) ? -1 : path.findIndex((part) => typeof part === 'number');
    if (depth < 0) throw changedAt(`${call} ${path.join('.')}`);
    const row = {
      list: path.slice(0, depth).join('.'),
      at: Number(path[depth]),
      field: path.slice(depth + 1).join('.'),
    };
    unread.set(`${row.list} ${row.at}`, { ...row, path: path.slice(0, depth) });
  }
  if (unread.size === 0) return body;
  for (const left of Map.groupBy(unread.values(), ({ list }) => list).values()) {
    const [{ path, list, field } = { path: [], list: '', field: '' }] = left;
    const rows = valueAt(value, path) as unknown[];
    if (left.length === rows.length) throw changedAt(`${call} ${list}[].${field}`);
    for (const { at } of left.toSorted((a, b) => b.at - a.at)) rows.splice(at, 1);
  }
  noteUnread([...unread.values()].map(({ path: _path, ...row }) => row));
  return JSON.stringify(value);
}

/** Of an operation in the library's notation: kind, namespace, name, traits, input, output. */
function outputOf(schema: unknown): unknown {
  return Array.isArray(schema) ? schema[5] : undefined;
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function valueAt(value: unknown, path: Path): unknown {
  let here = value;
  for (const name of path) here = (here as Record<string, unknown>)[name];
  return here;
}

/** Where values are that the model does not allow. A member without a value is one that is not there. */
function* othersThan(model: NormalizedSchema, value: unknown, path: Path): Generator<Path> {
  if (value === null || value === undefined || model.isDocumentSchema()) return;
  const isList = model.isListSchema();
  if (isList || model.isMapSchema() || model.isStructSchema()) {
    if (isList ? !Array.isArray(value) : !isRecord(value)) yield path;
    else for (const [name, one, below] of partsOf(model, value)) yield* othersThan(below, one, [...path, name]);
  } else if (!isOf(model, value)) yield path;
}

type Part = readonly [name: string | number, value: unknown, model: NormalizedSchema];

function* partsOf(model: NormalizedSchema, value: object): Generator<Part> {
  if (!model.isStructSchema()) {
    const below = model.getValueSchema();
    const isList = Array.isArray(value);
    for (const [name, one] of Object.entries(value)) yield [isList ? Number(name) : name, one, below];
    return;
  }
  for (const [member, below] of model.structIterator()) {
    const { jsonName } = below.getMergedTraits() as { readonly jsonName?: string };
    const name = jsonName !== undefined && Object.hasOwn(value, jsonName) ? jsonName : member;
    if (Object.hasOwn(value, name)) yield [name, (value as Record<string, unknown>)[name], below];
  }
}

const namedNumbers: readonly unknown[] = ['NaN', 'Infinity', '-Infinity'];
/** The latest time that the language can spell. */
const latestSec = 8_640_000_000_000;

function isOf(model: NormalizedSchema, value: unknown): boolean {
  if (model.isTimestampSchema()) {
    return typeof value === 'number' ? Math.abs(value) <= latestSec : !Number.isNaN(Date.parse(String(value)));
  }
  if (model.isBooleanSchema()) return typeof value === 'boolean';
  if (model.isNumericSchema()) return typeof value === 'number' || namedNumbers.includes(value);
  if (model.isStringSchema()) return typeof value === 'string';
  return true;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
