/** Chooses an absolute time in the reader's zone, beside a field that takes it as text; in UTC below. */
import { formatMoment, readLocal, writeLocal } from '../reading/format-time.ts';
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
  // `now-1h` and its like are no times.
  const chosen = value.includes('T') ? writeLocal(value) : '';
  return (
    <div class="time-picker">
      <input
        type="datetime-local"
        aria-label={w.time.pick(label, timeZone)}
        value={chosen}
        onInput={({ currentTarget }) => {
          const at = readLocal(currentTarget.value);
          if (at !== '') onInput(at);
        }}
      />
      <span class="small faint">{chosen === '' ? timeZone : formatMoment(value, locale.value)}</span>
    </div>
  );
}
