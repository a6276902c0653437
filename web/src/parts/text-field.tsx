/** One labelled input with its hint and its error, tied together for assistive technology. */
import type { RefObject } from 'preact';
import { useId } from 'preact/hooks';

interface TextFieldProps {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly required?: boolean;
  readonly input?: RefObject<HTMLInputElement | null>;
}

export function TextField({ name, label, value, onInput, hint, error, required = false, input }: TextFieldProps) {
  const id = useId();
  const described = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`]
    .filter(Boolean)
    .join(' ');
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        name={name}
        type="text"
        value={value}
        required={required}
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        aria-invalid={error !== undefined}
        {...(described !== '' && { 'aria-describedby': described })}
        {...(input !== undefined && { ref: input })}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
      {hint !== undefined && (
        <span id={`${id}-hint`} class="hint">
          {hint}
        </span>
      )}
      {error !== undefined && (
        <span id={`${id}-error`} class="field-error">
          {error}
        </span>
      )}
    </div>
  );
}
