/** The arguments of an operation, who is to answer, and the button that sends them. */
import { useContext } from 'preact/hooks';
import type { CatalogOperation } from '../../../src/control/api/api.ts';
import { GatedButton } from '../parts/gated-button.tsx';
import { Notice } from '../parts/notice.tsx';
import { emptyDraft } from './ask-draft.ts';
import { type FieldOf, isObject } from './ask-form.ts';
import { takes, toDraft } from './to-draft.ts';
import { allWords } from '../words/words.ts';
import { Answerer } from './answerer.tsx';
import { ArgErrors } from './arg-errors.ts';
import { ErrorTexts, type ArgProps } from './arg-parts.tsx';
import { type FormState, readForm } from './question-state.ts';
import { ArgList, ArgObject, ArgRecord, ArgUnion } from './arg-group.tsx';
import { ArgScalar } from './arg-scalar.tsx';

interface QuestionFormProps {
  readonly described: CatalogOperation;
  readonly field: FieldOf<'object'>;
  readonly form: FormState;
  readonly isAsking: boolean;
  /** Something was not sent because of its fields. */
  readonly isWrong: boolean;
  readonly onChange: (change: Partial<FormState>) => void;
  readonly onSubmit: () => void;
  readonly onCancel: () => void;
}

export function QuestionForm(props: QuestionFormProps) {
  const { described, field, form, isAsking, isWrong, onChange, onSubmit, onCancel } = props;
  const w = allWords();
  const isWrite = described.operation.access === 'write';
  const mayAsk = described.operation.may_ask;
  return (
    <form
      class="panel"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (mayAsk && !isAsking) onSubmit();
      }}
    >
      <h2>{w.ask.form.title}</h2>
      {form.trouble !== undefined && (
        <Notice tone="warn" role="status">
          <p>{form.trouble === 'no JSON' ? w.ask.form.badLink : w.ask.form.noForm}</p>
        </Notice>
      )}
      {field.members.length === 0 && <p class="faint">{w.ask.form.none}</p>}
      <Arguments {...props} />
      <Answerer {...props} />
      {isWrong && (
        <p role="alert" class="field-error">
          {w.ask.form.notSent}
        </p>
      )}
      <div class="actions">
        {mayAsk ? (
          <button type="submit" class="primary" disabled={isAsking}>
            {isWrite ? w.ask.form.sendWrite : w.ask.form.send}
          </button>
        ) : (
          <GatedButton label={w.ask.form.sendWrite} tone="primary" reason={w.ask.form.writesNeed} onPress={onSubmit} />
        )}
        {isAsking && (
          <button type="button" onClick={onCancel}>
            {isWrite ? w.ask.form.stopWaiting : w.ask.form.cancel}
          </button>
        )}
        <EditSwitch field={field} form={form} onChange={onChange} />
      </div>
    </form>
  );
}

function EditSwitch({ field, form, onChange }: Pick<QuestionFormProps, 'field' | 'form' | 'onChange'>) {
  const w = allWords();
  const read = readForm(field, form);
  if (form.json === undefined) {
    const json = JSON.stringify(read.args ?? {}, undefined, 2);
    return (
      <>
        {field.members.length > 0 && (
          <button type="button" class="small-button" onClick={() => onChange({ json })}>
            {w.ask.form.asJson}
          </button>
        )}
        <button type="button" class="small-button" onClick={() => onChange({ draft: emptyDraft(field) })}>
          {w.ask.form.clear}
        </button>
      </>
    );
  }
  const fits = read.args !== undefined && takes(field, read.args);
  return (
    <>
      <button
        type="button"
        class="small-button"
        disabled={!fits}
        onClick={() => onChange({ json: undefined, draft: toDraft(field, isObject(read.args) ? read.args : {}) })}
      >
        {w.ask.form.asForm}
      </button>
      <button
        type="button"
        class="small-button"
        onClick={() => onChange({ json: undefined, draft: emptyDraft(field) })}
      >
        {w.ask.form.clear}
      </button>
    </>
  );
}

function Arguments({ field, form, onChange }: QuestionFormProps) {
  const w = allWords();
  const errors = useContext(ArgErrors).filter(({ path }) => form.json !== undefined || path === '');
  if (form.json === undefined) {
    return (
      <>
        <ErrorTexts id="ask-args-error" errors={errors} />
        <ArgField
          field={field}
          draft={form.draft}
          label={w.ask.form.title}
          path=""
          isRequired
          onChange={(draft) => onChange({ draft })}
        />
      </>
    );
  }
  return (
    <div class="field ask-json">
      <label for="ask-json">{w.ask.form.json}</label>
      <textarea
        id="ask-json"
        rows={12}
        spellcheck={false}
        value={form.json}
        aria-invalid={errors.length > 0}
        {...(errors.length > 0 && { 'aria-describedby': 'ask-args-error' })}
        onInput={({ currentTarget }) => onChange({ json: currentTarget.value })}
      />
      <ErrorTexts id="ask-args-error" errors={errors} />
    </div>
  );
}

/** One argument of an operation, whatever its kind. */
function ArgField(props: ArgProps) {
  const { field, ...rest } = props;
  switch (field.kind) {
    case 'object':
      return <ArgObject field={field} Inner={ArgField} {...rest} />;
    case 'list':
      return <ArgList field={field} Inner={ArgField} {...rest} />;
    case 'record':
      return <ArgRecord field={field} Inner={ArgField} {...rest} />;
    case 'union':
      return <ArgUnion field={field} Inner={ArgField} {...rest} />;
    case 'constant':
      return null;
    case 'text':
    case 'number':
    case 'choice':
    case 'boolean':
    case 'json':
      return <ArgScalar field={field} {...rest} />;
  }
}
