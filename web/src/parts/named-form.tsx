/** A form that creates something under a name. A refusal of the name moves the focus there; any other is shown below. */
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ApiFailure } from '../edge/api-failure.ts';
import { FailureNotice, toApiFailure } from './failure-notice.tsx';
import { TextField } from './text-field.tsx';

interface NamedFormProps {
  /** For assistive technology, where a page has several. */
  readonly title?: string | undefined;
  readonly label: string;
  readonly hint?: string | undefined;
  /** What to say when the name is empty. */
  readonly nameRequired: string;
  readonly submit: string;
  /** False when another field is wrong, which it then says itself. */
  readonly check?: (() => boolean) | undefined;
  /** Where the form replaces what had the focus. */
  readonly takesFocus?: boolean | undefined;
  /** Creates it. The form is emptied when it returns, and shows what it throws. */
  readonly create: (name: string) => Promise<void>;
  /** Fields after the name. */
  readonly children: ComponentChildren;
}

export function NamedForm(props: NamedFormProps) {
  const { title, label, hint, nameRequired, submit, check, takesFocus = false, create, children } = props;
  const [name, setName] = useState('');
  const [nameError, setNameError] = useState<string | undefined>(undefined);
  const [failure, setFailure] = useState<ApiFailure | undefined>(undefined);
  const input = useRef<HTMLInputElement>(null);

  useLayoutEffect(() => {
    if (takesFocus) input.current?.focus();
  }, []);

  const rejectName = (message: string): void => {
    setNameError(message);
    input.current?.focus();
  };

  const send = async (): Promise<void> => {
    setNameError(undefined);
    setFailure(undefined);
    if (name.trim() === '') return rejectName(nameRequired);
    if (check?.() === false) return undefined;
    try {
      await create(name.trim());
      setName('');
    } catch (error) {
      const refused = toApiFailure(error);
      if (refused.facts.field === 'name') rejectName(refused.message);
      else setFailure(refused);
    }
    return undefined;
  };

  return (
    <>
      <form
        class="form-row"
        novalidate
        {...(title !== undefined && { 'aria-label': title })}
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <TextField
          name="name"
          label={label}
          hint={hint}
          value={name}
          error={nameError}
          input={input}
          required
          onInput={setName}
        />
        {children}
        <button type="submit" class="primary">
          {submit}
        </button>
      </form>
      {failure !== undefined && <FailureNotice failure={failure} />}
    </>
  );
}
