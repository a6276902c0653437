/** The catalog as callers read it: a list without schemas, and one operation with them. */
import { z } from 'zod';
import { answeredBy } from '../../../catalog/answered-by.ts';
import { examples } from '../../../catalog/examples.ts';
import { catalog, operations } from '../../../catalog/index.ts';
import type { Operation } from '../../../catalog/operation.ts';
import { type OperationSearch, prepareSearch } from '../../../catalog/search/search-operations.ts';
import { digestJson } from '../../core/digest-json.ts';
import type { CatalogEntry } from '../api/api.ts';
import { findObstacle } from '../operations/may-ask.ts';
import type { Asker } from '../people/asker.ts';

export interface CatalogQuery {
  /** A question in the words of who asks. The list is then ordered by how well each answers it. */
  readonly q?: string | undefined;
  readonly domain?: string | undefined;
  readonly access?: 'read' | 'write' | undefined;
  readonly names?: readonly string[] | undefined;
}

type KnownEntry = Omit<CatalogEntry, 'may_ask'>;

/** Sorted by name, as the catalog is. */
const entries: readonly KnownEntry[] = operations.map(describe);
const byName = new Map(entries.map((entry) => [entry.name, entry]));

export interface FoundEntries {
  readonly entries: CatalogEntry[];
  /** Words of the question that no operation has. */
  readonly unknown: readonly string[];
  /** Where nothing was found: words that are spelt most like those of the question. */
  readonly nearest: readonly string[];
}

export function findEntries(asker: Asker, { q = '', domain, access, names }: CatalogQuery): FoundEntries {
  const isAsked = q.trim() !== '';
  const { found, unknown, nearest } = isAsked ? searchIndex()(q) : { found: entries, unknown: [], nearest: [] };
  return {
    entries: found
      .flatMap(({ name }) => byName.get(name) ?? [])
      .filter(
        (entry) =>
          (domain === undefined || entry.domain === domain) &&
          (access === undefined || entry.access === access) &&
          (names === undefined || names.includes(entry.name)),
      )
      .map((entry) => ({ ...entry, may_ask: mayAsk(asker, entry) })),
    unknown,
    nearest,
  };
}

let prepared: OperationSearch | undefined;

/** Prepared when something is first searched: it takes a tenth of a second. */
function searchIndex(): OperationSearch {
  return (prepared ??= prepareSearch(
    entries.map(({ name, summary, answers }) => ({
      name,
      summary,
      connectors: answers.flatMap(({ connector }) => [connector, answeredBy.connectors[connector] ?? '']),
      grants: answers.flatMap(({ grants }) => grants.map(({ grant }) => grant)),
    })),
  ));
}

export type DescribedOperation = CatalogEntry & Schemas;

/** Undefined for a name that the catalog does not have. */
export function describeOperation(asker: Asker, name: string): DescribedOperation | undefined {
  const operation = catalog.get(name);
  const entry = byName.get(name);
  if (operation === undefined || entry === undefined) return undefined;
  return { ...entry, may_ask: mayAsk(asker, entry), ...schemasOf(operation) };
}

function mayAsk(asker: Asker, { name: operation, access }: KnownEntry): boolean {
  return findObstacle(asker, { operation, access }) === undefined;
}

function describe({ name, access, summary }: Operation): KnownEntry {
  const answers = Object.entries(answeredBy.operations[name] ?? {}).map(([connector, grants]) => ({
    connector,
    grants: Object.entries(grants).map(([grant, need]) => ({ grant, need })),
  }));
  return { name, domain: name.split('.')[0] ?? '', access, summary, answers };
}

/** Domains that have a read. */
export const domainsOfReads: readonly string[] = [
  ...new Set(entries.filter(({ access }) => access === 'read').map(({ domain }) => domain)),
];

/** Of arguments that are known to work, by connector; of these connectors only. */
export function findExamples(name: string, connectors: readonly string[]): Record<string, Record<string, unknown>> {
  const ofOperation = examples[name] ?? {};
  return Object.fromEntries(connectors.flatMap((one) => (ofOperation[one] ? [[one, ofOperation[one]]] : [])));
}

/** Arguments without which the operation is refused, whatever else is given. */
export function listRequired(name: string): readonly string[] {
  const operation = catalog.get(name);
  return operation === undefined ? [] : ((schemasOf(operation).arguments['required'] ?? []) as string[]);
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
