/** Operations by domain, each with its connectors. */
import type { CatalogList } from '../../../src/control/api/api.ts';
import { askHref } from '../browser/page-addresses.ts';
import { place } from '../browser/router.ts';
import { Tag } from '../parts/tag.tsx';
import { allWords } from '../words/words.ts';
import { CatalogText } from './catalog-text.tsx';
import { configuredOf, type FoundDomain, type FoundOperation } from './find-operations.ts';

interface DomainsProps {
  readonly domains: readonly FoundDomain[];
  readonly list: CatalogList;
  /** Else each is folded to its name. */
  readonly isOpen: boolean;
  readonly heading: 'h2' | 'h3';
}

export function CatalogDomains({ domains, list, isOpen, heading: Heading }: DomainsProps) {
  const w = allWords();
  const configured = configuredOf(list.connectors);
  const titles = new Map(list.connectors.map(({ connector, title }) => [connector, title]));
  return (
    <ul class="plain-list ask-domains">
      {domains.map(({ domain, operations }) => {
        const able = operations.filter(({ entry }) => entry.answers.some(({ connector }) => configured.has(connector)));
        return (
          <li key={`${domain}${isOpen ? ' open' : ''}`}>
            <details open={isOpen}>
              <summary>
                <Heading class="ask-domain">{w.ask.domains[domain] ?? domain}</Heading>{' '}
                {Object.hasOwn(w.ask.domains, domain) && <code class="ask-wire">{domain}</code>}{' '}
                <span class="small faint">{w.ask.search.domain(able.length, operations.length)}</span>
              </summary>
              <ul class="plain-list ask-operations">
                {operations.map((found) => (
                  <Operation key={found.entry.name} found={found} configured={configured} titles={titles} />
                ))}
              </ul>
            </details>
          </li>
        );
      })}
    </ul>
  );
}

interface OperationProps {
  readonly found: FoundOperation;
  readonly configured: ReadonlySet<string>;
  readonly titles: ReadonlyMap<string, string>;
}

function Operation({ found: { entry, grants }, configured, titles }: OperationProps) {
  const w = allWords();
  return (
    <li>
      <span class="tags">
        <a href={askHref(entry.name, { instance: place.value.query.get('instance') ?? '' })} class="mono">
          {entry.name}
        </a>
        {entry.access === 'write' && <Tag tone="note">{w.ask.search.writes}</Tag>}
      </span>
      <span class="block">
        <CatalogText text={entry.summary} />
      </span>
      <span class="block small faint">
        {entry.answers.map(({ connector }, at) => (
          <span key={connector}>
            {at > 0 && ', '}
            {titles.get(connector) ?? connector}
            {configured.has(connector) && ` (${w.ask.search.configuredMark})`}
          </span>
        ))}
      </span>
      {grants.length > 0 && <span class="block small mono break">{w.ask.search.needs(grants.join(', '))}</span>}
    </li>
  );
}

export function countOperations(domains: readonly FoundDomain[]): number {
  return domains.reduce((sum, { operations }) => sum + operations.length, 0);
}
