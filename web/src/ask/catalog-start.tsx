/** Before a search: what this person saved and asked last, what can be asked now, and then the whole catalog, folded. */
import type { CatalogList } from '../../../src/control/api/api.ts';
import { Fold } from '../parts/fold.tsx';
import { translateArgument } from '../words/translate-catalog.ts';
import { allWords } from '../words/words.ts';
import { describeArguments } from './ask-answer.ts';
import { CatalogDomains, countOperations } from './catalog-domains.tsx';
import { findOperations } from './find-operations.ts';
import { readRecentQuestions } from './recent-questions.ts';
import { SavedQuestions } from './saved-questions.tsx';

/** More operations than a person reads: their domains are folded. */
const mostUnfolded = 30;

export function CatalogStart({ list }: { readonly list: CatalogList }) {
  const w = allWords();
  const everything = { q: '', access: '', isConfigured: false } as const;
  const { domains: all } = findOperations(list, everything);
  const { domains: able } = findOperations(list, { ...everything, isConfigured: true });
  const count = countOperations(able);
  const hasAble = count > 0;
  return (
    <>
      <SavedQuestions />
      <RecentQuestions />
      {hasAble && (
        <section aria-labelledby="ask-now">
          <h2 id="ask-now">{w.ask.start.now(count)}</h2>
          <CatalogDomains domains={able} list={list} isOpen={count <= mostUnfolded} heading="h3" />
        </section>
      )}
      <div class="folds">
        <Fold
          id="ask-catalog"
          title={w.ask.start.all(countOperations(all))}
          isOpen={!hasAble}
          {...(hasAble && { note: w.ask.start.allNote })}
        >
          <CatalogDomains domains={all} list={list} isOpen={false} heading="h3" />
        </Fold>
      </div>
    </>
  );
}

function RecentQuestions() {
  const w = allWords();
  const recent = readRecentQuestions();
  if (recent.length === 0) return null;
  return (
    <section aria-labelledby="ask-recent">
      <h2 id="ask-recent">{w.ask.start.recent}</h2>
      <ul class="plain-list ask-recent">
        {recent.map(({ operation, args, href }) => (
          <li key={href}>
            <a href={href} class="mono">
              {operation}
            </a>
            <span class="block small faint">{describeArguments(args, translateArgument)}</span>
          </li>
        ))}
      </ul>
      <p class="small faint">{w.ask.start.recentText}</p>
    </section>
  );
}
