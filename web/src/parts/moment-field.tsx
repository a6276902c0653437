/** A moment, picked in the reader's own zone, with UTC beside it. */
import { useId } from 'preact/hooks';
import { readLocal, writeLocal } from '../reading/format-time.ts';

interface MomentFieldProps {
  readonly name: string;
  readonly label: string;
  /** RFC 3339 in UTC; empty for none. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export function MomentField({ name, label, value, onChange }: MomentFieldProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        name={name}
        type="datetime-local"
        step="1"
        value={writeLocal(value)}
        aria-describedby={`${id}-utc`}
        onChange={({ currentTarget }) => onChange(readLocal(currentTarget.value))}
      />
      <span id={`${id}-utc`} class="hint">
        {value}
      </span>
    </div>
  );
}
