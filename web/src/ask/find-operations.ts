/** Search over the catalog, on the one list that the page has. Pure. */
import type { CatalogEntry, CatalogList } from '../../../src/control/api/api.ts';

export interface OperationSearch {
  /** Words that must all be in the name, the summary, a connector or a permission. */
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
  /** Permissions in which a word of the search was found, and that are not shown otherwise. */
  readonly grants: readonly string[];
}

type Connectors = CatalogList['connectors'];

/** By domain, in the order of the list. `translate`: the summary in the language of the page, which is searched too. */
export function findOperations(
  { operations, connectors }: Pick<CatalogList, 'operations' | 'connectors'>,
  { q, access, isConfigured }: OperationSearch,
  translate: (entry: CatalogEntry) => string = ({ summary }) => summary,
): FoundDomain[] {
  const words = q
    .toLowerCase()
    .split(/\s+/u)
    .filter((word) => word !== '');
  const titles = new Map(connectors.map(({ connector, title }) => [connector, title]));
  const configured = configuredOf(connectors);
  const byDomain = new Map<string, FoundOperation[]>();
  for (const entry of operations) {
    if (access !== '' && entry.access !== access) continue;
    if (isConfigured && !entry.answers.some(({ connector }) => configured.has(connector))) continue;
    const named = entry.answers.map(({ connector }) => `${connector}\n${titles.get(connector) ?? ''}`);
    const text = [entry.name, entry.summary, translate(entry), ...named].join('\n').toLowerCase();
    const grants = [...new Set(entry.answers.flatMap((one) => one.grants.map(({ grant }) => grant)))];
    const matching = grants.filter((grant) => words.some((word) => grant.toLowerCase().includes(word)));
    const isFound = (word: string): boolean =>
      text.includes(word) || matching.some((grant) => grant.toLowerCase().includes(word));
    if (!words.every(isFound)) continue;
    const isNamed = words.every((word) => text.includes(word));
    const found = { entry, grants: isNamed ? [] : matching };
    byDomain.set(entry.domain, [...(byDomain.get(entry.domain) ?? []), found]);
  }
  return [...byDomain].map(([domain, found]) => ({ domain, operations: found }));
}

/** Ids of the connectors that at least one live Agent has configured. */
export function configuredOf(connectors: Connectors): ReadonlySet<string> {
  return new Set(connectors.filter(({ agents }) => agents.length > 0).map(({ connector }) => connector));
}
