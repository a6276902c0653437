/** The form: process, version, environment and nothing else, in one line. A refusal that names a field moves the focus there. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { CaptureAccepted, type CaptureList } from '../../../src/control/api/api.ts';
import { patterns } from '../browser/addresses.ts';
import type { ApiFailure } from '../edge/api-failure.ts';
import { callApi } from '../edge/call-api.ts';
import { hasOwnAuthority } from '../edge/session.ts';
import type { Target } from './find-replicates-due.ts';
import { firstCapture } from './first-capture.ts';
import { renderCli, renderCurl } from './render-command.ts';
import { words, locale } from '../words/words.ts';
import { AcceptedNotice } from './accepted-notice.tsx';
import { CaLink } from '../parts/ca-link.tsx';
import { Copyable } from '../parts/copyable.tsx';
import { FailureNotice, toApiFailure } from '../parts/failure-notice.tsx';
import { TextField } from '../parts/text-field.tsx';
import { formatClock } from '../reading/format-time.ts';

const fields = ['workload', 'version', 'env'] as const;
type Field = (typeof fields)[number];
type FieldErrors = Partial<Record<Field, string>>;

const empty: Readonly<Record<Field, string>> = { workload: '', version: '', env: '' };

interface CaptureRequestFormProps {
  /** What was captured before, to suggest from. */
  readonly targets: readonly Target[];
  readonly hour: CaptureList['hour'];
  readonly onQueued: () => void;
  /** Where the form replaces what had the focus. */
  readonly takesFocus: boolean;
}

export function CaptureRequestForm({ targets, hour, onQueued, takesFocus }: CaptureRequestFormProps) {
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

  useLayoutEffect(() => {
    if (takesFocus) inputs.workload.current?.focus();
  }, []);

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
    isHintUnseen: true,
    suggestions: suggest(name, values, targets),
    value: values[name],
    error: errors[name],
    input: inputs[name],
    onInput: (value: string) => setValues((before) => ({ ...before, [name]: value })),
  });

  return (
    <section class="panel request" aria-labelledby="request-title">
      <h2 id="request-title" class="unseen">
        {w.profiling.form.title}
      </h2>
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
      {accepted !== undefined && <AcceptedNotice key={accepted.request_id} accepted={accepted} />}
      <div class="request-notes">
        <RequestsLeft hour={hour} />
        <PipelineCommand workload={values.workload} version={values.version} env={values.env} />
      </div>
    </section>
  );
}

/** Versions and environments of the process that is being typed; before one is, of every process. */
function suggest(name: Field, { workload }: Readonly<Record<Field, string>>, targets: readonly Target[]): string[] {
  const named = targets.filter((one) => one.workload === workload.trim());
  const of = name === 'workload' || named.length === 0 ? targets : named;
  const values = of.flatMap((one) => (name === 'version' ? one.versions.map(({ version }) => version) : [one[name]]));
  return [...new Set(values)].filter((value) => value !== '');
}

function PipelineCommand({ workload, version, env }: Readonly<Record<Field, string>>) {
  const w = words();
  const facts = firstCapture(hasOwnAuthority(), {
    workload: workload.trim(),
    version: version.trim(),
    env: env.trim(),
  });
  return (
    <details class="disclosure">
      <summary>{w.profiling.form.pipeline}</summary>
      <p>
        {w.profiling.form.pipelineText} <a href={patterns.tokens}>{w.profiling.form.pipelineToken}</a>
      </p>
      {facts.ownAuthority && (
        <p>
          {w.profiling.form.ownAuthority} <CaLink />
        </p>
      )}
      <h3>{w.profiling.form.cli}</h3>
      <Copyable text={renderCli(facts)} name={w.profiling.form.cli} />
      <h3>{w.profiling.form.curl}</h3>
      <Copyable text={renderCurl(facts)} name={w.profiling.form.curl} />
    </details>
  );
}

/** How many captures may still be requested in this hour, and when the next one may. */
function RequestsLeft({ hour }: { readonly hour: CaptureList['hour'] }) {
  const w = words();
  if (hour === undefined) return null;
  const { left, of, next_at: next, used_by: usedBy = [] } = hour;
  // The minute is rounded up: a request in the minute shown is accepted.
  const clock = next === undefined ? undefined : formatClock(Date.parse(next) + 59_999, locale.value);
  return (
    <p class={left === 0 ? 'small probes-some' : 'small faint'} role="status">
      {w.profiling.form.left(left, of)} {clock !== undefined && w.failure.retryAfter(clock)}
      {usedBy.length > 0 &&
        ` ${w.profiling.form.usedBy(usedBy.map(({ workload, requests }) => `${workload} ${requests}`))}`}
    </p>
  );
}
