/** Above a capture: the incidents of its workload that were open while it was measured. */
import { type CaptureRecord, MarkerList as Markers } from '../../../src/control/api/api.ts';
import { useAnswer } from '../edge/use-answer.ts';
import { hrefOf } from '../browser/router.ts';
import { allWords } from '../words/words.ts';
import { MarkerList } from './marker-list.tsx';
import { Notice } from '../parts/notice.tsx';

/** Nothing while they are read, before a Profiler measures, and where they cannot be read. */
export function CaptureIncidents({ capture }: { readonly capture: CaptureRecord }) {
  const w = allWords().markers;
  const { workload, env, started_at: from, finished_at: to } = capture;
  const path = hrefOf('/api/markers', { workload, kind: 'incident', from, to });
  const address = from === undefined ? undefined : `${path}&env=${encodeURIComponent(env)}`;
  const { answer } = useAnswer(address, Markers, 'marker');
  if (answer.state !== 'ready' || answer.value.markers.length === 0) return null;
  return (
    <Notice tone="warn">
      <p>
        <strong>{w.during}</strong>
      </p>
      <p>{w.duringText}</p>
      <MarkerList markers={answer.value.markers} />
    </Notice>
  );
}
