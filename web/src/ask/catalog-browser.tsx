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
import { TextField } from '../parts/text-field.tsx';
import { configuredOf, findOperations, prepareList, type SearchFields } from './find-operations.ts';
import { hrefOf, navigate, place } from '../browser/router.ts';
import { translateCatalog } from '../words/translate-catalog.ts';
import { allWords } from '../words/words.ts';
import { AskNav } from './ask-nav.tsx';
import { CatalogDomains, countOperations } from './catalog-domains.tsx';
import { CatalogStart } from './catalog-start.tsx';

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
        {(list) => <Catalog list={ofInstance(list, place.value.query.get('instance'))} search={search} />}
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
    <form
      class="form-row list-filter"
      role="search"
      aria-label={w.ask.search.label}
      onSubmit={(event) => event.preventDefault()}
    >
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

function Catalog({ list, search }: { readonly list: CatalogList; readonly search: SearchFields }) {
  const w = allWords();
  const isNoneConfigured = configuredOf(list.connectors).size === 0;
  const isSearching = search.q !== '' || search.access !== '' || search.isConfigured;
  return (
    <>
      {isNoneConfigured && (
        <Notice tone="warn">
          <p>{w.ask.search.noAgent}</p>
          <a href={patterns.fleet}>{w.ask.refusal.fleet}</a>
        </Notice>
      )}
      {isNoneConfigured && !place.value.query.has('instance') && (
        <section aria-labelledby="first-title">
          <h2 id="first-title">{w.ask.search.firstSteps}</h2>
          <PageSteps of="ask" />
        </section>
      )}
      {isSearching ? <Found list={list} search={search} /> : <CatalogStart list={list} />}
    </>
  );
}

function Found({ list, search }: { readonly list: CatalogList; readonly search: SearchFields }) {
  const w = allWords();
  const [first] = list.operations;
  const language = first && translateCatalog(first.summary);
  const prepared = useMemo(() => prepareList(list, translateCatalog), [list.operations, language]);
  const { domains, unknown, nearest } = findOperations(list, search, prepared);
  const count = countOperations(domains);
  return (
    <>
      <p role="status" class="small faint">
        {w.ask.search.found(count)} <a href={patterns.ask}>{w.ask.search.clear}</a>
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
        <CatalogDomains domains={domains} list={list} isOpen heading="h2" />
      )}
    </>
  );
}
