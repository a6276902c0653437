/** The form: process, version, environment and nothing else. A refusal that names a field moves the focus there. */
import { useRef, useState } from 'preact/hooks';
import { CaptureAccepted } from '../../../src/control/api.ts';
import { captureHref, patterns } from '../addresses.ts';
import type { ApiFailure } from '../edge/api-failure.ts';
import { callApi } from '../edge/call-api.ts';
import { type CommandFacts, renderCli, renderCurl } from '../reading/render-command.ts';
import { words } from '../words/words.ts';
import { Copyable } from './copyable.tsx';
import { FailureNotice, toApiFailure } from './failure-notice.tsx';
import { Notice } from './notice.tsx';
import { TextField } from './text-field.tsx';

const fields = ['workload', 'version', 'env'] as const;
type Field = (typeof fields)[number];
type FieldErrors = Partial<Record<Field, string>>;

const empty: Readonly<Record<Field, string>> = { workload: '', version: '', env: '' };

export function CaptureRequestForm({ onQueued }: { readonly onQueued: () => void }) {
  const w = words();
  const [values, setValues] = useState(empty);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<ApiFailure | undefined>(undefined);
  const [accepted, setAccepted] = useState<CaptureAccepted | undefined>(undefined);
  const [isSending, setSending] = useState(false);
  const inputs = {
    workload: useRef<HTMLInputElement>(null),
    version: useRef<HTMLInputElement>(null),
    env: useRef<HTMLInputElement>(null),
  };

  const showErrors = (next: FieldErrors): void => {
    setErrors(next);
    const first = fields.find((field) => next[field] !== undefined);
    if (first !== undefined) inputs[first].current?.focus();
  };

  const send = async (): Promise<void> => {
    setFailure(undefined);
    setAccepted(undefined);
    const missing: FieldErrors = {
      ...(values.workload.trim() === '' && { workload: w.profiling.form.required.workload }),
      ...(values.version.trim() === '' && { version: w.profiling.form.required.version }),
    };
    showErrors(missing);
    if (Object.keys(missing).length > 0) return;
    setSending(true);
    try {
      const body = { workload: values.workload.trim(), version: values.version.trim(), env: values.env.trim() };
      setAccepted(await callApi('POST', '/api/profiling/requests', CaptureAccepted, { body }));
      setValues({ ...values, version: '' });
      onQueued();
    } catch (error) {
      const refused = toApiFailure(error);
      const field = fields.find((name) => name === refused.facts.field);
      if (field === undefined) setFailure(refused);
      else showErrors({ [field]: refused.message });
    } finally {
      setSending(false);
    }
  };

  const fieldProps = (name: Field) => ({
    name,
    label: w.profiling.form[name],
    hint: w.profiling.form[`${name}Hint`],
    value: values[name],
    error: errors[name],
    input: inputs[name],
    onInput: (value: string) => setValues((before) => ({ ...before, [name]: value })),
  });

  return (
    <section class="panel" aria-labelledby="request-title">
      <h2 id="request-title">{w.profiling.form.title}</h2>
      <form
        class="form-row"
        novalidate
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <TextField {...fieldProps('workload')} required />
        <TextField {...fieldProps('version')} required />
        <TextField {...fieldProps('env')} />
        <button type="submit" class="primary" disabled={isSending}>
          {isSending ? w.profiling.form.sending : w.profiling.form.submit}
        </button>
      </form>
      {failure !== undefined && <FailureNotice failure={failure} />}
      {accepted !== undefined && (
        <Notice tone="good" role="status">
          <p>
            {accepted.deduped ? w.profiling.form.deduped : w.profiling.form.queued}{' '}
            <a href={captureHref(accepted.request_id)}>{w.profiling.form.see}</a>
          </p>
        </Notice>
      )}
      <PipelineCommand workload={values.workload} version={values.version} env={values.env} />
    </section>
  );
}

function PipelineCommand({ workload, version, env }: Readonly<Record<Field, string>>) {
  const w = words();
  const facts: CommandFacts = {
    origin: location.origin,
    workload: workload.trim() === '' ? 'PROCESS' : workload.trim(),
    version: version.trim() === '' ? 'VERSION' : version.trim(),
    env: env.trim(),
    kind: 'replicate',
    durationSec: 60,
    warmupSec: 5,
  };
  return (
    <details class="disclosure">
      <summary>{w.profiling.form.pipeline}</summary>
      <p>
        {w.profiling.form.pipelineText} <a href={patterns.tokens}>{w.profiling.form.pipelineToken}</a>
      </p>
      <h3>{w.profiling.form.cli}</h3>
      <Copyable text={renderCli(facts)} name={w.profiling.form.cli} />
      <h3>{w.profiling.form.curl}</h3>
      <Copyable text={renderCurl(facts)} name={w.profiling.form.curl} />
    </details>
  );
}
