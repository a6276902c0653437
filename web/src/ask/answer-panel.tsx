/** What became of a question: on its way, answered, refused, lost, cancelled. */
import { useEffect, useState } from 'preact/hooks';
import type { AskOutcome, Question } from '../edge/ask-operation.ts';
import { Notice } from '../parts/notice.tsx';
import { allWords, locale } from '../words/words.ts';
import { AnswerData } from './answer-data.tsx';
import type { Span } from './plot-options.ts';
import { RefusalPanel } from './refusal-panel.tsx';
import type { OperationResponse } from '../../../src/control/api/api.ts';
import { Fact } from '../parts/fact.tsx';
import { Tag } from '../parts/tag.tsx';
import { formatCount, formatFigure } from '../reading/format-number.ts';
import { formatMoment } from '../reading/format-time.ts';

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
  /** Undefined where the operation takes no window. */
  readonly onWindow: ((span: Span) => void) | undefined;
  /** Which of several answers on the page it is. */
  readonly of?: string;
}

export function AnswerPanel(props: AnswerPanelProps) {
  return (
    <section class="ask-answer" aria-labelledby="ask-answer">
      <h2 id="ask-answer" tabIndex={-1}>
        {allWords().ask.answer.title}
      </h2>
      <AnswerBody {...props} />
    </section>
  );
}

export function AnswerBody(props: AnswerPanelProps) {
  const { asked, outcome, isWrite, page, canPage, onPage, onNewKey, onAgain, onWindow, of } = props;
  const w = allWords();
  return (
    <>
      {outcome === undefined && <Waiting key={asked.key} />}
      {outcome?.kind === 'cancelled' && (
        <Notice tone="warn" role="status">
          <p>{isWrite ? w.ask.answer.stopped : w.ask.answer.cancelled}</p>
        </Notice>
      )}
      {outcome?.kind === 'answered' && (
        <>
          <AnswerState result={outcome.response.result} isReplayed={outcome.isReplayed} />
          <Pages
            cursor={outcome.response.result.nextCursor}
            isTruncated={outcome.response.result.truncated}
            page={page}
            canPage={canPage}
            onPage={onPage}
          />
          <AnswerData asked={asked} result={outcome.response.result} onWindow={onWindow} of={of} />
          <AnswerOrigin response={outcome.response} durationMs={outcome.durationMs} />
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
    </>
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

interface AnswerStateProps {
  readonly result: OperationResponse['result'];
  readonly isReplayed: boolean;
}

/** Whether an answer is whole, and from when. */
function AnswerState({ result: { complete, because, truncated }, isReplayed }: AnswerStateProps) {
  const w = allWords();
  return (
    <>
      <p role="status" class="tags">
        <Tag tone={complete ? 'good' : 'warn'}>{complete ? w.ask.answer.complete : w.ask.answer.incomplete}</Tag>
        {truncated && <Tag tone="warn">{w.ask.answer.truncated}</Tag>}
        {isReplayed && <Tag tone="note">{w.ask.answer.replayed}</Tag>}
      </p>
      {because !== undefined && (
        <Notice tone={complete ? 'info' : 'warn'}>
          <p>
            {!complete && w.ask.answer.because} <span lang="en">{because}</span>
          </p>
        </Notice>
      )}
      {isReplayed && (
        <Notice tone="info">
          <p>{w.ask.answer.replayedText}</p>
        </Notice>
      )}
    </>
  );
}

interface AnswerOriginProps {
  readonly response: OperationResponse;
  readonly durationMs: number;
}

/** Who gave it, for which time, and what it cost. */
function AnswerOrigin({ response: { instance, result }, durationMs }: AnswerOriginProps) {
  const w = allWords();
  const { source, window, upstreamCalls, cost = {} } = result;
  const costs = Object.entries(cost);
  return (
    <div class="ask-origin">
      <h3>{w.ask.answer.origin}</h3>
      <dl class="facts">
        <Fact name={w.ask.answer.source}>{source}</Fact>
        <Fact name={w.ask.answer.instance}>
          <span class="break">{instance}</span>
        </Fact>
        {window !== undefined && (
          <Fact name={w.ask.answer.window}>
            {formatMoment(window.from, locale.value)} – {formatMoment(window.to, locale.value)}
          </Fact>
        )}
        <Fact name={w.ask.answer.calls}>{formatCount(upstreamCalls, locale.value)}</Fact>
        {costs.length > 0 && (
          <Fact name={w.ask.answer.cost}>
            {costs.map(([name, amount]) => `${name}: ${formatFigure(amount, locale.value)}`).join(', ')}
          </Fact>
        )}
        <Fact name={w.ask.answer.duration}>{formatCount(durationMs, locale.value)} ms</Fact>
      </dl>
    </div>
  );
}
