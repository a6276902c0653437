/** Saves the arguments of a read under a name, to ask it again later. */
import { useState } from 'preact/hooks';
import { SavedQuestion } from '../../../src/control/api/api.ts';
import { callApi } from '../edge/call-api.ts';
import { NamedForm } from '../parts/named-form.tsx';
import { allWords } from '../words/words.ts';
import { isObject, type JsonObject } from './ask-form.ts';

interface SaveQuestionProps {
  readonly operation: string;
  readonly args: JsonObject;
  readonly source: string;
  readonly instance: string;
  /** The argument that is a window; undefined without one. */
  readonly window: string | undefined;
}

export function SaveQuestion({ operation, args, source, instance, window }: SaveQuestionProps) {
  const { saved: w } = allWords().ask;
  const [isShared, setShared] = useState(false);
  const [done, setDone] = useState('');
  const kept = window === undefined ? args : withRelativeWindow(args, window);
  return (
    <details class="disclosure">
      <summary>{w.save}</summary>
      <NamedForm
        title={w.save}
        label={w.name}
        nameRequired={w.nameRequired}
        submit={w.do}
        create={async (name) => {
          setDone('');
          const body = {
            name,
            operation,
            args: kept,
            shared: isShared,
            ...(source !== '' && { source }),
            ...(instance !== '' && { instance }),
          };
          await callApi('POST', '/api/saved-questions', SavedQuestion, { body });
          setDone(w.done(name));
        }}
      >
        <label class="check ask-check">
          <input
            type="checkbox"
            name="shared"
            checked={isShared}
            onChange={({ currentTarget }) => setShared(currentTarget.checked)}
          />
          <span>{w.share}</span>
        </label>
      </NamedForm>
      {kept !== args && <p class="small">{w.relative}</p>}
      <p role="status" class="small">
        {done}
      </p>
    </details>
  );
}

/** An absolute window would show the same past for ever: it becomes one of the same width that ends now. */
export function withRelativeWindow(args: JsonObject, name: string): JsonObject {
  const window = args[name];
  if (!isObject(window)) return args;
  const [from, to] = [Date.parse(String(window['from'])), Date.parse(String(window['to']))];
  if (Number.isNaN(from)) return args;
  const minutes = Math.max(1, Math.round(((Number.isNaN(to) ? Date.now() : to) - from) / 60_000));
  return { ...args, [name]: { from: `now-${minutes}m` } };
}
