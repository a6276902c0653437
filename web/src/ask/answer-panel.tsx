/** What became of a question: on its way, answered, refused, lost, cancelled. */
import { useEffect, useState } from 'preact/hooks';
import type { AskOutcome, Question } from '../edge/ask-operation.ts';
import { Notice } from '../parts/notice.tsx';
import { allWords } from '../words/words.ts';
import { AnswerData } from './answer-data.tsx';
import { AnswerFacts } from './answer-facts.tsx';
import { RefusalPanel } from './refusal-panel.tsx';

interface AnswerPanelProps {
  readonly asked: Question;
  readonly outcome: AskOutcome | undefined;
  readonly isWrite: boolean;
  readonly page: number;
  /** Whether the operation takes a cursor. */
  readonly canPage: boolean;
  /** Undefined: the first page. */
  readonly onPage: (cursor: string | undefined) => void;
  readonly onNewKey: () => void;
  readonly onAgain: () => void;
}

export function AnswerPanel({ asked, outcome, isWrite, page, canPage, onPage, onNewKey, onAgain }: AnswerPanelProps) {
  const w = allWords();
  return (
    <section class="ask-answer" aria-labelledby="ask-answer">
      <h2 id="ask-answer">{w.ask.answer.title}</h2>
      {outcome === undefined && <Waiting key={asked.key} />}
      {outcome?.kind === 'cancelled' && (
        <Notice tone="warn" role="status">
          <p>{isWrite ? w.ask.answer.stopped : w.ask.answer.cancelled}</p>
        </Notice>
      )}
      {outcome?.kind === 'answered' && (
        <>
          <AnswerFacts response={outcome.response} isReplayed={outcome.isReplayed} durationMs={outcome.durationMs} />
          <Pages
            cursor={outcome.response.result.nextCursor}
            isTruncated={outcome.response.result.truncated}
            page={page}
            canPage={canPage}
            onPage={onPage}
          />
          <AnswerData result={outcome.response.result} />
        </>
      )}
      {(outcome?.kind === 'refused' || outcome?.kind === 'failed') && (
        <RefusalPanel
          key={outcome.kind === 'refused' ? outcome.fault.request_id : (outcome.failure.facts.requestId ?? '')}
          outcome={outcome}
          isWrite={isWrite}
          onNewKey={onNewKey}
          onAgain={onAgain}
        />
      )}
    </section>
  );
}

/** The seconds are seen and not read out one by one. */
function Waiting() {
  const w = allWords();
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <p class="loading">
      <span role="status" class="unseen">
        {w.ask.answer.asking}
      </span>
      <span aria-hidden="true">{seconds < 2 ? w.ask.answer.asking : w.ask.answer.askingSince(seconds)}</span>
    </p>
  );
}

interface PagesProps extends Pick<AnswerPanelProps, 'page' | 'canPage' | 'onPage'> {
  readonly cursor: string | undefined;
  readonly isTruncated: boolean;
}

function Pages({ cursor, isTruncated, page, canPage, onPage }: PagesProps) {
  const w = allWords();
  const hasNext = cursor !== undefined && canPage;
  if (!hasNext && page === 1 && !isTruncated) return null;
  return (
    <div class="actions">
      {isTruncated && (
        <span class="small">
          {w.ask.answer.truncatedText} {!hasNext && w.ask.answer.noCursor}
        </span>
      )}
      {page > 1 && (
        <>
          <span class="small">{w.ask.answer.page(page)}</span>
          <button type="button" onClick={() => onPage(undefined)}>
            {w.ask.answer.first}
          </button>
        </>
      )}
      {hasNext && (
        <button type="button" onClick={() => onPage(cursor)}>
          {w.ask.answer.next}
        </button>
      )}
    </div>
  );
}
