/** On a capture's screen: whether its version still lacks replicates, while it is the one that runs. */
import { CaptureList, type CaptureRecord } from '../../../src/control/api.ts';
import { useAnswer } from '../edge/use-answer.ts';
import { findReplicatesDue } from '../reading/find-replicates-due.ts';
import { hrefOf } from '../router.ts';
import { words } from '../words/words.ts';
import { Copyable } from './copyable.tsx';
import { replicateCommand } from './replicates-due-list.tsx';

export function ReplicatesOfVersion({ capture }: { readonly capture: CaptureRecord }) {
  const w = words();
  const { workload, env, version } = capture;
  const path =
    capture.status === 'pushed'
      ? hrefOf('/api/profiling/captures', { workload, env, status: 'pushed', limit: '100' })
      : undefined;
  const { answer } = useAnswer(path, CaptureList, 'capture');
  if (answer.state !== 'ready') return null;
  const due = findReplicatesDue(answer.value.captures).find((one) => one.env === env && one.version === version);
  if (due === undefined) return null;
  return (
    <section class="panel panel-quiet" aria-label={w.profiling.due.title}>
      <p>{w.capture.noFloor(due.missing)}</p>
      <Copyable text={replicateCommand(due)} name={w.capture.replicateOf} />
    </section>
  );
}
