/** The catalog: every operation by domain, searched on the page. The search is in the address. */
import { useMemo } from 'preact/hooks';
import { CatalogList } from '../../../src/control/api/api.ts';
import { patterns } from '../browser/addresses.ts';
import { useAnswer } from '../edge/use-answer.ts';
import { PageSteps } from '../parts/page-steps.tsx';
import { AnswerView } from '../parts/answer-view.tsx';
import { Notice } from '../parts/notice.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { SelectField } from '../parts/select-field.tsx';
import { Tag } from '../parts/tag.tsx';
import { TextField } from '../parts/text-field.tsx';
import { configuredOf, findOperations, type FoundDomain, prepareList, type SearchFields } from './find-operations.ts';
import { hrefOf, navigate, place } from '../browser/router.ts';
import { translateCatalog } from '../words/translate-catalog.ts';
import { allWords } from '../words/words.ts';
import { askHref } from '../browser/page-addresses.ts';
import { AskNav } from './ask-nav.tsx';
import { CatalogText } from './catalog-text.tsx';

export function CatalogBrowser() {
  const w = allWords();
  const { answer, reload } = useAnswer('/api/catalog', CatalogList, 'fleet');
  const search = readSearch(place.value.query);
  return (
    <>
      <PageHead title={w.ask.title} lede={w.ask.lede} />
      <AskNav />
      <SearchForm search={search} />
      <AnswerView answer={answer} onAgain={reload}>
        {(list) => <Found list={ofInstance(list, place.value.query.get('instance'))} search={search} />}
      </AnswerView>
    </>
  );
}

function readSearch(query: URLSearchParams): SearchFields {
  const access = query.get('access');
  return {
    q: query.get('q') ?? '',
    access: access === 'read' || access === 'write' ? access : '',
    isConfigured: query.get('configured') === '1' || query.has('instance'),
  };
}

/** What one Agent answers: what it has a connector configured for. */
function ofInstance(list: CatalogList, instance: string | null): CatalogList {
  if (instance === null) return list;
  const connectors = list.connectors.map((one) => ({
    ...one,
    agents: one.agents.filter((agent) => agent === instance),
  }));
  return { ...list, connectors };
}

function SearchForm({ search }: { readonly search: SearchFields }) {
  const w = allWords();
  const show = (change: Partial<SearchFields>): void => {
    const { q, access, isConfigured } = { ...search, ...change };
    const instance = place.value.query.get('instance') ?? '';
    navigate(hrefOf(patterns.ask, { q, access, configured: isConfigured ? '1' : '', instance }), { replace: true });
  };
  return (
    <form class="form-row" role="search" aria-label={w.ask.search.label} onSubmit={(event) => event.preventDefault()}>
      <TextField name="q" label={w.ask.search.q} value={search.q} onInput={(q) => show({ q })} />
      <SelectField
        name="access"
        label={w.ask.search.access}
        value={search.access}
        options={[
          ['', w.ask.search.any],
          ['read', w.ask.search.read],
          ['write', w.ask.search.write],
        ]}
        onChange={(access) => show({ access })}
      />
      <label class="check ask-check">
        <input
          type="checkbox"
          name="configured"
          checked={search.isConfigured}
          onChange={({ currentTarget }) => show({ isConfigured: currentTarget.checked })}
        />
        <span>{w.ask.search.configured}</span>
      </label>
    </form>
  );
}

function Found({ list, search }: { readonly list: CatalogList; readonly search: SearchFields }) {
  const w = allWords();
  const [first] = list.operations;
  const language = first && translateCatalog(first.summary);
  const prepared = useMemo(() => prepareList(list, translateCatalog), [list.operations, language]);
  const { domains, unknown, nearest } = findOperations(list, search, prepared);
  const configured = configuredOf(list.connectors);
  const count = domains.reduce((sum, { operations }) => sum + operations.length, 0);
  const isSearching = search.q !== '' || search.access !== '' || search.isConfigured;
  const titles = new Map(list.connectors.map(({ connector, title }) => [connector, title]));
  return (
    <>
      {configured.size === 0 && (
        <Notice tone="warn">
          <p>{w.ask.search.noAgent}</p>
          <a href={patterns.fleet}>{w.ask.refusal.fleet}</a>
        </Notice>
      )}
      {configured.size === 0 && !place.value.query.has('instance') && (
        <section aria-labelledby="first-title">
          <h2 id="first-title">{w.ask.search.firstSteps}</h2>
          <PageSteps of="ask" />
        </section>
      )}
      <p role="status" class="small faint">
        {w.ask.search.found(count)} {isSearching && <a href={patterns.ask}>{w.ask.search.clear}</a>}
      </p>
      {count > 0 && unknown.length > 0 && <p class="small faint">{w.ask.search.unknown(unknown.join(', '))}</p>}
      {count === 0 ? (
        <div class="empty">
          <p>{w.ask.search.none}</p>
          {nearest.length > 0 ? (
            <p>
              {w.ask.search.nearest}{' '}
              {nearest.map((word, at) => (
                <>
                  {at > 0 && ', '}
                  <a href={hrefOf(patterns.ask, { ...Object.fromEntries(place.value.query), q: word })}>{word}</a>
                </>
              ))}
            </p>
          ) : (
            <p class="faint">{w.ask.search.noneText}</p>
          )}
        </div>
      ) : (
        <ul class="plain-list ask-domains">
          {domains.map((one) => (
            <Domain
              key={`${one.domain}${isSearching ? ' found' : ''}`}
              found={one}
              isOpen={isSearching}
              configured={configured}
              titles={titles}
            />
          ))}
        </ul>
      )}
    </>
  );
}

interface DomainProps {
  readonly found: FoundDomain;
  readonly isOpen: boolean;
  readonly configured: ReadonlySet<string>;
  readonly titles: ReadonlyMap<string, string>;
}

function Domain({ found: { domain, operations }, isOpen, configured, titles }: DomainProps) {
  const w = allWords();
  const able = operations.filter(({ entry }) => entry.answers.some(({ connector }) => configured.has(connector)));
  return (
    <li>
      <details open={isOpen}>
        <summary>
          <h2 class="ask-domain">{domain}</h2>{' '}
          <span class="small faint">{w.ask.search.domain(able.length, operations.length)}</span>
        </summary>
        <ul class="plain-list ask-operations">
          {operations.map(({ entry, grants }) => (
            <li key={entry.name}>
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
          ))}
        </ul>
      </details>
    </li>
  );
}
