/** On a capture's screen: whether its version still lacks replicates, while it is the one that runs. */
import { CapturedVersions, type CaptureRecord } from '../../../src/control/api/api.ts';
import { isProfilerEnabled } from '../edge/session.ts';
import { useAnswer } from '../edge/use-answer.ts';
import { findReplicatesDue } from './find-replicates-due.ts';
import { allWords } from '../words/words.ts';
import { ReplicateOffer } from './replicate-offer.tsx';

export function ReplicatesOfVersion({ capture }: { readonly capture: CaptureRecord }) {
  const w = allWords();
  const { workload, env, version } = capture;
  const path = capture.status === 'pushed' && isProfilerEnabled() ? '/api/profiling/versions' : undefined;
  const { answer } = useAnswer(path, CapturedVersions, 'capture');
  if (answer.state !== 'ready') return null;
  const target = answer.value.targets.find((one) => one.workload === workload && one.env === env);
  const due = target && findReplicatesDue(target);
  if (due?.version !== version) return null;
  return (
    <section class="panel panel-quiet" aria-label={w.profiling.due.title}>
      <ReplicateOffer due={due} />
      <details class="disclosure small">
        <summary>{w.capture.replicates}</summary>
        <p class="measure">{w.profiling.due.why}</p>
      </details>
    </section>
  );
}
