/** Arguments that hold others: objects, windows, lists, records, and one of several kinds. */
import type { ComponentChildren, ComponentType } from 'preact';
import { useId, useRef } from 'preact/hooks';
import { SelectField } from '../parts/select-field.tsx';
import { type Draft, emptyDraft, pathTo } from './ask-draft.ts';
import type { Field, FieldOf } from './ask-form.ts';
import { translateArgument } from '../words/translate-catalog.ts';
import { allWords } from '../words/words.ts';
import { useOwnErrors } from './arg-errors.ts';
import { ArgName, type ArgProps, ErrorTexts, RequiredMark } from './arg-parts.tsx';
import { CatalogText } from './catalog-text.tsx';

interface HoldingProps<F extends Field> extends ArgProps<F> {
  /** Draws what is inside. Passed in, because it draws groups too. */
  readonly Inner: ComponentType<ArgProps>;
}

interface GroupProps extends Pick<ArgProps, 'field' | 'draft' | 'label' | 'wire' | 'path' | 'isRequired'> {
  readonly children: ComponentChildren;
}

function Group({ field, draft, label, wire, path, isRequired, children }: GroupProps) {
  const id = useId();
  const errors = useOwnErrors(field, draft, path);
  return (
    <fieldset class="ask-group" {...(errors.length > 0 && { 'aria-describedby': `${id}-error` })}>
      <legend>
        <ArgName label={label} wire={wire} /> {isRequired && <RequiredMark />}
      </legend>
      {field.hint !== undefined && (
        <p class="hint">
          <CatalogText text={field.hint} />
        </p>
      )}
      <ErrorTexts id={`${id}-error`} errors={errors} />
      {children}
    </fieldset>
  );
}

export function ArgObject(props: HoldingProps<FieldOf<'object'>>) {
  const { field, path } = props;
  const members = <Members {...props} />;
  if (path === '') return members;
  return (
    <Group {...props}>
      {field.isWindow && <WindowPreset {...props} />}
      {members}
    </Group>
  );
}

/** What is required comes first. */
function Members({ field, draft, path, onChange, Inner }: HoldingProps<FieldOf<'object'>>) {
  const parts = typeof draft === 'object' && 'parts' in draft ? draft.parts : {};
  const members = field.members.toSorted((one, other) => Number(other.isRequired) - Number(one.isRequired));
  return (
    <div class="form-row">
      {members.map(({ name, isRequired, field: inner }) => (
        <Inner
          key={name}
          field={inner}
          {...labelOf(name)}
          path={pathTo(path, name)}
          isRequired={isRequired}
          draft={parts[name] ?? emptyDraft(inner, isRequired)}
          onChange={(value) => onChange({ parts: { ...parts, [name]: value } })}
        />
      ))}
    </div>
  );
}

function labelOf(name: string): Pick<ArgProps, 'label' | 'wire'> {
  const label = translateArgument(name);
  return label === name ? { label } : { label, wire: name };
}

function WindowPreset({ draft, onChange }: ArgProps<FieldOf<'object'>>) {
  const w = allWords();
  const { presets } = w.ask.form;
  const parts = typeof draft === 'object' && 'parts' in draft ? draft.parts : {};
  const { from = '', to = '' } = parts;
  const isPreset = typeof from === 'string' && from in presets && (to === '' || to === 'now');
  return (
    <SelectField
      label={w.ask.form.preset}
      value={isPreset ? from : ''}
      options={Object.entries(presets)}
      onChange={(chosen) => onChange({ parts: { from: chosen, to: '' } })}
    />
  );
}

export function ArgList(props: HoldingProps<FieldOf<'list'>>) {
  const { field, draft, label, path, onChange, Inner } = props;
  const w = allWords();
  const add = useRef<HTMLButtonElement>(null);
  const items = typeof draft === 'object' && 'items' in draft ? draft.items : [];
  return (
    <Group {...props}>
      {items.map((one, at) => (
        <div class="ask-item" key={at}>
          <Inner
            field={field.item}
            draft={one}
            label={`${label} ${at + 1}`}
            path={pathTo(path, at)}
            isRequired={false}
            onChange={(value) => onChange({ items: items.with(at, value) })}
          />
          <button
            type="button"
            class="small-button"
            onClick={() => {
              onChange({ items: items.toSpliced(at, 1) });
              // The button leaves the page, and the focus would with it.
              add.current?.focus();
            }}
          >
            {w.ask.form.remove(label, at + 1)}
          </button>
        </div>
      ))}
      <button
        type="button"
        class="small-button start"
        ref={add}
        disabled={items.length >= field.most}
        onClick={() => onChange({ items: [...items, emptyDraft(field.item)] })}
      >
        {w.ask.form.add(label)}
      </button>
    </Group>
  );
}

export function ArgRecord(props: HoldingProps<FieldOf<'record'>>) {
  const { field, draft, label, path, onChange, Inner } = props;
  const w = allWords();
  const add = useRef<HTMLButtonElement>(null);
  const entries = typeof draft === 'object' && 'entries' in draft ? draft.entries : [];
  const keyField: Field = { kind: 'text', format: 'plain' };
  return (
    <Group {...props}>
      {entries.map(([key, one], at) => (
        <div class="ask-item" key={at}>
          <Inner
            field={keyField}
            draft={key}
            label={`${w.ask.form.key} ${at + 1}`}
            path={`${path}#${at}`}
            isRequired={false}
            onChange={(next) => onChange({ entries: entries.with(at, [typeof next === 'string' ? next : '', one]) })}
          />
          <Inner
            field={field.item}
            draft={one}
            label={`${w.ask.form.value} ${at + 1}`}
            path={pathTo(path, key)}
            isRequired={false}
            onChange={(next) => onChange({ entries: entries.with(at, [key, next]) })}
          />
          <button
            type="button"
            class="small-button"
            onClick={() => {
              onChange({ entries: entries.toSpliced(at, 1) });
              add.current?.focus();
            }}
          >
            {w.ask.form.remove(label, at + 1)}
          </button>
        </div>
      ))}
      <button
        type="button"
        class="small-button start"
        ref={add}
        onClick={() => onChange({ entries: [...entries, ['', emptyDraft(field.item)]] })}
      >
        {w.ask.form.add(label)}
      </button>
    </Group>
  );
}

export function ArgUnion(props: HoldingProps<FieldOf<'union'>>) {
  const { field, draft, label, path, isRequired, onChange, Inner } = props;
  const w = allWords();
  const { variant, inner }: { variant: number; inner: Draft } =
    typeof draft === 'object' && 'variant' in draft ? draft : { variant: -1, inner: '' };
  const chosen = field.variants[variant]?.field;
  const isListItem = /\.\d+$/u.test(path);
  const none: (readonly [string, string])[] = isRequired || isListItem ? [] : [['-1', w.ask.form.noVariant]];
  const choice = (
    <SelectField
      label={w.ask.form.variant}
      value={String(variant)}
      options={[...none, ...field.variants.map((one, at) => [String(at), one.label] as const)]}
      onChange={(next) => {
        const at = Number(next);
        const wanted = field.variants[at]?.field;
        onChange({ variant: at, inner: wanted === undefined ? '' : emptyDraft(wanted) });
      }}
    />
  );
  const passed = { draft: inner, path, onChange: (next: Draft) => onChange({ variant, inner: next }) };
  return (
    <Group {...props}>
      {choice}
      {chosen?.kind === 'object' && <Members field={chosen} label={label} isRequired Inner={Inner} {...passed} />}
      {chosen !== undefined && chosen.kind !== 'object' && (
        <Inner field={chosen} label={label} isRequired {...passed} />
      )}
    </Group>
  );
}
