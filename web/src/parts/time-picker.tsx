/** Chooses an absolute time in the reader's zone, beside a field that takes it as text; in UTC below. */
import { formatMoment } from '../reading/format-time.ts';
import { locale, words } from '../words/words.ts';

interface TimePickerProps {
  /** Of the field. */
  readonly label: string;
  /** RFC 3339; any other text counts as no time. */
  readonly value: string;
  readonly onInput: (value: string) => void;
}

export function TimePicker({ label, value, onInput }: TimePickerProps) {
  const w = words();
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const at = value.includes('T') ? Date.parse(value) : Number.NaN;
  return (
    <div class="time-picker">
      <input
        type="datetime-local"
        aria-label={w.time.pick(label, timeZone)}
        value={Number.isNaN(at) ? '' : localText(at)}
        onInput={({ currentTarget }) => {
          const chosen = Date.parse(currentTarget.value);
          if (!Number.isNaN(chosen)) onInput(new Date(chosen).toISOString().replace('.000Z', 'Z'));
        }}
      />
      <span class="small faint">{Number.isNaN(at) ? timeZone : formatMoment(value, locale.value)}</span>
    </div>
  );
}

/** As the input takes it: local, without a zone, and without seconds where they are none. */
function localText(at: number): string {
  const shifted = at - new Date(at).getTimezoneOffset() * 60_000;
  return new Date(shifted).toISOString().slice(0, 19).replace(/:00$/u, '');
}
