/** One operation: what it is, who can answer it, its form and the answer. */
import { CatalogOperation } from '../../../src/control/api/api.ts';
import { patterns } from '../browser/addresses.ts';
import { useAnswer } from '../edge/use-answer.ts';
import { AnswerView } from '../parts/answer-view.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { Tag } from '../parts/tag.tsx';
import { allWords } from '../words/words.ts';
import { CatalogText } from './catalog-text.tsx';
import { QuestionView } from './question-view.tsx';
import { WhoAnswers } from './who-answers.tsx';

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
