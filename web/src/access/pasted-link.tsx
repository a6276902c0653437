/** A field for a one-time link: the whole link, or only what follows its sign. */
import { useState } from 'preact/hooks';
import { TextField } from '../parts/text-field.tsx';

interface PastedLinkProps {
  readonly name: string;
  readonly label: string;
  /** On the button. */
  readonly act: string;
  /** For a text that is no link of Farol. */
  readonly notLink: string;
  /** Receives the secret part. */
  readonly onLink: (token: string) => void;
}

export function PastedLink({ name, label, act, notLink, onLink }: PastedLinkProps) {
  const [link, setLink] = useState('');
  const [error, setError] = useState<string | undefined>(undefined);
  return (
    <form
      class="form-row"
      novalidate
      onSubmit={(event) => {
        event.preventDefault();
        const token = link.trim().split('#').at(-1) ?? '';
        const isLink = /^rlink_\S+$/u.test(token);
        setError(isLink ? undefined : notLink);
        if (isLink) onLink(token);
      }}
    >
      <TextField name={name} label={label} value={link} error={error} onInput={setLink} />
      <button type="submit">{act}</button>
    </form>
  );
}
