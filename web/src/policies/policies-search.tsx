/** Which permissions an operation needs, and which operations need a permission, for every connector. In the address. */
import { CatalogList } from '../../../src/control/api/api.ts';
import { policiesHref } from '../browser/addresses.ts';
import { askHref } from '../browser/page-addresses.ts';
import { useAnswer } from '../edge/use-answer.ts';
import { findGrants, type GrantUse, listConnectors, type OperationNeeds } from './find-grants.ts';
import { navigate, place } from '../browser/router.ts';
import { allWords } from '../words/words.ts';
import { AnswerView } from '../parts/answer-view.tsx';
import { TextField } from '../parts/text-field.tsx';
import { ShownPart } from '../parts/shown-part.tsx';

const hrefFor = (q: string): string => policiesHref({ ...Object.fromEntries(place.value.query), q });

export function PoliciesSearch() {
  const w = allWords();
  const { answer, reload } = useAnswer('/api/catalog', CatalogList, 'fleet');
  const q = place.value.query.get('q') ?? '';
  return (
    <section aria-labelledby="policies-search">
      <h2 id="policies-search">{w.policies.search.title}</h2>
      <form role="search" aria-labelledby="policies-search" onSubmit={(event) => event.preventDefault()}>
        <TextField
          name="q"
          label={w.policies.search.q}
          value={q}
          onInput={(text) => navigate(hrefFor(text), { replace: true })}
        />
      </form>
      <AnswerView answer={answer} onAgain={reload}>
        {(catalog) => (q.trim() === '' ? <Connectors catalog={catalog} /> : <Found catalog={catalog} q={q} />)}
      </AnswerView>
    </section>
  );
}

function Connectors({ catalog }: { readonly catalog: CatalogList }) {
  const w = allWords();
  return (
    <>
      <h3>{w.policies.search.connectors}</h3>
      <ul class="plain-list connector-list">
        {listConnectors(catalog).map(({ connector, title, operations, grants, isConfigured }) => (
          <li key={connector}>
            <a href={hrefFor(title)}>{title}</a>
            <span class="small faint">
              {w.policies.search.counts(operations, grants)}
              {isConfigured && ` · ${w.ask.search.configuredMark}`}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

function Found({ catalog, q }: { readonly catalog: CatalogList; readonly q: string }) {
  const w = allWords();
  const { operations, grants } = findGrants(catalog, q);
  return (
    <>
      <p role="status" class="small faint">
        {operations.length + grants.length === 0
          ? w.policies.search.none
          : w.policies.search.found(operations.length, grants.length)}{' '}
        <a href={hrefFor('')}>{w.ask.search.clear}</a>
      </p>
      {grants.length > 0 && <Uses key={`uses ${q}`} uses={grants} />}
      {operations.length > 0 && <Needs key={`needs ${q}`} needs={operations} />}
    </>
  );
}

function Uses({ uses }: { readonly uses: readonly GrantUse[] }) {
  const w = allWords();
  return (
    <ShownPart name={w.policies.search.uses} rows={uses}>
      {(shown) => (
        <>
          <thead>
            <tr>
              <th scope="col">{w.policies.search.grant}</th>
              <th scope="col">{w.policies.search.connector}</th>
              <th scope="col">{w.policies.actions.neededBy}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ grant, title, operations }) => (
              <tr key={`${title} ${grant}`}>
                <th scope="row" class="mono break">
                  {grant}
                </th>
                <td>{title}</td>
                <td class="mono small break cell-text">
                  {operations.map((name, at) => (
                    <span key={name}>
                      {at > 0 && ', '}
                      <a href={askHref(name)}>{name}</a>
                    </span>
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
        </>
      )}
    </ShownPart>
  );
}

function Needs({ needs }: { readonly needs: readonly OperationNeeds[] }) {
  const w = allWords();
  return (
    <ShownPart name={w.policies.search.needs} rows={needs}>
      {(shown) => (
        <>
          <thead>
            <tr>
              <th scope="col">{w.policies.lost.operation}</th>
              <th scope="col">{w.policies.search.connector}</th>
              <th scope="col">{w.policies.search.grants}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ operation, title, grants }) => (
              <tr key={`${operation} ${title}`}>
                <th scope="row" class="mono break">
                  <a href={askHref(operation)}>{operation}</a>
                </th>
                <td>{title}</td>
                <td class="cell-text">
                  {grants.length === 0 && w.policies.search.noGrant}
                  {grants.map(({ grant, need }) => (
                    <span key={grant} class="block">
                      <a href={hrefFor(grant)} class="mono break">
                        {grant}
                      </a>
                      {need !== 'required' && ` (${w.policies.search.needKinds[need]})`}
                    </span>
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
        </>
      )}
    </ShownPart>
  );
}
