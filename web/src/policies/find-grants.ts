/** Search over permissions both ways: what an operation needs, and what needs a permission. Pure. */
import type { CatalogList } from '../../../src/control/api/api.ts';

type Catalog = Pick<CatalogList, 'operations' | 'connectors'>;
type Need = CatalogList['operations'][number]['answers'][number]['grants'][number];

/** What one operation needs at one connector that can answer it. */
export interface OperationNeeds {
  readonly operation: string;
  readonly title: string;
  readonly grants: readonly Need[];
}

/** What needs one permission of one connector. */
export interface GrantUse {
  readonly grant: string;
  readonly title: string;
  readonly operations: readonly string[];
}

export interface ConnectorSize {
  readonly connector: string;
  readonly title: string;
  readonly operations: number;
  readonly grants: number;
  readonly isConfigured: boolean;
}

interface FoundGrants {
  readonly operations: readonly OperationNeeds[];
  readonly grants: readonly GrantUse[];
}

/** Every word must be in the name or the connector, in any case. Without a word everything is found. */
export function findGrants(catalog: Catalog, q: string): FoundGrants {
  const words = q.toLowerCase().split(/\s+/u).filter(Boolean);
  const isFound = (...texts: readonly string[]): boolean => {
    const text = texts.join('\n').toLowerCase();
    return words.every((word) => text.includes(word));
  };
  const titles = titlesOf(catalog);
  const needs: OperationNeeds[] = [];
  const uses = new Map<string, GrantUse & { readonly operations: string[] }>();
  for (const { name, answers } of catalog.operations) {
    for (const { connector, grants } of answers) {
      const title = titles.get(connector) ?? connector;
      if (isFound(name, connector, title)) needs.push({ operation: name, title, grants });
      for (const { grant } of grants) {
        if (!isFound(grant, connector, title)) continue;
        const key = `${connector} ${grant}`;
        const use = uses.get(key) ?? { grant, title, operations: [] };
        use.operations.push(name);
        uses.set(key, use);
      }
    }
  }
  const sorted = [...uses.values()].toSorted((a, b) => compare(a.grant, b.grant) || compare(a.title, b.title));
  return { operations: needs, grants: sorted };
}

/** By title, each with how much it answers and needs. */
export function listConnectors(catalog: Catalog): ConnectorSize[] {
  return catalog.connectors
    .map(({ connector, title, agents }) => {
      const answers = catalog.operations.flatMap((one) => one.answers.filter((it) => it.connector === connector));
      const grants = new Set(answers.flatMap((one) => one.grants.map(({ grant }) => grant)));
      const isConfigured = agents.length > 0;
      return { connector, title, operations: answers.length, grants: grants.size, isConfigured };
    })
    .toSorted((a, b) => compare(a.title, b.title));
}

function titlesOf({ connectors }: Catalog): ReadonlyMap<string, string> {
  return new Map(connectors.map(({ connector, title }) => [connector, title]));
}

function compare(a: string, b: string): number {
  return a.localeCompare(b);
}
