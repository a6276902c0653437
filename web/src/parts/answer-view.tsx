/** The three faces of something read: on its way, failed, there. */
import type { ComponentChildren } from 'preact';
import type { Answer } from '../edge/use-answer.ts';
import { words } from '../words/words.ts';
import { FailureNotice } from './failure-notice.tsx';
import { Notice } from './notice.tsx';

interface AnswerViewProps<T> {
  readonly answer: Answer<T>;
  readonly onAgain: () => void;
  readonly children: (value: T) => ComponentChildren;
}

export function AnswerView<T>({ answer, onAgain, children }: AnswerViewProps<T>) {
  const w = words();
  if (answer.state === 'loading') {
    return (
      <p class="loading" role="status">
        {w.app.loading}
      </p>
    );
  }
  if (answer.state === 'failed') return <FailureNotice failure={answer.failure} onAgain={onAgain} />;
  return (
    <>
      {answer.stale && (
        <Notice tone="warn" role="status">
          <p>{w.connection.stale}</p>
        </Notice>
      )}
      {children(answer.value)}
    </>
  );
}
