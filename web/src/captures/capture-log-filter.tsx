/** Filters the log by what is in the address. A native form: Enter applies it. */
import { useEffect, useState } from 'preact/hooks';
import { logHref } from '../browser/addresses.ts';
import { navigate, place } from '../browser/router.ts';
import { words } from '../words/words.ts';
import { type Option, SelectField } from '../parts/select-field.tsx';
import { TextField } from '../parts/text-field.tsx';

const statuses = ['queued', 'pushed', 'nothing_to_push', 'failed'] as const;

export function CaptureLogFilter() {
  const w = words();
  const { query } = place.value;
  const given = {
    workload: query.get('workload') ?? '',
    env: query.get('env') ?? '',
    version: query.get('version') ?? '',
    status: query.get('status') ?? '',
  };
  const [values, setValues] = useState(given);
  useEffect(() => setValues(given), [given.workload, given.env, given.version, given.status]);
  const set = (change: Partial<typeof given>): void => setValues((before) => ({ ...before, ...change }));

  return (
    <form
      class="form-row filter"
      role="search"
      aria-label={w.profiling.log.filter}
      onSubmit={(event) => {
        event.preventDefault();
        navigate(logHref(values));
      }}
    >
      <TextField
        name="workload"
        label={w.profiling.form.workload}
        value={values.workload}
        onInput={(workload) => set({ workload })}
      />
      <TextField
        name="version"
        label={w.profiling.form.version}
        value={values.version}
        onInput={(version) => set({ version })}
      />
      <TextField name="env" label={w.profiling.form.env} value={values.env} onInput={(env) => set({ env })} />
      <SelectField
        name="status"
        label={w.profiling.log.status}
        value={values.status}
        options={[['', w.profiling.log.anyStatus], ...statuses.map((one): Option => [one, w.status[one]])]}
        onChange={(status) => set({ status })}
      />
      <button type="submit">{w.profiling.log.apply}</button>
      {query.size > 0 && <a href={logHref()}>{w.profiling.log.clear}</a>}
    </form>
  );
}
