/** What every argument of a form has: its name, its draft, its errors. */
import type { Draft } from './ask-draft.ts';
import type { Field } from './ask-form.ts';
import { allWords, locale } from '../words/words.ts';
import type { ArgError } from './arg-errors.ts';

export interface ArgProps<F extends Field = Field> {
  readonly field: F;
  readonly draft: Draft;
  /** What the person reads; `path` is what the server calls it. */
  readonly label: string;
  /** The name that is sent, where the label is another one. */
  readonly wire?: string | undefined;
  readonly path: string;
  readonly isRequired: boolean;
  readonly onChange: (draft: Draft) => void;
}

export function ArgName({ label, wire }: Pick<ArgProps, 'label' | 'wire'>) {
  return (
    <>
      {label} {wire !== undefined && <code class="ask-wire">{wire}</code>}
    </>
  );
}

export function RequiredMark() {
  return <span class="ask-required">{allWords().ask.form.required}</span>;
}

export function ErrorTexts({ id, errors }: { readonly id: string; readonly errors: readonly ArgError[] }) {
  if (errors.length === 0) return null;
  return (
    <span id={id} class="field-error">
      {errors.map(({ text, isServed }) => (
        <span key={text} {...(isServed && locale.value !== 'en' && { lang: 'en' })}>
          {text}
        </span>
      ))}
    </span>
  );
}
