/** What an answer is worth: whether it is whole, who gave it, for which time, and what it cost. */
import type { OperationResponse } from '../../../src/control/api/api.ts';
import { Fact } from '../parts/fact.tsx';
import { Notice } from '../parts/notice.tsx';
import { Tag } from '../parts/tag.tsx';
import { formatCount, formatFigure } from '../reading/format-number.ts';
import { formatMoment } from '../reading/format-time.ts';
import { allWords, locale } from '../words/words.ts';

interface AnswerFactsProps {
  readonly response: OperationResponse;
  readonly isReplayed: boolean;
  readonly durationMs: number;
}

export function AnswerFacts({ response: { instance, result }, isReplayed, durationMs }: AnswerFactsProps) {
  const w = allWords();
  const { complete, because, truncated, source, window, upstreamCalls, cost = {} } = result;
  const costs = Object.entries(cost);
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
    </>
  );
}
