/** One operation: what it is, who can answer it, its form and the answer. */
import { CatalogOperation } from '../../../src/control/api/api.ts';
import { patterns, policiesHref } from '../browser/addresses.ts';
import { useAnswer } from '../edge/use-answer.ts';
import { AnswerView } from '../parts/answer-view.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { Tag } from '../parts/tag.tsx';
import { allWords } from '../words/words.ts';
import { CatalogText } from './catalog-text.tsx';
import { QuestionView } from './question-view.tsx';
import { TableRegion } from '../parts/table-region.tsx';

export function OperationView({ name }: { readonly name: string }) {
  const w = allWords();
  const { answer, reload } = useAnswer(`/api/catalog/${encodeURIComponent(name)}`, CatalogOperation);
  const isWrite = answer.state === 'ready' && answer.value.operation.access === 'write';
  return (
    <>
      <PageHead title={name}>
        {isWrite && <Tag tone="note">{w.ask.search.writes}</Tag>}
        <a class="page-link" href={patterns.ask}>
          {w.ask.back}
        </a>
      </PageHead>
      <AnswerView answer={answer} onAgain={reload}>
        {(described) => (
          <>
            <p class="lede">
              <CatalogText text={described.operation.summary} />
            </p>
            <QuestionView described={described} />
            <WhoAnswers described={described} />
          </>
        )}
      </AnswerView>
    </>
  );
}

/** The connectors that can answer an operation, where they are configured, and the permissions that they need. */
function WhoAnswers({ described: { operation, connectors } }: { readonly described: CatalogOperation }) {
  const w = allWords();
  const { who } = w.ask;
  return (
    <section>
      <h2>{who.title}</h2>
      <TableRegion name={who.title}>
        <thead>
          <tr>
            <th scope="col">{who.connector}</th>
            <th scope="col">{who.agents}</th>
            <th scope="col">{who.permissions}</th>
          </tr>
        </thead>
        <tbody>
          {operation.answers.map(({ connector, grants }) => {
            const known = connectors.find((one) => one.connector === connector);
            const { agents = [], further_agents: further = 0, sources = [] } = known ?? {};
            const named = sources.filter(({ source }) => source !== connector);
            return (
              <tr key={connector}>
                <th scope="row">
                  {known?.title ?? connector}
                  {named.map(({ source, about }) => (
                    <span key={source} class="small faint block">
                      {about === undefined ? source : `${source} · ${about}`}
                    </span>
                  ))}
                </th>
                <td class="break">
                  {agents.length === 0 ? <span class="faint">{who.none}</span> : agents.join(', ')}
                  {further > 0 && ` ${who.further(further)}`}
                </td>
                <td>
                  {grants.length === 0 && <span class="faint">{who.noPermissions}</span>}
                  <ul class="plain-list">
                    {grants.map(({ grant, need }) => (
                      <li key={grant} class="break">
                        <code>{grant}</code> <span class="small faint">{who.needs[need]}</span>
                      </li>
                    ))}
                  </ul>
                </td>
              </tr>
            );
          })}
        </tbody>
      </TableRegion>
      <p>
        <a href={policiesHref()}>{who.permissionsPage}</a>
      </p>
    </section>
  );
}
