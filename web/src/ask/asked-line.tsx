/** What was asked, on one line in place of its form, so that the answer is in sight. */
import { translateArgument } from '../words/translate-catalog.ts';
import { allWords } from '../words/words.ts';
import { describeArguments } from './ask-answer.ts';
import type { JsonObject } from './ask-form.ts';
import { keyArgument } from './question-state.ts';

interface AskedLineProps {
  readonly args: JsonObject;
  readonly isAsking: boolean;
  readonly isWrite: boolean;
  readonly onAgain: () => void;
  readonly onCancel: () => void;
  readonly onChange: () => void;
}

export function AskedLine({ args, isAsking, isWrite, onAgain, onCancel, onChange }: AskedLineProps) {
  const w = allWords();
  const { [keyArgument]: _key, ...shown } = args;
  const text = describeArguments(shown, translateArgument);
  return (
    <section class="ask-asked" aria-label={w.ask.form.title}>
      {text !== '' && <p class="ask-asked-text">{text}</p>}
      <div class="actions">
        {isAsking ? (
          <button type="button" class="small-button" onClick={onCancel}>
            {isWrite ? w.ask.form.stopWaiting : w.ask.form.cancel}
          </button>
        ) : (
          !isWrite && (
            <button type="button" class="small-button" onClick={onAgain}>
              {w.ask.form.again}
            </button>
          )
        )}
        <button type="button" class="small-button" onClick={onChange} disabled={isAsking}>
          {w.ask.form.change}
        </button>
      </div>
    </section>
  );
}
