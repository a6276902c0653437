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
  /** Earlier values that the browser offers. */
  readonly suggestions?: readonly string[];
  /** The hint is read out and not shown, where fields are in one line. */
  readonly isHintUnseen?: boolean;
  readonly input?: RefObject<HTMLInputElement | null>;
}

export function TextField(props: TextFieldProps) {
  const { name, label, value, onInput, hint, error, required = false, suggestions = [], isHintUnseen, input } = props;
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
        {...(suggestions.length > 0 && { list: `${id}-list` })}
        aria-invalid={error !== undefined}
        {...(described !== '' && { 'aria-describedby': described })}
        {...(input !== undefined && { ref: input })}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
      {suggestions.length > 0 && (
        <datalist id={`${id}-list`}>
          {suggestions.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      )}
      {hint !== undefined && (
        <span id={`${id}-hint`} class={isHintUnseen === true ? 'unseen' : 'hint'}>
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
