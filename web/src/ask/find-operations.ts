/** Search over the catalog, on the one list that the page has: as the control plane searches it. Pure. */
import {
  type OperationSearch,
  type OperationsFound,
  prepareSearch,
} from '../../../catalog/search/search-operations.ts';
import type { CatalogEntry, CatalogList } from '../../../src/control/api/api.ts';

export interface SearchFields {
  /** A question in the words of who asks. */
  readonly q: string;
  readonly access: 'read' | 'write' | '';
  /** Only what a live Agent has a connector configured for. */
  readonly isConfigured: boolean;
}

export interface FoundDomain {
  readonly domain: string;
  readonly operations: readonly FoundOperation[];
}

export interface FoundOperation {
  readonly entry: CatalogEntry;
  /** Permissions that have a word of the search which nothing else of the operation has. */
  readonly grants: readonly string[];
}

type Connectors = CatalogList['connectors'];

/** `translate`: the summary in the language of the page, which is searched too. It takes a tenth of a second. */
export function prepareList(
  { operations, connectors }: Pick<CatalogList, 'operations' | 'connectors'>,
  translate: (summary: string) => string | undefined,
): OperationSearch {
  const titles = new Map(connectors.map(({ connector, title }) => [connector, title]));
  return prepareSearch(
    operations.map(({ name, summary, answers }) => ({
      name,
      summary,
      translated: translate(summary),
      connectors: answers.flatMap(({ connector }) => [connector, titles.get(connector) ?? '']),
      grants: answers.flatMap(({ grants }) => grants.map(({ grant }) => grant)),
    })),
  );
}

export interface FoundOperations extends Pick<OperationsFound, 'unknown' | 'nearest'> {
  /** Where something is searched, the domain of the best operation comes first, else in the order of the list. */
  readonly domains: readonly FoundDomain[];
}

/** `search`: only needed where a question is asked. */
export function findOperations(
  { operations, connectors }: Pick<CatalogList, 'operations' | 'connectors'>,
  { q, access, isConfigured }: SearchFields,
  search?: OperationSearch,
): FoundOperations {
  const configured = configuredOf(connectors);
  const entries = new Map(operations.map((entry) => [entry.name, entry]));
  const all = { found: operations.map(({ name }) => ({ name, inGrants: [] })), unknown: [], nearest: [] };
  const { found, unknown, nearest } = search === undefined || q.trim() === '' ? all : search(q);
  const byDomain = new Map<string, FoundOperation[]>();
  for (const { name, inGrants } of found) {
    const entry = entries.get(name);
    if (entry === undefined || (access !== '' && entry.access !== access)) continue;
    if (isConfigured && !entry.answers.some(({ connector }) => configured.has(connector))) continue;
    const one = { entry, grants: grantsWith(entry, inGrants) };
    byDomain.set(entry.domain, [...(byDomain.get(entry.domain) ?? []), one]);
  }
  return { domains: [...byDomain].map(([domain, of]) => ({ domain, operations: of })), unknown, nearest };
}

function grantsWith({ answers }: CatalogEntry, words: readonly string[]): string[] {
  const grants = new Set(answers.flatMap((one) => one.grants.map(({ grant }) => grant)));
  return [...grants].filter((grant) => words.some((word) => grant.toLowerCase().includes(word)));
}

/** Ids of the connectors that at least one live Agent has configured. */
export function configuredOf(connectors: Connectors): ReadonlySet<string> {
  return new Set(connectors.filter(({ agents }) => agents.length > 0).map(({ connector }) => connector));
}
