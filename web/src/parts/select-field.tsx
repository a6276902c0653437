/** One labelled choice among a few. */
import { useId } from 'preact/hooks';

export type Option<Value extends string = string> = readonly [value: Value, text: string];

interface SelectFieldProps<Value extends string> {
  readonly name?: string;
  readonly label: string;
  readonly value: Value;
  readonly options: readonly Option<Value>[];
  readonly onChange: (value: Value) => void;
  /** What the chosen value risks. */
  readonly warning?: string;
}

export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { name, label, value, options, onChange, warning } = props;
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        {...(name !== undefined && { name })}
        value={value}
        {...(warning !== undefined && { 'aria-describedby': `${id}-warning` })}
        onChange={({ currentTarget }) => {
          const chosen = options.find(([option]) => option === currentTarget.value);
          if (chosen !== undefined) onChange(chosen[0]);
        }}
      >
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
      {warning !== undefined && (
        <span id={`${id}-warning`} class="small probes-some">
          {warning}
        </span>
      )}
    </div>
  );
}
