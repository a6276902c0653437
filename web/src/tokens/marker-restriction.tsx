/** To which workloads and environments a new incident token is limited. */
import { useState } from 'preact/hooks';
import { allWords } from '../words/words.ts';
import { TextField } from '../parts/text-field.tsx';

export function MarkerRestriction({ onChange }: { readonly onChange: (scopes: readonly string[]) => void }) {
  const w = allWords().incidentTokens;
  const [workloads, setWorkloads] = useState('');
  const [environments, setEnvironments] = useState('');
  const change = (next: { workloads?: string; environments?: string }): void => {
    const all = { workloads, environments, ...next };
    setWorkloads(all.workloads);
    setEnvironments(all.environments);
    onChange([...scopesOf('workload:', all.workloads), ...scopesOf('env:', all.environments)]);
  };
  return (
    <>
      <TextField
        name="workloads"
        label={w.workloads}
        hint={w.listHint}
        value={workloads}
        onInput={(value) => change({ workloads: value })}
      />
      <TextField
        name="environments"
        label={w.environments}
        hint={w.listHint}
        value={environments}
        onInput={(value) => change({ environments: value })}
      />
    </>
  );
}

function scopesOf(sort: string, list: string): string[] {
  const names = list.split(',').map((name) => name.trim());
  return [...new Set(names)].filter((name) => name !== '').map((name) => `${sort}${name}`);
}
