/** The catalog as callers read it: a list without schemas, and one operation with them. */
import { z } from 'zod';
import { answeredBy } from '../../../catalog/answered-by.ts';
import { catalog, operations } from '../../../catalog/index.ts';
import type { Operation } from '../../../catalog/operation.ts';
import { digestJson } from '../../core/digest-json.ts';
import type { CatalogEntry } from '../api/api.ts';
import { findObstacle } from '../operations/may-ask.ts';
import type { Asker } from '../people/asker.ts';

export interface CatalogQuery {
  /** Words, all of which must be somewhere in name, summary, connectors or grants. */
  readonly q?: string | undefined;
  readonly domain?: string | undefined;
  readonly access?: 'read' | 'write' | undefined;
  readonly names?: readonly string[] | undefined;
}

type KnownEntry = Omit<CatalogEntry, 'may_ask'>;

interface Known {
  readonly entry: KnownEntry;
  /** Everything that is searched, in lower case. */
  readonly text: string;
}

/** Sorted by name, as the catalog is. */
const entries: readonly Known[] = operations.map(describe);

export function listEntries(asker: Asker, { q = '', domain, access, names }: CatalogQuery): CatalogEntry[] {
  const words = q.toLowerCase().split(/\s+/u);
  return entries
    .filter(
      ({ entry, text }) =>
        (domain === undefined || entry.domain === domain) &&
        (access === undefined || entry.access === access) &&
        (names === undefined || names.includes(entry.name)) &&
        words.every((word) => text.includes(word)),
    )
    .map(({ entry }) => ({ ...entry, may_ask: mayAsk(asker, entry) }));
}

export type DescribedOperation = CatalogEntry & { arguments: Record<string, unknown>; result: Record<string, unknown> };

/** Undefined for a name that the catalog does not have. */
export function describeOperation(asker: Asker, name: string): DescribedOperation | undefined {
  const operation = catalog.get(name);
  const known = entries.find(({ entry }) => entry.name === name);
  if (operation === undefined || known === undefined) return undefined;
  return { ...known.entry, may_ask: mayAsk(asker, known.entry), ...schemasOf(operation) };
}

function mayAsk(asker: Asker, { name: operation, access }: KnownEntry): boolean {
  return findObstacle(asker, { operation, access }) === undefined;
}

function describe({ name, access, summary }: Operation): Known {
  const answers = Object.entries(answeredBy.operations[name] ?? {}).map(([connector, grants]) => ({
    connector,
    grants: Object.entries(grants).map(([grant, need]) => ({ grant, need })),
  }));
  const searched = answers.flatMap(({ connector, grants }) => [
    connector,
    answeredBy.connectors[connector] ?? '',
    ...grants.map(({ grant }) => grant),
  ]);
  const entry = { name, domain: name.split('.')[0] ?? '', access, summary, answers };
  return { entry, text: [name, summary, ...searched].join('\n').toLowerCase() };
}

/** The `$id` of the schema of what this operation returns: another schema has another one. */
export function resultSchemaId(operation: Operation): string {
  return schemasOf(operation).result.$id;
}

interface Schemas {
  readonly arguments: Record<string, unknown>;
  readonly result: Record<string, unknown> & { readonly $id: string };
}

/** Made when an operation is first asked for, one at a time: those of all together would hold up everybody else. */
const made = new Map<string, Schemas>();

function schemasOf({ name, arguments: accepted, result }: Operation): Schemas {
  const known = made.get(name);
  if (known !== undefined) return known;
  const returned = z.toJSONSchema(result);
  const schemas = {
    arguments: { ...z.toJSONSchema(accepted, { io: 'input' }) },
    result: { $id: `urn:farol:${name}:result:${digestJson(returned)}`, ...returned },
  };
  made.set(name, schemas);
  return schemas;
}
