/** Chooses process, environment and the two versions, from the captures that can be compared. */
import { useEffect, useState } from 'preact/hooks';
import { diffHref } from '../browser/addresses.ts';
import type { Target } from '../captures/find-replicates-due.ts';
import { navigate } from '../browser/router.ts';
import { allWords } from '../words/words.ts';
import { type Option, SelectField } from '../parts/select-field.tsx';

interface Choice {
  readonly workload: string | undefined;
  readonly env: string;
  readonly from: string | undefined;
  readonly to: string | undefined;
}

interface DiffChooserProps {
  /** Latest first, as their versions are. */
  readonly targets: readonly Target[];
  /** False: earlier captures exist that are not listed. */
  readonly isComplete: boolean;
  readonly chosen: Choice;
}

export function DiffChooser({ targets, isComplete, chosen }: DiffChooserProps) {
  const w = allWords();
  const [choice, setChoice] = useState(chosen);
  useEffect(() => setChoice(chosen), [chosen.workload, chosen.env, chosen.from, chosen.to]);
  if (targets.length === 0) return <p class="empty">{w.diff.nothing}</p>;

  const workloads = withChosen(
    targets.map((one) => one.workload),
    choice.workload,
  );
  const workload = choice.workload ?? workloads[0] ?? '';
  const ofWorkload = targets.filter((one) => one.workload === workload);
  const envs = withChosen(
    ofWorkload.map((one) => one.env),
    choice.env === '' ? undefined : choice.env,
  );
  const env = envs.includes(choice.env) ? choice.env : (envs[0] ?? '');
  const captured = ofWorkload.find((one) => one.env === env)?.versions ?? [];
  const versions = captured.map(({ version }) => version);
  const recorded = new Set(captured.filter((one) => one.recorded).map(({ version }) => version));
  const versionOption = (version: string): Option => [
    version,
    recorded.has(version) ? `${version} (${w.recorded})` : version,
  ];

  return (
    <>
      <form
        class="form-row"
        onSubmit={(event) => {
          event.preventDefault();
          navigate(diffHref({ workload, env, from: choice.from, to: choice.to }));
        }}
      >
        <SelectField
          label={w.diff.workload}
          value={workload}
          options={workloads.map((value) => [value, value])}
          onChange={(next) => setChoice({ workload: next, env: '', from: undefined, to: undefined })}
        />
        <SelectField
          label={w.diff.env}
          value={env}
          options={envs.map((value) => [value, value === '' ? w.diff.envNone : value])}
          onChange={(next) => setChoice({ workload, env: next, from: undefined, to: undefined })}
        />
        <SelectField
          label={w.diff.from}
          value={choice.from ?? ''}
          options={[['', w.diff.fromAuto], ...withChosen(versions, choice.from).map(versionOption)]}
          onChange={(next) => setChoice({ ...choice, workload, env, from: next === '' ? undefined : next })}
        />
        <SelectField
          label={w.diff.to}
          value={choice.to ?? ''}
          options={[['', w.diff.toAuto], ...withChosen(versions, choice.to).map(versionOption)]}
          onChange={(next) => setChoice({ ...choice, workload, env, to: next === '' ? undefined : next })}
        />
        <button type="submit" class="primary">
          {w.diff.show}
        </button>
      </form>
      {!isComplete && <p class="small faint">{w.profiling.targets.incomplete}</p>}
    </>
  );
}

/** Each value once, in order; what the address names is offered even when the list does not hold it. */
function withChosen(values: readonly string[], chosen: string | undefined): string[] {
  return [...new Set(chosen === undefined ? values : [...values, chosen])];
}
