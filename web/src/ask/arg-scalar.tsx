/** One value of an argument: a text, a number, a choice, a switch, or JSON. */
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import type { FieldOf } from './ask-form.ts';
import { formatFigure } from '../reading/format-number.ts';
import { allWords, locale } from '../words/words.ts';
import { useOwnErrors } from './arg-errors.ts';
import { ArgName, type ArgProps, ErrorTexts, RequiredMark } from './arg-parts.tsx';
import { TimePicker } from '../parts/time-picker.tsx';
import { CatalogText } from './catalog-text.tsx';

type Scalar = FieldOf<'text' | 'number' | 'choice' | 'boolean' | 'json'>;

export function ArgScalar({ field, draft, label, wire, path, isRequired, onChange }: ArgProps<Scalar>) {
  const id = useId();
  const errors = useOwnErrors(field, draft, path);
  const hint = useHint(field);
  const described = [hint !== undefined && `${id}-hint`, errors.length > 0 && `${id}-error`].filter(Boolean).join(' ');
  const shared = {
    id,
    name: path,
    required: isRequired,
    'aria-invalid': errors.length > 0,
    ...(described !== '' && { 'aria-describedby': described }),
  };
  const isWide = field.kind === 'json' || (field.kind === 'text' && field.format === 'long');
  return (
    <div class={isWide ? 'field ask-wide' : 'field'}>
      <label for={id}>
        <ArgName label={label} wire={wire} /> {isRequired && <RequiredMark />}
      </label>
      <ArgInput field={field} value={typeof draft === 'string' ? draft : ''} shared={shared} onInput={onChange} />
      {field.kind === 'text' && (field.format === 'instant' || field.format === 'time') && (
        <TimePicker label={label} value={typeof draft === 'string' ? draft : ''} onInput={onChange} />
      )}
      {hint !== undefined && (
        <span id={`${id}-hint`} class="hint">
          {hint}
        </span>
      )}
      <ErrorTexts id={`${id}-error`} errors={errors} />
    </div>
  );
}

/** What the catalog says of it, and its bounds. */
function useHint(field: Scalar): ComponentChildren | undefined {
  const w = allWords();
  const parts: ComponentChildren[] = [];
  if (field.hint !== undefined) parts.push(<CatalogText text={field.hint} />);
  if (field.kind === 'number') {
    const [least, most] = [field.least, field.most].map((one) =>
      one === undefined ? undefined : formatFigure(one, locale.value),
    );
    if (least !== undefined && most !== undefined) parts.push(w.ask.form.between(least, most));
    else if (least !== undefined) parts.push(w.ask.form.atLeast(least));
    else if (most !== undefined) parts.push(w.ask.form.atMost(most));
  }
  if (field.kind === 'text' && field.hint === undefined) {
    if (field.format === 'instant') parts.push(w.ask.form.instantHint);
    if (field.format === 'time') parts.push(w.ask.form.timeHint);
  }
  if (parts.length === 0) return undefined;
  return parts.map((part, at) => (
    <span key={at}>
      {at > 0 && ' · '}
      {part}
    </span>
  ));
}

interface InputProps {
  readonly field: Scalar;
  readonly value: string;
  readonly shared: Readonly<Record<string, string | boolean>> & { readonly id: string };
  readonly onInput: (value: string) => void;
}

function ArgInput({ field, value, shared, onInput }: InputProps) {
  const w = allWords();
  const placeholder = field.usual === undefined ? undefined : w.ask.form.usual(plainText(field.usual));
  if (field.kind === 'choice' || field.kind === 'boolean') {
    const options: (readonly [string, string])[] =
      field.kind === 'boolean'
        ? [
            ['true', w.ask.form.yes],
            ['false', w.ask.form.no],
          ]
        : field.values.map((one) => [String(one), String(one)] as const);
    return (
      <select {...shared} value={value} onChange={({ currentTarget }) => onInput(currentTarget.value)}>
        <option value="">{placeholder ?? w.ask.form.leftOut}</option>
        {options.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
    );
  }
  const typed = {
    ...shared,
    value,
    autocomplete: 'off' as const,
    spellcheck: false,
    ...(placeholder !== undefined && { placeholder }),
  };
  if (field.kind === 'json' || (field.kind === 'text' && field.format === 'long')) {
    return <textarea {...typed} rows={3} onInput={({ currentTarget }) => onInput(currentTarget.value)} />;
  }
  const isDay = field.kind === 'text' && field.format === 'day';
  const isInstant = field.kind === 'text' && field.format === 'instant';
  return (
    <>
      <input
        {...typed}
        type={isDay ? 'date' : 'text'}
        autocapitalize="none"
        {...(field.kind === 'number' && { inputMode: field.isWhole ? 'numeric' : 'decimal' })}
        {...(isInstant && { list: `${shared.id}-list` })}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
      />
      {isInstant && (
        <datalist id={`${shared.id}-list`}>
          {['now', 'now-5m', 'now-15m', 'now-1h', 'now-1d', 'now-7d'].map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      )}
    </>
  );
}

/** A text without its quotation marks. */
function plainText(json: string): string {
  const value: unknown = JSON.parse(json);
  return typeof value === 'string' ? value : json;
}
