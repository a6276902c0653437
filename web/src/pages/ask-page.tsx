/** What the Agents can be asked, one question with its answer, and what was asked. */
import { useEffect } from 'preact/hooks';
import { patterns } from '../browser/addresses.ts';
import { operationPattern, questionsPath } from '../browser/page-addresses.ts';
import { CatalogBrowser } from '../ask/catalog-browser.tsx';
import { OperationView } from '../ask/operation-view.tsx';
import { QuestionList } from '../ask/question-list.tsx';
import { matchPath } from '../browser/router.ts';
import { loadCatalogWords } from '../words/translate-catalog.ts';
import { locale } from '../words/words.ts';
import { NotFoundPage } from '../parts/not-found-page.tsx';

export function AskPage({ path }: { readonly path: string }) {
  const spoken = locale.value;
  useEffect(() => void loadCatalogWords(spoken), [spoken]);
  if (path === patterns.ask) return <CatalogBrowser />;
  if (path === questionsPath) return <QuestionList />;
  const name = matchPath(operationPattern, path)?.['name'];
  return name === undefined ? <NotFoundPage /> : <OperationView key={name} name={name} />;
}
