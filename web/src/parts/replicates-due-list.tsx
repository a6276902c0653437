/** Says when replicates are due. It offers the command; taking one stays a person's or a pipeline's act. */
import { renderCli } from '../reading/render-command.ts';
import type { ReplicatesDue } from '../reading/find-replicates-due.ts';
import { words } from '../words/words.ts';
import { Copyable } from './copyable.tsx';

export function ReplicatesDueList({ due }: { readonly due: readonly ReplicatesDue[] }) {
  const w = words();
  return (
    <section class="panel panel-quiet" aria-labelledby="due-title">
      <h2 id="due-title">{w.profiling.due.title}</h2>
      <p class="measure">{w.profiling.due.why}</p>
      <ul class="plain-list">
        {due.map((one) => (
          <li key={`${one.workload} ${one.env}`}>
            <details class="disclosure">
              <summary>{w.profiling.due.text(one.workload, one.env, one.version, one.missing)}</summary>
              <Copyable text={replicateCommand(one)} name={w.profiling.due.command(one.workload, one.version)} />
            </details>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function replicateCommand({ workload, env, version }: Omit<ReplicatesDue, 'missing'>): string {
  return renderCli({
    origin: location.origin,
    workload,
    env,
    version,
    kind: 'replicate',
    durationSec: 60,
    warmupSec: 5,
  });
}
