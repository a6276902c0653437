/** A failed call, worded: what happened, what to do, what to quote. */
import { ApiFailure } from '../edge/api-failure.ts';
import { wordFailure } from './word-failure.ts';
import { locale, words } from '../words/words.ts';
import { Notice } from './notice.tsx';
import { ServedText } from './served-text.tsx';

interface FailureNoticeProps {
  readonly failure: ApiFailure;
  readonly onAgain?: () => void;
}

export function FailureNotice({ failure, onAgain }: FailureNoticeProps) {
  const w = words();
  const { what, served, remedy } = wordFailure(failure, w, Date.now(), locale.value);
  return (
    <Notice tone="bad" role="alert">
      <p>{served ? <ServedText text={what} code={failure.facts.code} of="refusal" /> : what}</p>
      {remedy !== undefined && <p>{remedy}</p>}
      {failure.facts.requestId !== undefined && <p class="small mono">{w.failure.request(failure.facts.requestId)}</p>}
      {onAgain !== undefined && (
        <button type="button" onClick={onAgain}>
          {w.failure.again}
        </button>
      )}
    </Notice>
  );
}

/** What a `catch` holds, as something the page can word. */
export function toApiFailure(error: unknown): ApiFailure {
  return error instanceof ApiFailure ? error : new ApiFailure('unreadable', String(error));
}
